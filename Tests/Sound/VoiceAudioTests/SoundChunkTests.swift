import Testing

@testable import VoiceAudio

@Suite("Metadata byte for byte")
struct SoundChunkTests {
    private static func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(bytes.count) + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }

    private static func point(_ identifier: Int, _ frame: Int) -> [UInt8] {
        little(identifier) + little(frame) + Array("data".utf8) + little(0) + little(0)
            + little(frame)
    }

    private static let broadcast: [UInt8] = {
        var bytes = [UInt8](repeating: 0, count: 602)
        bytes.replaceSubrange(338..<346, with: little(1_600_000, 8))
        bytes.replaceSubrange(346..<348, with: little(2, 2))
        bytes.replaceSubrange(412..<414, with: little(-2_300, 2))
        bytes.replaceSubrange(414..<416, with: little(500, 2))
        bytes.replaceSubrange(416..<422, with: little(-100, 2) + little(0x7FFF, 2) + little(7, 2))
        return bytes
    }()
    private static let latin = chunk("IART", Array("Zo".utf8) + [0xEB, 0])
    private static let info = Array("INFO".utf8) + latin + chunk("IENG", Array("Eve".utf8))
    private static let labels =
        Array("adtl".utf8) + chunk("labl", little(1) + Array("one".utf8) + [0])
        + chunk("labl", little(2) + Array("two".utf8) + [0])
        + chunk("ltxt", little(2) + little(1_000) + Array("rgn ".utf8) + little(0, 8))
    private static let sampler =
        little(0, 28) + little(2) + little(0) + little(0, 8) + little(3_000) + little(4_000)
        + little(0, 8) + little(0, 8) + little(100) + little(200) + little(0, 8)

    /// A WAV file of 8,000 frames with chunks of many kinds before and behind the sound.
    private func writeInput(_ bench: borrowing Workbench) {
        var bytes = WaveBytes.shorts((0..<8_000).map { Int16($0) })
        let ahead =
            Self.chunk("bext", Self.broadcast) + Self.chunk("iXML", Array("<a/>x".utf8))
            + Self.chunk("cue ", Self.little(2) + Self.point(1, 500) + Self.point(2, 3_000))
            + Self.chunk("LIST", Self.labels) + Self.chunk("smpl", Self.sampler)
        bytes.insert(contentsOf: ahead, at: 36)
        bytes += Self.chunk("LIST", Self.info) + Self.chunk("xyz ", [1, 2, 3])
        bytes.replaceSubrange(4..<8, with: Self.little(bytes.count - 8))
        bench.write(bytes, to: "in.wav")
    }

    private func chunks(_ path: String) throws -> [String: [UInt8]] {
        guard let file = ByteSource(path: path), let all = SoundChunks(file) else { return [:] }
        return all.chunks.reduce(into: [:]) { found, chunk in
            found[chunk.label + (chunk.bytes.has("adtl") ? "adtl" : "")] = chunk.bytes
        }
    }

    private func rewritten(
        _ output: String = "out.wav", _ change: (inout RewriteOptions) -> Void
    ) throws -> (chunks: [String: [UInt8]], notes: [String], frames: Int64) {
        let bench = Workbench()
        writeInput(bench)
        var options = RewriteOptions()
        change(&options)
        let report = try SoundRewrite(
            from: bench.path("in.wav"), to: bench.path(output), options: options
        ).run()
        let frames = try SoundFileReader(path: bench.path(output)).format.frames
        #expect(frames == report.framesOut)
        return (try chunks(bench.path(output)), report.notes, frames)
    }

    @Test("what a gain leaves true is kept byte for byte", arguments: ["out.wav", "out.rf64"])
    func kept(output: String) throws {
        let (chunks, notes, _) = try rewritten(output) { $0.gainDB = -2 }
        #expect(notes == [])
        #expect(chunks["LIST"] == Self.info && chunks["LISTadtl"] == Self.labels)
        #expect(chunks["smpl"] == Self.sampler && chunks["iXML"] == Array("<a/>x".utf8))
        #expect(chunks["xyz "] == [1, 2, 3])
    }

    @Test("stated loudness follows a gain, and is taken back where it is not known any more")
    func loudness() throws {
        let gained = try #require(try rewritten { $0.gainDB = -2.5 }.chunks["bext"])
        #expect(
            gained[412..<422].elementsEqual(
                Self.little(-2_550, 2) + Self.little(500, 2) + Self.little(-350, 2)
                    + Self.little(0x7FFF, 2) + Self.little(-243, 2)))
        let cut = try #require(try rewritten { $0.range = 0..<4_000 }.chunks["bext"])
        let unknown = (0..<5).flatMap { _ in Self.little(0x7FFF, 2) }
        #expect(cut[412..<422].elementsEqual(unknown))
    }

    @Test("marks, regions, loops and time move with a cut")
    func cut() throws {
        let chunks = try rewritten { $0.range = 2_500..<4_500 }.chunks
        #expect(chunks["cue "] == Self.little(1) + Self.point(2, 500))
        let labels = try #require(chunks["LISTadtl"])
        #expect(labels[16..<19].elementsEqual("two".utf8) && labels.count == 4 + 16 + 28)
        let sampler = try #require(chunks["smpl"])
        #expect(sampler.little(28, 4) == 1 && sampler.count == 60)
        #expect(sampler.little(44, 4) == 500 && sampler.little(48, 4) == 1_500)
        #expect(chunks["bext"]?.little(338, 8) == 1_602_500)
    }

    @Test("a region that reaches into a cut begins with it and is as long as what is left")
    func openRegion() throws {
        let chunks = try rewritten { $0.range = 3_400..<8_000 }.chunks
        #expect(chunks["cue "] == Self.little(1) + Self.point(2, 0))
        let labels = try #require(chunks["LISTadtl"])
        #expect(labels.suffix(20).prefix(8).elementsEqual(Self.little(2) + Self.little(600)))
    }

    @Test("marks, regions, loops and time follow another rate")
    func rate() throws {
        let chunks = try rewritten { $0.sampleRate = 8_000 }.chunks
        #expect(chunks["cue "] == Self.little(2) + Self.point(1, 250) + Self.point(2, 1_500))
        let sampler = try #require(chunks["smpl"])
        #expect(sampler.little(8, 4) == 125_000 && sampler.little(44, 4) == 1_500)
        #expect(chunks["bext"]?.little(338, 8) == 800_000)
    }

    @Test("what another container does not hold is named")
    func named() throws {
        let notes = try rewritten("out.flac") { $0.gainDB = -1 }.notes.joined()
        for name in ["marker names", "regions", "iXML chunk", "IENG", "xyz  chunk", "cue points"] {
            #expect(notes.contains(name), "\(name)")
        }
    }

    @Test("a text in Latin-1 is not damaged on its way to UTF-8")
    func latin() throws {
        let bench = Workbench()
        writeInput(bench)
        _ = try SoundRewrite(from: bench.path("in.wav"), to: bench.path("out.flac")).run()
        #expect(try SoundFileReader(path: bench.path("out.flac")).metadata.texts[.artist] == "Zoë")
    }

    @Test("chunks whose lengths lie are passed over", arguments: [5, 0xFFFF_FFFF, 0x7FFF_FFFF])
    func lyingLengths(length: Int) throws {
        let bench = Workbench()
        var bytes = WaveBytes.shorts([1, 2, 3, 4])
        bytes += Array("cue ".utf8) + Self.little(length) + Self.little(length)
        bench.write(bytes, to: "in.wav")
        var options = RewriteOptions()
        options.range = 1..<3
        let report = try SoundRewrite(
            from: bench.path("in.wav"), to: bench.path("out.wav"), options: options
        ).run()
        #expect(report.framesOut == 2)
    }

    @Test("files that break off anywhere, or lie at any byte, trap nothing")
    func hostile() throws {
        let bench = Workbench()
        writeInput(bench)
        let whole = bench.bytes(of: "in.wav")
        let ahead = whole.count - 16_000
        var change = SoundChange(rateBefore: 16_000, rateAfter: 8_000)
        (change.range, change.gainDB) = (1_000..<3_500, -3)
        for place in stride(from: 12, to: ahead, by: 7) {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[place] = value
                if place % 3 == 0 { bytes.removeLast(bytes.count - place) }
                bench.write(bytes, to: "bad.wav")
                var chunks = ByteSource(path: bench.path("bad.wav")).flatMap(SoundChunks.init)
                chunks?.apply(change)
                _ = chunks?.names
            }
        }
    }

    @Test("the channel mask stays, and valid bits as long as no sample changes")
    func extensible() throws {
        let bench = Workbench()
        let guide: [UInt8] = [1, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113]
        let format =
            Self.little(0xFFFE, 2) + Self.little(2, 2) + Self.little(16_000)
            + Self.little(96_000) + Self.little(6, 2) + Self.little(24, 2) + Self.little(22, 2)
            + Self.little(20, 2) + Self.little(0x600) + guide
        let sound = [UInt8](repeating: 16, count: 600)
        let body =
            Array("WAVE".utf8) + Self.chunk("fmt ", format) + Self.chunk("data", sound)
        bench.write(Array("RIFF".utf8) + Self.little(body.count) + body, to: "in.wav")
        for (gain, bits) in [(0.0, 20), (-3.0, 24)] {
            var options = RewriteOptions()
            (options.gainDB, options.range, options.overwrite) = (gain, 10..<90, true)
            _ = try SoundRewrite(
                from: bench.path("in.wav"), to: bench.path("out.wav"), options: options
            ).run()
            let written = bench.bytes(of: "out.wav")
            #expect(written.little(38, 2) == bits && written.little(40, 4) == 0x600)
        }
    }
}
