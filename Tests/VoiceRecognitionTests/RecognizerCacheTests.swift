import Testing

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

    @Test("refuses a task that nothing can be listened for with")
    func unusable() {
        let cache = RecognizerCache()
        #expect(throws: RecognitionError.noPhrases) { _ = try cache.recognizer(for: .phrases([])) }
    }
}
