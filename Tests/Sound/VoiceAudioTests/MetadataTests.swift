import Testing

@testable import VoiceAudio

@Suite("What files say beside their samples")
struct MetadataTests {
    private static let metadata: SoundMetadata = {
        var metadata = SoundMetadata()
        metadata.texts = [.title: "A call", .artist: "Nobody", .comment: "äöü", .date: "2026"]
        metadata.cues = [
            .init(identifier: 1, frame: 1_000, name: ""),
            .init(identifier: 2, frame: 6_000, name: ""),
        ]
        // A broadcast extension is 608 bytes and a history; a cart 2,052 bytes and a text.
        metadata.broadcast = Array("Interview".utf8) + [UInt8](repeating: 0, count: 599)
        metadata.cart = Array("0101A cart".utf8) + [UInt8](repeating: 0, count: 2_042)
        return metadata
    }()

    private func write(_ path: String, _ coding: SoundCoding, channels: Int = 1) throws {
        var metadata = Self.metadata
        if channels == 4 { metadata.channelMap = [2, 3, 9, 10] }
        var writer = try SoundFileWriter(
            path: path, coding: coding, sampleRate: 16_000, channels: channels,
            metadata: metadata)
        try writer.write([Int16](repeating: 5, count: 8_000 * channels))
        try writer.finish()
    }

    private func rewritten(
        _ ending: String, _ options: RewriteOptions = RewriteOptions()
    ) throws -> (metadata: SoundMetadata, notes: [String]) {
        let bench = Workbench()
        try write(bench.path("in.wav"), SoundCoding(.wav, .pcm16))
        let output = bench.path("out.\(ending)")
        let report = try SoundRewrite(
            from: bench.path("in.wav"), to: output, options: options
        ).run()
        return (try SoundFileReader(path: output).metadata, report.notes)
    }

    @Test("texts survive", arguments: ["wav", "flac", "ogg", "opus", "aiff", "caf", "rf64"])
    func texts(ending: String) throws {
        let kept = try rewritten(ending).metadata.texts
        for text in [SoundMetadata.Text.title, .artist, .comment] {
            #expect(kept[text] == Self.metadata.texts[text], "\(text)")
        }
    }

    @Test("title and artist survive in an MP3 file")
    func mp3() throws {
        let kept = try rewritten("mp3").metadata.texts
        #expect(kept[.title] == "A call" && kept[.artist] == "Nobody")
    }

    @Test("cue points, broadcast extension and cart survive")
    func blocks() throws {
        let kept = try rewritten("wav").metadata
        #expect(kept.cues.map(\.frame) == [1_000, 6_000])
        #expect(kept.broadcast.starts(with: Array("Interview".utf8)))
        #expect(kept.cart.starts(with: Array("0101A cart".utf8)))
    }

    @Test("the places of the channels survive")
    func map() throws {
        let bench = Workbench()
        try write(bench.path("in.caf"), SoundCoding(.caf, .pcm16), channels: 4)
        let report = try SoundRewrite(from: bench.path("in.caf"), to: bench.path("out.caf")).run()
        #expect(report.channels == 4)
        #expect(
            try SoundFileReader(path: bench.path("out.caf")).metadata.channelMap == [2, 3, 9, 10])
    }

    @Test("what the container cannot hold is named")
    func lost() throws {
        let notes = try rewritten("au").notes.joined()
        #expect(notes.contains("leaves out the input's"))
        #expect(notes.contains("title") && notes.contains("cue points"))
        #expect(notes.contains("broadcast extension") && notes.contains("cart"))
    }

    @Test("cue points move with a range and with the rate")
    func moved() throws {
        var options = RewriteOptions()
        options.range = 500..<2_500
        #expect(try rewritten("wav", options).metadata.cues.map(\.frame) == [500])
        options.range = nil
        options.sampleRate = 8_000
        #expect(try rewritten("wav", options).metadata.cues.map(\.frame) == [500, 3_000])
    }
}
