import Testing
import VoiceAudio
import VoiceRecognition
import VoiceSynthesis

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

@Suite(
    .enabled(
        if: Corpus.isModelInstalled && canSpeak,
        "voicetest-speak or the package pocketsphinx-en-us is not there"))
struct SpokenRoundTripTests {
    private let phrases = ["go to sleep", "wake up", "play some music", "stop"]

    private func spoken(_ text: String) throws -> Utterance {
        let sound = try SpeechSynthesizer(cacheFolder: nil).render(SpeechRequest(text: text))
        return try #require(Corpus.trimmed(sound))
    }

    @Test("hears what was synthesised, in order and inside the utterance")
    func hears() throws {
        let recognizer = try AcousticRecognizer(task: .phrases(phrases))
        for phrase in phrases {
            let utterance = try spoken(phrase)
            guard case .final(let hypothesis) = recognizer.recognize(utterance) else {
                Issue.record("'\(phrase)' was not heard")
                continue
            }
            #expect(hypothesis.text == phrase)
            let ends = hypothesis.words.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
            #expect(ends == ends.sorted())
            #expect(
                ends.allSatisfy {
                    (utterance.extent.lowerBound...utterance.extent.upperBound).contains($0)
                })
        }
    }

    @Test("hears a word of a grammar that the dictionary lacks")
    func guessedGrammar() throws {
        let grammar = "#JSGF V1.0;\ngrammar a;\npublic <a> = play ( blorple | music ) ;"
        let recognizer = try AcousticRecognizer(task: .grammar(jsgf: grammar))
        #expect(recognizer.guessed.words == ["blorple"])
        for phrase in ["play blorple", "play music"] {
            guard case .final(let hypothesis) = recognizer.recognize(try spoken(phrase)) else {
                Issue.record("'\(phrase)' was not heard")
                continue
            }
            #expect(hypothesis.text == phrase)
        }
    }

    @Test("a weight of a grammar says what is likely, and changes no confidence")
    func weights() throws {
        let utterance = try spoken("forty two")
        let confidences = try ["/1000/", "/0.001/"].map { weight in
            let recognizer = try AcousticRecognizer(
                task: .grammar(
                    jsgf: "#JSGF V1.0;\ngrammar a;\n"
                        + "public <a> = /1000/ banana | \(weight) forty two ;"))
            guard case .final(let hypothesis) = recognizer.recognize(utterance) else {
                Issue.record("'forty two' was not heard")
                return -1
            }
            #expect(hypothesis.text == "forty two")
            return hypothesis.confidence
        }
        #expect(abs(confidences[0] - confidences[1]) <= 5)
    }

    @Test("gives other readings, nearest first, each once, and only where they are asked for")
    func alternatives() throws {
        let recognizer = try AcousticRecognizer(task: .general)
        var utterance = try spoken("please recognize the speech")
        guard case .final(let plain) = recognizer.recognize(utterance) else {
            Issue.record("nothing was heard")
            return
        }
        #expect(plain.alternatives == [])
        utterance.alternatives = 5
        guard case .final(let hypothesis) = recognizer.recognize(utterance) else {
            Issue.record("nothing was heard")
            return
        }
        let texts = hypothesis.alternatives.map(\.text)
        #expect(texts.count == 5)
        #expect(Set(texts + [hypothesis.text]).count == 6)
        #expect(hypothesis.alternatives.map(\.distance).min() ?? -1 >= 0)
        #expect(hypothesis.text == plain.text && hypothesis.words == plain.words)
        #expect(recognizer.recognize(utterance) == .final(hypothesis))
    }

    @Test(
        "rejects what no phrase fits",
        arguments: ["seven hundred kilometres", "what is your name"])
    func rejects(text: String) throws {
        let recognizer = try AcousticRecognizer(task: .phrases(phrases))
        let outcome = recognizer.recognize(try spoken(text))
        guard case .rejected = outcome else {
            Issue.record("taken for \(outcome)")
            return
        }
    }
}
