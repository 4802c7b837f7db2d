import Testing
import VoiceRecognition

@Suite struct RecognizerCacheTests {
    @Test("makes one recognizer a task", .enabled(if: Corpus.isModelInstalled))
    func once() throws {
        let cache = RecognizerCache()
        let seven = try cache.recognizer(for: .phrases(["seven"]))
        #expect(try cache.recognizer(for: .phrases(["seven"])) === seven)
        #expect(try cache.recognizer(for: .phrases(["eight"])) !== seven)
    }

    @Test("refuses a task that nothing can be listened for with")
    func unusable() {
        let cache = RecognizerCache()
        #expect(throws: RecognitionError.noPhrases) { _ = try cache.recognizer(for: .phrases([])) }
    }
}
