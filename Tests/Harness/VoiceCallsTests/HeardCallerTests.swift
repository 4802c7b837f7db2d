import Testing
import VoiceTime

@testable import VoiceCalls

@Suite struct HeardCallerTests {
    private static let rate = SampleRate.standard

    private static func stretch(_ turns: [Range<Frame>], _ delay: Frame?) -> HeardCaller {
        HeardCaller(turns, delay: delay, rate: rate)
    }

    @Test("a prompt may hold the caller where the app's side hears it, and 200 ms around that")
    func stretches() {
        let turn: Range<Frame> = 32_000..<48_000
        let during: Range<Frame> = 40_000..<41_000
        #expect(!Self.stretch([turn], nil).isIn(during))
        let shared = Self.stretch([turn], 0)
        #expect(shared.isIn(during) && shared.isIn(51_199..<60_000) && shared.isIn(0..<28_801))
        #expect(!shared.isIn(51_200..<60_000) && !shared.isIn(0..<28_800))
        let late = Self.stretch([turn], 11_200)
        #expect(late.isIn(during) && late.isIn(62_399..<70_000))
        #expect(!late.isIn(62_400..<70_000) && !late.isIn(0..<28_800))
        #expect(Self.stretch([turn], -480).isIn(0..<28_321))
    }
}
