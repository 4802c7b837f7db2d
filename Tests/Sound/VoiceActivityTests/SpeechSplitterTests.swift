import Testing

@testable import VoiceActivity

@Suite("Splitting speech at its pauses")
struct SpeechSplitterTests {
    /// Sound of 10 s at 1,000 Hz with speech at these milliseconds.
    private func activity(_ segments: [Range<Int64>]) -> FileActivity {
        FileActivity(sampleRate: 1_000, frames: 10_000, segments: segments)
    }

    private func pieces(
        _ segments: [Range<Int64>], _ change: (inout SpeechSplitter) -> Void = { _ in }
    ) -> [Range<Int64>] {
        var splitter = SpeechSplitter()
        (splitter.prePad, splitter.postPad) = (0, 0)
        change(&splitter)
        return splitter.pieces(of: activity(segments)) { $0.lowerBound }
    }

    @Test("divides at pauses that are long enough")
    func pauses() {
        let segments: [Range<Int64>] = [100..<900, 1_300..<2_000, 2_500..<3_000]
        #expect(pieces(segments) == [100..<2_000, 2_500..<3_000])
        #expect(pieces(segments) { $0.pause = 0.4 } == segments)
        #expect(pieces(segments) { $0.pause = 0.6 } == [100..<3_000])
        #expect(pieces([]) == [])
    }

    @Test("pads keep to the sound and never overlap")
    func pads() {
        let found = pieces([20..<1_000, 1_600..<9_900]) {
            ($0.prePad, $0.postPad) = (0.3, 0.6)
        }
        #expect(found == [0..<1_400, 1_400..<10_000])
        let apart = pieces([500..<1_000, 3_000..<4_000]) {
            ($0.prePad, $0.postPad) = (0.1, 0.2)
        }
        #expect(apart == [400..<1_200, 2_900..<4_200])
    }

    @Test("short speech stays with its nearer neighbour")
    func least() {
        let segments: [Range<Int64>] = [0..<1_000, 2_000..<2_100, 2_700..<4_000]
        #expect(pieces(segments) { $0.least = 0.5 } == [0..<1_000, 2_000..<4_000])
        #expect(pieces([0..<100]) { $0.least = 0.5 } == [0..<100])
        #expect(pieces(segments) { $0.least = 60 } == [0..<4_000])
    }

    @Test("a long piece is divided at its longest pause")
    func longest() {
        let segments: [Range<Int64>] = [0..<1_000, 1_100..<2_000, 2_300..<3_000]
        #expect(pieces(segments) { $0.longest = 2.5 } == [0..<2_000, 2_300..<3_000])
    }

    @Test("speech without a pause is divided where it is quietest, and none is lost")
    func quietest() {
        let found = pieces([0..<10_000]) { $0.longest = 3 }
        #expect(found.allSatisfy { $0.count <= 3_000 })
        #expect(found.first?.lowerBound == 0 && found.last?.upperBound == 10_000)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
}
