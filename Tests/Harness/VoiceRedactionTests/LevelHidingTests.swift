import Testing
import VoiceJSON
import VoiceTrace

@testable import VoiceRedaction

@Suite("Hidden levels")
struct LevelHidingTests {
    private func events(_ levels: [Int64]) -> [TraceEvent] {
        levels.enumerated().map { index, level in
            TraceEvent(
                frame: Int64(100 * index), tap: .speech, kind: CoreKind.level.rawValue,
                fields: [CoreKey.level: .integer(level)])
        }
    }

    private func levels(_ events: [TraceEvent]) -> [Int64] {
        events.compactMap { $0.fields[CoreKey.level]?.integer }
    }

    @Test("are two where one is enough to tell loud from quiet, and as they were outside of spans")
    func twoLevels() {
        let recorded = events([-60_000, -60_200, -59_800, -20_000, -30_000, -61_000])
        let hidden = LevelHiding.twoLevels(above: 12_600).hide(recorded, in: [50..<1_000])
        #expect(levels(hidden) == [-60_000, -60_333, -60_333, -25_000, -25_000, -60_333])
    }

    @Test("are told in steps")
    func steps() {
        let recorded = events([-59_000, -61_000, -20_000])
        let hidden = LevelHiding.steps(6_000).hide(recorded, in: [0..<1_000])
        #expect(levels(hidden) == [-59_000, -60_000, -18_000])
    }
}
