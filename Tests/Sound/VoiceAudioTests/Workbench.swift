import VoiceAudio

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder of its own for one test, removed with everything in it.
struct Workbench: ~Copyable {
    let folder: String

    init() {
        var template = Array("/tmp/voicetest-audio-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary folder")
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    var names: [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen(path(name), "wb") else { preconditionFailure("cannot write") }
        _ = fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// Makes a file longer by bytes that take no room on the disk.
    func grow(_ name: String, to length: Int64) {
        precondition(truncate(path(name), off_t(length)) == 0, "cannot grow")
    }

    func bytes(of name: String) -> [UInt8] {
        guard let file = fopen(path(name), "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while true {
            let next = fgetc(file)
            if next == EOF { return bytes }
            bytes.append(UInt8(next))
        }
    }

    deinit {
        for name in names {
            if unlink("\(folder)/\(name)") != 0 { rmdir("\(folder)/\(name)") }
        }
        rmdir(folder)
    }
}

/// Sounds made by arithmetic.
enum Tone {
    static func sine(
        hertz: Double, sampleRate: Int, frames: Int, amplitude: Double = 0.5
    ) -> [Float] {
        (0..<frames).map { frame in
            Float(amplitude * sin(2 * Double.pi * hertz * Double(frame) / Double(sampleRate)))
        }
    }

    static func sound(hertz: Double = 440, sampleRate: Int = 16_000, frames: Int) -> MonoSound {
        let floats = sine(hertz: hertz, sampleRate: sampleRate, frames: frames)
        return MonoSound(sampleRate: sampleRate, samples: floats.map(PCM16.sample))
    }
}

/// A WAV file's bytes, spelled out so that tests can hold what no writer would write.
enum WaveBytes {
    static func file(
        rate: Int, channels: Int, format: Int, bits: Int, data: [UInt8], claimed: Int? = nil
    ) -> [UInt8] {
        let size = claimed ?? data.count
        let frame = channels * bits / 8
        return Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + little(format, 2) + little(channels, 2) + little(rate, 4) + little(rate * frame, 4)
            + little(frame, 2) + little(bits, 2) + Array("data".utf8) + little(size, 4) + data
    }

    static func floats(_ values: [Float], rate: Int = 16_000, channels: Int = 1) -> [UInt8] {
        file(
            rate: rate, channels: channels, format: 3, bits: 32,
            data: values.flatMap { little(Int($0.bitPattern), 4) })
    }

    static func doubles(_ values: [Double], rate: Int = 16_000) -> [UInt8] {
        file(
            rate: rate, channels: 1, format: 3, bits: 64,
            data: values.flatMap { value in
                (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * $0)) }
            })
    }

    static func shorts(_ values: [Int16], rate: Int = 16_000, channels: Int = 1) -> [UInt8] {
        file(
            rate: rate, channels: channels, format: 1, bits: 16,
            data: values.flatMap { little(Int(UInt16(bitPattern: $0)), 2) })
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
