import Testing

@testable import VoiceAudio

@Suite("Order of the channels")
struct ChannelOrderTests {
    /// A second of sound in which channel `n` has a tone of its own.
    private func write(
        _ path: String, channels: Int, map: [Int32], container: SoundContainer = .wavex
    ) throws {
        var metadata = SoundMetadata()
        metadata.channelMap = map
        var writer = try SoundFileWriter(
            path: path, coding: SoundCoding(container, .pcm16), sampleRate: 48_000,
            channels: channels, metadata: metadata)
        let tones = (0..<channels).map {
            Tone.sine(hertz: Self.hertz($0), sampleRate: 48_000, frames: 48_000, amplitude: 0.3)
        }
        try writer.write(
            (0..<48_000).flatMap { frame in tones.map { PCM16.sample($0[frame]) } })
        try writer.finish()
    }

    /// Low enough for a low-frequency channel where WAV's order has one.
    private static func hertz(_ channel: Int) -> Double {
        channel == 3 ? 60 : 300 + 150 * Double(channel)
    }

    /// Which tone each channel of a file has, as its writer counts them; -1 for none.
    private func tones(_ path: String) throws -> [Int] {
        var reader = try SoundFileReader(path: path)
        let channels = reader.format.channels
        var samples = [Float](repeating: 0, count: 12_000 * channels)
        let frames = try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) }
        let waves = (0..<channels).map { tone in
            Tone.sine(hertz: Self.hertz(tone), sampleRate: 48_000, frames: frames, amplitude: 1)
        }
        let cosines = waves.map { wave in
            (0..<frames).map { frame in frame >= 200 ? wave[frame - 200] : 0 }
        }
        return (0..<channels).map { channel in
            (0..<channels).first { tone in
                func match(_ wave: [Float]) -> Float {
                    (4_800..<frames).reduce(0) { $0 + wave[$1] * samples[$1 * channels + channel] }
                        / Float(frames)
                }
                return abs(match(waves[tone])) + abs(match(cosines[tone])) > 0.05
            } ?? -1
        }
    }

    private static let surround: [Int: [Int32]] = [
        3: [2, 3, 4], 5: [2, 3, 4, 9, 10], 6: [2, 3, 4, 11, 9, 10],
        7: [2, 3, 4, 11, 8, 14, 15], 8: [2, 3, 4, 11, 9, 10, 14, 15],
    ]

    @Test("surround sound comes back from Opus and Vorbis in order", arguments: [3, 5, 6, 7, 8])
    func roundTrip(channels: Int) throws {
        let bench = Workbench()
        let map = try #require(Self.surround[channels])
        try write(bench.path("in.wav"), channels: channels, map: map)
        for ending in ["opus", "ogg"] {
            let coded = bench.path("a.\(ending)")
            let report = try SoundRewrite(from: bench.path("in.wav"), to: coded).run()
            #expect(report.notes == [])
            #expect(try tones(coded) == Array(0..<channels), "\(ending)")
        }
    }

    @Test("the file itself has the order of its format")
    func orderInFile() throws {
        let bench = Workbench()
        try write(bench.path("in.wav"), channels: 6, map: [2, 3, 4, 11, 9, 10])
        _ = try SoundRewrite(from: bench.path("in.wav"), to: bench.path("a.opus")).run()
        let coding = SoundCoding(.ogg, .opus)
        let order = try #require(ChannelOrder(coding, channels: 6))
        var frame: [Float] = [0, 1, 2, 3, 4, 5]
        frame.withUnsafeMutableBufferPointer { order.write($0) }
        // Left, centre, right, the two at the back, low frequencies.
        #expect(frame == [0, 2, 1, 4, 5, 3])
        frame.withUnsafeMutableBufferPointer { order.read($0) }
        #expect(frame == [0, 1, 2, 3, 4, 5])
    }

    @Test("channels in an order of their own are put in place by their map")
    func otherOrder() throws {
        let order = try ChannelOrder.written(
            to: "a.opus", as: SoundCoding(.ogg, .opus), channels: 6, map: [4, 2, 3, 11, 14, 15])
        #expect(order?.places == [1, 0, 2, 4, 5, 3])
    }

    @Test(
        "a refusal names what helps",
        arguments: [
            ("a.opus", 44_100, 1, "--rate 48000"),
            ("a.mp3", 96_000, 1, "--rate 48000"), ("a.mp3", 16_000, 3, "--channels 1"),
        ])
    func remedy(output: String, rate: Int, channels: Int, remedy: String) throws {
        let bench = Workbench()
        let frames = [Int16](repeating: 100, count: channels * 4_800)
        bench.write(WaveBytes.shorts(frames, rate: rate, channels: channels), to: "in.wav")
        let error = #expect(throws: AudioError.self) {
            _ = try SoundRewrite(from: bench.path("in.wav"), to: bench.path(output)).run()
        }
        #expect(error?.description.contains("`voicetest convert IN OUT \(remedy)`") == true)
    }

    @Test("six microphones are not handed to a coder that filters one", arguments: ["opus", "ogg"])
    func microphones(ending: String) throws {
        let bench = Workbench()
        let frames = [Int16](repeating: 100, count: 6 * 4_800)
        bench.write(WaveBytes.shorts(frames, rate: 48_000, channels: 6), to: "in.wav")
        let error = #expect(throws: AudioError.self) {
            _ = try SoundRewrite(from: bench.path("in.wav"), to: bench.path("a.\(ending)")).run()
        }
        #expect(error?.description.contains("the last of 6 channels") == true)
        #expect(error?.kind == .cannotCreate && bench.names == ["in.wav"])
    }

    @Test("sound whose places are known is written to WAV with a channel mask")
    func mask() throws {
        let bench = Workbench()
        try write(bench.path("in.wav"), channels: 6, map: [2, 3, 4, 11, 9, 10])
        _ = try SoundRewrite(from: bench.path("in.wav"), to: bench.path("a.flac")).run()
        let report = try SoundRewrite(from: bench.path("a.flac"), to: bench.path("b.wav")).run()
        #expect(report.coding.container == .wavex && report.notes == [])
        #expect(
            try SoundFileReader(path: bench.path("b.wav")).metadata.channelMap
                == [2, 3, 4, 11, 9, 10])
    }
}
