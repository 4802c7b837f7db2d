import VoiceDiff
import VoiceFlow
import VoiceJSON
import VoiceTime
import VoiceTrace

/// Sessions whose latencies are known because they are built from them. Times in milliseconds.
struct LatencySessions {
    var events: [TraceEvent] = []
    private(set) var turns: [SpokenTurn] = []
    var milliseconds: Int64
    /// What the events mean.
    var vocabulary = EventVocabulary.voiceflow

    /// A session so long in which nothing happens.
    init(milliseconds: Int64 = 10_000) { self.milliseconds = milliseconds }

    private static let rate = SampleRate.standard

    static func frame(_ milliseconds: Int64) -> Frame { rate.frames(milliseconds: milliseconds) }

    mutating func say(_ start: Int64, _ end: Int64, _ words: String? = "yes") {
        turns.append(
            SpokenTurn(active: Self.frame(start)..<Self.frame(end), words: words))
    }

    mutating func prompt(_ item: String, _ event: String, _ time: Int64) {
        add(
            time, .actions, "media",
            ["function": "playAudio", "item": .string(item), "event": .string(event)])
    }

    /// A prompt is stopped, with the evidence that speech stopped it or without.
    mutating func stop(_ item: String, _ time: Int64, spoken: Bool) {
        prompt(item, "stopped", time)
        if spoken { events[events.count - 1].why = ["spoken": 16_000] }
    }

    mutating func listen(
        _ event: String, _ time: Int64, reason: String? = nil,
        function: String = "recognizeAudio"
    ) {
        var fields: JSONObject = [
            "function": .string(function), "item": "R", "event": .string(event),
        ]
        fields["stopReason"] = reason.map { .string($0) }
        add(time, .actions, "media", fields)
    }

    mutating func speech(_ start: Int64, _ end: Int64, spoken: Int64) {
        add(start, .speech, "speechStart", ["spoken": .integer(Self.frame(start))])
        add(end, .speech, "speechEnd", ["spoken": .integer(Self.frame(spoken))])
    }

    mutating func answer(_ text: String, _ time: Int64) {
        add(time, .words, "final", ["text": .string(text), "confidence": 900])
    }

    mutating func add(_ time: Int64, _ tap: Tap, _ kind: String, _ fields: JSONObject = [:]) {
        events.append(
            TraceEvent(
                sequence: events.count, frame: Self.frame(time), tap: tap, kind: kind,
                fields: fields))
    }

    /// A question, an answer of the caller, and the app's response.
    mutating func exchange(
        at time: Int64, endpoint: Int64, recognition: Int64, rest: Int64, words: String = "yes"
    ) {
        prompt("P_Ask", "started", time)
        prompt("P_Ask", "ended", time + 500)
        listen("started", time + 500)
        say(time + 900, time + 1_400, words)
        let decided = time + 1_400 + endpoint
        speech(time + 1_000, decided, spoken: time + 1_420)
        listen("ended", decided, reason: "maxPostSpeechSilenceExceeded")
        answer(words, decided + recognition)
        prompt("P_Next", "started", decided + recognition + rest)
        prompt("P_Next", "ended", decided + recognition + rest + 400)
    }

    var subject: LatencySubject {
        LatencySubject(
            name: "built/session", path: "built/session.vsession", sampleRate: Self.rate,
            frames: Self.frame(milliseconds), events: events, vocabulary: vocabulary,
            turns: turns)
    }

    var latency: SessionLatency { SessionLatency(subject) }
}

extension LatencyOutcome {
    /// The outcome in milliseconds, as a test spells it.
    var spelled: String {
        let time = frames.map { " \($0 / 16)" } ?? ""
        return "\(name)\(time)\(reason.map { " \($0.name)" } ?? "")"
    }
}
