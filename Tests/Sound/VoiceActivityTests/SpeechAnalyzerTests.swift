import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceActivity

@Suite struct SpeechAnalyzerTests {
    private static func speech(seconds: Double, rate: Int = 16_000) -> [Int16] {
        let frames = Int(seconds * Double(rate))
        let silence = [Int16](repeating: 0, count: frames / 3)
        return silence + SpeechLikeSound.syllables(frames: frames - frames / 3, sampleRate: rate)
    }

    /// The evidence that comes with every hop.
    private static func evidence(_ samples: [Int16], rate: Int = 16_000) throws -> [HopEvidence?] {
        var analyzer = try SpeechAnalyzer(sampleRate: rate)
        let size = analyzer.hopFrames
        return samples.withUnsafeBufferPointer { samples in
            (0..<samples.count / size).map { hop in
                analyzer.analyze(
                    UnsafeBufferPointer(rebasing: samples[hop * size..<(hop + 1) * size]))
            }
        }
    }

    @Test("refuses rates it has no hop for", arguments: [0, 7_999, 11_025, 48_100])
    func refusesRate(rate: Int) {
        let error = #expect(throws: ActivityError.self) {
            _ = try SpeechAnalyzer(sampleRate: rate, settings: SpeechSettings())
        }
        #expect(
            error?.description == "cannot find speech at \(rate) Hz. "
                + "Convert to 8000 to 48000 Hz, a multiple of 100.")
    }

    @Test("takes hops of 10 ms at every rate", arguments: [8_000, 16_000, 22_000, 44_100, 48_000])
    func hops(rate: Int) throws {
        let analyzer = try SpeechAnalyzer(sampleRate: rate, settings: SpeechSettings())
        #expect(analyzer.hopFrames == rate / 100)
    }

    @Test("gives after a restart what it gives of the first sound", arguments: [1, 2, 57])
    func restarts(hops: Int) throws {
        let samples = Self.speech(seconds: 1)
        var analyzer = try SpeechAnalyzer(sampleRate: 16_000)
        let noise = SpeechLikeSound.noise(frames: 160 * hops, decibels: -20).samples
        for hop in 0..<hops {
            _ = noise[160 * hop..<160 * hop + 160].withUnsafeBufferPointer { analyzer.analyze($0) }
        }
        analyzer.restart()
        let again = (0..<100).map { hop in
            samples[160 * hop..<160 * hop + 160].withUnsafeBufferPointer { analyzer.analyze($0) }
        }
        #expect(try again == Self.evidence(samples))
    }

    @Test("gives evidence four hops late, of every hop")
    func delay() throws {
        #expect(SpeechAnalyzer.delayHops == 4)
        let noise = SpeechLikeSound.noise(frames: 4_800, decibels: -20).samples
        let evidence = try Self.evidence([Int16](repeating: 0, count: 8_000) + noise)
        #expect(evidence.prefix(4).allSatisfy { $0 == nil })
        #expect(evidence.dropFirst(4).allSatisfy { $0 != nil })
        // Sound begins with hop 50: a window of 32 ms about hop 49 reaches into it.
        let first = try #require(evidence.firstIndex { ($0?.energy ?? -96_000) > -74_000 })
        #expect(first == 49 + 4)
    }

    @Test("hears live, bit for bit, what the file pass's trunk hears of hops that lie alike")
    func sameAsFiles() throws {
        let noise = SpeechLikeSound.noise(frames: 80_000, decibels: -45).samples
        let sound = zip(noise, Self.speech(seconds: 5)).map { $0 &+ $1 }
        // The loudest sample is where hops begin 32 samples before the sound, blocks as well.
        var mark = [Int16](repeating: 0, count: 1_600)
        mark[1_568] = 1
        let grid = mark.withUnsafeBufferPointer { HopGrid(first: $0) }
        #expect(grid.firstStart == -32 && grid.firstPlace == 0)
        var listener = HopListener(firstPlace: grid.firstPlace)
        listener.enter(SpeechConstants().room)
        var files: [HopEvidence] = []
        for hop in SpeechActivity.features(of: sound, grid: grid) {
            let hasState = listener.process(hop)
            files.append(HopEvidence(energy: listener.energy, floor: listener.floor))
            guard hasState, files.count >= 4 else { continue }
            for place in [files.count - 4, files.count - 3] {
                files[place].odds = SpeechOdds.milliNats(
                    listener.odds(listener.states[0]))
                files[place].probability = SpeechOdds.permille(files[place].odds)
            }
        }
        let live = try Self.evidence(sound).compactMap { $0 }
        #expect(live.count == 496)
        #expect(live == Array(files.prefix(live.count)))
        #expect(Set(live.map(\.odds)).count > 50)
    }

    @Test(
        "gives the same evidence in whatever blocks the sound comes", arguments: [1, 7, 160, 999])
    func blocks(size: Int) throws {
        let sound = Self.speech(seconds: 1.5)
        var finder = try SegmentFinder(sampleRate: 16_000, keepsDecisions: true)
        var found: [LiveDecision] = []
        sound.withUnsafeBufferPointer { sound in
            for start in stride(from: 0, to: sound.count, by: size) {
                let end = min(sound.count, start + size)
                finder.process(UnsafeBufferPointer(rebasing: sound[start..<end]))
                found += finder.takeDecisions()
            }
        }
        finder.finish()
        found += finder.takeDecisions()
        #expect(
            found.map(\.evidence)
                == (try SpeechActivity.evidence(
                    in: MonoSound(sampleRate: 16_000, samples: sound))))
        #expect(found.map(\.start) == (0..<150).map { Int64($0) * 160 })
    }

    @Test("tells the level of the hop that came last at once", arguments: [8_000, 16_000, 44_100])
    func level(rate: Int) throws {
        var analyzer = try SpeechAnalyzer(sampleRate: rate)
        #expect(analyzer.level == -96_000)
        let loud = [Int16](repeating: 3_277, count: rate / 100)
        _ = loud.withUnsafeBufferPointer { analyzer.analyze($0) }
        #expect(analyzer.level == -19_999)
    }

    @Test("hears nearly the same at every rate", arguments: [22_000, 44_100, 48_000])
    func rates(rate: Int) throws {
        let sound = MonoSound(sampleRate: rate, samples: Self.speech(seconds: 2, rate: rate))
        let other = try Self.evidence(sound.samples, rate: rate).compactMap { $0 }
        let own = try Self.evidence(Self.speech(seconds: 2)).compactMap { $0 }
        #expect(other.count == own.count)
        let apart = zip(own, other).map { abs(Int($0.energy) - Int($1.energy)) }.sorted()
        // What was resampled comes a quarter of a hop later.
        #expect(apart[apart.count / 2] < 2_000)
    }

    @Test("rounds levels to thousandths of a decibel of full scale")
    func levels() throws {
        let sound = SpeechLikeSound.noise(frames: SpeechLikeSound.seconds(3), decibels: -30)
        let evidence = try SpeechActivity.evidence(in: sound)
        let mean = evidence[100...].reduce(0) { $0 + Int($1.energy) } / (evidence.count - 100)
        // The mean of logarithms lies below the logarithm of the mean.
        #expect((-36_000 ... -31_000).contains(mean))
    }
}
