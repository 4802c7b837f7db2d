internal import VoiceFiles

/// Why an acoustic model cannot be used.
public enum AcousticModelError: Error, Equatable, Sendable {
    /// A file of the model cannot be read.
    case unreadable(path: String)
    /// A file of the model does not hold what its format asks for, or more than is taken.
    case damaged(path: String, what: String)
}

extension AcousticModelError: CustomStringConvertible {
    /// What is wrong, where, and what to do next.
    public var description: String {
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

    /// Goes past a header of lines that ends with "endhdr", and the mark of the byte order.
    ///
    /// Source: the format "s3" of Sphinx-3.
    mutating func skipHeader() throws(AcousticModelError) {
        guard bytes.starts(with: "s3\n".utf8) else { throw damaged("it does not begin with s3") }
        let mark = Array("endhdr\n".utf8)
        let limit = min(bytes.count, 4_096)
        var start = 0
        while start + mark.count <= limit, !bytes[start...].starts(with: mark) { start += 1 }
        guard start + mark.count <= limit else { throw damaged("it has no header") }
        place = start + mark.count
        guard try int32() == 0x1122_3344 else { throw damaged("its byte order is not known") }
    }

    mutating func int32() throws(AcousticModelError) -> Int {
        Int(try words32(1)[0])
    }

    /// A number that says how many of something follow.
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
        let part = try take(4 * count)
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
        let part = try take(2 * count)
        return part.withUnsafeBytes { raw in
            (0..<count).map { index in
                UInt16(
                    littleEndian: raw.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
            }
        }
    }

    mutating func words32(_ count: Int) throws(AcousticModelError) -> [Int32] {
        let part = try take(4 * count)
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

    mutating func skip(_ count: Int) throws(AcousticModelError) { _ = try take(count) }

    mutating func align(to size: Int) throws(AcousticModelError) {
        try skip((size - place % size) % size)
    }

    mutating func take(_ count: Int) throws(AcousticModelError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - place else { throw damaged("it is too short") }
        defer { place += count }
        let start = place
        return bytes[start..<start + count]
    }
}
