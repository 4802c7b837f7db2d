import SayKit
import Testing
import VoiceTime

@Suite struct RandomSentenceTests {
    private static let pieces = [
        "a", "an", "and", "one", "two", "twenty", "hundred", "thousand", "trillion", "quintillion",
        "point", "minus", "-", ".", "$", "€", "5", "1,000", "99999999999999999999", "7:30", "1st",
        "double", "oh", "half", "quarter", "past", "to", "oclock", "pm", "may", "third", "friday",
        "next", "hours", "minutes", "dollars", "cents", "dozen", "yes", "no", "not", "maybe", "the",
        "last", "cash", "\u{301}", "é", "数", "🙂", "'", "\u{0}", "@", "@[", "[", "(", "|", ")", ":",
        "einundzwanzig", "hundertfünf", "eine", "und", "Million", "halb", "Uhr", "einhalb",
    ]

    private static func sentence(_ chance: inout ChanceStream) -> String {
        let count = chance.below(14)
        var text = ""
        for _ in 0..<count {
            text += pieces[chance.below(pieces.count)]
            if chance.below(5) > 0 { text += " " }
        }
        return text
    }

    @Test("interprets 600 random sentences without a trap, twice alike, in both languages")
    func interpretsAnything() {
        let templates = [
            "@a and @b:Number", "@d:Date @[at @t:Time]", "@[wait] @l:Duration", "@m:Money",
            "@t:Time", "@x:(one|two|the last=three)", "@all",
        ]
        let options = [["Cash"], ["One"], ["Last half"]]
        var chance = SeededChance(seed: 7).stream("sentences")
        for language in [SpokenLanguage.english, .german] {
            let set = TemplateSet(templates, language: language)
            let select = SelectMatcher(options, language: language)
            let words = DialogueWords(language: language)
            for _ in 0..<300 {
                let text = Self.sentence(&chance)
                let spoken = SpokenText(text)
                let first = set.match(spoken)
                #expect(first == set.match(spoken))
                // "@all" takes every sentence that has a word.
                #expect((first.match == nil) == spoken.words.isEmpty)
                #expect(select.read(spoken).index.map { options.indices.contains($0) } ?? true)
                _ = NumericalMatcher(language: language).read(spoken)
                _ = language.confirmation.read(spoken)
                _ = words.read(text)
            }
        }
    }

    @Test("compiles 4,000 random templates or says what is wrong, without a trap")
    func compilesAnything() {
        var chance = SeededChance(seed: 8).stream("templates")
        var wrongCount = 0
        for _ in 0..<4_000 {
            let source = Self.sentence(&chance)
            let set = TemplateSet([source])
            if let error = set.error {
                wrongCount += 1
                #expect(!error.description.isEmpty)
            }
            _ = set.match("one and two")
        }
        #expect(wrongCount > 100)
        #expect(wrongCount < 3_900)
    }
}
