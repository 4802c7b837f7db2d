import Testing

@testable import VoiceAudio

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("Rules of rewriting")
struct RewriteRulesTests {
    private func rewrite(
        _ bench: borrowing Workbench, _ input: String, _ output: String,
        _ set: (inout RewriteOptions) -> Void = { _ in }
    ) throws -> RewriteReport {
        var options = RewriteOptions()
        set(&options)
        return try SoundRewrite(
            from: bench.path(input), to: bench.path(output), options: options
        ).run()
    }

    private static let tone = Tone.sound(frames: 20_000)

    @Test("takes a range, to the frame", arguments: ["wav", "flac", "mp3", "ogg", "caf"])
    func range(ending: String) throws {
        let bench = Workbench()
        try SoundFile.writeMono(Self.tone, path: bench.path("whole.wav"))
        _ = try rewrite(bench, "whole.wav", "in.\(ending)")
        let whole = try SoundFile.readMono(path: bench.path("in.\(ending)"), sampleRate: nil)
        let report = try rewrite(bench, "in.\(ending)", "out.wav") {
            $0.range = 5_000..<12_345
            $0.dithers = false
        }
        #expect(report.framesOut == 7_345)
        let part = try SoundFile.readMono(path: bench.path("out.wav"), sampleRate: nil)
        let greatest = zip(part.samples, whole.samples[5_000..<12_345])
            .map { abs(Int($0) - Int($1)) }.max()
        #expect((greatest ?? 99) <= (ending == "mp3" || ending == "ogg" ? 1 : 0))
    }

