import Testing

@testable import VoiceAudio

/// MP3 and Ogg streams: without a header of lengths, put together, chained.
@Suite struct StreamLayoutTests {
    private static func sound(_ frames: Int, seed: UInt64 = 4, rate: Int = 16_000) -> MonoSound {
        RoomTone(seed: seed).sound(frames: frames, sampleRate: rate)
    }

    private func read(_ bytes: [UInt8]) throws -> (frames: Int64, shortfall: SoundShortfall?) {
        let facts = try SoundMeter.measure(bytes: bytes, name: "sound")
        return (facts.format.frames, facts.shortfall)
    }

    private func ogg(_ sound: MonoSound, _ coder: Int32 = 0x60) throws -> [UInt8] {
        try SoundFile.encode(sound, as: 0x20_0000 | coder, name: "sound") { _ in }
    }

    private func mp3(_ sound: MonoSound, isConstant: Bool) throws -> [UInt8] {
        try SoundFile.encode(sound, as: 0x23_0082, name: "sound") { handle in
            if isConstant { handle.setBitrateMode(0) }
            handle.setEffort(0.5)
        }
    }

    /// An MP3 file without its first frame, which holds its lengths.
    private func streamed(_ bytes: [UInt8]) throws -> [UInt8] {
        let frame = try #require(MPEGFrame(bytes))
        return Array(bytes.dropFirst(frame.length))
    }

    /// The loud second half makes a guess from the first frames too short.
    private static let growing: MonoSound = {
        let quiet = [Int16](repeating: 0, count: 40_000)
        return MonoSound(sampleRate: 16_000, samples: quiet + sound(40_000).samples.map { $0 &* 8 })
    }()

