import Testing
import VoiceAudio
import VoiceFiles
import VoiceTestSupport

@testable import VoiceReports

struct TrackSketchTests {
    private static let samples = (0..<4_000).map { Int16($0 % 400 < 40 ? 0 : $0 % 1_000) }

    @Test("draws and cuts the same whatever the pieces", arguments: [1, 7, 400, 5_000])
    func pieces(size: Int) {
        let ranges: [Range<Int64>] = [2_000..<2_100, 0..<40, 3_990..<4_100, 100..<300]
        var sketch = TrackSketch(ranges: ranges, binFrames: 100, sampleRate: 16_000)
        Self.samples.withUnsafeBufferPointer { all in
            for start in stride(from: 0, to: all.count, by: size) {
                let end = min(start + size, all.count)
                sketch.process(UnsafeBufferPointer(rebasing: all[start..<end]))
            }
        }
        sketch.finish()
        #expect(sketch.cuts[0]?.samples == Array(Self.samples[2_000..<2_100]))
        #expect(sketch.cuts[1] == nil)
        #expect(sketch.cuts[2]?.samples == Array(Self.samples[3_990...]))
        #expect(sketch.cuts[3]?.samples == Array(Self.samples[100..<300]))
        let heights = stride(from: 0, to: 4_000, by: 100).map { start in
            Waveform.height(peak: Self.samples[start..<start + 100].map(\.magnitude).max() ?? 0)
        }
        #expect(sketch.outlineText == Base64.text(of: heights))
    }

    @Test("a track that is far longer than its session has an outline of a bounded size")
    func bounded() {
        var sketch = TrackSketch(ranges: [], binFrames: 1, sampleRate: 16_000)
        let block = [Int16](repeating: 1, count: 100_000)
        block.withUnsafeBufferPointer { sketch.process($0) }
        sketch.finish()
        #expect(sketch.outlineText.utf8.count < 2 * Waveform.binLimit)
    }

    @Test("a track in a file is shown as one in memory, and damage is an error")
    func file() throws {
        let folder = TemporaryFolder()
        let sound = MonoSound(sampleRate: 16_000, samples: Self.samples)
        try SoundFile.writeMono(sound, path: folder.path("mic.flac"))
        var shown: [Int16] = []
        let track = SessionSounds.Track.file(path: folder.path("mic.flac"))
        #expect(try track.show { shown += $0 } == 16_000)
        #expect(shown == Self.samples)
        #expect(throws: AudioError.self) {
            _ = try SessionSounds.Track.file(path: folder.path("none.flac")).show { _ in }
        }
    }
}
