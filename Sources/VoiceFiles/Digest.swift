internal import Crypto

/// SHA-256 digests, spelled in lower-case hexadecimal.
public struct Digest {
    private var hash = SHA256()

    /// A digest of nothing yet.
    public init() {}

    /// Takes `bytes` in.
    public mutating func update(_ bytes: [UInt8]) { hash.update(data: bytes) }

    /// Takes `bytes` in.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bufferPointer: bytes)
    }

    /// The 32 bytes of the digest of all bytes taken in so far.
    public func bytes() -> [UInt8] { Array(hash.finalize()) }

    /// The digest of all bytes taken in so far.
    public func hex() -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in bytes() {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether `text` spells a digest.
    public static func isHex(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The 32 bytes of the digest of `bytes`.
    public static func bytes(of bytes: [UInt8]) -> [UInt8] {
        var digest = Digest()
        digest.update(bytes)
        return digest.bytes()
    }

    /// The digest of `bytes`.
    public static func hex(of bytes: [UInt8]) -> String {
        var digest = Digest()
        digest.update(bytes)
        return digest.hex()
    }
}
