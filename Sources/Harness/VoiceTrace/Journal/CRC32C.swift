/// CRC-32C, the Castagnoli checksum: every change of up to 32 bits in a row is seen.
///
/// Source: RFC 3720, appendix B.4 (polynomial 0x1EDC6F41, reflected); eight tables, so that eight
/// bytes go through at a time.
package enum CRC32C {
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
            tables[byte] = value
        }
        for byte in 256..<(8 * 256) {
            let before = tables[byte - 256]
            tables[byte] = before >> 8 ^ tables[Int(before & 255)]
        }
        return tables
    }()

    /// The checksum of `bytes`.
    package static func of(_ bytes: some Collection<UInt8>) -> UInt32 {
        bytes.withContiguousStorageIfAvailable { of(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes { of($0) }
    }

    private static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var sum = ~UInt32(0)
            let whole = bytes.count & ~7
            for start in stride(from: 0, to: whole, by: 8) {
                let low =
                    UInt32(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
                    ^ sum
                let high = UInt32(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
                sum = tables[1_792 + Int(low & 255)] ^ tables[1_536 + Int(low >> 8 & 255)]
                sum ^= tables[1_280 + Int(low >> 16 & 255)] ^ tables[1_024 + Int(low >> 24)]
                sum ^= tables[768 + Int(high & 255)] ^ tables[512 + Int(high >> 8 & 255)]
                sum ^= tables[256 + Int(high >> 16 & 255)] ^ tables[Int(high >> 24)]
            }
            for byte in bytes[whole...] { sum = sum >> 8 ^ tables[Int((sum ^ UInt32(byte)) & 255)] }
            return ~sum
        }
    }
}
