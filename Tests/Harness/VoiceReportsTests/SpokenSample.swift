import VoiceJSON
import VoiceTrace

extension Sample {
    /// A caller who is listened to from 1 s on, and answered by a prompt at 3.25 s.
    static let spoken: [TraceEvent] = {
        let media: (Int64, String, String, String) -> TraceEvent = { frame, function, item, event in
            TraceEvent(
                frame: frame, tap: .actions, kind: "media",
                fields: [
                    "module": "Ask", "function": .string(function), "item": .string(item),
                    "event": .string(event),
                ])
        }
        var events = [
            media(16_000, "recognizeAudio", "R", "started"),
            TraceEvent(
                frame: 22_000, tap: .speech, kind: "speechStart", fields: ["spoken": 20_000]),
            TraceEvent(frame: 48_000, tap: .speech, kind: "speechEnd", fields: ["spoken": 40_000]),
            media(48_000, "recognizeAudio", "R", "ended"),
            TraceEvent(
                frame: 49_600, tap: .words, kind: "final",
                fields: ["module": "Ask", "text": "yes", "confidence": 900]),
            media(52_000, "playAudio", "P_Next", "started"),
            media(55_000, "playAudio", "P_Next", "ended"),
        ]
        for index in events.indices { events[index].sequence = index }
        return events
    }()
}
