import Testing

@testable import VoiceAudio

@Suite struct ForeignContainerTests {
    @Test(
        "tells what phones record by its first bytes",
        arguments: [
            ("\0\0\0\u{20}ftypM4A ", .mp4), ("\0\0\0\u{20}ftyp3gp4", .mp4), ("#!AMR\n", .amr),
            ("#!AMR-WB\n", .amr),
        ] as [(String, ForeignContainer)])
    func texts(head: String, container: ForeignContainer) {
        #expect(ForeignContainer(ByteSource(bytes: Array(head.utf8))) == container)
    }

    @Test(
        "tells binary marks from sound that libsndfile reads",
        arguments: [
            ([0x1A, 0x45, 0xDF, 0xA3, 1], .webm), ([0xFF, 0xF1, 0x50, 0x80], .aac),
            (wave(coder: 0x8F, 0x02), .wav), (wave(coder: 0x45, 0), .wav), (wave(coder: 1, 0), nil),
            ([0xFF, 0xFB, 0x50, 0x80], nil), ([0x30, 0x26, 0xB2, 0x75], nil), ([], nil),
        ] as [([UInt8], ForeignContainer?)])
    func bytes(head: [UInt8], container: ForeignContainer?) {
        #expect(ForeignContainer(ByteSource(bytes: head)) == container)
    }

    /// The beginning of a WAV file of one coder.
    private static func wave(coder: UInt8...) -> [UInt8] {
        Array("RIFF\0\0\0\0WAVEfmt ".utf8) + [16, 0, 0, 0] + coder
            + [1, 0, 0x40, 0x1F, 0, 0, 0, 0x20, 0, 0, 1, 0, 4, 0] + Array("data\0\0\0\0".utf8)
    }

    @Test("leaves files to libsndfile that it reads, and others to nothing")
    func readable() throws {
        let bench = Workbench()
        let caf = try SoundFile.encode(Tone.sound(frames: 100), as: 0x18_0002, name: "a") { _ in }
        bench.write(caf, to: "a.caf")
        bench.write(Array("#!AMR\n".utf8), to: "a.wav")
        bench.write(Array("words".utf8), to: "a.m4a")
        #expect(ForeignContainer(path: bench.path("a.caf")) == nil)
        #expect(ForeignContainer(path: bench.path("a.wav")) == .amr)
        #expect(ForeignContainer(path: bench.path("a.m4a")) == nil)
        #expect(ForeignContainer(path: bench.path("none")) == nil)
        bench.write([1, 2, 3], to: "a.g722")
        #expect(ForeignContainer(path: bench.path("a.g722")) == .g722)
    }
}
