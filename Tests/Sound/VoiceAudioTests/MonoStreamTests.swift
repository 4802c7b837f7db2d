import Testing
import VoiceTestSupport

@testable import VoiceAudio

@Suite struct MonoStreamTests {
    private let folder = TemporaryFolder()

    private func file(_ channels: [[Int16]], rate: Int = 16_000) throws -> String {
        let path = folder.path("a.wav")
        var writer = try SoundFileWriter(
            path: path, sampleRate: rate, channels: channels.count, overwrite: true)
        try writer.write(channels[0].indices.flatMap { frame in channels.map { $0[frame] } })
        try writer.finish()
        return path
    }

    private func all(_ stream: consuming MonoStream, block: Int = 700) throws -> [Int16] {
        var stream = stream
        var samples: [Int16] = []
        let target = UnsafeMutableBufferPointer<Int16>.allocate(capacity: block)
        defer { target.deallocate() }
        while true {
            let count = try stream.read(into: target)
            samples += target[..<count]
            if count < block { return samples }
        }
    }

    private let ramp = (0..<5_000).map { Int16($0) }

    @Test("passes one channel of 16-bit samples on as it is")
    func plain() throws {
        #expect(try all(MonoStream(path: try file([ramp]))) == ramp)
    }

    @Test("takes the mean of channels, or one of them")
    func channels() throws {
        let path = try file([ramp, ramp.map { $0 / 2 * 2 - $0 }])
        #expect(try all(MonoStream(path: path, choice: .only(channel: 0))) == ramp)
        #expect(try all(MonoStream(path: path, choice: .mix))[1_000] == 500)
    }

    @Test(
        "one of several channels of 16 bits or fewer is that channel of the floats",
        arguments: [SoundEncoding.pcm16, .pcmu8, .ulaw, .alaw, .imaADPCM, .pcm24])
    func picked(encoding: SoundEncoding) throws {
        let path = folder.path("a.wav")
        var writer = try SoundFileWriter(
            path: path, coding: SoundCoding(.wav, encoding), sampleRate: 16_000, channels: 2,
            overwrite: true)
        // More than a block, and as much as no block divides.
        let long = (0..<20_011).map { Int16(truncatingIfNeeded: $0 * 37) }
        try writer.write(long.flatMap { [$0 / 3, -$0] })
        try writer.finish()
        for (channel, gain) in [(0, Float(1)), (1, 1), (1, 0.3)] {
            var stream = try MonoStream(path: path, choice: .only(channel: channel))
            let floats = try stream.readFloats(30_000)
            var other = try MonoStream(path: path, choice: .only(channel: channel))
            other.gain = gain
            // What is read as floats before leaves no gap and comes no second time.
            let before = try other.readFloats(100)
            #expect(before == Array(floats[..<100]))
            #expect(try all(other) == floats[100...].map { PCM16.sample($0 * gain) })
        }
    }

    @Test("reads a range and no more", arguments: [[0], [0, 1]])
    func range(channels: [Int]) throws {
        let path = try file(channels.map { _ in ramp })
        let stream = try MonoStream(path: path, range: 100..<1_900)
        #expect(try all(stream) == Array(ramp[100..<1_900]))
    }

    @Test("converts to the rate asked for, as a whole sound is converted")
    func rate() throws {
        // Longer than one read of the file.
        let long = Array(repeating: ramp, count: 8).flatMap(\.self)
        let path = try file([long], rate: 8_000)
        for quality in [RateQuality.fast, .best] {
            var converter = try RateConverter(from: 8_000, to: 16_000, quality: quality)
            var whole: [Float] = []
            long.map(PCM16.float).withUnsafeBufferPointer {
                converter.append($0, isLast: true, to: &whole)
            }
            let stream = try MonoStream(path: path, rate: 16_000, quality: quality)
            let isSame = try all(stream) == whole.map(PCM16.sample)
            #expect(isSame)
        }
    }

    @Test("mixes channels unless they cancel each other out or only one has sound")
    func choice() throws {
        let wave = ramp.map { $0 % 200 * 50 }
        #expect(try ChannelChoice.best.fold(of: try file([wave, wave])) == ChannelFold())
        let single = try file([wave, wave.map { _ in 0 }])
        #expect(
            try ChannelChoice.best.fold(of: single) == ChannelFold(channel: 0, finding: .single))
        let opposed = try file([wave, wave.map { -$0 }, wave.map { _ in 1 }])
        #expect(
            try ChannelChoice.best.fold(of: opposed) == ChannelFold(channel: 0, finding: .cancel))
        #expect(try ChannelChoice.best.fold(of: try file([ramp])) == ChannelFold())
    }
}
