import KeenASR
import Testing
import VoiceRecognition
import VoiceTestSupport

/// Specification 3.14: `align` and `incrementalAlign` of a result against a reference text give
/// reference tokens, matched reference indices and the furthest matched index.
@Suite("TextAligner")
struct TextAlignerTests {
    private static let text = "The child almost hurt the small dog."

    @Test(
        "align gives reference tokens, matched indices and the furthest matched index",
        .fact("keenasr-3.14-1"))
    func align() throws {
        let aligner = try TextAligner(referenceText: Self.text)
        let found = try aligner.align("THE CHILD HURT <SPOKEN_NOISE> THE SMALL")
        #expect(
            found.referenceTokens == ["The", "child", "almost", "hurt", "the", "small", "dog."])
        #expect(found.referenceTokens == aligner.referenceTokens)
        #expect(found.matchedReferenceIndices == [0, 1, 3, 4, 5])
        #expect(found.furthestMatchedIndex == 5)
        #expect(found.reading.reference[2].state == .skipped)
        #expect(found.reading.reference[6].state == .unread)
        #expect(try aligner.align("").furthestMatchedIndex == nil)
    }

    @Test(
        "incrementalAlign follows partial results and their revisions as align would",
        .fact("keenasr-3.14-2"))
    func incremental() throws {
        var aligner = try TextAligner(referenceText: Self.text)
        let partials = [
            "THE", "THE CHILD", "THE CHILD ALL", "THE CHILD ALMOST", "THE CHILD ALMOST HURT#INC",
            "THE CHILD ALMOST HURT#INC HURT THE", "THE CHILD", "",
        ]
        var furthest: [Int?] = []
        for partial in partials {
            let found = try aligner.incrementalAlign(partial)
            #expect(found == (try aligner.align(partial)))
            furthest.append(found.furthestMatchedIndex)
        }
        #expect(furthest == [0, 1, 1, 2, 2, 4, 1, nil])
    }

    @Test(
        "an incomplete word WORD#INC is a false start, and a tagged word is the word",
        .fact("keenasr-3.8-11"))
    func tags() throws {
        var aligner = try TextAligner(referenceText: Self.text)
        let found = try aligner.incrementalAlign("THE CHILD#INC CHILD#LONG")
        #expect(found.reading.heard.map(\.role) == [.read, .falseStart, .read])
        aligner.reset()
        #expect(try aligner.incrementalAlign("THE").furthestMatchedIndex == 0)
    }

    @Test("refuses a reference that is too long")
    func refuses() {
        let long = String(repeating: "a ", count: ReadingAligner.wordLimit + 1)
        #expect(throws: RecognitionError.self) { _ = try TextAligner(referenceText: long) }
    }

    @Test("a result is aligned as its text", .fact("keenasr-3.14-1", "keenasr-3.14-2"))
    func alignsResults() throws {
        var aligner = try TextAligner(referenceText: Self.text)
        let words = ["the", "child", "<spoken_noise>"].map {
            RecognizedWord(text: $0, range: 0..<1, confidence: 900)
        }
        let result = KIOSResult(
            partial: Hypothesis(
                text: "the child <spoken_noise>", confidence: 900, words: words))
        #expect(try aligner.align(result) == aligner.align("THE CHILD <SPOKEN_NOISE>"))
        #expect(try aligner.align(result).matchedReferenceIndices == [0, 1])
        #expect(try aligner.incrementalAlign(result).furthestMatchedIndex == 1)
    }
}
