import Testing
import VoiceTestSupport

@testable import VoiceAudio

@Suite("Several channels become one")
struct ChannelFoldTests {
    private let folder = TemporaryFolder()

    private func file(_ channels: [[Float]], name: String = "a.wav") throws -> String {
        let path = folder.path(name)
        var writer = try SoundFileWriter(
            path: path, sampleRate: 16_000, channels: channels.count, overwrite: true)
        try writer.write(
            channels[0].indices.flatMap { frame in channels.map { PCM16.sample($0[frame]) } })
        try writer.finish()
        return path
    }

    private func tone(_ hertz: Double, amplitude: Double = 0.5) -> [Float] {
        Tone.sine(hertz: hertz, sampleRate: 16_000, frames: 16_000, amplitude: amplitude)
    }

    private func fold(_ channels: [[Float]]) throws -> ChannelFold {
        try ChannelChoice.best.fold(of: try file(channels))
    }

    @Test("usual channels are mixed without a word")
    func usual() throws {
        let left = tone(300)
        let silent = left.map { _ in Float(0) }
        // The same voice, nearer to one microphone, and a little of the room.
        let right = zip(left, tone(1_100, amplitude: 0.2)).map { $0 / 2 + $1 }
        #expect(try fold([left]) == ChannelFold())
        #expect(try fold([left, left]) == ChannelFold())
        #expect(try fold([left, right]) == ChannelFold())
        #expect(try fold([silent, silent]) == ChannelFold())
    }

    @Test("one channel with sound is taken alone, so that its level stays")
    func single() throws {
        let left = tone(300)
        let silent = left.map { _ in Float(0) }
        #expect(try fold([silent, left]) == ChannelFold(channel: 1, finding: .single))
        // The noise of an input that nothing is plugged into is no other sound.
        let noise = tone(50, amplitude: 0.002)
        #expect(try fold([left, noise]) == ChannelFold(channel: 0, finding: .single))
    }

    @Test("channels that cancel each other out leave the loudest, whatever their offset")
    func cancelling() throws {
        let wave = tone(300)
        let inverted = wave.map { $0 * -0.98 }
        let taken = ChannelFold(channel: 0, finding: .cancel)
        #expect(try fold([wave, inverted]) == taken)
        #expect(try fold([wave.map { $0 * 0.5 + 0.3 }, inverted.map { $0 * 0.5 + 0.3 }]) == taken)
        #expect(try fold([inverted, wave]) == ChannelFold(channel: 1, finding: .cancel))
        let note = taken.notice(on: "a.wav")
        #expect(
            note == "a.wav: its channels cancel each other out in their mean. Channel 1 is taken"
                + " alone; --pick takes another.")
    }

    @Test("channels that hold different sound are mixed and named", arguments: [2, 4])
    func different(count: Int) throws {
        let channels = (0..<count).map { tone(300 + 170 * Double($0), amplitude: 0.2) }
        let found = try fold(channels)
        #expect(found == ChannelFold(finding: .differ))
        #expect(
            found.notice(on: "a.wav") == "a.wav: its channels hold different sound, and their mean"
                + " is taken. --pick takes one of them.")
        #expect(try ChannelChoice.mix.fold(of: file(channels)).notice(on: "a.wav") == nil)
    }

    @Test("every way to read one channel hears what cancels")
    func readers() throws {
        let wave = tone(300)
        let path = try file([wave, wave.map { -$0 }])
        let one = wave.map(PCM16.sample)
        #expect(try SoundFile.readMono(path: path, sampleRate: nil).samples == one)
        var shown: [Int16] = []
        _ = try SoundFile.decode(path: path) { shown += $0 }
        #expect(shown == one)
        #expect(try SoundFile.readDecodable(path: path, sampleRate: 16_000).sound.samples == one)
        let bench = Workbench()
        bench.write(
            WaveBytes.shorts(one.flatMap { [$0, -$0] }, channels: 2), to: "b.wav")
        let bytes = bench.bytes(of: "b.wav")
        #expect(try SoundFile.decode(bytes: bytes, name: "b").samples == one)
        #expect(
            try SoundFile.readMono(path: path, sampleRate: nil, choice: .mix).samples
                .allSatisfy { $0 == 0 })
    }

    @Test("a rewrite to one channel follows the rule and says so, or takes what is picked, exactly")
    func rewrites() throws {
        let wave = tone(300)
        let path = try file([wave, wave.map { -$0 }])
        var options = RewriteOptions()
        options.overwrite = true
        options.channels = 1
        let out = folder.path("out.wav")
        let report = try SoundRewrite(from: path, to: out, options: options).run()
        #expect(report.notes.count == 1 && report.notes[0].contains("cancel each other out"))
        #expect(
            try SoundFile.readMono(path: out, sampleRate: nil).samples == wave.map(PCM16.sample))
        options.channels = nil
        options.pick = .only(channel: 1)
        let picked = try SoundRewrite(from: path, to: out, options: options).run()
        #expect(picked.notes.isEmpty && picked.channels == 1)
        let inverted = wave.map { PCM16.sample(-$0) }
        #expect(try SoundFile.readMono(path: out, sampleRate: nil).samples == inverted)
        options.channels = 3
        #expect(try SoundRewrite(from: path, to: out, options: options).run().channels == 3)
        #expect(
            try SoundFile.readMono(path: out, sampleRate: nil, choice: .only(channel: 2)).samples
                == inverted)
        options.pick = .mix
        options.channels = 1
        _ = try SoundRewrite(from: path, to: out, options: options).run()
        #expect(
            try SoundFile.readMono(path: out, sampleRate: nil).samples.allSatisfy { abs($0) <= 1 })
    }

    @Test("a channel that is not there is refused with the number that there are")
    func missing() throws {
        let mono = try file([tone(300)])
        let stereo = try file([tone(300), tone(300)], name: "b.wav")
        for (path, channel, sentence) in [
            (mono, 1, "\(mono) has 1 channel, and no channel 2. Leave --pick out."),
            (stereo, 2, "\(stereo) has 2 channels, and no channel 3. Pick 1 to 2."),
        ] {
            let choice = ChannelChoice.only(channel: channel)
            let error = #expect(throws: AudioError.self) { _ = try choice.fold(of: path) }
            #expect(error?.description == sentence)
            #expect(error?.kind == .badData)
            #expect(throws: AudioError.self) { _ = try MonoStream(path: path, choice: choice) }
            var options = RewriteOptions()
            options.pick = choice
            let out = folder.path("out.wav")
            #expect(throws: AudioError.self) {
                _ = try SoundRewrite(from: path, to: out, options: options)
            }
        }
    }

    @Test("one channel is measured as a file of it would be")
    func measures() async throws {
        let (left, right) = (tone(300), tone(1_000, amplitude: 0.1))
        let path = try file([left, right])
        let alone = try file([right], name: "right.wav")
        let facts = try await SoundMeter.measure(
            path: path, pick: .only(channel: 1), jobs: 2, stretchSeconds: 1)
        let expected = try await SoundMeter.measure(path: alone)
        #expect(facts.format.channels == 2)
        #expect(facts.format.frames == expected.format.frames)
        #expect(facts.peak == expected.peak && facts.truePeak == expected.truePeak)
        #expect(abs(facts.rms - expected.rms) < 1e-5)
        #expect(facts.noiseFloor == expected.noiseFloor)
        let loudness = try #require(facts.integrated)
        #expect(abs(loudness - (expected.integrated ?? 0)) < 1e-5)
        let mean = try await SoundMeter.measure(path: path, pick: .mix)
        #expect(mean.peak < -4 && mean.peak > -11)
    }
}
