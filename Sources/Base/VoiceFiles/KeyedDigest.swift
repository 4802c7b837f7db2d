#if canImport(CommonCrypto)
    internal import CommonCrypto
#else
    internal import CCrypto
#endif

/// Digests of a message under a key (HMAC), by which webhooks are signed.
///
/// Source: RFC 2104; libcrypto of OpenSSL 3, `SHA1`; CommonCrypto on macOS.
package enum KeyedDigest: String, Sendable, CaseIterable {
    /// HMAC with SHA-1, of 20 bytes.
    case sha1
    /// HMAC with SHA-256, of 32 bytes.
    case sha256

    private static let blockBytes = 64

    /// Returns the digest of `message` under `key`.
    package func bytes(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var padded = key.count > Self.blockBytes ? plain(key) : key
        padded += [UInt8](repeating: 0, count: Self.blockBytes - padded.count)
        let inner = plain(padded.map { $0 ^ 0x36 } + message)
        return plain(padded.map { $0 ^ 0x5C } + inner)
    }

    private func plain(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha256: return Digest.bytes(of: bytes)
        case .sha1:
            var digest = [UInt8](repeating: 0, count: 20)
            #if canImport(CommonCrypto)
                CC_SHA1(bytes, CC_LONG(bytes.count), &digest)
            #else
                SHA1(bytes, bytes.count, &digest)
            #endif
            return digest
        }
    }
}
