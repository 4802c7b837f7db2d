import Testing

@testable import VoiceFiles

/// Digests under a key, as RFC 2202 and RFC 4231 have them.
@Suite struct KeyedDigestTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func isThatOfTheTestCases() {
        let message = Array("what do ya want for nothing?".utf8)
        let key = Array("Jefe".utf8)
        #expect(
            hex(KeyedDigest.sha1.bytes(of: message, key: key))
                == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
        #expect(
            hex(KeyedDigest.sha256.bytes(of: message, key: key))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func aLongKeyIsItsDigest() {
        let key = [UInt8](repeating: 0xAA, count: 80)
        let message = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        #expect(
            hex(KeyedDigest.sha1.bytes(of: message, key: key))
                == "aa4ae5e15272d00e95705637ce8a3b55ed402112")
    }
}
