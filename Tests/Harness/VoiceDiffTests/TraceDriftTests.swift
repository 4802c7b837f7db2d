import Testing
import VoiceDiff
import VoiceFlow
import VoiceJSON
import VoiceTime
import VoiceTrace

/// One turn: a prompt, the caller's answer 500 ms after it, the module's end 1000 ms after that.
///
/// caller `..........yes..........`
/// system `ASK...........|BYE.....`, one column for each 100 ms
@Suite("Drift of a golden from its anchor")
struct TraceDriftTests {
    /// What may be otherwise than in the anchor, in frames; 16 are a millisecond.
    private struct Changes {
        var prompt: Frame = 16_000
        var digest = "a"
        /// How late the prompt ends after its sound does.
        var gap: Frame = 0
        /// When the caller speaks; nil is 500 ms after the prompt.
        var caller: Frame?
        /// How long after the speech the app goes on.
        var endpoint: Frame = 16_000
        /// Who ends the prompt: `ended` or `stopped`.
        var end = "ended"
    }

    private func events(_ changes: Changes = Changes()) -> [TraceEvent] {
        let ended = changes.prompt + changes.gap
        let spoken = changes.caller ?? (ended + 8_000) / 160 * 160
        let last = spoken + 6_400 + changes.endpoint
        return Sessions.numbered([
            Sessions.action(0, "moduleStart", ["module": "Ask", "type": "audioDialog"]),
            Sessions.media(0, "Ask", "P_Ask", "started"),
            Sessions.action(
                0, "segment",
                [
                    "module": "Ask", "prompt": "P_Ask", "type": "textString",
                    "digest": .string(changes.digest), "frames": .integer(changes.prompt),
                ]),
            Sessions.media(ended, "Ask", "P_Ask", changes.end),
            Sessions.speech(spoken + 3_840, "speechStart", ["spoken": .integer(spoken)], why: [:]),
            Sessions.speech(
                last, "speechEnd", ["spoken": .integer(spoken + 6_400)],
                why: ["duration": .integer(changes.endpoint)]),
            Sessions.action(last, "moduleEnd", ["module": "Ask"]),
            Sessions.media(last, "Bye", "P_Bye", "started"),
            Sessions.media(last + 16_000, "Bye", "P_Bye", "ended"),
        ])
    }

    private func drift(_ changes: Changes, lengths: [String: Frame] = [:]) -> TraceDrift {
        TraceDrift(
            from: events(), to: events(changes), sampleRate: .standard, vocabulary: .voiceflow,
            lengths: lengths)
    }

    @Test("the length of a prompt whose sound is another one is none", arguments: [56_003, 4_003])
    func explainsLength(frames: Frame) {
        let drift = drift(Changes(prompt: frames, digest: "b"))
        // The detector decides every 10 ms.
        #expect(drift.milliseconds <= 20)
        #expect(drift.promptMilliseconds == (abs(frames - 16_000) + 15) / 16)
    }

    @Test("the same sound that plays for longer explains nothing")
    func keepsSameSound() {
        #expect(drift(Changes(prompt: 56_000)).milliseconds == 2_500)
        #expect(drift(Changes(prompt: 56_000)).promptMilliseconds == 0)
    }

