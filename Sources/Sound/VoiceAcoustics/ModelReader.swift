internal import VoiceFiles

/// Reason why an acoustic model cannot be used.
package enum AcousticModelError: Error, Equatable, Sendable {
    /// A file of the model cannot be read.
    case unreadable(path: String)
    /// A file of the model does not hold what its format asks for, or more than is taken.
    case damaged(path: String, what: String)
}

extension AcousticModelError: CustomStringConvertible {
    /// Message on what is wrong, where, and what to do next.
    package var description: String {
        switch self {
        case .unreadable(let path):
            "the speech model lacks \(path). Install the package pocketsphinx-en-us, or set "
                + "VOICETEST_MODEL to a model's folder."
        case .damaged(let path, let what):
            "\(path) is not a file of a speech model: \(what). Reinstall the package "
                + "pocketsphinx-en-us."
        }
    }
}

/// Reads numbers from one binary file of a model; never beyond its end.
struct ModelReader {
    /// The largest file that is taken.
    static let sizeLimit: Int64 = 256 << 20

    let path: String
    private let bytes: [UInt8]
    private(set) var place = 0

    init(path: String) throws(AcousticModelError) {
        self.path = path
        do throws(DiskError) {
            bytes = try DiskFile.read(path, limit: Self.sizeLimit)
        } catch { throw .unreadable(path: path) }
    }

    func damaged(_ what: String) -> AcousticModelError { .damaged(path: path, what: what) }

    /// Skips a header of lines that ends with "endhdr", and the mark of the byte order. Returns the
    /// start of the checksummed part; nil for a file without a checksum.
    ///
    /// Source: the format "s3" of Sphinx-3, and `bio_readhdr` of sphinxbase, which takes a name for
    /// the sum whatever its value is.
    mutating func header() throws(AcousticModelError) -> Int? {
        guard bytes.starts(with: "s3\n".utf8) else { throw damaged("it does not begin with s3") }
        place = 3
        var isSummed = false
        for _ in 0..<Self.headerLines {
            let line = try headerLine()
            if line == ["endhdr"] {
                guard try int32() == 0x1122_3344 else {
                    throw damaged("its byte order is not known")
                }
                return isSummed ? place : nil
            }
            guard line.count == 2, line[0] != "endhdr" else { throw damaged("it has no header") }
            isSummed = isSummed || line[0] == "chksum0"
        }
        throw damaged("it has no header")
    }

    private static let headerLines = 32

    /// The words of the next line, which ends within 1,000 bytes.
    private mutating func headerLine() throws(AcousticModelError) -> [Substring] {
        let rest = bytes[place...].prefix(1_000)
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            throw damaged("it has no header")
        }
        defer { place = end + 1 }
        return String(decoding: bytes[place..<end], as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
    }

    /// Checks the sum of all 32-bit words from `start` to here, where there is one, and that
    /// nothing follows.
    ///
    /// Source: `chksum_accum` of sphinxbase.
    mutating func finish(summing start: Int?) throws(AcousticModelError) {
        if let start {
            let sum = bytes[start..<place].withUnsafeBytes { raw in
                stride(from: 0, to: raw.count & ~3, by: 4).reduce(UInt32(0)) { sum, offset in
                    (sum << 20 | sum >> 12)
                        &+ UInt32(
                            littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                        )
                }
            }
            guard try words32(1)[0] == Int32(bitPattern: sum) else {
                throw damaged("it does not have the checksum that it names")
            }
        }
        guard place == bytes.count else { throw damaged("more follows than it counts") }
    }

    mutating func int32() throws(AcousticModelError) -> Int {
        Int(try words32(1)[0])
    }

    /// Reads a number that says how many of something follow.
    mutating func count(
        _ range: ClosedRange<Int>, of what: String
    ) throws(AcousticModelError) -> Int {
        let value = try int32()
        guard range.contains(value) else {
            throw damaged(
                "it counts \(value) \(what), not \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return value
    }

    mutating func floats(_ count: Int) throws(AcousticModelError) -> [Float] {
        let part = try read(4 * count)
        let values = part.withUnsafeBytes { raw in
            (0..<count).map { index in
                Float(
                    bitPattern: UInt32(
                        littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
                )
            }
        }
        guard values.allSatisfy(\.isFinite) else { throw damaged("it holds no finite numbers") }
        return values
    }

    mutating func words16(_ count: Int) throws(AcousticModelError) -> [UInt16] {
        let part = try read(2 * count)
        return part.withUnsafeBytes { raw in
            (0..<count).map { index in
                UInt16(
                    littleEndian: raw.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
            }
        }
    }

    mutating func words32(_ count: Int) throws(AcousticModelError) -> [Int32] {
        let part = try read(4 * count)
        return part.withUnsafeBytes { raw in
            (0..<count).map { index in
                Int32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self))
            }
        }
    }

    /// Text up to a byte of 0.
    mutating func text() throws(AcousticModelError) -> String {
        guard let end = bytes[place...].firstIndex(of: 0), end - place <= 256 else {
            throw damaged("a name does not end")
        }
        defer { place = end + 1 }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }

    mutating func skip(_ count: Int) throws(AcousticModelError) { _ = try read(count) }

    /// Goes on to a whole number of `size` bytes behind `start`.
    mutating func align(to size: Int, from start: Int) throws(AcousticModelError) {
        try skip((size - (place - start) % size) % size)
    }

    mutating func read(_ count: Int) throws(AcousticModelError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - place else { throw damaged("it is too short") }
        defer { place += count }
        let start = place
        return bytes[start..<start + count]
    }
}
