import Testing

@testable import VoiceAudio

@Suite struct SoundFileWritingTests {
    static let sound = Tone.sound(frames: 40_000)

    @Test("brings samples back from either container", arguments: ["a.wav", "a.flac", "A.WAV"])
    func bringsSamplesBack(name: String) throws {
        let bench = Workbench()
        try SoundFile.writeMono(Self.sound, path: bench.path(name))
        #expect(try SoundFile.readMono(path: bench.path(name), sampleRate: nil) == Self.sound)
        #expect(bench.names == [name])
    }

    @Test("writes equal bytes for equal samples", arguments: ["wav", "flac"])
    func reproducible(ending: String) throws {
        let bench = Workbench()
        try SoundFile.writeMono(Self.sound, path: bench.path("a.\(ending)"))
        try SoundFile.writeMono(Self.sound, path: bench.path("b.\(ending)"))
        #expect(bench.bytes(of: "a.\(ending)") == bench.bytes(of: "b.\(ending)"))
        #expect(!bench.bytes(of: "a.\(ending)").isEmpty)
    }

    @Test("encodes FLAC in memory to the same bytes every time, and back")
    func memory() throws {
        let first = try SoundFile.encodeFLAC(Self.sound)
        #expect(try SoundFile.encodeFLAC(Self.sound) == first)
        #expect(try SoundFile.decode(bytes: first, name: "memory") == Self.sound)
    }

    @Test("refuses to encode nothing, or at a rate out of range")
    func memoryRefusals() {
        #expect(throws: AudioError.empty(path: "FLAC in memory")) {
            _ = try SoundFile.encodeFLAC(MonoSound(sampleRate: 16_000, samples: []))
        }
        #expect(throws: AudioError.unsupportedRate(rate: 1)) {
            _ = try SoundFile.encodeFLAC(MonoSound(sampleRate: 1, samples: [1]))
        }
    }

    @Test("replaces a file only when asked to")
    func overwrite() throws {
        let bench = Workbench()
        let path = bench.path("a.wav")
        bench.write([1, 2, 3], to: "a.wav")
        #expect(throws: AudioError.exists(path: path)) {
            try SoundFile.writeMono(Self.sound, path: path)
        }
        #expect(bench.bytes(of: "a.wav") == [1, 2, 3])
        try SoundFile.writeMono(Self.sound, path: path, overwrite: true)
        #expect(try SoundFile.readMono(path: path, sampleRate: nil) == Self.sound)
        #expect(bench.names == ["a.wav"])
    }

    @Test("refuses a file that appeared while it was writing")
    func race() throws {
        let bench = Workbench()
        let path = bench.path("a.wav")
        #expect(throws: AudioError.exists(path: path)) {
            let writer = try SoundFileWriter(path: path, sampleRate: 16_000)
            bench.write([1], to: "a.wav")
            try writer.finish()
        }
        #expect(bench.names == ["a.wav"])
        #expect(bench.bytes(of: "a.wav") == [1])
    }

    @Test("leaves nothing of a writer that was dropped")
    func abandoned() throws {
        let bench = Workbench()
        do {
            var writer = try SoundFileWriter(path: bench.path("a.wav"), sampleRate: 16_000)
            try writer.write(Self.sound.samples)
            #expect(bench.names.count == 1)
            #expect(bench.names != ["a.wav"])
        }
        #expect(bench.names == [])
    }

    @Test("writes block by block what it writes at once")
    func blocks() throws {
        let bench = Workbench()
        try SoundFile.writeMono(Self.sound, path: bench.path("whole.flac"))
        var writer = try SoundFileWriter(path: bench.path("blocks.flac"), sampleRate: 16_000)
        for start in stride(from: 0, to: Self.sound.frames, by: 1_000) {
            try writer.write(Array(Self.sound.samples[start..<start + 1_000]))
        }
        try writer.finish()
        let whole = try SoundFile.readMono(path: bench.path("whole.flac"), sampleRate: nil)
        let blocks = try SoundFile.readMono(path: bench.path("blocks.flac"), sampleRate: nil)
        #expect(whole == blocks)
    }

    @Test(
        "an AIFF file has the frames that were written, however few or odd",
        arguments: [SoundEncoding.pcms8, .ulaw, .pcm16, .pcm24, .float, .double],
        [1, 2, 3, 5, 6, 7, 1_001])
    func lengthsOfAIFF(encoding: SoundEncoding, frames: Int) throws {
        for channels in [1, 2] {
            for comment in [nil, "odd"] {
                let bench = Workbench()
                var metadata = SoundMetadata()
                metadata.texts[.comment] = comment
                var writer = try SoundFileWriter(
                    path: bench.path("a.aiff"), coding: SoundCoding(.aiff, encoding),
                    sampleRate: 16_000, channels: channels, metadata: metadata)
                let samples = [Double](repeating: 0.25, count: frames * channels)
                try samples.withUnsafeBufferPointer { (all) throws(AudioError) in
                    try writer.write(all)
                }
                try writer.finish()
                let sound = try SoundFile.readMono(path: bench.path("a.aiff"), sampleRate: nil)
                #expect(sound.frames == frames)
                #expect(sound.samples.allSatisfy { abs(Int($0) - 8_192) < 300 })
            }
        }
    }

    @Test("refuses targets that cannot be")
    func refusals() {
        let bench = Workbench()
        let strange = bench.path("a.doc")
        #expect(throws: AudioError.unknownContainer(path: strange)) {
            try SoundFile.writeMono(Self.sound, path: strange)
        }
        let nowhere = bench.path("nowhere/a.wav")
        #expect(
            throws: AudioError.cannotCreate(path: nowhere, reason: "No such file or directory")
        ) {
            try SoundFile.writeMono(Self.sound, path: nowhere)
        }
        #expect(throws: AudioError.unsupportedRate(rate: 1)) {
            try SoundFile.writeMono(
                MonoSound(sampleRate: 1, samples: [1]), path: bench.path("a.wav"))
        }
        #expect(throws: AudioError.empty(path: bench.path("a.wav"))) {
            try SoundFile.writeMono(
                MonoSound(sampleRate: 16_000, samples: []), path: bench.path("a.wav"))
        }
        #expect(bench.names == [])
    }
}
