import Testing

@testable import VoiceAudio

@Suite("Measuring sound files")
struct SoundMeterTests {
    /// Ten seconds with a loud and a quiet half, a click, and an offset.
    private static let sound: MonoSound = {
        let tone = RoomTone(seed: 5).sound(frames: 80_000, sampleRate: 8_000)
        var samples = tone.samples.enumerated().map { frame, sample in
            Int16(clamping: Int(sample) * (frame < 40_000 ? 60 : 10) + 100)
        }
        samples[33_333] = 32_767
        return MonoSound(sampleRate: 8_000, samples: samples)
    }()

    @Test("gives the same whatever is measured at once, and nearly the same in one go")
    func stretches() async throws {
        let bench = Workbench()
        let path = bench.path("in.wav")
        try SoundFile.writeMono(Self.sound, path: path)
        let one = try await SoundMeter.measure(path: path, jobs: 1, stretchSeconds: 3)
        let three = try await SoundMeter.measure(path: path, jobs: 3, stretchSeconds: 3)
        #expect(one == three)
        let whole = try await SoundMeter.measure(path: path, jobs: 1, stretchSeconds: 600)
        #expect(abs((one.integrated ?? 0) - (whole.integrated ?? 1)) < 1e-6)
        #expect(abs((one.range ?? 0) - (whole.range ?? 99)) < 1e-6)
        #expect(one.truePeak == whole.truePeak)
        #expect(one.peak == whole.peak && one.clippedSamples == whole.clippedSamples)
        #expect(abs(one.rms - whole.rms) < 1e-6)
        #expect(one.noiseFloor == whole.noiseFloor)
    }

    @Test("counts clipped samples, sees the offset, hears the floor under the loud half")
    func levels() async throws {
        let bench = Workbench()
        try SoundFile.writeMono(Self.sound, path: bench.path("in.wav"))
        let facts = try await SoundMeter.measure(path: bench.path("in.wav"))
        #expect(facts.format.frames == 80_000)
        #expect(facts.clippedSamples == 1)
        #expect(abs(facts.offset - 100.0 / 32_768) < 0.0005)
        #expect(abs(facts.peak) < 0.001)
        #expect(abs(facts.rms - Double(Level.rms(Self.sound.samples))) < 0.001)
        let floor = try #require(facts.noiseFloor)
        #expect(abs(floor + 40) < 1)
    }

    @Test("one sample is too short for loudness and floor")
    func oneSample() async throws {
        let bench = Workbench()
        try SoundFile.writeMono(
            MonoSound(sampleRate: 8_000, samples: [16_384]), path: bench.path("in.wav"))
        let facts = try await SoundMeter.measure(path: bench.path("in.wav"))
        #expect(facts.format.frames == 1)
        #expect(abs(facts.peak + 6.02) < 0.01)
        #expect(facts.truePeak >= facts.peak)
        #expect(facts.integrated == nil && facts.noiseFloor == nil && facts.range == nil)
    }

    @Test("digital silence is minus infinity everywhere")
    func silence() async throws {
        let bench = Workbench()
        let samples = [Int16](repeating: 0, count: 32_000)
        try SoundFile.writeMono(
            MonoSound(sampleRate: 8_000, samples: samples), path: bench.path("in.wav"))
        let facts = try await SoundMeter.measure(path: bench.path("in.wav"))
        #expect(facts.integrated == -.infinity && facts.peak == -.infinity)
        #expect(facts.truePeak == -.infinity && facts.noiseFloor == -.infinity)
        await #expect(
            throws: AudioError.noLevel(
                path: bench.path("in.wav"), reason: "nothing in it is above -70 LUFS")
        ) {
            _ = try await LevelGoal.loudness(-23).answer(for: bench.path("in.wav"))
        }
        await #expect(
            throws: AudioError.noLevel(
                path: bench.path("in.wav"), reason: "every sample is zero")
        ) {
            _ = try await LevelGoal.peak(-1).answer(for: bench.path("in.wav"))
        }
    }

    @Test("a sample that is not a number is refused with its place, far into the file too")
    func nonFinite() async throws {
        let bench = Workbench()
        var values = [Float](repeating: 0.1, count: 40_000)
        values[35_000] = .infinity
        bench.write(WaveBytes.floats(values, rate: 8_000), to: "in.wav")
        await #expect(throws: AudioError.nonFinite(path: bench.path("in.wav"), frame: 35_000)) {
            _ = try await SoundMeter.measure(path: bench.path("in.wav"), jobs: 2, stretchSeconds: 2)
        }
    }

    @Test("a rate that no meter takes is refused", arguments: [1, 8, 3_999, 768_001, 3_000_000])
    func rates(rate: Int) async {
        let bench = Workbench()
        let bytes = WaveBytes.shorts([1], rate: rate)
        bench.write(bytes, to: "in.wav")
        await #expect(throws: AudioError.unsupportedRate(rate: rate)) {
            _ = try await SoundMeter.measure(path: bench.path("in.wav"))
        }
        #expect(throws: AudioError.unsupportedRate(rate: rate)) {
            _ = try SoundMeter.measure(bytes: bytes, name: "in memory")
        }
    }

    @Test("a sound in memory measures as its file does")
    func inMemory() async throws {
        let bench = Workbench()
        let bytes = try SoundFile.encodeFLAC(Self.sound)
        bench.write(bytes, to: "in.flac")
        let facts = try await SoundMeter.measure(path: bench.path("in.flac"))
        #expect(try SoundMeter.measure(bytes: bytes, name: "in memory") == facts)
    }

    @Test("a broken FLAC file is refused, not measured by halves")
    func damaged() async throws {
        let bench = Workbench()
        let bytes = try SoundFile.encodeFLAC(Self.sound)
        bench.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.flac")
        let error = await #expect(throws: AudioError.self) {
            _ = try await SoundMeter.measure(
                path: bench.path("cut.flac"), jobs: 2, stretchSeconds: 2)
        }
        #expect(error?.kind == .badData)
    }
}
