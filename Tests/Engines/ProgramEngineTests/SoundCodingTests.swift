import Testing

@testable import ProgramEngine

/// Samples in the bytes of carriers.
@Suite struct SoundCodingTests {
    /// Values of the tables in ITU-T G.711.
    @Test(arguments: [(0, 0xFF), (-1, 0x7F), (32_767, 0x80), (-32_768, 0x00), (1_000, 0xCE)])
    func mulawAsTheTablesSay(_ sample: Int16, _ byte: UInt8) {
        #expect(SoundCoding.mulaw.bytes(of: [sample]) == [byte])
    }

    @Test(arguments: [(0, 0xD5), (-1, 0x55), (32_767, 0xAA), (-32_768, 0x2A), (1_000, 0xFA)])
    func alawAsTheTablesSay(_ sample: Int16, _ byte: UInt8) {
        #expect(SoundCoding.alaw.bytes(of: [sample]) == [byte])
    }

    @Test(arguments: [SoundCoding.mulaw, .alaw])
    func everyByteComesBack(_ coding: SoundCoding) throws {
        for byte in UInt8.min...UInt8.max {
            let sample = try #require(coding.samples(of: [byte])?.first)
            // µ-law has two zeros.
            let again = coding.bytes(of: [sample])[0]
            #expect(again == byte || sample == 0)
        }
    }

    @Test func halfASampleIsNone() {
        #expect(SoundCoding.pcm16.samples(of: [1, 2, 3]) == nil)
        #expect(SoundCoding.pcm16.samples(of: [1, 2]) == [513])
    }
}
