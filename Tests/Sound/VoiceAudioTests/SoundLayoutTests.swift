import Testing

@testable import VoiceAudio

/// Files whose bytes libsndfile alone reads too short, or not at all.
@Suite struct SoundLayoutTests {
    private static let noise = RoomTone(seed: 4).sound(frames: 48_000, sampleRate: 16_000)
    private static let head = WaveBytes.shorts(noise.samples)

    /// What is read of these bytes, and why it may not be all.
    private func read(_ bytes: [UInt8]) throws -> (frames: Int64, shortfall: SoundShortfall?) {
        let facts = try SoundMeter.measure(bytes: bytes, name: "sound")
        return (facts.format.frames, facts.shortfall)
    }

    private func encoded(_ code: Int32, _ sound: MonoSound = noise) throws -> [UInt8] {
        try SoundFile.encode(sound, as: code, name: "sound") { _ in }
    }

    /// `bytes` with others from `place` on.
    private func patched(_ bytes: [UInt8], _ place: Int, _ patch: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(place..<place + patch.count, with: patch)
        return bytes
    }

    /// `bytes` with others from `offset` behind the first `mark` on.
    private func marked(
        _ bytes: [UInt8], _ mark: String, _ patch: [UInt8], at offset: Int = 0
    ) throws -> [UInt8] {
        let mark = Array(mark.utf8)
        let place = try #require(
            bytes.indices.dropLast(mark.count).first {
                bytes[$0..<$0 + mark.count].elementsEqual(mark)
            })
        return patched(bytes, place + mark.count + offset, patch)
    }

    @Test("reads a WAV file whose header was never finished", arguments: [0, 4_088, 0xFFFF_FFFF])
    func unfinishedWAV(size: Int64) throws {
        let number = FileView.Segment.number(size, 4, isBig: false)
        let bytes = patched(patched(Self.head, 40, [0, 0, 0, 0]), 4, number)
        let found = try read(bytes)
        #expect(found.frames == 48_000)
        #expect(found.shortfall == .unfinished)
    }

    @Test("takes no chunk behind empty sound for sound")
    func emptySound() throws {
        let empty = WaveBytes.shorts([]) + Array("LIST".utf8) + [4, 0, 0, 0] + Array("INFO".utf8)
        #expect(throws: AudioError.empty(path: "sound")) { _ = try read(empty) }
    }

    @Test("reads CAF files without a size, and cut ones")
    func sizesOfCAF() throws {
        let whole = try encoded(0x18_0002)
        let open = try marked(whole, "data", [UInt8](repeating: 0xFF, count: 8))
        #expect(try read(open) == (48_000, nil))
        let zero = try marked(whole, "data", [UInt8](repeating: 0, count: 8))
        #expect(try read(zero) == (48_000, .unfinished))
        let cut = try read(Array(whole.prefix(whole.count - 1_000)))
        #expect(cut == (47_500, .cutShort))
    }

    @Test("says of AIFF, AU and W64 files that their header was never finished")
    func otherHeaders() throws {
        let four: [UInt8] = [0, 0, 0, 0]
        let aiff = try marked(marked(encoded(0x2_0002), "SSND", four), "COMM", four, at: 6)
        let au = patched(try encoded(0x3_0002), 8, four)
        let w64 = try marked(encoded(0xB_0002), "data", four + four, at: 12)
        for bytes in [aiff, au, w64] {
            let found = try read(bytes)
            #expect(found == (48_000, SoundShortfall.unfinished))
        }
    }

    @Test(
        "a placeholder of a pipe is no damage",
        arguments: [0x7FFF_EFFF, 0x7FFF_F000, 0x7FFF_FFFF, 0xFFFF_FFFF] as [Int64])
    func placeholders(size: Int64) throws {
        let number = FileView.Segment.number(size, 4, isBig: false)
        #expect(try read(patched(Self.head, 40, number)) == (48_000, nil))
    }

    @Test("reads the first of several files put together, and says so")
    func followed() throws {
        for bytes in [
            Self.head, try encoded(0x2_0002), try encoded(0x18_0002), try encoded(0x3_0002),
        ] {
            let found = try read(bytes + bytes)
            #expect(found == (48_000, .followed))
        }
    }

    @Test("refuses FLAC files put together, and reads one with tags behind it")
    func followedFLAC() throws {
        let flac = try SoundFile.encodeFLAC(Self.noise)
        let error = #expect(throws: AudioError.self) { _ = try read(flac + flac) }
        guard case .unlike("sound", 48_000, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let tagged = flac + Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
        #expect(try read(tagged) == (48_000, nil))
    }

    @Test("reads on where a 32-bit length went round")
    func wrapped() throws {
        let bench = Workbench()
        let length = Int64(UInt32.max) + 1 + 4_000
        let small = FileView.Segment.number(4_000, 4, isBig: false)
        bench.write(patched(Self.head, 40, small), to: "long.wav")
        bench.grow("long.wav", to: 44 + length)
        let reader = try SoundFileReader(path: bench.path("long.wav"))
        #expect(reader.format.frames == length / 2)
        #expect(reader.shortfall(after: length / 2) == .unfinished)
    }

    @Test("says that a header counts less than the file holds, and passes padding over")
    func uncounted() throws {
        let early = patched(Self.head, 40, FileView.Segment.number(4_000, 4, isBig: false))
        #expect(try read(early) == (2_000, .uncounted))
        let padding = [UInt8](repeating: 0, count: 10_000)
        #expect(try read(Self.head + padding) == (48_000, nil))
        let list = Array("LIST".utf8) + [4, 0, 0, 0] + Array("INFO".utf8)
        #expect(try read(Self.head + list) == (48_000, nil))
    }

    @Test("takes no filled block at the end of ADPCM for sound")
    func blocks() throws {
        let bytes = try encoded(0x1_0012)
        let whole = try read(bytes).frames
        #expect(whole > 48_000)
        let number = { FileView.Segment.number($0, 4, isBig: false) }
        let stated = try marked(bytes, "fact", number(48_000), at: 4)
        #expect(try read(stated).frames == 48_000)
        let wrong = try marked(bytes, "fact", number(1_000), at: 4)
        #expect(try read(wrong).frames == whole)
    }

    @Test("never traps, whatever a file says")
    func hostile() throws {
        var chance = Chance()
        let mp3 = try SoundFile.encodeMP3(Tone.sound(frames: 8_000), kilobits: 32)
        let seeds = [
            WaveBytes.shorts([Int16](repeating: 9, count: 300)), mp3, mp3 + mp3,
            try encoded(0x20_0060, Tone.sound(frames: 4_000)),
            try encoded(0x18_0002, Tone.sound(frames: 300)),
            try encoded(0x2_0002, Tone.sound(frames: 300)),
            try encoded(0x3_0002, Tone.sound(frames: 300)),
            try encoded(0xB_0002, Tone.sound(frames: 300)),
            try encoded(0x22_0002, Tone.sound(frames: 300)),
        ]
        for turn in 0..<900 {
            var bytes = seeds[turn % seeds.count]
            let range = min(bytes.count, turn % 2 == 0 ? 120 : bytes.count)
            for _ in 0..<chance.next(8) + 1 {
                let place = chance.next(range)
                bytes[place] =
                    [0, 0xFF, 0x7F, UInt8(chance.next(256))][
                        chance.next(4)]
            }
            if turn % 5 == 0 { bytes.removeLast(chance.next(bytes.count)) }
            let layout = SoundLayout.of(ByteSource(bytes: bytes))
            for link in layout.links {
                for segment in link.segments ?? [] { #expect(segment.length >= 0) }
            }
            _ = SoundLayout.searched(ByteSource(bytes: bytes))
        }
    }
}

/// Numbers as random as a test needs, the same every time.
private struct Chance {
    private var state: UInt64 = 7

    mutating func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
