#if canImport(CommonCrypto)
    internal import CommonCrypto

    private typealias HashState = CC_SHA256_CTX
#else
    internal import CCrypto

    private typealias HashState = SHA256_CTX
#endif

/// SHA-256 digests, spelled in lower-case hexadecimal.
///
/// Source: libcrypto of OpenSSL 3, `SHA256_Update`; CommonCrypto on macOS.
package struct Digest {
    private var state = HashState()

    /// A digest of nothing yet.
    package init() {
        #if canImport(CommonCrypto)
            CC_SHA256_Init(&state)
        #else
            SHA256_Init(&state)
        #endif
    }

    /// Takes `bytes` in.
    package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// Takes `bytes` in.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        #if canImport(CommonCrypto)
            var rest = bytes
            while !rest.isEmpty {
                let count = min(rest.count, Int(CC_LONG.max))
                CC_SHA256_Update(&state, rest.baseAddress, CC_LONG(count))
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        #else
            SHA256_Update(&state, bytes.baseAddress, bytes.count)
        #endif
    }

    /// The 32 bytes of the digest of all bytes taken in so far.
    package func bytes() -> [UInt8] {
        var copy = state
        var bytes = [UInt8](repeating: 0, count: 32)
        #if canImport(CommonCrypto)
            CC_SHA256_Final(&bytes, &copy)
        #else
            SHA256_Final(&bytes, &copy)
        #endif
        return bytes
    }

    /// The digest of all bytes taken in so far.
    package func hex() -> String {
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
    package static func isHex(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The 32 bytes of the digest of `bytes`.
    package static func bytes(of bytes: [UInt8]) -> [UInt8] {
        var digest = Digest()
        digest.update(bytes)
        return digest.bytes()
    }

    /// The digest of `bytes`.
    package static func hex(of bytes: [UInt8]) -> String {
        var digest = Digest()
        digest.update(bytes)
        return digest.hex()
    }
}
