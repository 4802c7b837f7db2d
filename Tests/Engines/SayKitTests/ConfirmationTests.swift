import SayKit
import Testing
import VoiceTestSupport

@Suite struct ConfirmationTests {
    @Test(
        "takes the affirmations of the document for yes", .fact("saykit-4.4-1"),
        arguments: ["yes", "sure", "OK"])
    func takesAffirmations(text: String) { #expect(confirmed(text) == true) }

    @Test(
        "takes the negations of the document for no", .fact("saykit-4.4-2"),
        arguments: ["no", "nope", "nah"])
    func takesNegations(text: String) { #expect(confirmed(text) == false) }

    @Test("lets a negation win over an affirmation", .fact("saykit-4.4.1-2"))
    func letsNegationWin() {
        #expect(confirmed("yes no") == false)
        #expect(confirmed("of course not") == false)
        #expect(confirmed("OK, don't do it") == false)
        #expect(
            SpokenLanguage.english.confirmation.read(SpokenText("sure, never")).rule == .negation)
    }

    @Test(
        "leaves open answers open", .fact("saykit-4.4.1-3"),
        arguments: ["not sure", "maybe", "perhaps", "I don't know", "I'm not sure, yes"])
    func leavesOpen(text: String) { #expect(confirmed(text) == nil) }

    @Test("takes 'no problem' and 'why not' for yes", .fact("saykit-4.4.1-4"))
    func takesExceptions() {
        #expect(confirmed("no problem") == true)
        #expect(confirmed("why not?") == true)
    }

    @Test(
        "takes the listed words for yes",
        arguments: [
            "yes", "yeah", "yep", "yup", "yes please", "sure", "sure thing", "ok", "okay",
            "alright", "of course", "certainly", "definitely", "absolutely", "correct", "right",
            "affirmative", "do it", "go ahead", "please do", "I do", "I am", "true", "fine",
        ])
    func takesYesWords(text: String) { #expect(confirmed(text) == true) }

    @Test(
        "takes the listed words for no",
        arguments: [
            "no", "nope", "nah", "no way", "no thanks", "negative", "never", "not now", "don't",
            "do not", "stop", "cancel that", "wrong", "incorrect", "false",
        ])
    func takesNoWords(text: String) { #expect(confirmed(text) == false) }

    @Test("says which phrase decided by which rule")
    func givesEvidence() {
        let reading = SpokenLanguage.english.confirmation.read(SpokenText("Well, No Thanks!"))
        #expect(reading.rule == .negation)
        #expect(reading.phrase == "No Thanks")
        #expect(SpokenLanguage.english.confirmation.read(SpokenText("Yes!")).rule == .whole)
        #expect(SpokenLanguage.english.confirmation.read(SpokenText(" ")).rule == .silent)
        #expect(SpokenLanguage.english.confirmation.read(SpokenText("pizza")).rule == .unknown)
        #expect(SpokenLanguage.english.confirmation.read(SpokenText("how much")).rule == .question)
    }

    @Test("judges 200 wordings that were written down before the lexicon, apart from those listed")
    func judgesWordings() {
        var wrong: [String] = []
        let lists: [([String], Bool?)] = [
            (ConfirmationWordings.affirmative, true), (ConfirmationWordings.negative, false),
            (ConfirmationWordings.neither, nil),
        ]
        #expect(lists.reduce(0) { $0 + $1.0.count } == 200)
        for (wordings, expected) in lists {
            wrong += wordings.filter { confirmed($0) != expected }
        }
        #expect(wrong == ConfirmationWordings.knownWrong)
    }

    @Test(
        "judges German answers",
        arguments: [
            ("Ja", true), ("Ja, bitte!", true), ("Na klar", true), ("Auf jeden Fall", true),
            ("Kein Problem", true), ("Das stimmt", true), ("Nein", false), ("Nein danke", false),
            ("Auf keinen Fall", false), ("Lieber nicht", false), ("Das ist nicht richtig", false),
            ("Vielleicht", nil), ("Ich weiß nicht", nil), ("Keine Ahnung", nil), ("Was?", nil),
            ("Pizza", nil),
        ] as [(String, Bool?)])
    func judgesGerman(text: String, expected: Bool?) {
        #expect(confirmed(text, .german) == expected)
    }

    @Test(
        "takes a sentence without understanding for neither, and a lack of objections for yes",
        arguments: [
            ("I didn't understand", nil), ("no objections", true), ("can't complain", true),
            ("I'm good, thanks", false), ("Why, yes", true), ("I've changed my mind", false),
        ] as [(String, Bool?)])
    func judgesMisleadingWords(text: String, expected: Bool?) {
        #expect(confirmed(text) == expected)
    }
}