    @Test("an endpoint that comes late is drift, alone and with a prompt of another length")
    func countsEndpoint() {
        #expect(drift(Changes(endpoint: 25_600)).milliseconds == 600)
        for frames: Frame in [56_000, 4_000] {
            let both = Changes(prompt: frames, digest: "b", endpoint: 25_600)
            #expect(drift(both).milliseconds == 600)
        }
        // What the prompt takes away the endpoint adds: nothing seems to have moved.
        #expect(
            drift(Changes(prompt: 6_400, digest: "b", endpoint: 25_600)).milliseconds == 600)
    }

    @Test("a prompt that ends later than its new sound is drift by that much")
    func countsGap() {
        #expect(drift(Changes(prompt: 56_000, digest: "b", gap: 9_600)).milliseconds == 600)
    }

    @Test("a caller who speaks when the recording says is as early as before")
    func keepsRecordedCaller() {
        var golden = events(Changes(caller: 80_000))
        var actual = events(Changes(prompt: 48_000, digest: "b", caller: 80_000))
        #expect(
            TraceDrift(
                from: golden, to: actual, sampleRate: .standard, vocabulary: .voiceflow
            ).milliseconds == 0)
        golden = events(Changes(caller: 80_000))
        actual = events(Changes(prompt: 48_000, digest: "b", caller: 80_000, endpoint: 25_600))
        #expect(
            TraceDrift(
                from: golden, to: actual, sampleRate: .standard, vocabulary: .voiceflow
            ).milliseconds == 600)
    }

    @Test("a caller who now speaks before the prompt ended is as early as before")
    func keepsCallerWhoMoved() {
        let actual = events(Changes(prompt: 36_000, digest: "b", caller: 24_000))
            .sorted { $0.frame < $1.frame }
        let late = Changes(prompt: 36_000, digest: "b", caller: 24_000, endpoint: 25_600)
        func drift(_ actual: [TraceEvent]) -> Int64 {
            TraceDrift(
                from: events(Changes(caller: 24_000)), to: Sessions.numbered(actual),
                sampleRate: .standard, vocabulary: .voiceflow
            ).milliseconds
        }
        #expect(drift(actual) == 0)
        #expect(drift(events(late).sorted { $0.frame < $1.frame }) == 600)
    }

    @Test("a prompt that the caller stopped explains nothing")
    func ignoresStopped() {
        let golden = events(Changes(end: "stopped"))
        let actual = events(Changes(prompt: 32_000, digest: "b", end: "stopped"))
        #expect(
            TraceDrift(
                from: golden, to: actual, sampleRate: .standard, vocabulary: .voiceflow
            ).milliseconds == 1_000)
    }

    @Test("two prompts of another length explain what both add")
    func addsPrompts() {
        func twice(_ changes: Changes) -> [TraceEvent] {
            let first = events(changes)
            let start = (first.last?.frame ?? 0) + 160
            let second = first.map { event in
                var event = event
                event.frame += start
                if let spoken = event.fields["spoken"]?.integer {
                    event.fields["spoken"] = .integer(spoken + start)
                }
                return event
            }
            return Sessions.numbered(first + second)
        }
        let drift = TraceDrift(
            from: twice(Changes()), to: twice(Changes(prompt: 24_000, digest: "b")),
            sampleRate: .standard, vocabulary: .voiceflow)
        #expect(drift.milliseconds == 0)
        #expect(drift.promptMilliseconds == 1_000)
    }

    @Test("an engine that tells no digests is believed where a sound is exactly that long")
    func knowsLengths() {
        let vocabulary = EventVocabulary(kinds: [
            EventKind("say", .playBegin, fields: [EventField("id", .item, isIdentity: true)]),
            EventKind(
                "said", .playEnd,
                fields: [
                    EventField("id", .item, isIdentity: true),
                    EventField("frames", unit: .frames),
                ]),
            EventKind("next"),
        ])
        func trace(_ frames: Frame) -> [TraceEvent] {
            Sessions.numbered([
                Sessions.action(0, "say", ["id": "1"]),
                Sessions.action(frames, "said", ["id": "1", "frames": .integer(frames)]),
                Sessions.action(frames + 800, "next", [:]),
            ])
        }
        func drift(_ lengths: [String: Frame]) -> Int64 {
            TraceDrift(
                from: trace(16_000), to: trace(56_000), sampleRate: .standard,
                vocabulary: vocabulary, lengths: lengths
            ).milliseconds
        }
        #expect(drift(["b": 56_000]) == 0)
        #expect(drift(["b": 55_999]) == 2_500)
    }
}
