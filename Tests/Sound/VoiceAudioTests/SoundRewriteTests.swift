import Testing

@testable import VoiceAudio

/// One way to store sound.
struct Way: CustomStringConvertible, Sendable {
    let container: SoundContainer
    let encoding: SoundEncoding
    var description: String { "\(container.rawValue) \(encoding.rawValue)" }

    /// Everything libsndfile writes at 8 kHz with one channel.
    static let all = at(8_000)

    static func at(_ rate: Int) -> [Way] {
        SoundContainer.allCases.flatMap { container in
            SoundEncoding.allCases.compactMap { encoding in
                SoundCoding(container, encoding).isWritable(sampleRate: rate, channels: 1)
                    ? Way(container: container, encoding: encoding) : nil
            }
        }
    }
}

@Suite("Rewriting a sound file")
struct SoundRewriteTests {
    @Test(
        "ALAC is written with as many channels as it can be read with",
        arguments: [
            SoundEncoding.alac16, .alac20, .alac24, .alac32,
        ])
    func alacChannels(encoding: SoundEncoding) {
        let coding = SoundCoding(.caf, encoding)
        #expect(coding.isWritable(sampleRate: 44_100, channels: 8))
        #expect(!coding.isWritable(sampleRate: 44_100, channels: 9))
    }

    @Test("knows every container and encoding of the library")
    func complete() {
        #expect(Way.all.count > 100)
        let ways = Way.all + Way.at(44_100)
        let containers = Set(ways.map(\.container))
        #expect(Set(SoundContainer.allCases).subtracting(containers) == [.sds])
        let encodings = Set(ways.map(\.encoding))
        #expect(Set(SoundEncoding.allCases).subtracting(encodings) == [.mp1, .mp2])
    }

    @Test("writes every container and encoding there is, and reads it back", arguments: Way.all)
    func everyCoding(way: Way) throws {
        let bench = Workbench()
        let sound = Tone.sound(sampleRate: 8_000, frames: 8_000)
        try SoundFile.writeMono(sound, path: bench.path("in.wav"))
        var options = RewriteOptions()
        options.container = way.container
        options.encoding = way.encoding
        let output = bench.path("out.\(way.container.extensions[0])")
        let report = try SoundRewrite(
            from: bench.path("in.wav"), to: output, options: options
        ).run()
        #expect(report.framesOut == 8_000)
        guard way.container != .raw else { return }
        let reader = try SoundFileReader(path: output)
        #expect(reader.coding?.encoding == way.encoding)
        let heard = try SoundFile.readMono(path: output, sampleRate: nil)
        if way.encoding != .opus { #expect(heard.sampleRate == 8_000) }
        #expect(abs(heard.frames * 8_000 / heard.sampleRate - 8_000) <= 2_400)
        #expect(abs(Level.rms(heard.samples) - Level.rms(sound.samples)) < 1)
        if way.encoding.integerBits ?? 0 >= 16 || way.encoding == .float {
            let isSame = Array(heard.samples.prefix(8_000)) == sound.samples
            #expect(isSame)
        }
    }

    @Test("keeps the rate in every container that it writes", arguments: Way.at(44_100))
    func everyRate(way: Way) throws {
        let bench = Workbench()
        try SoundFile.writeMono(
            Tone.sound(sampleRate: 44_100, frames: 4_410), path: bench.path("in.wav"))
        var options = RewriteOptions()
        options.container = way.container
        options.encoding = way.encoding
        let output = bench.path("out.\(way.container.extensions[0])")
        _ = try SoundRewrite(from: bench.path("in.wav"), to: output, options: options).run()
        guard way.container != .raw else { return }
        #expect(try SoundFileReader(path: output).format.sampleRate == 44_100)
    }
}
