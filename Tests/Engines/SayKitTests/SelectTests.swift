import SayKit
import Testing
import VoiceTestSupport

@Suite struct SelectTests {
    private static let payment = [
        ["Cash", "Dollars", "Bills"], ["Credit", "Visa", "Card", "Charge"],
    ]

    private func choose(
        _ text: String, _ options: [[String]] = payment, _ language: SpokenLanguage = .english
    ) -> SelectReading { SelectMatcher(options, language: language).read(SpokenText(text)) }

    @Test(
        "takes labels and aliases of the document's options verbatim", .fact("saykit-4.4-3"),
        arguments: [
            ("Cash", 0), ("dollars", 0), ("BILLS!", 0), ("credit", 1), ("Visa", 1), ("charge", 1),
        ])
    func takesVerbatim(text: String, index: Int) {
        #expect(choose(text).index == index)
        #expect(choose(text).rule == .equality)
    }

    @Test("takes a label within a sentence; the longest one wins", .fact("saykit-4.4.1-5"))
    func takesContained() {
        let options = [["Card"], ["Visa"], ["Visa card"]]
        let reading = choose("I'd like to pay with Visa card please", options)
        #expect(reading.index == 2)
        #expect(reading.rule == .contained)
        #expect(choose("with my visa", options).index == 1)
    }

    @Test("takes neither of two labels in one sentence", .fact("saykit-4.4.1-5"))
    func refusesTwo() {
        let reading = choose("cash or credit")
        #expect(reading.index == nil)
        #expect(reading.rule == .ambiguous)
        #expect(reading.rivals == [0, 1])
        #expect(choose("cash, the bills I mean").index == 0)
    }

    @Test("does not take a label behind a negation")
    func refusesNegated() {
        #expect(choose("not cash").rule == .declined)
        #expect(choose("not cash, credit").index == 1)
        #expect(choose("neither").rule == .declined)
    }

    @Test(
        "takes no option that a negation of the clause rejects, also over filler",
        arguments: [
            ("I don't want cash", SelectReading.Rule.declined),
            ("I do not want to pay cash", .declined), ("cash I do not want", .declined),
            ("not cash or credit", .declined), ("anything but cash", .declined),
            ("I don't particularly want cash", .unknown), ("cash no visa", .ambiguous),
        ])
    func refusesRejected(text: String, rule: SelectReading.Rule) {
        #expect(choose(text).rule == rule)
        #expect(choose(text).index == nil)
    }

