import Foundation
import Testing
import VoiceAudio

@Suite struct SoundFileReadingTests {
    @Test("refuses a missing file, a folder and a text by name")
    func refusals() {
        let bench = Workbench()
        bench.write(Array("not a sound at all, just words".utf8), to: "words.wav")
        bench.write([], to: "nothing.wav")
        let missing = bench.path("missing.wav")
        #expect(throws: AudioError.missing(path: missing)) {
            _ = try SoundFile.readMono(path: missing, sampleRate: nil)
        }
        let folder = bench.folder
        #expect(throws: AudioError.unreadable(path: folder, reason: "it is a folder")) {
            _ = try SoundFile.readMono(path: folder, sampleRate: nil)
        }
        for name in ["words.wav", "nothing.wav"] {
            let path = bench.path(name)
            let error = #expect(throws: AudioError.self) {
                _ = try SoundFile.readMono(path: path, sampleRate: nil)
            }
            guard case .notSound(path, _)? = error else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
        }
    }

    @Test("refuses zero frames")
    func empty() {
        #expect(throws: AudioError.empty(path: "silence.wav")) {
            _ = try SoundFile.decode(bytes: WaveBytes.shorts([]), name: "silence.wav")
        }
    }

    @Test("refuses NaN and infinity and names the frame", arguments: [Float.nan, .infinity])
    func nonFinite(value: Float) {
        var samples = [Float](repeating: 0.1, count: 50_000)
        samples[40_002 * 1] = value
        let bytes = WaveBytes.floats(samples, channels: 2)
        #expect(throws: AudioError.nonFinite(path: "bad.wav", frame: 20_001)) {
            _ = try SoundFile.decode(bytes: bytes, name: "bad.wav")
        }
    }

    @Test("refuses more channels than it mixes down")
    func channels() {
        let bytes = WaveBytes.shorts([Int16](repeating: 1, count: 65), channels: 65)
        #expect(throws: AudioError.tooManyChannels(path: "wide.wav", channels: 65, limit: 64)) {
            _ = try SoundFile.decode(bytes: bytes, name: "wide.wav")
        }
    }

    @Test("refuses more than 48 hours")
    func tooLong() {
        // At one frame a second, two days fit into a small file.
        let limit = 48 * 3_600
        let fits = WaveBytes.shorts([Int16](repeating: 1, count: limit), rate: 1)
        #expect(throws: Never.self) {
            _ = try SoundFile.decode(bytes: fits, name: "long.wav")
        }
        let exceeds = WaveBytes.shorts([Int16](repeating: 1, count: limit + 1), rate: 1)
        #expect(throws: AudioError.tooLong(path: "long.wav", hours: 48)) {
            _ = try SoundFile.decode(bytes: exceeds, name: "long.wav")
        }
    }

    @Test("refuses a clip and a prompt of more than two hours, which a session keeps in memory")
    func tooLongForMemory() throws {
        let bench = Workbench()
        let rate = 4_000
        let limit = 2 * 3_600 * rate
        func long(_ frames: Int) -> String {
            let bytes = UInt32(2 * frames)
            var header = WaveBytes.shorts([0], rate: rate)
            header.replaceSubrange(
                40..<44, with: (0..<4).map { UInt8(truncatingIfNeeded: bytes >> (8 * $0)) })
            bench.write(header, to: "long.wav")
            bench.grow("long.wav", to: 44 + Int64(bytes))
            return bench.path("long.wav")
        }
        var path = long(limit)
        #expect(try SoundFile.readClip(path: path, sampleRate: rate).frames == limit)
        path = long(limit + 1)
        let error = AudioError.tooLong(path: path, hours: 2)
        #expect(throws: error) { try SoundFile.readClip(path: path, sampleRate: rate) }
        #expect(throws: error) { try SoundFile.readDecodable(path: path, sampleRate: rate) }
    }

    @Test("refuses a target rate out of range")
    func targetRate() {
        #expect(throws: AudioError.unsupportedRate(rate: 0)) {
            _ = try SoundFile.readMono(path: "any.wav", sampleRate: 0)
        }
    }

    @Test("reads 16-bit samples to the bit")
    func exact() throws {
        let samples: [Int16] = [0, 1, -1, 32_767, -32_768, 1_234]
        let sound = try SoundFile.decode(bytes: WaveBytes.shorts(samples), name: "exact.wav")
        #expect(sound == MonoSound(sampleRate: 16_000, samples: samples))
    }

    @Test("mixes channels down by their mean")
    func mean() throws {
        let bytes = WaveBytes.shorts([100, 300, -200, 200, 7, 8], channels: 2)
        let sound = try SoundFile.decode(bytes: bytes, name: "stereo.wav")
        #expect(sound.samples == [200, 0, 8])
    }

    @Test("shows blocks of several channels as they are decoded, up to the fault")
    func blocks() {
        var samples = [Float](repeating: 0.1, count: 200_000)
        samples[160_000] = .nan
        let bench = Workbench()
        bench.write(WaveBytes.floats(samples, channels: 2), to: "bad.wav")
        let file = open(bench.path("bad.wav"), O_RDONLY)
        var shown: [Int] = []
        #expect(throws: AudioError.nonFinite(path: "bad.wav", frame: 80_000)) {
            _ = try SoundFile.decode(descriptor: file, name: "bad.wav", blockFrames: 700) {
                shown.append($0.count)
            }
        }
        #expect(shown.count > 50 && shown.allSatisfy { $0 == 700 })
    }

    @Test("takes 8 channels at 192 kHz down to one at 16 kHz")
    func wide() throws {
        let bench = Workbench()
        let tone = Tone.sine(hertz: 1_000, sampleRate: 192_000, frames: 96_000)
        bench.write(
            WaveBytes.floats(
                tone.flatMap { [Float](repeating: $0, count: 8) }, rate: 192_000, channels: 8),
            to: "wide.wav")
        let sound = try SoundFile.readMono(path: bench.path("wide.wav"), sampleRate: 16_000)
        #expect(sound.sampleRate == 16_000)
        #expect(sound.frames == 8_000)
        #expect(abs(Level.rms(sound.samples) - (-9.03)) < 0.1)
    }

    @Test("does not believe a header that claims too much")
    func claim() throws {
        let bytes = WaveBytes.file(
            rate: 16_000, channels: 1, format: 1, bits: 16, data: [1, 0, 2, 0],
            claimed: 2_000_000_000)
        let sound = try SoundFile.decode(bytes: bytes, name: "claim.wav")
        #expect(sound.samples == [1, 2])
    }

    @Test("notices a FLAC file that breaks off")
    func truncated() throws {
        let tone = RoomTone(seed: 1).sound(frames: 80_000, sampleRate: 16_000)
        let bytes = try SoundFile.encodeFLAC(tone)
        let error = #expect(throws: AudioError.self) {
            _ = try SoundFile.decode(bytes: Array(bytes.prefix(bytes.count / 2)), name: "cut.flac")
        }
        guard case .damaged(_, let frame, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((1..<80_000).contains(frame))
    }

    @Test("says what a file is and gives it piece by piece")
    func streaming() throws {
        let bench = Workbench()
        try SoundFile.writeMono(Tone.sound(frames: 1_000), path: bench.path("tone.flac"))
        var reader = try SoundFileReader(path: bench.path("tone.flac"))
        let format = reader.format
        #expect(format.sampleRate == 16_000)
        #expect(format.channels == 1)
        #expect(format.frames == 1_000)
        #expect(format.container.contains("FLAC"))
        #expect(format.encoding.contains("16 bit"))
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 300)
        defer { buffer.deallocate() }
        var counts: [Int] = []
        while true {
            let count = try reader.read(into: buffer)
            counts.append(count)
            if count == 0 { break }
        }
        #expect(counts == [300, 300, 300, 100, 0])
    }

    @Test("keeps the reasons of simultaneous failures apart")
    func simultaneous() async {
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask { Self.reasonIsKept(name: "\(index)") }
            }
            for await isKept in group { #expect(isKept) }
        }
    }

    static func reasonIsKept(name: String) -> Bool {
        do {
            _ = try SoundFile.decode(bytes: Array("words \(name)".utf8), name: name)
            return false
        } catch {
            guard case .notSound(let path, let reason) = error else { return false }
            return path == name && !reason.isEmpty && !reason.hasPrefix("No Error")
        }
    }
}
