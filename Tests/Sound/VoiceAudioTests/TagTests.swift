import Testing

@testable import VoiceAudio

@Suite("Comments and tags byte for byte")
struct TagTests {
    private func little(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private func comments(_ texts: [String]) -> VorbisComments? {
        let entries = texts.flatMap { little($0.utf8.count) + Array($0.utf8) }
        return VorbisComments(little(0) + little(texts.count) + entries)
    }

    @Test(
        "comments are kept in their order, second ones too, between FLAC, Vorbis and Opus",
        arguments: [0, 100_000])
    func texts(padding: Int) throws {
        let bench = Workbench()
        let long = "long=" + String(repeating: "x", count: padding)
        let texts = ["artist=A", "artist=B", "speaker_id=s57", "REPLAYGAIN_TRACK_GAIN=-6 dB", long]
        let comments = try #require(self.comments(texts))
        var writer = try SoundFileWriter(
            path: bench.path("in.flac"), coding: SoundCoding(.flac, .pcm16), sampleRate: 48_000,
            channels: 1, raw: .flac(FLACBlocks(comments: comments)))
        try writer.write([Int16](repeating: 100, count: 48_000))
        try writer.finish()
        var input = "in.flac"
        for output in ["b.flac", "c.ogg", "d.ogg", "e.opus", "f.flac"] {
            var options = RewriteOptions()
            options.gainDB = -1
            let report = try SoundRewrite(
                from: bench.path(input), to: bench.path(output), options: options
            ).run()
            #expect(report.notes == [])
            let container: SoundContainer = output.hasSuffix("flac") ? .flac : .ogg
            let found = RawMetadata(path: bench.path(output), container: container)
            var kept: VorbisComments?
            if case .comments(let comments) = found { kept = comments }
            if case .flac(let blocks) = found { kept = blocks.comments }
            let isKept = kept?.entries == (texts[0...2] + [long]).map { Array($0.utf8) }
            #expect(isKept, "\(output)")
            let frames = try SoundFile.readMono(path: bench.path(output), sampleRate: nil).frames
            #expect(frames == 48_000)
            input = output
        }
    }

    @Test(
        "heads that lie at any byte trap nothing",
        arguments: [
            (SoundContainer.flac, SoundEncoding.pcm16), (.ogg, .opus), (.ogg, .vorbis),
            (.mp3, .mp3),
        ])
    func hostile(container: SoundContainer, encoding: SoundEncoding) throws {
        let bench = Workbench()
        let comments = try #require(self.comments(["artist=A", "b=c"]))
        let raw: RawMetadata =
            container == .flac ? .flac(FLACBlocks(comments: comments)) : .comments(comments)
        var writer = try SoundFileWriter(
            path: bench.path("a"), coding: SoundCoding(container, encoding), sampleRate: 16_000,
            channels: 1, raw: container == .mp3 ? nil : raw)
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
                bench.write(bytes, to: "bad")
                var raw = RawMetadata(path: bench.path("bad"), container: container)
                var change = SoundChange(rateBefore: 16_000, rateAfter: 8_000)
                (change.range, change.gainDB) = (10..<100, 1)
                raw?.apply(change)
                _ = raw?.losses(held: nil)
            }
        }
    }

    @Test("comments on channels and levels go with what they say")
    func staleComments() throws {
        let texts = ["waveformatextensible_channel_mask=0x3F", "R128_ALBUM_GAIN=3", "a=b"]
        for (channels, gain, kept) in [
            (true, 0.0, [1, 2]), (false, 1, [0, 2]), (false, 0, [0, 1, 2]),
        ] {
            var comments = try #require(self.comments(texts))
            var change = SoundChange(rateBefore: 8_000, rateAfter: 8_000)
            (change.changesChannels, change.gainDB) = (channels, gain)
            comments.apply(change)
            #expect(comments.entries == kept.map { Array(texts[$0].utf8) })
        }
    }

    @Test("an ID3 tag stays as it is, without what a gain and a cut make untrue")
    func tags() throws {
        func frame(_ name: String, _ text: String) -> [UInt8] {
            Array(name.utf8) + [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 3] + Array(text.utf8)
        }
        let bench = Workbench()
        var writer = try SoundFileWriter(
            path: bench.path("a.mp3"), coding: SoundCoding(.mp3, .mp3), sampleRate: 16_000,
            channels: 1)
        try writer.write([Int16](repeating: 100, count: 32_000))
        try writer.finish()
        let frames = [
            frame("TSSE", "Lavf"), frame("TLEN", "2000"), frame("PRIV", "x"),
            frame("TXXX", "REPLAYGAIN_TRACK_GAIN\0-3 dB"),
        ]
        func tag(_ frames: [[UInt8]]) -> [UInt8] {
            let body = frames.flatMap(\.self)
            return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(body.count)] + body
        }
        let last = Array("TAG".utf8) + [UInt8](repeating: 65, count: 125)
        bench.write(tag(frames) + bench.bytes(of: "a.mp3") + last, to: "in.mp3")
        for (gain, range, kept) in [
            (-1.0, nil, [0, 1, 2]), (0, 0..<16_000, [0, 2, 3]),
        ] as [(Double, Range<Int64>?, [Int])] {
            var options = RewriteOptions()
            (options.gainDB, options.range, options.overwrite) = (gain, range, true)
            let report = try SoundRewrite(
                from: bench.path("in.mp3"), to: bench.path("out.mp3"), options: options
            ).run()
            #expect(report.notes == [])
            let bytes = bench.bytes(of: "out.mp3")
            #expect(bytes.starts(with: tag(kept.map { frames[$0] })))
            #expect(bytes.suffix(128).elementsEqual(last))
        }
    }
}