    @Test(
        "takes the option that a negation elsewhere does not reject",
        arguments: [
            ("I don't want cash, visa please", 1), ("I don't want cash visa please", 1),
            ("I don't like it but cash is fine", 0), ("why not cash", 0), ("visa not cash", 1),
            ("I don't know, cash", 0), ("no I want visa", 1),
        ])
    func takesAffirmed(text: String, index: Int) { #expect(choose(text).index == index) }

    @Test("takes neither a rejected label with words around nor one that is like it")
    func refusesRejectedLabel() {
        let sizes = [["Small"], ["Large"]]
        #expect(choose("not the small one", sizes).index == nil)
        #expect(choose("not the small one the large one", sizes).index == 1)
        let long = [["Vanilla milkshake with whipped cream"], ["Tea"]]
        #expect(choose("vanila milkshake with whipped cream", long).index == 0)
        #expect(choose("not vanila milkshake with whipped cream", long).index == nil)
        #expect(choose("no sugar please", [["Sugar"], ["No sugar"]]).index == 1)
    }

    @Test(
        "an option with the name of none is taken, and declines where there is none",
        arguments: ["I think none", "none please", "none"])
    func takesNone(text: String) {
        #expect(choose(text, [["Red"], ["Green"], ["None"]]).index == 2)
        #expect(choose(text, [["Red"], ["Green"]]).rule == .declined)
    }

    @Test(
        "compares numbers in figures, however they are said",
        arguments: [
            ("room two", 1), ("Room 2", 1), ("the number two please", 1), ("suite one oh one", 2),
            ("the one hundred and first suite", nil), ("three twenty", 3), ("room three", nil),
            ("room 3", nil), ("second floor", 4), ("the 2nd floor", 4),
        ] as [(String, Int?)])
    func takesNumbers(text: String, index: Int?) {
        let options = [["Room 1"], ["Room 2"], ["Suite 101"], ["Airbus 320"], ["2nd floor"]]
        #expect(choose(text, options).index == index)
    }

    @Test("compares German numbers in figures, however they are said")
    func takesGermanNumbers() {
        let options = [["Zimmer 21"], ["Zimmer 22"]]
        #expect(choose("Zimmer zweiundzwanzig, bitte", options, .german).index == 1)
        #expect(choose("nicht Zimmer 21", options, .german).index == nil)
    }

    @Test("takes the only option with all the words that have content", .fact("saykit-4.4.1-6"))
    func takesContentWords() {
        let options = [["Large cheese pizza"], ["Small cheese pizza"], ["Green salad"]]
        let reading = choose("the large one please", options)
        #expect(reading.index == 0)
        #expect(reading.rule == .contentWords)
        #expect(choose("pizza", options).rule == .ambiguous)
        #expect(choose("pizza small", options).index == 1)
    }

    @Test(
        "takes a place in the list", .fact("saykit-4.4.1-7"),
        arguments: [
            ("the second one", 1), ("number two", 1), ("the last one", 2), ("first", 0),
            ("option 3", 2),
        ])
    func takesPosition(text: String, index: Int) {
        let reading = choose(text, [["Red"], ["Green"], ["Blue"]])
        #expect(reading.index == index)
        #expect(reading.rule == .position)
    }

    @Test(
        "takes no place out of range, and none where a label is a number", .fact("saykit-4.4.1-7"))
    func refusesPosition() {
        #expect(choose("the fourth one", [["Red"], ["Green"]]).index == nil)
        #expect(choose("number zero", [["Red"], ["Green"]]).index == nil)
        #expect(choose("the second one", [["Ten"], ["Twenty"]]).index == nil)
        #expect(choose("ten", [["Twenty"], ["Ten"]]).index == 1)
    }

    @Test("takes a label that differs little, and says by how much", .fact("saykit-4.4.1-8"))
    func takesSimilar() {
        let options = [["Margherita"], ["Funghi"]]
        let reading = choose("margarita", options)
        #expect(reading.index == 0)
        #expect(reading.rule == .similarity)
        #expect(reading.distanceThousandths == 200)
        #expect((reading.rivalDistanceThousandths ?? 0) >= 350)
        #expect(choose("mango", options).index == nil)
    }

    @Test("takes none of two labels that differ equally little", .fact("saykit-4.4.1-8"))
    func refusesEquallySimilar() {
        #expect(choose("barten", [["marten"], ["garten"]]).rule == .ambiguous)
    }

    @Test("gives a repeated label to the first option", .fact("saykit-4.4.1-9"))
    func takesFirstOfEqual() { #expect(choose("tea", [["Tea"], ["Tea"]]).index == 0) }

    @Test(
        "takes neither of two options that have one alias, within a sentence too",
        .fact("saykit-4.4.1-5"))
    func refusesSharedAlias() {
        let options = [["Cash", "Money"], ["Credit", "Money", "Card"]]
        for text in ["money", "with money please"] {
            #expect(choose(text, options).rule == .ambiguous, "\(text)")
            #expect(choose(text, options).rivals == [0, 1], "\(text)")
        }
        #expect(choose("card", options).index == 1)
    }

    @Test("takes a label before an alias of the same words", .fact("saykit-4.4.1-9"))
    func takesLabelBeforeAlias() {
        #expect(choose("money", [["Cash", "Money"], ["Money"]]).index == 1)
    }

    @Test("takes nothing of an empty list, and nothing of silence")
    func refusesEmpty() {
        #expect(choose("tea", []).index == nil)
        #expect(choose("the last one", []).index == nil)
        #expect(choose(" ").rule == .silent)
        let interpretation = SAYSelectInterpreter(options: []).interpret("tea")
        #expect(!interpretation.isValid)
        #expect(interpretation.evidence?.rule == "noOptions")
    }

    @Test("chooses in German")
    func choosesGerman() {
        let options = [["Bar", "Bargeld"], ["Karte", "Kreditkarte"], ["Rechnung"]]
        #expect(choose("Mit der Karte, bitte", options, .german).index == 1)
        #expect(choose("das zweite", options, .german).index == 1)
        #expect(choose("Nummer drei", options, .german).index == 2)
        #expect(choose("keins davon", options, .german).rule == .declined)
        #expect(choose("das letzte bitte", options, .german).index == 2)
        #expect(choose("Bargeld will ich nicht", options, .german).rule == .declined)
        #expect(choose("nicht mit Karte, sondern bar", options, .german).index == 0)
    }
}
