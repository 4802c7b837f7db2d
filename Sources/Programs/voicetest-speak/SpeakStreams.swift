import VoiceSystem

/// Standard input as text, standard output as bytes.
enum SpeakStreams {
    /// Bytes of text that one utterance may hold: 1 MiB.
    static let longestText = 1 << 20

    /// Reads all of standard input.
    static func readText() throws(SpeakError) -> String {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(0, &block, block.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .streamFailed(stream: "input", number: errno)
            }
            if count == 0 { break }
            bytes.append(contentsOf: block[..<count])
            guard bytes.count <= longestText else { throw .textTooLong(limit: longestText) }
        }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw .textUnreadable
        }
        return text
    }

    /// Writes all of `bytes` to standard output.
    static func write(_ bytes: [UInt8]) throws(SpeakError) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
                return SpeakSystem.write(1, rest.baseAddress, rest.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .streamFailed(stream: "output", number: errno)
            }
            offset += count
        }
    }

    /// Samples as a WAV file of 16-bit mono: the 44-byte header, then the samples.
    ///
    /// Source: Multimedia Programming Interface and Data Specifications 1.0, "WAVE".
    static func wave(_ samples: [Int16], sampleRate: Int) -> [UInt8] {
        let size = UInt32(samples.count * 2)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + samples.count * 2)
        func append<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.append(contentsOf: "RIFF".utf8)
        append(size + 36)
        bytes.append(contentsOf: "WAVEfmt ".utf8)
        append(UInt32(16))
        append(UInt16(1))
        append(UInt16(1))
        append(UInt32(sampleRate))
        append(UInt32(sampleRate * 2))
        append(UInt16(2))
        append(UInt16(16))
        bytes.append(contentsOf: "data".utf8)
        append(size)
        for sample in samples { append(sample) }
        return bytes
    }
}

/// The system's `write`, reachable beside a method of the same name.
enum SpeakSystem {
    static func write(_ file: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        VoiceSystem.write(file, start, count)
    }
}
