import Testing

@testable import VoiceAudio

@Suite("Bits that lossy files spend")
struct BitrateTests {
    /// Noise, which takes all the bits that an encoder has.
    private func writeNoise(
        _ path: String, _ encoding: SoundEncoding, rate: Int, _ setting: CoderSetting?,
        frames: Int = 96_000, channels: Int = 2
    ) throws {
        let container: SoundContainer = encoding == .mp3 ? .mp3 : .ogg
        var writer = try SoundFileWriter(
            path: path, coding: SoundCoding(container, encoding), sampleRate: rate,
            channels: channels,
            effort: setting?.level(for: encoding, sampleRate: rate, channels: channels),
            bitrateMode: setting?.bitrateMode)
        var state: UInt32 = 1
        try writer.write(
            (0..<frames * channels).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 18)
            })
        try writer.finish()
    }

    private func kilobits(_ path: String) throws -> Double {
        let reader = try SoundFileReader(path: path)
        let container = try #require(reader.coding?.container)
        return try #require(SoundBitrate.kilobits(of: path, container, reader.format))
    }

    private func frames(_ path: String) -> MPEGFrames? {
        guard let file = ByteSource(path: path) else { return nil }
        return MPEGFrames(file)
    }

    @Test(
        "a gain and a cut keep the bit rate",
        arguments: [
            (SoundEncoding.mp3, CoderSetting.kilobits(320)), (.mp3, .kilobits(64)),
            (.mp3, .meanKilobits(96)), (.opus, .kilobits(128)), (.opus, .kilobits(256)),
            (.vorbis, .quality(0)), (.vorbis, .quality(0.9)),
        ])
    func kept(encoding: SoundEncoding, setting: CoderSetting) throws {
        let bench = Workbench()
        let ending = encoding == .mp3 ? "mp3" : "ogg"
        let input = bench.path("in.\(ending)")
        try writeNoise(input, encoding, rate: 48_000, setting)
        var options = RewriteOptions()
        options.gainDB = -1
        let before = try kilobits(input)
        for range in [nil, 4_000..<90_000] as [Range<Int64>?] {
            options.range = range
            options.overwrite = true
            let output = bench.path("out.\(ending)")
            let report = try SoundRewrite(from: input, to: output, options: options).run()
            let after = try kilobits(output)
            // Noise always takes more than the mean that the encoder aims at.
            let slack = setting == .meanKilobits(96) ? 0.4 : 0.08
            #expect(abs(after / before - 1) < slack, "\(before) became \(after)")
            #expect(report.kilobits == Int(after.rounded()))
        }
    }

    @Test("a constant rate stays constant and a mean stays a mean", arguments: [true, false])
    func mode(isConstant: Bool) throws {
        let bench = Workbench()
        let input = bench.path("in.mp3")
        try writeNoise(
            input, .mp3, rate: 16_000, isConstant ? .kilobits(40) : .meanKilobits(40))
        var options = RewriteOptions()
        options.gainDB = -1
        _ = try SoundRewrite(from: input, to: bench.path("out.mp3"), options: options).run()
        let found = frames(bench.path("out.mp3"))
        #expect(found?.isConstant == isConstant)
        if isConstant { #expect(found?.kilobits == 40) }
    }

    @Test("the kilobits asked for are the kilobits written", arguments: [8_000, 16_000, 44_100])
    func asked(rate: Int) throws {
        let bench = Workbench()
        try writeNoise(bench.path("a.mp3"), .mp3, rate: rate, .kilobits(56), channels: 1)
        #expect(frames(bench.path("a.mp3"))?.kilobits == 56)
    }

    @Test("half the channels take half the bits")
    func fewerChannels() throws {
        #expect(CoderSetting.kilobits(128).spread(over: 1, from: 2) == .kilobits(64))
        #expect(CoderSetting.quality(0.5).spread(over: 1, from: 2) == .quality(0.5))
    }

    @Test(
        "what nothing changes is copied byte for byte",
        arguments: [SoundEncoding.mp3, .vorbis, .opus])
    func copied(encoding: SoundEncoding) throws {
        let bench = Workbench()
        let ending = encoding == .mp3 ? "mp3" : "ogg"
        try writeNoise(bench.path("in.\(ending)"), encoding, rate: 48_000, nil)
        let report = try SoundRewrite(
            from: bench.path("in.\(ending)"), to: bench.path("out.\(ending)")
        ).run()
        let isSame = bench.bytes(of: "out.\(ending)") == bench.bytes(of: "in.\(ending)")
        #expect(isSame)
        #expect(report.framesOut == report.framesIn && report.framesIn >= 96_000)
    }

    @Test("a file cut short is not copied but gets a whole header")
    func notCopied() throws {
        let bench = Workbench()
        let sound = [UInt8](repeating: 7, count: 4_000)
        bench.write(
            WaveBytes.file(
                rate: 16_000, channels: 1, format: 1, bits: 16, data: sound, claimed: 9_600),
            to: "in.wav")
        let report = try SoundRewrite(from: bench.path("in.wav"), to: bench.path("out.wav")).run()
        #expect(report.framesOut == 2_000 && report.notes.count == 1)
        #expect(try SoundFileReader(path: bench.path("out.wav")).shortfall(after: 2_000) == nil)
    }

    @Test("what is damaged is refused and not copied")
    func damaged() throws {
        let bench = Workbench()
        bench.write(WaveBytes.floats([0, .nan]), to: "in.wav")
        #expect(throws: AudioError.self) {
            _ = try SoundRewrite(from: bench.path("in.wav"), to: bench.path("out.wav")).run()
        }
        #expect(bench.names == ["in.wav"])
    }

    @Test("finds the frames behind a tag, and none in what is no MP3")
    func behindTag() throws {
        let bench = Workbench()
        try writeNoise(bench.path("a.mp3"), .mp3, rate: 44_100, .kilobits(128))
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0xFF, count: 128)
        bench.write(tag + bench.bytes(of: "a.mp3"), to: "tagged.mp3")
        #expect(frames(bench.path("tagged.mp3"))?.kilobits == 128)
        for bytes in [[], [0xFF], [UInt8](repeating: 0xFF, count: 5_000)] as [[UInt8]] {
            bench.write(bytes, to: "none.mp3")
            #expect(frames(bench.path("none.mp3")) == nil)
        }
    }
}
