import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

/// Traces to compare, made by hand.
enum Sessions {
    /// Two modules: a prompt, an answer, a goodbye. 16 frames make a millisecond.
    static func conversation() -> [TraceEvent] {
        numbered([
            action(0, "flowStart", ["reason": "run"]),
            action(160, "moduleStart", ["module": "Ask", "type": "recognizeAudio"]),
            media(160, "Ask", "P_Ask", "started"),
            media(16_160, "Ask", "P_Ask", "ended"),
            speech(24_000, "speechStart", [:], why: evidence()),
            word(28_800, "partial", "go to"),
            speech(40_000, "speechEnd", ["spoken": 27_200], why: silence()),
            word(40_000, "final", "go to sleep"),
            action(40_000, "field", ["name": "Answer", "value": "sleep", "by": "module"]),
            action(40_000, "moduleEnd", ["module": "Ask"]),
            action(40_000, "transition", ["from": "Ask", "to": "Bye", "by": "DEFAULT"]),
            action(40_000, "moduleStart", ["module": "Bye", "type": "playAudio"]),
            media(40_000, "Bye", "P_Bye", "started"),
            media(56_000, "Bye", "P_Bye", "ended"),
            action(56_000, "moduleEnd", ["module": "Bye"]),
            action(56_000, "flowEnd", ["reason": "finished"]),
        ])
    }

    static func diff(
        _ golden: [TraceEvent], _ actual: [TraceEvent], tolerance: Tolerance = .exact
    ) -> TraceDiff {
        TraceDiff(golden: golden, actual: actual, sampleRate: .standard, tolerance: tolerance)
    }

    static func numbered(_ events: [TraceEvent]) -> [TraceEvent] {
        var events = events
        for index in events.indices { events[index].sequence = index }
        return events
    }

    static func action(_ frame: Frame, _ kind: String, _ fields: JSONObject) -> TraceEvent {
        TraceEvent(frame: frame, tap: .actions, kind: kind, fields: fields)
    }

    static func media(
        _ frame: Frame, _ module: String, _ item: String, _ event: String
    ) -> TraceEvent {
        action(
            frame, "media",
            [
                "module": .string(module), "item": .string(item), "function": "playAudio",
                "event": .string(event),
            ])
    }

    static func word(_ frame: Frame, _ kind: String, _ text: String) -> TraceEvent {
        TraceEvent(
            frame: frame, tap: .words, kind: kind,
            fields: ["text": .string(text), "confidence": 873, "module": "Ask"])
    }

    static func speech(
        _ frame: Frame, _ kind: String, _ fields: JSONObject, why: JSONObject
    ) -> TraceEvent {
        TraceEvent(frame: frame, tap: .speech, kind: kind, fields: fields, why: why)
    }

    static func evidence() -> JSONObject {
        ["energy": -31_250, "floor": -52_000, "margin": 20_750, "threshold": 500]
    }

    static func silence() -> JSONObject {
        [
            "energy": -51_000, "floor": -52_000, "margin": 1_000, "threshold": 500,
            "duration": 12_800, "limit": 12_800,
        ]
    }
}

extension TraceDiff {
    /// The same diff with both traces exchanged.
    var mirrored: [Mirrored] { differences.map { Mirrored($0, isMirrored: true) } }
    var straight: [Mirrored] { differences.map { Mirrored($0, isMirrored: false) } }

    struct Mirrored: Equatable {
        let kind: Difference.Kind
        let golden: TraceEvent?
        let actual: TraceEvent?
        let fields: [FieldChange]
        let isEarlier: Bool?

        init(_ difference: Difference, isMirrored: Bool) {
            let kinds: [Difference.Kind: Difference.Kind] = [.missing: .extra, .extra: .missing]
            kind = isMirrored ? kinds[difference.kind] ?? difference.kind : difference.kind
            golden = isMirrored ? difference.actual : difference.golden
            actual = isMirrored ? difference.golden : difference.actual
            fields = difference.fields.map { change in
                isMirrored
                    ? FieldChange(
                        name: change.name, expected: change.found, found: change.expected)
                    : change
            }
            isEarlier = difference.move.map { $0.isEarlier != isMirrored }
        }
    }
}
