import Testing

@testable import VoiceAudio

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Floating-point files hold numbers that no sound has: each is measured or refused, none traps.
struct ExtremeSoundTests {
    private static let values: [Float] = [
        1e5, 1e20, -1e20, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude,
    ]

    @Test("measures samples far beyond full scale", arguments: values)
    func measures(value: Float) async throws {
        let bench = Workbench()
        let samples = (0..<80_000).map { $0 % 7_919 == 0 || $0 % 3 == 1 ? value : 0.1 }
        bench.write(WaveBytes.floats(samples), to: "in.wav")
        let facts = try await SoundMeter.measure(path: bench.path("in.wav"))
        let levels = [facts.peak, facts.truePeak, facts.rms, facts.offset]
        let loud = [facts.integrated, facts.momentary, facts.shortTerm, facts.noiseFloor]
        for level in levels + loud.compactMap({ $0 }) { #expect(level.isFinite) }
        let peak = Double(max(abs(value), 0.1))
        #expect(abs(facts.peak - Decibels.of(peak)) < 0.01)
        #expect(facts.range != nil)
    }

    @Test("a level is counted in the nearest bin, whatever it is")
    func histogram() {
        let least = Double.leastNonzeroMagnitude
        for power in [0, .infinity, -.infinity, .nan, 1e308, least, -1] {
            var levels = LevelHistogram()
            levels.add(power)
            #expect(levels.tenth.map { $0 <= 20 } == true)
            var gate = LoudnessGate()
            for _ in 0..<40 { gate.add(power) }
            _ = (gate.integrated, gate.range)
        }
    }

    private func error(
        of values: [Double], _ output: String, _ set: (inout RewriteOptions) -> Void
    ) -> AudioError? {
        let bench = Workbench()
        bench.write(WaveBytes.doubles(values), to: "in.wav")
        var options = RewriteOptions()
        set(&options)
        do throws(AudioError) {
            _ = try SoundRewrite(
                from: bench.path("in.wav"), to: bench.path(output), options: options
            ).run()
            return nil
        } catch {
            #expect(bench.names == ["in.wav"])
            return error
        }
    }

    @Test("refuses a result that no sample can hold, with its frame, and leaves nothing")
    func refusesBeyondRange() {
        let quiet = [Double](repeating: 0.5, count: 20_000)
        let late = quiet + [1e300]
        let gain = error(of: late, "out.wav") { $0.gainDB = 200 }
        let narrow = error(of: late, "out.wav") { $0.encoding = .float }
        let resampled = error(of: late, "out.wav") { $0.sampleRate = 8_000 }
        let limited = error(of: late, "out.wav") { $0.ceilingDB = -1 }
        let rounded = error(of: [.greatestFiniteMagnitude], "out.wav") {
            $0.gainDB = 200
            $0.encoding = .pcm16
        }
        for found in [gain, narrow, resampled, limited] {
            guard case .beyondRange(_, 20_000)? = found else {
                Issue.record("not refused: \(String(describing: found))")
                continue
            }
            #expect(found?.kind == .badData)
        }
        guard case .beyondRange(_, 0)? = rounded else {
            Issue.record("not refused: \(String(describing: rounded))")
            return
        }
    }

    @Test("keeps what fits: a great sample as it is, or cut off and counted")
    func keepsWhatFits() {
        #expect(error(of: [3e38, -3e38], "out.wav") { _ in } == nil)
        #expect(error(of: [1e30, -1e30], "out.wav") { $0.encoding = .float } == nil)
        #expect(error(of: [3e38, -3e38], "out.wav") { $0.encoding = .pcm16 } == nil)
    }

    @Test("a file that replaces another keeps its permissions", arguments: [0o600, 0o640, 0o664])
    func keepsPermissions(mode: Int) throws {
        let bench = Workbench()
        try SoundFile.writeMono(Tone.sound(frames: 100), path: bench.path("a.wav"))
        try SoundFile.writeMono(Tone.sound(frames: 200), path: bench.path("b.wav"))
        #expect(chmod(bench.path("b.wav"), mode_t(mode)) == 0)
        var options = RewriteOptions()
        options.overwrite = true
        _ = try SoundRewrite(
            from: bench.path("a.wav"), to: bench.path("b.wav"), options: options
        ).run()
        #expect(Self.mode(bench.path("b.wav")) == mode)
        try SoundFile.writeMono(
            Tone.sound(frames: 300), path: bench.path("b.wav"), overwrite: true)
        #expect(Self.mode(bench.path("b.wav")) == mode)
    }

    @Test("a new file has the permissions that the process gives")
    func newPermissions() throws {
        let bench = Workbench()
        bench.write([], to: "plain")
        try SoundFile.writeMono(Tone.sound(frames: 100), path: bench.path("a.wav"))
        #expect(Self.mode(bench.path("a.wav")) == Self.mode(bench.path("plain")))
    }

    private static func mode(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_mode & 0o777) : -1
    }
}