    @Test("refuses a range the sound does not have, and leaves nothing")
    func outside() throws {
        let bench = Workbench()
        try SoundFile.writeMono(Self.tone, path: bench.path("in.wav"))
        for range in [Int64(19_000)..<20_001, 30_000..<30_001] {
            let error = #expect(throws: AudioError.self) {
                _ = try rewrite(bench, "in.wav", "out.wav") { $0.range = range }
            }
            #expect(error?.kind == .badData)
        }
        #expect(bench.names == ["in.wav"])
    }

    @Test(
        "16-bit samples survive every lossless way there and back",
        arguments: [
            "flac", "aiff", "caf", "w64", "rf64", "au", "voc", "nist", "paf", "htk", "mat",
        ])
    func lossless(ending: String) throws {
        let bench = Workbench()
        try SoundFile.writeMono(Self.tone, path: bench.path("in.wav"))
        _ = try rewrite(bench, "in.wav", "there.\(ending)")
        let report = try rewrite(bench, "there.\(ending)", "back.wav") { $0.encoding = .pcm16 }
        #expect(report.notes.isEmpty)
        let isSame = bench.bytes(of: "back.wav") == bench.bytes(of: "in.wav")
        #expect(isSame)
    }

    @Test(
        "24 and 32 bits, float and double survive a change of container",
        arguments: [
            SoundEncoding.pcm24, .pcm32, .float, .double, .ulaw, .alaw, .pcmu8,
        ])
    func wide(encoding: SoundEncoding) throws {
        let bench = Workbench()
        let values = (0..<5_000).map { sin(Double($0) * 0.37) * 0.9 }
        var writer = try SoundFileWriter(
            path: bench.path("in.wav"), coding: SoundCoding(.wav, encoding), sampleRate: 16_000,
            channels: 1)
        try values.withUnsafeBufferPointer { (all) throws(AudioError) in try writer.write(all) }
        try writer.finish()
        let report = try rewrite(bench, "in.wav", "out.caf")
        #expect(report.coding.encoding.resolution == encoding.resolution)
        let isSame =
            try GainTests.read(bench.path("in.wav")) == GainTests.read(bench.path("out.caf"))
        #expect(isSame)
    }

    @Test("takes the nearest encoding where the container lacks the input's, and says so")
    func nearest() throws {
        let bench = Workbench()
        bench.write(WaveBytes.floats([0.5, -0.5]), to: "in.wav")
        let report = try rewrite(bench, "in.wav", "out.flac")
        #expect(report.coding.encoding == .pcm24)
        #expect(
            report.notes == [
                "\(bench.path("out.flac")): flac does not hold float; written as pcm24"
            ])
        #expect(throws: AudioError.self) {
            _ = try rewrite(bench, "in.wav", "b.flac") { $0.encoding = .float }
        }
        #expect(bench.names == ["in.wav", "out.flac"])
    }

    @Test(
        "keeps the length to the rounded frame at any rate",
        arguments: [
            (44_100, 16_000, 3), (8_000, 44_100, 1), (48_000, 11_025, 2), (16_000, 192_000, 8),
            (16_000, 16_001, 1),
        ])
    func resampled(from: Int, to: Int, channels: Int) throws {
        let bench = Workbench()
        for frames in [1, 7, 4_411] {
            let samples = (0..<frames).flatMap { frame in
                (0..<channels).map { Int16(8_000 * sin(Double(frame) * 0.1) / Double($0 + 1)) }
            }
            bench.write(WaveBytes.shorts(samples, rate: from, channels: channels), to: "in.wav")
            let report = try rewrite(bench, "in.wav", "out.wav") {
                $0.sampleRate = to
                $0.overwrite = true
                $0.rateQuality = .fast
            }
            let expected = (Double(frames) * Double(to) / Double(from)).rounded()
            #expect(report.framesOut == max(1, Int64(expected)))
            #expect(report.channels == channels && report.coding.encoding == .pcm16)
        }
        let values = try GainTests.read(bench.path("out.wav"))
        let middle = values.count / channels / 2 * channels
        if channels > 1 { #expect(abs(values[middle] - 2 * values[middle + 1]) < 0.002) }
    }

    @Test("mixes down by the mean, spreads one channel, refuses to guess the rest")
    func channels() throws {
        let bench = Workbench()
        bench.write(WaveBytes.shorts([100, 300, -100, -500], channels: 2), to: "in.wav")
        _ = try rewrite(bench, "in.wav", "mono.wav") { $0.channels = 1 }
        let mono = try SoundFile.readMono(path: bench.path("mono.wav"), sampleRate: nil)
        #expect(mono.samples == [200, -300])
        _ = try rewrite(bench, "mono.wav", "wide.wav") { $0.channels = 3 }
        let wide = try GainTests.read(bench.path("wide.wav")).map { Int($0 * 32_768) }
        #expect(wide == [200, 200, 200, -300, -300, -300])
        let error = #expect(throws: AudioError.self) {
            _ = try rewrite(bench, "wide.wav", "two.wav") { $0.channels = 2 }
        }
        #expect(error == .cannotMix(path: bench.path("wide.wav"), channels: 3, asked: 2))
    }

    @Test("tells a file that was cut short, and takes what there is", arguments: [7, 8])
    func cutShort(bytes: Int) throws {
        let bench = Workbench()
        let data = [UInt8](repeating: 1, count: bytes)
        bench.write(
            WaveBytes.file(
                rate: 8_000, channels: 2, format: 1, bits: 16, data: data, claimed: 4_000),
            to: "in.wav")
        let report = try rewrite(bench, "in.wav", "out.wav")
        #expect(report.framesOut == Int64(bytes / 4))
        #expect(report.notes.first?.contains("announces more sound than it holds") == true)
    }

    @Test(
        "tells a broken-off stream of a coder",
        arguments: ["ogg", "opus", "mp3", "aiff", "w64", "au"])
    func brokenOff(ending: String) throws {
        let bench = Workbench()
        let noise = RoomTone(seed: 2).sound(frames: 160_000, sampleRate: 16_000)
        try SoundFile.writeMono(noise, path: bench.path("in.wav"))
        _ = try rewrite(bench, "in.wav", "whole.\(ending)")
        let bytes = bench.bytes(of: "whole.\(ending)")
        bench.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.\(ending)")
        #expect(try rewrite(bench, "whole.\(ending)", "a.wav").notes.isEmpty)
        let report = try rewrite(bench, "cut.\(ending)", "b.wav")
        #expect((10_000..<150_000).contains(report.framesOut))
        #expect(report.notes.first?.contains("announces more sound than it holds") == true)
    }

    @Test("a length that was never filled in is no damage", arguments: [0, 0xFFFF_FFFF])
    func placeholder(length: Int) {
        #expect(!HeaderLog("data : \(length) (should be 4000)").announcesTooMuch)
        #expect(HeaderLog("data : 9000 (should be 4000)").announcesTooMuch)
        #expect(!HeaderLog("  Block Align   : 9 (should be 2)").announcesTooMuch)
    }

    @Test(
        "refuses an empty file and a NaN, and leaves nothing",
        arguments: [
            [], [0.1, .nan], [0.1, -.infinity],
        ] as [[Float]])
    func refused(values: [Float]) throws {
        let bench = Workbench()
        bench.write(WaveBytes.floats(values), to: "in.wav")
        let error = #expect(throws: AudioError.self) { _ = try rewrite(bench, "in.wav", "out.wav") }
        #expect(error?.kind == .badData)
        #expect(bench.names == ["in.wav"])
    }

    @Test("refuses a sound too long for the header of the output, and leaves nothing")
    func tooLarge() throws {
        let bench = Workbench()
        let path = bench.path("out.wav")
        #expect(throws: AudioError.tooLarge(path: path)) {
            var writer = try SoundFileWriter(path: path, sampleRate: 16_000)
            writer.byteLimit = 1_000
            try writer.write([Int16](repeating: 1, count: 500))
            try writer.write([1])
        }
        #expect(bench.names == [])
        #expect(SoundContainer.wav.byteLimit ?? 0 < Int64(UInt32.max))
        #expect(SoundContainer.rf64.byteLimit == nil)
    }

    @Test("a limiter refuses a rate that no converter takes", arguments: [8, 3_000_000])
    func limiterRate(rate: Int) throws {
        let bench = Workbench()
        bench.write(WaveBytes.shorts([1, 2], rate: rate), to: "in.wav")
        #expect(throws: AudioError.unsupportedRate(rate: rate)) {
            _ = try rewrite(bench, "in.wav", "out.wav") { $0.ceilingDB = -1 }
        }
        #expect(bench.names == ["in.wav"])
        #expect(try rewrite(bench, "in.wav", "out.wav").framesOut == 2)
    }

    @Test(
        "replaces the input only when told to, by whatever name",
        arguments: [
            "in.wav", "link.wav", "hard.wav",
        ])
    func samePath(name: String) throws {
        let bench = Workbench()
        try SoundFile.writeMono(Self.tone, path: bench.path("in.wav"))
        symlink(bench.path("in.wav"), bench.path("link.wav"))
        link(bench.path("in.wav"), bench.path("hard.wav"))
        #expect(throws: AudioError.sameFile(path: bench.path(name))) {
            _ = try rewrite(bench, "in.wav", name) { $0.gainDB = -20 }
        }
        _ = try rewrite(bench, "in.wav", name) {
            $0.gainDB = -20
            $0.overwrite = true
        }
        let after = try SoundFile.readMono(path: bench.path(name), sampleRate: nil)
        #expect(abs(Level.rms(after.samples) - Level.rms(Self.tone.samples) + 20) < 0.01)
    }

    @Test("a pipe is refused at once, not waited for")
    func pipe() throws {
        let bench = Workbench()
        mkfifo(bench.path("pipe.wav"), 0o600)
        let error = #expect(throws: AudioError.self) { _ = try rewrite(bench, "pipe.wav", "o.wav") }
        #expect(error?.description.contains("pipe") == true)
        try SoundFile.writeMono(Self.tone, path: bench.path("in.wav"))
        let other = #expect(throws: AudioError.self) {
            _ = try rewrite(bench, "in.wav", "pipe.wav")
        }
        #expect(other?.kind == .cannotCreate)
    }
}