    @Test("counts the frames of an MP3 stream without lengths", arguments: [true, false])
    func withoutLengths(isConstant: Bool) throws {
        let whole = try mp3(Self.growing, isConstant: isConstant)
        let found = try read(streamed(whole))
        // Frames of 576, with what the coder adds.
        #expect(found.frames % 576 == 0)
        #expect((80_000..<83_000).contains(found.frames))
        #expect(found.shortfall == nil)
        let tagged = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 10)
        #expect(try read(tagged + streamed(whole)) == found)
        let behind = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
        #expect(try read(streamed(whole) + behind) == found)
        let junk = [UInt8](repeating: 0x55, count: 700)
        #expect(try read(junk + streamed(whole)) == found)
        // A tag whose length is a plain number, before a stream with lengths and one without.
        let plain =
            [0x49, 0x44, 0x33, 3, 0, 0, 0, 2, 0, 10] + [UInt8](repeating: 0, count: 131_082)
        #expect(try read(plain + streamed(whole)) == found)
        #expect(try read(plain + whole) == read(whole))
    }

    @Test("reads GSM without a header by the mark of its frames, and tells one that breaks off")
    func gsm() throws {
        let bytes = try SoundFile.encode(
            RoomTone(seed: 2).sound(frames: 16_000, sampleRate: 8_000), as: 0x04_0020, name: "a"
        ) { _ in }
        #expect(bytes.count == 3_300)
        #expect(try read(bytes) == (16_000, nil))
        #expect(try read(Array(bytes.dropLast(40))) == (15_680, .cutShort))
        var other = bytes
        other[330] = 0x12
        #expect(throws: AudioError.self) { try read(other) }
        #expect(throws: AudioError.self) { try read(Array(bytes.prefix(297))) }
    }

    @Test("takes no sound away behind lengths without the coder's tag")
    func withoutTag() throws {
        let whole = try mp3(Self.sound(48_000), isConstant: true)
        let frame = try #require(MPEGFrame(whole))
        let info = try #require(MPEGInfo(ByteSource(bytes: whole), at: 0, frame))
        #expect(info.isWhole)
        var bare = whole
        for place in frame.infoOffset + 120..<frame.length { bare[place] = 0 }
        #expect(try read(bare).frames == info.frames.map { $0 * Int64(frame.samples) })
    }

    @Test("reads all of MP3 files put together", arguments: [true, false])
    func together(isConstant: Bool) throws {
        let first = try mp3(Self.sound(32_000), isConstant: isConstant)
        let second = try mp3(Self.sound(48_000, seed: 5), isConstant: isConstant)
        #expect(try read(first) == (32_000, nil))
        let found = try read(first + second)
        #expect((80_000..<83_000).contains(found.frames))
        #expect(found.shortfall == nil)
        let tag = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 128)
        #expect(try read(first + tag + second) == found)
    }

    @Test("refuses MP3 files of different rates put together")
    func ratesTogether() throws {
        let first = try mp3(Self.sound(32_000), isConstant: true)
        let second = try mp3(Self.sound(48_000, rate: 44_100), isConstant: true)
        let error = #expect(throws: AudioError.self) { _ = try read(first + second) }
        guard case .unlike("sound", let frame, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((32_000..<35_000).contains(frame))
        #expect(reason == "its sample rate or its channels change")
    }

    @Test("says that an MP3 file is cut, or has other bytes inside")
    func damage() throws {
        let whole = try mp3(Self.sound(48_000), isConstant: true)
        let cut = try read(Array(whole.prefix(whole.count / 2)))
        #expect(cut.shortfall == .cutShort)
        #expect((20_000..<28_000).contains(cut.frames))
        let half = whole.count / 2
        let junk = [UInt8](repeating: 0, count: 3_000)
        let broken = try read(Array(whole[..<half]) + junk + Array(whole[half...]))
        #expect(broken.shortfall == .broken)
        #expect(broken.frames > 44_000)
    }

    @Test("reads an MP3 stream inside a WAV file")
    func inWAV() throws {
        let stream = try streamed(try mp3(Self.growing, isConstant: false))
        let number = { FileView.Segment.number($0, $1, isBig: false) }
        let head =
            Array("WAVEfmt ".utf8) + number(30, 4) + number(0x55, 2) + number(1, 2)
            + number(16_000, 4) + number(8_000, 4) + number(1, 2) + number(0, 2) + number(12, 2)
            + [1, 0, 2, 0, 0, 0, 0x20, 1, 1, 0, 0x71, 5] + Array("data".utf8)
            + number(Int64(stream.count), 4)
        let length = number(Int64(head.count + stream.count), 4)
        let found = try read(Array("RIFF".utf8) + length + head + stream)
        #expect((80_000..<83_000).contains(found.frames))
        #expect(found.shortfall == nil)
    }

    @Test("reads every link of a chained Ogg file", arguments: [0x60, 0x64] as [Int32])
    func chained(coder: Int32) throws {
        let links = try [(16_000, 1), (48_000, 2), (8_000, 3)].map { frames, seed in
            try ogg(Self.sound(frames, seed: seed), coder)
        }
        #expect(try read(links[0] + links[1] + links[2]) == (72_000, nil))
        // The same numbers of streams and pages twice.
        #expect(try read(links[1] + links[1]) == (96_000, nil))
    }

    @Test("reads links as one sound, frame by frame")
    func linkedFrames() throws {
        let links = [try ogg(Self.sound(16_000)), try ogg(Self.sound(20_000, seed: 9))]
        let each = try links.map { try SoundFile.decode(bytes: $0, name: "link").samples }
        let all = try SoundFile.decode(bytes: links[0] + links[1], name: "sound").samples
        #expect(all == each[0] + each[1])
        let bench = Workbench()
        bench.write(links[0] + links[1], to: "chained.ogg")
        var part = try MonoStream(path: bench.path("chained.ogg"), range: 15_000..<17_000)
        let block = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 4_000)
        defer { block.deallocate() }
        let count = try part.read(into: block)
        #expect(Array(block[..<count]) == Array(all[15_000..<17_000]))
    }

    @Test("seeks over links whose frames can be reached")
    func seeking() throws {
        let links = try [1, 2].map { try ogg(Self.sound(16_000, seed: $0), 0x64) }
        var reader = try SoundFileReader(bytes: links[0] + links[1], name: "sound")
        #expect(reader.format.frames == 32_000)
        let block = SampleBlock<Float>(channels: 1)
        try reader.seek(to: 31_000)
        #expect(try reader.read(into: block.first(4_000)) == 1_000)
        try reader.seek(to: 15_500)
        #expect(try reader.read(into: block.first(4_000)) == 4_000)
        #expect(throws: AudioError.self) { try reader.seek(to: 40_000) }
    }

    @Test("refuses links of different rates, and names the frame")
    func linkedRates() throws {
        let links = [try ogg(Self.sound(16_000)), try ogg(Self.sound(44_100, rate: 44_100))]
        let error = #expect(throws: AudioError.self) { _ = try read(links[0] + links[1]) }
        guard case .unlike("sound", 16_000, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("44100 Hz"))
    }

    @Test("passes bytes between Ogg pages over")
    func gaps() throws {
        let link = try ogg(Self.sound(16_000))
        let junk = [UInt8](repeating: 0x4F, count: 70_000)
        #expect(try read(link + junk + link) == (32_000, nil))
    }
}
