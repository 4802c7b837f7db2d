import Testing
import VoiceAudio
import VoiceRecognition

struct ScriptedRecognizerTests {
    /// An utterance of the frames `extent`, its speech ten frames inside.
    static func utterance(_ extent: Range<Int64>) -> Utterance {
        Utterance(
            sound: MonoSound(sampleRate: 16_000, samples: Array(repeating: 0, count: extent.count)),
            start: extent.lowerBound, spoken: extent.lowerBound + 10..<extent.upperBound - 10)
    }

    // caller     ....go.to.sleep....
    // utterance  .....|-------|.....
    @Test("answers a line of which half lies inside, and none of which less does")
    func half() {
        let recognizer = ScriptedRecognizer(lines: [ScriptedLine(range: 100..<200, words: "go")])
        #expect(text(recognizer.recognize(Self.utterance(150..<400))) == "go")
        #expect(recognizer.recognize(Self.utterance(151..<400)) == .rejected(nil))
    }

    @Test("joins lines in their order as they are written, with single spaces")
    func joins() {
        let recognizer = ScriptedRecognizer(lines: [
            ScriptedLine(range: 0..<100, words: " Go   to "),
            ScriptedLine(range: 120..<220, words: "Sleep"),
            ScriptedLine(range: 900..<950, words: "never"),
        ])
        #expect(text(recognizer.recognize(Self.utterance(0..<300))) == "Go to Sleep")
    }

    // caller     ..go.to.the.store..
    // utterance  .|---------|.......
    @Test("answers a part of a line with the words of that part, where lines are divided")
    func divides() {
        let recognizer = ScriptedRecognizer(
            lines: [ScriptedLine(range: 1_000..<2_200, words: "go to the store")],
            dividesLines: true)
        #expect(text(recognizer.recognize(Self.utterance(900..<1_500))) == "go to")
        #expect(text(recognizer.recognize(Self.utterance(1_500..<2_300))) == "the store")
    }

    @Test("shares a line's time out by letters")
    func times() {
        let recognizer = ScriptedRecognizer(
            lines: [ScriptedLine(range: 1_000..<2_000, words: "a bcd e")])
        guard case .final(let hypothesis) = recognizer.recognize(Self.utterance(900..<2_100))
        else {
            Issue.record("nothing was heard")
            return
        }
        #expect(hypothesis.words.map(\.range) == [1_000..<1_200, 1_200..<1_800, 1_800..<2_000])
        #expect(hypothesis.confidence == 1_000)
    }

    @Test("hears nothing in a line without words")
    func blank() {
        let recognizer = ScriptedRecognizer(lines: [ScriptedLine(range: 0..<100, words: " ")])
        #expect(recognizer.recognize(Self.utterance(0..<100)) == .rejected(nil))
    }

    private func text(_ outcome: RecognitionOutcome) -> String? {
        if case .final(let hypothesis) = outcome { hypothesis.text } else { nil }
    }
}
