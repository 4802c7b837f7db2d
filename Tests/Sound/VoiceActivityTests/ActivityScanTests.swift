import Testing
import VoiceActivity
import VoiceAudio
import VoiceTestSupport

/// Forty seconds with two stretches of speech-like sound in a quiet room.
enum TwoStretches {
    static let first = 32_000..<80_000
    static let second = 400_000..<464_000

    static func samples() -> [Int16] {
        var samples = RoomTone(seed: 5).sound(frames: 640_000, sampleRate: 16_000).samples
        for range in [first, second] {
            let speech = SpeechLikeSound.syllables(frames: range.count)
            for index in 0..<range.count {
                samples[range.lowerBound + index] = Int16(
                    clamping: Int32(samples[range.lowerBound + index]) + Int32(speech[index]))
            }
        }
        return samples
    }
}

@Suite struct ActivityScanTests {
    private let folder = TemporaryFolder()

    private func write(_ samples: [Int16], rate: Int = 16_000, name: String = "a.wav") throws
        -> String
    {
        let path = folder.path(name)
        try SoundFile.writeMono(
            MonoSound(sampleRate: rate, samples: samples), path: path, overwrite: true)
        return path
    }

    @Test("finds the stretches of a file, in its own frames")
    func stretches() async throws {
        let path = try write(TwoStretches.samples())
        let found = try await ActivityScan().run(path: path)
        #expect(found.sampleRate == 16_000)
        #expect(found.frames == 640_000)
        let first = try #require(found.segments.first)
        let last = try #require(found.segments.last)
        #expect(abs(first.lowerBound - 32_000) < 1_600)
        #expect(abs(last.upperBound - 464_000) < 3_200)
        #expect(found.segments.allSatisfy { $0.upperBound < 84_000 || $0.lowerBound > 396_000 })
    }

    @Test("gives the same answer on any number of cores", arguments: [2, 3, 7])
    func jobs(jobs: Int) async throws {
        let path = try write(TwoStretches.samples())
        let alone = try await ActivityScan(jobs: 1).run(path: path)
        #expect(try await ActivityScan(jobs: jobs).run(path: path) == alone)
    }

    @Test("agrees with the detector on a whole sound in memory")
    func wholeSound() async throws {
        let sound = MonoSound(sampleRate: 16_000, samples: TwoStretches.samples())
        let path = try write(sound.samples)
        let found = try await ActivityScan().run(path: path).segments
        #expect(try SpeechActivity.offlineSegments(in: sound) == found)
    }

    @Test("gives evidence of every hop, in order, whatever the cores", arguments: [1, 3])
    func evidence(jobs: Int) async throws {
        let path = try write(TwoStretches.samples())
        let starts = Collected()
        _ = try await ActivityScan(jobs: jobs, onHops: { starts.add($0.map(\.start)) })
            .run(path: path)
        let all = starts.all
        #expect((4_000...4_002).contains(all.count))
        #expect(zip(all, all.dropFirst()).allSatisfy { $1 - $0 == 160 })
    }

    private struct Enough: Error {}

    @Test("tells what share is judged, in order, up to all of it", arguments: [1, 3])
    func progress(jobs: Int) async throws {
        let path = try write(TwoStretches.samples())
        for rule in [ActivityScan.Rule.detector, .voicekit] {
            let shares = Collected()
            var scan = ActivityScan(rule: rule, jobs: jobs)
            scan.onProgress = { shares.add([Int64($0 * 1_000)]) }
            _ = try await scan.run(path: path)
            #expect(shares.all == shares.all.sorted() && shares.all.last == 1_000)
            #expect(shares.all.count > 2)
        }
    }

    @Test("ends at once with what its progress throws", arguments: [1, 3])
    func ended(jobs: Int) async throws {
        let path = try write(TwoStretches.samples())
        let starts = Collected()
        var scan = ActivityScan(jobs: jobs, onHops: { starts.add($0.map(\.start)) })
        scan.onProgress = { _ in throw Enough() }
        await #expect(throws: Enough.self) { try await scan.run(path: path) }
        // Each job had begun one piece of ten seconds.
        #expect(starts.all.count <= jobs * 1_000)
    }

    @Test("scans a range as if it were a file of its own")
    func range() async throws {
        let samples = TwoStretches.samples()
        let whole = try write(samples)
        let part = try write(Array(samples[320_000..<600_000]), name: "part.wav")
        let inRange = try await ActivityScan().run(path: whole, range: 320_000..<600_000)
        #expect(try await ActivityScan().run(path: part) == inRange)
    }

    @Test("hears the channel that it is told to, else the best")
    func channels() async throws {
        let path = folder.path("two.wav")
        var writer = try SoundFileWriter(path: path, sampleRate: 16_000, channels: 2)
        try writer.write(TwoStretches.samples().flatMap { [$0, 0] })
        try writer.finish()
        let scan = ActivityScan()
        #expect(try await scan.run(path: path, choice: .only(channel: 1)).segments.isEmpty)
        let left = try await scan.run(path: path, choice: .only(channel: 0))
        #expect(try await scan.run(path: path).segments == left.segments)
        #expect(!left.segments.isEmpty)
        #expect(try await !scan.run(path: path, choice: .mix).segments.isEmpty)
    }

    @Test("takes any rate and says positions in it", arguments: [8_000, 22_050, 48_000, 192_000])
    func rates(rate: Int) async throws {
        let speech = Array(TwoStretches.samples()[..<80_000])
        let sound = try RateConverter.convert(
            MonoSound(sampleRate: 16_000, samples: speech), to: rate)
        let path = try write(sound.samples, rate: rate)
        let found = try await ActivityScan().run(path: path)
        #expect(found.frames == Int64(sound.frames))
        let first = try #require(found.segments.first)
        #expect(abs(first.lowerBound - Int64(2 * rate)) < Int64(rate / 10))
    }

    @Test(
        "digital silence, a constant, clipping and a single sample hold no trap",
        arguments: [
            [Int16](repeating: 0, count: 48_000), [Int16](repeating: 12_000, count: 48_000),
            (0..<48_000).map { $0 % 2 == 0 ? .max : .min }, [1],
        ])
    func extremes(samples: [Int16]) async throws {
        let path = try write(samples)
        let found = try await ActivityScan().run(path: path)
        #expect(found.frames == Int64(samples.count))
        #expect(found.segments.allSatisfy { $0.upperBound <= found.frames })
    }

    @Test("a file without samples is refused")
    func empty() async throws {
        let path = folder.path("none.wav")
        try folder.write(Self.header(bytes: 0), to: "none.wav")
        await #expect(throws: AudioError.empty(path: path)) {
            try await ActivityScan().run(path: path)
        }
    }

    /// The header of a WAV file of 16 kHz, one channel, 16 bits.
    static func header(bytes: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8)
            + number(16, 4) + number(1, 2) + number(1, 2) + number(16_000, 4) + number(32_000, 4)
            + number(2, 2) + number(16, 2) + Array("data".utf8) + number(bytes, 4)
    }
}
