import Testing

@testable import VoiceAudio

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("Gain")
struct GainTests {
    /// Writes `values` as `encoding`, applies a gain, and gives what came out and how.
    private func changed(
        _ values: [Double], as encoding: SoundEncoding, by decibels: Double,
        ceiling: Double? = nil
    ) throws -> (before: [Double], after: [Double], report: RewriteReport) {
        let bench = Workbench()
        var writer = try SoundFileWriter(
            path: bench.path("in.wav"), coding: SoundCoding(.wav, encoding), sampleRate: 16_000,
            channels: 1)
        try values.withUnsafeBufferPointer { (all) throws(AudioError) in try writer.write(all) }
        try writer.finish()
        var options = RewriteOptions()
        options.gainDB = decibels
        options.ceilingDB = ceiling
        let report = try SoundRewrite(
            from: bench.path("in.wav"), to: bench.path("out.wav"), options: options
        ).run()
        return (
            try Self.read(bench.path("in.wav")), try Self.read(bench.path("out.wav")), report
        )
    }

    static func read(_ path: String) throws -> [Double] {
        var reader = try SoundFileReader(path: path)
        let block = SampleBlock<Double>(channels: reader.format.channels)
        var values: [Double] = []
        while true {
            let count = try reader.read(into: block.samples)
            if count == 0 { return values }
            values += block.first(count * reader.format.channels)
        }
    }

    private func sine(_ amplitude: Double) -> [Double] {
        Tone.sine(hertz: 997, sampleRate: 16_000, frames: 16_000, amplitude: amplitude)
            .map(Double.init)
    }

    private func power(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }

    @Test(
        "is exact to a thousandth of a decibel",
        arguments: [SoundEncoding.pcm16, .pcm24, .pcm32, .float, .double],
        [-20.0, -3, -0.01, 0.01, 5.999])
    func exact(encoding: SoundEncoding, decibels: Double) throws {
        let result = try changed(sine(0.5), as: encoding, by: decibels)
        let gain = Decibels.of(power: power(result.after) / power(result.before))
        #expect(abs(gain - decibels) < 0.001)
        #expect(result.report.clippedSamples == 0)
        #expect(result.report.coding.encoding == encoding)
        #expect(result.report.notes.isEmpty)
    }

    @Test(
        "saturates, counts and says so, and never wraps",
        arguments: [SoundEncoding.pcmu8, .pcm16, .pcm24, .pcm32])
    func saturates(encoding: SoundEncoding) throws {
        let values = [1.0, -1, 0.75, -0.75, 0.25, -0.25]
        let result = try changed(values, as: encoding, by: 6)
        let step = 1 / pow(2, Double((encoding.integerBits ?? 0) - 1))
        #expect(result.after[0] == 1 - step && result.after[2] == 1 - step)
        #expect(result.after[1] == -1 && result.after[3] == -1)
        #expect(abs(result.after[4] - 0.4988) < 0.01 && abs(result.after[5] + 0.4988) < 0.01)
        #expect(result.report.clippedSamples == 4)
        #expect(result.report.notes.contains { $0.contains("4 samples were beyond full scale") })
    }

    @Test("floating point keeps what is beyond full scale")
    func floats() throws {
        let result = try changed([0.9, -0.9], as: .float, by: 20)
        #expect(abs(result.after[0] - 9) < 1e-5 && abs(result.after[1] + 9) < 1e-5)
        #expect(result.report.clippedSamples == 0)
    }

    @Test("with the limiter nothing is cut off")
    func limited() throws {
        let result = try changed(sine(0.5), as: .pcm16, by: 12, ceiling: -1)
        #expect(result.report.clippedSamples == 0)
        #expect(result.report.framesOut == 16_000)
        let peak = result.after.map { abs($0) }.max() ?? 0
        #expect(Decibels.of(peak) < -0.95 && Decibels.of(peak) > -1.5)
    }

