import Synchronization
import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceActivity

@Suite struct LiveScanTests {
    private static func evidence(_ column: Character) -> HopEvidence {
        SegmenterDiagram.evidence(column)
    }

    /// What the log says of every hop of a drawing: `s` speech, `h` held, `p` passing, `q` quiet.
    private static func rules(_ drawing: String) -> String {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        var log = LiveDecisionLog()
        var found: [LiveDecision] = []
        for (index, column) in drawing.enumerated() {
            let evidence = Self.evidence(column)
            let isFor = segmenter.counts(evidence)
            let decision = segmenter.step(evidence, at: Int64(index + 5) * 160)
            log.add(
                evidence, start: Int64(index) * 160, isFor: isFor, decision, segmenter,
                hopFrames: 160)
            found += log.drain()
        }
        log.finish()
        found += log.drain()
        #expect(found.map(\.start) == drawing.indices.enumerated().map { Int64($0.offset) * 160 })
        #expect(found.allSatisfy { $0.isSpeech == [.speech, .held].contains($0.rule) })
        return String(found.compactMap(\.rule.rawValue.first))
    }

    @Test(
        "says of every hop what became of it",
        arguments: [
            ("....", "qqqq"), ("..##....", "qqppqqqq"), (".#####....", "qsssssqqqq"),
            (".#####..##........##", "qssssshhssqqqqqqqqpp"),
            (".##.###++..........", "qsshsssssqqqqqqqqqq"),
        ])
    func rules(drawing: String, rules: String) {
        #expect(Self.rules(drawing) == rules)
    }

    @Test(
        "finds in a file what goes by in blocks, at the file's own rate",
        arguments: [8_000, 22_050])
    func file(rate: Int) throws {
        let folder = TemporaryFolder()
        let path = folder.path("in.wav")
        let sound = MonoSound(
            sampleRate: rate,
            samples: [Int16](repeating: 0, count: rate)
                + SpeechLikeSound.syllables(frames: 2 * rate + 77, sampleRate: rate))
        try SoundFile.writeMono(sound, path: path)
        let hops = Mutex<[LiveDecision]>([])
        var scan = LiveScan()
        scan.onHops = { decisions in hops.withLock { $0 += decisions } }
        let found = try scan.run(path: path)
        #expect(found.sampleRate == rate && found.frames == Int64(3 * rate + 77))
        let decisions = hops.withLock { $0 }
        #expect(decisions.count == 301)
        #expect(decisions.first?.start == 0)
        #expect(zip(decisions, decisions.dropFirst()).allSatisfy { $0.start < $1.start })
        if rate == 8_000 {
            let same = try SpeechActivity.segments(in: sound)
            #expect(found.segments == same)
            for decision in decisions {
                let middle = decision.start + 40
                #expect(
                    decision.isSpeech == found.segments.contains { $0.contains(middle) })
            }
        }
    }

    @Test("refuses a file without a sample")
    func empty() throws {
        let folder = TemporaryFolder()
        let path = folder.path("in.wav")
        var writer = try SoundFileWriter(path: path, sampleRate: 16_000)
        try writer.write([])
        try writer.finish()
        #expect(throws: AudioError.empty(path: path)) { _ = try LiveScan().run(path: path) }
    }
}
