import Testing
import VoiceAudio
import VoiceRecognition

@Suite(.enabled(if: Corpus.isUsable, "VOICETEST_SPEECH_CORPUS or the model is not there"))
struct RecognitionAccuracyTests {
    @Test("keeps 65 percent of real digits right", arguments: ["fsdd", "sc09"])
    func digits(set: String) throws {
        let recognizer = try AcousticRecognizer(task: .grammar(jsgf: Corpus.digits))
        var right = 0
        var wrong = 0
        let digits = Corpus.digits(in: set)
        for digit in digits {
            guard let utterance = try Corpus.utterance(digit.path) else { continue }
            guard case .final(let hypothesis) = recognizer.recognize(utterance) else { continue }
            if hypothesis.text == digit.word { right += 1 } else { wrong += 1 }
        }
        print("digits \(set): \(right) right, \(wrong) wrong of \(digits.count)")
        #expect(right * 100 >= digits.count * 65)
        #expect(wrong * 100 <= digits.count * 20)
    }

    @Test("rejects 80 percent of speech outside the grammar", arguments: ["commands", "speech"])
    func rejects(folder: String) throws {
        let recognizer = try AcousticRecognizer(task: .grammar(jsgf: Corpus.digits))
        let all = try Corpus.islands(in: folder)
        let count = min(30, all.count)
        let utterances = (0..<count).map { all[$0 * all.count / count] }
        #expect(count > 0)
        let taken = utterances.filter { utterance in
            if case .final = recognizer.recognize(utterance) { true } else { false }
        }
        print("outside \(folder): \(taken.count) taken of \(utterances.count)")
        #expect(taken.count * 100 <= utterances.count * 20)
    }

    @Test("hears read speech without a grammar, and with some confidence")
    func general() throws {
        let recognizer = try AcousticRecognizer(task: .general)
        let utterances = try Corpus.islands(in: "speech", prefix: "librivox").prefix(1)
        #expect(!utterances.isEmpty)
        for utterance in utterances {
            guard case .final(let hypothesis) = recognizer.recognize(utterance) else {
                Issue.record("nothing was heard")
                continue
            }
            #expect(hypothesis.words.count > 3)
            #expect((300...1_000).contains(hypothesis.confidence))
            #expect(recognizer.recognize(utterance) == .final(hypothesis))
        }
    }

    @Test("gives one utterance one answer, whatever came before")
    func forgets() throws {
        let task = RecognitionTask.grammar(jsgf: Corpus.digits)
        let recognizer = try AcousticRecognizer(task: task)
        let utterances = try
            (Corpus.digits(in: "fsdd").prefix(10) + Corpus.digits(in: "sc09").prefix(10))
            .compactMap { try Corpus.utterance($0.path) }
        let forward = utterances.map { recognizer.recognize($0) }
        let backward = utterances.reversed().map { recognizer.recognize($0) }
        #expect(forward == backward.reversed())
    }

    @Test("the general model gives an utterance one answer, whatever came before")
    func generalForgets() throws {
        let recognizer = try AcousticRecognizer(task: .general)
        let utterances = try Corpus.digits(in: "sc09").prefix(3)
            .compactMap { try Corpus.utterance($0.path) }
        let soFar = utterances.map { recognizer.recognizeSoFar($0) }
        let finals = utterances.map { recognizer.recognize($0) }
        #expect(soFar == utterances.reversed().map { recognizer.recognizeSoFar($0) }.reversed())
        #expect(finals == utterances.reversed().map { recognizer.recognize($0) }.reversed())
    }
}