    @Test("reaches a peak and a loudness")
    func goals() async throws {
        let bench = Workbench()
        try SoundFile.writeMono(
            Tone.sound(hertz: 997, sampleRate: 16_000, frames: 32_000),
            path: bench.path("in.wav"))
        for (goal, name) in [(LevelGoal.peak(-3), "peak.wav"), (.loudness(-23), "loud.wav")] {
            var options = RewriteOptions()
            options.gainDB = try await goal.answer(for: bench.path("in.wav")).gainDB
            _ = try SoundRewrite(
                from: bench.path("in.wav"), to: bench.path(name), options: options
            ).run()
        }
        let peak = try await SoundMeter.measure(path: bench.path("peak.wav"))
        #expect(abs(peak.peak + 3) < 0.001)
        let loud = try await SoundMeter.measure(path: bench.path("loud.wav"))
        #expect(abs((loud.integrated ?? 0) + 23) < 0.01)
    }
}

@Suite("Fewer bits")
struct DitherTests {
    /// A sine of four tenths of a 16-bit step: rounding alone makes silence of it.
    private func narrowed(dithers: Bool) throws -> [Double] {
        let bench = Workbench()
        let values = Tone.sine(
            hertz: 500, sampleRate: 16_000, frames: 16_000, amplitude: 0.4 / 32_768
        ).map(Double.init)
        var writer = try SoundFileWriter(
            path: bench.path("in.wav"), coding: SoundCoding(.wav, .pcm24), sampleRate: 16_000,
            channels: 1)
        try values.withUnsafeBufferPointer { (all) throws(AudioError) in try writer.write(all) }
        try writer.finish()
        var options = RewriteOptions()
        options.encoding = .pcm16
        options.dithers = dithers
        _ = try SoundRewrite(
            from: bench.path("in.wav"), to: bench.path("out.wav"), options: options
        ).run()
        return try GainTests.read(bench.path("out.wav"))
    }

    @Test("are dithered: what is below a step is still there, the same every time")
    func dithered() throws {
        let first = try narrowed(dithers: true)
        let again = try narrowed(dithers: true)
        let isSame = first == again
        #expect(isSame)
        var (inPhase, steps) = (0.0, 0.0)
        for (frame, value) in first.enumerated() {
            inPhase += value * sin(2 * Double.pi * 500 * Double(frame) / 16_000)
            steps = max(steps, abs(value) * 32_768)
        }
        #expect(abs(inPhase * 2 / 16_000 * 32_768 - 0.4) < 0.05)
        #expect(steps <= 2)
    }

    @Test("are not dithered when that is not wanted")
    func plain() throws {
        let isSilent = try narrowed(dithers: false).allSatisfy { $0 == 0 }
        #expect(isSilent)
    }

    @Test("do not touch 16 bits in a file of 24, and dither the whole of a file with one bit more")
    func exact() throws {
        let bench = Workbench()
        let values: [Int32] = (0..<8_000).map { ($0 * 77 % 30_000 - 15_000) << 16 }
        func converted(_ values: [Int32]) throws -> [Double] {
            var writer = try SoundFileWriter(
                path: bench.path("in.wav"), coding: SoundCoding(.wav, .pcm24), sampleRate: 16_000,
                channels: 1, overwrite: true)
            try values.withUnsafeBufferPointer { (all) throws(AudioError) in try writer.write(all) }
            try writer.finish()
            var options = RewriteOptions()
            options.encoding = .pcm16
            options.overwrite = true
            _ = try SoundRewrite(
                from: bench.path("in.wav"), to: bench.path("out.wav"), options: options
            ).run()
            return try GainTests.read(bench.path("out.wav"))
        }
        let plain = values.map { Double($0 >> 16) / 32_768 }
        let same = try converted(values)
        #expect(same == plain)
        var finer = values
        finer[7_999] += 1 << 8
        let dithered = try converted(finer)
        #expect(zip(dithered, plain).contains { $0.0 != $0.1 })
    }

    @Test("triangular noise has the right width and no offset")
    func noise() {
        var noise = TriangularDither(seed: 9)
        let values = (0..<20_000).map { _ in noise.next() }
        #expect(values.allSatisfy { abs($0) <= 1 })
        #expect(abs(values.reduce(0, +) / 20_000) < 0.01)
        let variance = values.reduce(0) { $0 + $1 * $1 } / 20_000
        #expect(abs(variance - 1.0 / 6) < 0.01)
    }
}
