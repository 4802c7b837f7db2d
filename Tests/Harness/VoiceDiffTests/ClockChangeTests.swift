import Testing
import VoiceDiff
import VoiceFlow
import VoiceJSON
import VoiceTime
import VoiceTrace

/// Sessions of two sample rates are compared by when things happened.
@Suite("Events on another clock")
struct ClockChangeTests {
    private func change(_ from: Int, _ to: Int) throws -> ClockChange? {
        ClockChange(
            from: try #require(SampleRate(hertz: from)), to: try #require(SampleRate(hertz: to)),
            .voiceflow)
    }

    @Test("frames of fields and evidence change, times in milliseconds and settings do not")
    func event() throws {
        let event = TraceEvent(
            sequence: 4, frame: 61_162, tap: .speech, kind: "segment",
            fields: ["frames": 61_163, "startMs": 250, "text": "61162", "digest": "d"],
            why: [
                "limit": 96_000, "energy": -31_250,
                TraceEvent.settingsKey: ["flow.limitFrames": 160],
            ])
        let changed = try #require(try change(16_000, 8_000)).event(event)
        #expect(changed.frame == 30_581 && changed.sequence == 4)
        #expect(
            changed.fields == ["frames": 30_582, "startMs": 250, "text": "61162", "digest": "d"])
        #expect(changed.why["limit"] == 48_000 && changed.why["energy"] == -31_250)
        #expect(changed.why[TraceEvent.settingsKey] == ["flow.limitFrames": 160])
    }

    @Test("times are the nearest, and a frame that no session has stays as it is")
    func frames() throws {
        let change = try #require(try change(48_000, 16_000))
        #expect([0, 1, 2, 3, -4].map(change.frame) == [0, 0, 1, 1, -1])
        #expect(change.frame(.max) == .max && change.frame(.min) == .min)
        #expect(change.range(3..<9) == 1..<3)
    }

    @Test("one clock is no change")
    func same() throws { #expect(try change(16_000, 16_000) == nil) }
}
