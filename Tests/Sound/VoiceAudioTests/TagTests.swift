import Testing

@testable import VoiceAudio

@Suite("Texts and tags beside the sound")
struct TagTests {
    private func little(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private func text(_ text: String) -> [UInt8] { little(text.utf8.count) + Array(text.utf8) }

    /// A FLAC file with a block of these comments and one of each further kind.
    private func flac(_ bench: borrowing Workbench, comments: [String], kinds: [UInt8]) throws {
        var writer = try SoundFileWriter(
            path: bench.path("plain.flac"), coding: SoundCoding(.flac, .pcm16),
            sampleRate: 48_000, channels: 1)
        try writer.write([Int16](repeating: 100, count: 48_000))
        try writer.finish()
        var bytes = bench.bytes(of: "plain.flac")
        let body = text("coder") + little(comments.count) + comments.flatMap(text)
        let more = kinds.flatMap { kind -> [UInt8] in [kind, 0, 0, 3, 1, 2, 3] }
        let block: [UInt8] = [4] + little(body.count).prefix(3).reversed() + body
        // Behind the first block, which has 4 + 34 bytes.
        bytes.insert(contentsOf: block + more, at: 4 + 38)
        bench.write(bytes, to: "in.flac")
    }

    private func rewritten(
        _ bench: borrowing Workbench, _ input: String, _ output: String
    ) throws -> (texts: [SoundMetadata.Text: String], notes: String) {
        var options = RewriteOptions()
        options.gainDB = -1
        let report = try SoundRewrite(
            from: bench.path(input), to: bench.path(output), options: options
        ).run()
        let texts = try SoundFileReader(path: bench.path(output)).metadata.texts
        return (texts, report.notes.joined())
    }

    @Test("texts go along between FLAC, Vorbis and Opus")
    func texts() throws {
        let bench = Workbench()
        try flac(bench, comments: ["artist=A", "title=T", "genre=G"], kinds: [])
        var input = "in.flac"
        for output in ["b.flac", "c.ogg", "d.ogg", "e.opus", "f.flac"] {
            let (texts, notes) = try rewritten(bench, input, output)
            #expect(texts[.artist] == "A" && texts[.title] == "T" && texts[.genre] == "G")
            #expect(notes == "", "\(output)")
            input = output
        }
    }

    private let comments = ["artist=A", "artist=B", "speaker_id=s57", "R128_TRACK_GAIN=3"]

    @Test("comments that stay behind are named", arguments: ["b.flac", "b.wav"])
    func namesComments(output: String) throws {
        let bench = Workbench()
        try flac(bench, comments: comments, kinds: [])
        let (texts, notes) = try rewritten(bench, "in.flac", output)
        #expect(texts[.artist] != nil)
        #expect(notes.contains("second artist, speaker_id, r128_track_gain"))
    }

    @Test("blocks of FLAC that stay behind are named once")
    func namesBlocks() throws {
        let bench = Workbench()
        try flac(bench, comments: [], kinds: [2, 5, 6, 6])
        let file = try #require(ByteSource(path: bench.path("in.flac")))
        #expect(
            OtherTags.names(in: file, .flac) == ["application block", "cue sheet", "cover art"])
    }

    @Test("comments of Ogg that stay behind are named")
    func namesOggComments() throws {
        // Two pages: the first packet of Opus, and its comments.
        func page(_ packet: [UInt8]) -> [UInt8] {
            Array("OggS".utf8) + [UInt8](repeating: 0, count: 22) + [1, UInt8(packet.count)]
                + packet
        }
        let comments = text("coder") + little(2) + text("TITLE=x") + text("mood=y")
        let bytes = page(Array("OpusHead".utf8)) + page(Array("OpusTags".utf8) + comments)
        #expect(OtherTags.names(in: ByteSource(bytes: bytes), .ogg) == ["mood"])
    }

    @Test("chunks of CAF that stay behind are named")
    func namesChunks() throws {
        func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [0, 0, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes
        }
        let bench = Workbench()
        var metadata = SoundMetadata()
        metadata.texts = [.title: "A call"]
        var writer = try SoundFileWriter(
            path: bench.path("a.caf"), coding: SoundCoding(.caf, .pcm16), sampleRate: 16_000,
            channels: 1, metadata: metadata)
        try writer.write([Int16](repeating: 3, count: 4_001))
        try writer.finish()
        bench.write(
            bench.bytes(of: "a.caf") + chunk("uuid", [1, 2, 3])
                + chunk("mark", [UInt8](repeating: 0, count: 8))
                + chunk("peak", [UInt8](repeating: 0, count: 16)), to: "in.caf")
        let (texts, notes) = try rewritten(bench, "in.caf", "out.caf")
        #expect(texts[.title] == "A call" && notes.contains("uuid chunk, mark chunk"))
        #expect(!notes.contains("peak"))
    }

    @Test("frames of an ID3 tag that stay behind are named, and texts go along")
    func namesFrames() throws {
        func frame(_ name: String, _ text: String) -> [UInt8] {
            Array(name.utf8) + [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 3] + Array(text.utf8)
        }
        let bench = Workbench()
        var writer = try SoundFileWriter(
            path: bench.path("a.mp3"), coding: SoundCoding(.mp3, .mp3), sampleRate: 16_000,
            channels: 1)
        try writer.write([Int16](repeating: 100, count: 32_000))
        try writer.finish()
        let frames = frame("TIT2", "Call") + frame("PRIV", "x") + frame("APIC", "x")
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
        bench.write(tag + bench.bytes(of: "a.mp3"), to: "in.mp3")
        let (texts, notes) = try rewritten(bench, "in.mp3", "out.mp3")
        #expect(texts[.title] == "Call" && notes.contains("ID3 PRIV, cover art"))
    }

    @Test(
        "heads that lie at any byte trap nothing",
        arguments: [
            (SoundContainer.flac, SoundEncoding.pcm16), (.ogg, .opus), (.ogg, .vorbis),
            (.caf, .pcm16), (.mp3, .mp3),
        ])
    func hostile(container: SoundContainer, encoding: SoundEncoding) throws {
        let bench = Workbench()
        var metadata = SoundMetadata()
        metadata.texts = [.artist: "A"]
        var writer = try SoundFileWriter(
            path: bench.path("a"), coding: SoundCoding(container, encoding), sampleRate: 16_000,
            channels: 1, metadata: metadata)
        try writer.write([Int16](repeating: 100, count: 1_600))
        try writer.finish()
        let tag =
            Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 12, 84, 76, 69, 78, 0, 0, 0, 2, 0, 0, 3, 49]
        let whole = (container == .mp3 ? tag : []) + bench.bytes(of: "a")
        for place in 0..<min(whole.count, 300) {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[place] = value
                if place % 3 == 0 { bytes.removeLast(bytes.count - place) }
                _ = OtherTags.names(in: ByteSource(bytes: bytes), container)
            }
        }
    }
}
