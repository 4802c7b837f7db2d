import Testing
import VoiceAudio
import VoiceFlow
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

@Suite("Prompt track")
struct PromptTrackTests {
    private func segment(_ frame: Int64, _ digest: String, _ prompt: String = "P") -> TraceEvent {
        TraceEvent(
            frame: frame, tap: .actions, kind: "segment",
            fields: ["prompt": .string(prompt), "digest": .string(digest)])
    }

    private func media(_ frame: Int64, _ event: String) -> TraceEvent {
        TraceEvent(
            frame: frame, tap: .actions, kind: "media",
            fields: [
                "item": "P", "function": "playAudioSegment", "event": .string(event),
            ])
    }

    /// An engine whose prompts have one sound each, and that tells gains.
    private static let ducking: EventVocabulary = {
        let item = EventField("item", .item, isIdentity: true)
        return EventVocabulary(kinds: [
            EventKind("plays", .playBegin, fields: [item, EventField("digest", .digest)]),
            EventKind("ducked", .soundGain, fields: [item, EventField("gain", .gain)]),
            EventKind("restored", .soundGain, fields: [item]),
            EventKind("held", .soundPause, fields: [item]),
            EventKind("goesOn", .soundResume, fields: [item]),
            EventKind("over", .playEnd, fields: [item]),
        ])
    }()

    private func sound(_ frame: Int64, _ kind: String, gain: Int64? = nil) -> TraceEvent {
        var fields: JSONObject = ["item": "1.0"]
        if kind == "plays" { fields["digest"] = "steps" }
        if let gain { fields["gain"] = .integer(gain) }
        return TraceEvent(frame: frame, tap: .actions, kind: kind, fields: fields)
    }

    private func track(
        _ events: [TraceEvent], frames: Int64, _ vocabulary: EventVocabulary = .voiceflow
    ) -> [Int16]? {
        let prompts = [
            "steps": MonoSound(sampleRate: 16_000, samples: [100, 200, 300, 400]),
            "d": MonoSound(sampleRate: 16_000, samples: [1, 2, 3, 4]),
            "loud": MonoSound(sampleRate: 16_000, samples: [32_000, 32_000]),
        ]
        var track = PromptTrack(
            events, vocabulary, prompt: { prompts[$0] }, rate: .standard, frames: frames)
        var samples: [Int16] = []
        track.show { samples += $0 }
        return track.hasSound ? samples : nil
    }

    @Test("plays a prompt from its segment on until it ends, and again when it plays longer")
    func plays() {
        #expect(track([segment(1, "d"), media(5, "ended")], frames: 7) == [0, 1, 2, 3, 4, 0, 0])
        #expect(track([segment(0, "d"), media(6, "ended")], frames: 6) == [1, 2, 3, 4, 1, 2])
        #expect(track([segment(0, "d"), media(2, "stopped")], frames: 4) == [1, 2, 0, 0])
    }

    @Test("goes on after a pause where it was")
    func pauses() {
        let events = [segment(0, "d"), media(1, "paused"), media(3, "resumed"), media(6, "ended")]
        #expect(track(events, frames: 6) == [1, 0, 0, 2, 3, 4])
    }

    @Test("a sound without sounds of its own is played from its beginning until its end")
    func wholePrompts() {
        let events = [sound(1, "plays"), sound(3, "over")]
        #expect(track(events, frames: 4, Self.ducking) == [0, 100, 200, 0])
    }

    @Test("a ducked stretch is quieter by its gain, and its place in the sound goes on")
    func ducks() {
        let events = [
            sound(0, "plays"), sound(1, "ducked", gain: 250), sound(3, "restored"),
            sound(4, "over"),
        ]
        #expect(track(events, frames: 5, Self.ducking) == [100, 50, 75, 400, 0])
    }

    @Test("a gain told in a pause counts from there on; one of a sound unknown counts never")
    func ducksInPauses() {
        let events = [
            sound(0, "ducked", gain: 10), sound(0, "plays"), sound(1, "held"),
            sound(2, "ducked", gain: 500), sound(3, "goesOn"), sound(6, "over"),
        ]
        #expect(track(events, frames: 6, Self.ducking) == [100, 0, 0, 100, 150, 200])
    }

    @Test("a gain beyond all measure is bounded")
    func boundsGain() {
        let events = [sound(0, "plays"), sound(1, "ducked", gain: .max)]
        #expect(track(events, frames: 2, Self.ducking) == [100, 2_000])
        let below = [sound(0, "plays"), sound(1, "ducked", gain: -5)]
        #expect(track(below, frames: 2, Self.ducking) == [100, 0])
    }

    @Test("two prompts at once are added and clipped, and one without audio is silent")
    func mixes() {
        let events = [segment(0, "loud"), segment(0, "loud", "Q"), segment(2, "gone")]
        #expect(track(events, frames: 2) == [32_767, 32_767])
        #expect(track([segment(0, "gone")], frames: 3) == nil)
    }

    @Test("events beyond the session are left alone")
    func beyond() {
        #expect(track([segment(-5, "d"), segment(.max, "d")], frames: 3) == nil)
    }

    @Test("a long track is put together in pieces, and prompts are fetched when they are played")
    func pieces() {
        var fetched: [String] = []
        let events = [segment(20_000, "d"), media(40_000, "ended"), segment(50_000, "e", "Q")]
        var track = PromptTrack(
            events, .voiceflow,
            prompt: { digest in
                fetched.append(digest)
                return MonoSound(sampleRate: 16_000, samples: [7, 8, 9])
            }, rate: .standard, frames: 45_000)
        var samples: [Int16] = []
        var longest = 0
        track.show {
            samples += $0
            longest = max(longest, $0.count)
        }
        let expected = (0..<45_000).map { frame in
            (20_000..<40_000).contains(frame) ? Int16(7 + (frame - 20_000) % 3) : 0
        }
        #expect(samples == expected)
        #expect(longest < 20_000)
        #expect(fetched == ["d"])
    }
}
