import Testing

@testable import VoiceAudio

@Suite("Cuts, fades, silence and offsets")
struct CutTests {
    private func write(_ bench: borrowing Workbench, _ samples: [Int16], channels: Int = 1) {
        bench.write(WaveBytes.shorts(samples, channels: channels), to: "in.wav")
    }

    private func rewritten(
        _ bench: borrowing Workbench, _ output: String = "out.wav",
        _ change: (inout RewriteOptions) -> Void
    ) throws -> [Int16] {
        var options = RewriteOptions()
        options.overwrite = true
        change(&options)
        let report = try SoundRewrite(
            from: bench.path("in.wav"), to: bench.path(output), options: options
        ).run()
        var reader = try SoundFileReader(path: bench.path(output))
        var samples = [Int16](
            repeating: 0, count: Int(report.framesOut + 10) * reader.format.channels)
        let frames = try samples.withUnsafeMutableBufferPointer { try reader.read(samples: $0) }
        #expect(frames == Int(report.framesOut))
        return Array(samples[..<(frames * reader.format.channels)])
    }

    @Test("a cut keeps every sample, and silence stands around it", arguments: ["wav", "flac"])
    func padded(ending: String) throws {
        let bench = Workbench()
        write(bench, (0..<4_000).map { Int16($0) })
        let samples = try rewritten(bench, "out.\(ending)") {
            $0.range = 1_000..<1_500
            $0.edges.padBefore = 0.01
            $0.edges.padAfter = 0.02
        }
        let isRight =
            samples == [Int16](repeating: 0, count: 160) + (1_000..<1_500).map { Int16($0) }
            + [Int16](repeating: 0, count: 320)
        #expect(isRight)
    }

    @Test("fades come up and go down, and leave the middle as it is")
    func faded() throws {
        let bench = Workbench()
        write(bench, [Int16](repeating: 10_000, count: 4_000))
        let samples = try rewritten(bench) {
            $0.range = 0..<4_000
            $0.edges.fadeIn = 0.05
            $0.edges.fadeOut = 0.1
        }
        #expect(samples[0] < 10 && samples[3_999] < 10)
        #expect(abs(Int(samples[400]) - 5_000) < 50 && abs(Int(samples[3_200]) - 5_000) < 50)
        let isKept = samples[800..<2_400].allSatisfy { $0 == 10_000 }
        #expect(isKept)
        #expect(zip(samples[..<800], samples[1...800]).allSatisfy { $0 <= $1 })
    }

    @Test("fades that are longer than the sound apply both and trap nothing")
    func longFades() throws {
        let bench = Workbench()
        write(bench, [Int16](repeating: 10_000, count: 100))
        let samples = try rewritten(bench) {
            $0.range = 0..<100
            $0.edges.fadeIn = 1
            $0.edges.fadeOut = 1
        }
        #expect(samples.allSatisfy { (0..<200).contains($0) })
    }

    @Test("the offset of each channel is taken off it")
    func offset() throws {
        let bench = Workbench()
        write(
            bench, (0..<4_000).map { $0 % 2 == 0 ? 1_000 + Int16($0 / 2 % 2) * 2 : -500 },
            channels: 2)
        let offsets = try SoundOffset.measure(path: bench.path("in.wav"))
        #expect(offsets == [1_001.0 / 32_768, -500.0 / 32_768])
        let samples = try rewritten(bench) { $0.offsets = offsets }
        #expect(Array(samples[..<4]) == [-1, 0, 1, 0])
    }

    @Test("the greatest sample reaches full scale and is not cut off", arguments: [1, -1])
    func fullScale(sign: Int16) async throws {
        let bench = Workbench()
        write(bench, [0, 100 * sign, 7, -3])
        let answer = try await LevelGoal.peak(0).answer(
            for: bench.path("in.wav"), encoding: .pcm16)
        var options = RewriteOptions()
        options.gainDB = answer.gainDB
        let report = try SoundRewrite(
            from: bench.path("in.wav"), to: bench.path("out.wav"), options: options
        ).run()
        #expect(report.clippedSamples == 0)
        let samples = try SoundFile.readMono(path: bench.path("out.wav"), sampleRate: nil).samples
        #expect(samples.map { abs(Int($0)) }.max() == 32_767)
        let floats = try await LevelGoal.peak(0).answer(for: bench.path("in.wav"), encoding: .float)
        #expect(abs(floats.gainDB - Decibels.of(327.68)) < 1e-9)
    }

    @Test(
        "sound coded in blocks keeps its length over several passes",
        arguments: [SoundEncoding.imaADPCM, .msADPCM, .gsm610, .g72132, .nms32])
    func blocks(encoding: SoundEncoding) throws {
        let bench = Workbench()
        bench.write(WaveBytes.shorts((0..<8_001).map { Int16($0 % 999) }, rate: 8_000), to: "0.wav")
        for pass in 0..<3 {
            var options = RewriteOptions()
            options.encoding = encoding
            options.gainDB = -0.5
            let report = try SoundRewrite(
                from: bench.path("\(pass).wav"), to: bench.path("\(pass + 1).wav"),
                options: options
            ).run()
            #expect(report.framesIn == 8_001 && report.notes == [])
        }
        #expect(try SoundFileReader(path: bench.path("3.wav")).format.frames == 8_001)
    }

    @Test("a loudness is reached behind a limiter, or the nearest is told", arguments: [-20, -14])
    func loudness(goal: Double) async throws {
        let bench = Workbench()
        // Quiet sound with loud clicks, which a limiter turns down.
        var samples = Tone.sine(hertz: 500, sampleRate: 16_000, frames: 64_000, amplitude: 0.05)
        for click in stride(from: 1_000, to: 64_000, by: 4_000) { samples[click] = 0.9 }
        write(bench, samples.map(PCM16.sample))
        let answer = try await LevelGoal.loudness(goal).answer(
            for: bench.path("in.wav"), ceilingDB: -1)
        var options = RewriteOptions()
        (options.gainDB, options.ceilingDB) = (answer.gainDB, -1)
        _ = try SoundRewrite(
            from: bench.path("in.wav"), to: bench.path("out.wav"), options: options
        ).run()
        let facts = try await SoundMeter.measure(path: bench.path("out.wav"))
        let reached = try #require(facts.integrated)
        #expect(abs(reached - goal) < 0.1 && abs(reached - (answer.loudness ?? 0)) < 0.05)
        #expect(facts.truePeak < -0.9)
    }

    @Test("a loudness that the ceiling does not allow is not claimed")
    func tooLoud() async throws {
        let bench = Workbench()
        write(
            bench,
            Tone.sine(hertz: 500, sampleRate: 16_000, frames: 32_000, amplitude: 0.5)
                .map(PCM16.sample))
        let answer = try await LevelGoal.loudness(-1).answer(
            for: bench.path("in.wav"), ceilingDB: -12)
        #expect(try #require(answer.loudness) < -12)
    }
}
