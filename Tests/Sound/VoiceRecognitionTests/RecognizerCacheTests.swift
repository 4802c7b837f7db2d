import Testing
import VoiceTestSupport

@testable import VoiceRecognition

@Suite struct RecognizerCacheTests {
    @Test("makes one recognizer a task", .enabled(if: Corpus.isModelInstalled))
    func once() throws {
        let cache = RecognizerCache()
        let seven = try cache.recognizer(for: .phrases(["seven"]))
        #expect(try cache.recognizer(for: .phrases(["seven"])) === seven)
        #expect(try cache.recognizer(for: .phrases(["eight"])) !== seven)
    }

    @Test("keeps the recognizers asked for last", .enabled(if: Corpus.isModelInstalled))
    func keepsTheLast() throws {
        let cache = RecognizerCache()
        let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        let tasks = (0..<RecognizerCache.room).map { number in
            RecognitionTask.phrases([words[number % 9], words[number / 9]])
        }
        let made = try tasks.map { try cache.recognizer(for: $0) }
        #expect(try cache.recognizer(for: tasks[0]) === made[0])
        _ = try cache.recognizer(for: .phrases(["zero"]))
        #expect(try cache.recognizer(for: tasks[0]) === made[0])
        #expect(try cache.recognizer(for: tasks[2]) === made[2])
        #expect(try cache.recognizer(for: tasks[1]) !== made[1])
    }

    @Test(
        "a model with a lexicon says its words as that says, in a recognizer of its own",
        .enabled(if: Corpus.isModelInstalled))
    func lexicons() throws {
        let folder = TemporaryFolder()
        try folder.write("ZORB  S EH V AH N\nYES Y EH S\n", to: "one.txt")
        try folder.write("YES Y EH S\nZORB S T AA P\n", to: "two.txt")
        let models = ["one.txt", "two.txt"].map { SpeechModel(lexicon: folder.path($0)) }
        let cache = RecognizerCache()
        let task = RecognitionTask.graph(RecognitionGraph(phrases: ["zorb", "yes"]))
        let made = try models.map { try cache.recognizer(for: task, model: $0) }
        #expect(made[0] !== made[1])
        #expect(try cache.recognizer(for: task, model: models[0]) === made[0])
        #expect(made.flatMap(\.guessed).isEmpty)
        #expect(Set(made.map(\.identity.digest)).count == 2)
        #expect(
            try models.map { try RecognitionTask.lexiconWays(for: [task], model: $0).map(\.phones) }
                == [
                    [["Y", "EH", "S"], ["S", "EH", "V", "AH", "N"]],
                    [["Y", "EH", "S"], ["S", "T", "AA", "P"]],
                ])
        #expect(try RecognitionTask.lexiconWays(for: [task], model: SpeechModel()).isEmpty)
    }

    @Test(
        "two lexicons hear the same sound differently", .enabled(if: Corpus.isUsable))
    func hearsByLexicon() throws {
        let folder = TemporaryFolder()
        try folder.write("ZORB S EH V AH N\nYES Y EH S\n", to: "one.txt")
        try folder.write("ZORB S T AA P\nYES Y EH S\n", to: "two.txt")
        let seven = try #require(Corpus.digits(in: "sc09").first { $0.word == "seven" })
        let utterance = try #require(try Corpus.utterance(seven.path))
        let heard = try ["one.txt", "two.txt"].map { name in
            let recognizer = try AcousticRecognizer(
                task: .graph(RecognitionGraph(phrases: ["zorb", "yes"])),
                model: SpeechModel(lexicon: folder.path(name)))
            guard case .final(let heard) = recognizer.recognize(utterance) else { return "" }
            return heard.text
        }
        #expect(heard[0] == "zorb" && heard[1] != "zorb")
    }

    @Test("a model is told apart by its beam", .enabled(if: Corpus.isModelInstalled))
    func beams() throws {
        var wide = SpeechModel()
        wide.beamPermille = 2_000
        #expect(try wide.identity() != SpeechModel().identity())
        #expect(try SpeechModel().identity() == AcousticRecognizer(task: .general).identity)
    }

    @Test("refuses a task that nothing can be listened for with")
    func unusable() {
        let cache = RecognizerCache()
        #expect(throws: RecognitionError.noPhrases) { _ = try cache.recognizer(for: .phrases([])) }
    }
}
