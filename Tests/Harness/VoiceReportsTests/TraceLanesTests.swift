import Testing
import VoiceFlow
import VoiceJSON
import VoiceReports
import VoiceTrace

@Suite("Trace lanes")
struct TraceLanesTests {
    private func event(
        _ frame: Int64, _ kind: String, _ fields: JSONObject = [:], why: JSONObject = [:],
        tap: Tap = .actions
    ) -> TraceEvent {
        TraceEvent(frame: frame, tap: tap, kind: kind, fields: fields, why: why)
    }

    private func media(_ frame: Int64, _ function: String, _ event: String) -> TraceEvent {
        self.event(
            frame, "media",
            ["item": "P", "function": .string(function), "event": .string(event)])
    }

    /// Spans as `label from-to`, with `<decided` where that is later.
    private func spans(_ events: [TraceEvent], _ lane: TraceLanes.Lane) -> [String] {
        (TraceLanes(events, .voiceflow).spans[lane] ?? []).map { span in
            "\(span.label) \(span.from)-\(span.to)" + (span.decided.map { " <\($0)" } ?? "")
        }
    }

    @Test("draws speech where it was, and tells when that was decided")
    func speech() {
        let events = [
            event(300, "speechStart", ["spoken": 100], tap: .speech),
            event(900, "speechEnd", ["spoken": 700], tap: .speech),
        ]
        #expect(spans(events, .speech) == ["speech 100-700 <900"])
    }

    @Test("a prompt that is paused and resumed is two spans, and one that never ends goes on")
    func prompts() {
        let events = [
            media(0, "playAudioSegment", "started"), media(10, "playAudioSegment", "paused"),
            media(30, "playAudioSegment", "resumed"), event(50, "flowEnd", ["reason": "end"]),
        ]
        #expect(spans(events, .prompts) == ["P 0-10", "P 30-50"])
    }

    @Test("what a phone bot sends in a row is one span, and what was heard ends with its event")
    func telephone() {
        let stretch = [EventField("sound", .item)]
        let vocabulary = EventVocabulary(kinds: [
            EventKind("sent", fields: stretch, lane: .sent),
            EventKind("heard", fields: stretch, lane: .heard),
            EventKind("thrown", fields: stretch, lane: .heard, sentence: "throws {sound} away"),
        ])
        func told(_ frame: Int64, _ kind: String, _ item: String, _ frames: Int64) -> TraceEvent {
            event(
                frame, kind,
                ["sound": "sound 1", "item": .string(item), "frames": .integer(frames)])
        }
        let events = [
            told(0, "sent", "a", 160), told(160, "sent", "a", 160), told(200, "sent", "b", 160),
            told(320, "heard", "a", 320), told(400, "heard", "b", 80), told(400, "thrown", "b", 80),
            told(500, "heard", "c", 501),
        ]
        let lanes = TraceLanes(events, vocabulary)
        func texts(_ lane: TraceLanes.Lane) -> [String] {
            (lanes.spans[lane] ?? []).map { "\($0.label) \($0.from)-\($0.to)" }
        }
        #expect(texts(.sent) == ["a 0-160", "b 200-200"])
        #expect(
            texts(.heard) == [
                "a 0-320", "b 320-400", "throws sound 1 away 400-400", "heard 500-500",
            ])
    }

    @Test("what was heard stands where it ended, and not where that was told")
    func heardEarlier() {
        let vocabulary = EventVocabulary(kinds: [
            EventKind("heard", fields: [EventField("sound", .item)], lane: .heard)
        ])
        func told(end: Int64) -> [String] {
            var heard = event(880, "heard", ["sound": "sound 1", "frames": 400])
            heard.why = ["end": .integer(end)]
            return (TraceLanes([heard], vocabulary).spans[.heard] ?? []).map {
                "\($0.from)-\($0.to)"
            }
        }
        #expect(told(end: 400) == ["0-400"])
        #expect(told(end: 399) == ["480-880"])
        #expect(told(end: 881) == ["480-880"])
    }

    @Test("a prompt that is ducked and restored is three spans, the second with its gain")
    func ducked() {
        let item = EventField("item", .item)
        let vocabulary = EventVocabulary(kinds: [
            EventKind("plays", .playBegin, fields: [item]),
            EventKind("gain", .soundGain, fields: [item, EventField("gain", .gain)]),
            EventKind("over", .playEnd, fields: [item]),
        ])
        let events = [
            event(0, "plays", ["item": "P"]), event(10, "gain", ["item": "P", "gain": 250]),
            event(30, "gain", ["item": "P"]), event(50, "over", ["item": "P"]),
        ]
        let spans = TraceLanes(events, vocabulary).spans[.prompts] ?? []
        #expect(
            spans.map { "\($0.label) \($0.from)-\($0.to)" } == [
                "P 0-10", "P at 25 % 10-30", "P 30-50",
            ])
    }

    @Test("levels are steps, equal ones one span, and begin anew where nothing listened")
    func levels() {
        let events = [(1_024, -42_100), (2_048, -43_900), (3_072, -12_000), (90_000, -80_000)]
            .map { frame, level in
                event(frame, "level", ["level": .integer(level)], tap: .speech)
            }
        let spans = TraceLanes(events, .voiceflow).spans[.level] ?? []
        #expect(
            spans.map { "\($0.label) \($0.from)-\($0.to)" } == [
                "-42 dB 0-2048", "-12 dB 2048-3072", "-60 dB 88976-90000",
            ])
        #expect(spans.map(\.height) == [300, 800, 0])
        #expect(self.spans(events, .actions) == [])
    }

    @Test("modules, listening, words and the rest stand on lanes of their own")
    func lanes() {
        let events = [
            event(0, "moduleStart", ["module": "Ask"]), media(5, "recognizeAudio", "started"),
            media(40, "recognizeAudio", "ended"),
            event(40, "final", ["text": "yes"], why: ["start": 10, "end": 30], tap: .words),
            event(40, "moduleEnd", ["module": "Ask"]),
            event(40, "transition", ["from": "Ask", "to": "Bye", "by": "DEFAULT"]),
            event(41, "field", ["name": "A", "value": 1]),
        ]
        #expect(spans(events, .modules) == ["Ask 0-40"])
        #expect(spans(events, .listening) == ["P 5-40"])
        #expect(spans(events, .words) == ["yes 10-30 <40"])
        #expect(spans(events, .actions) == ["DEFAULT → Bye 40-40", "A = 1 41-41"])
    }

    @Test("words stand where the speech was, not where the recognizer's window begins")
    func words() {
        let events = [
            event(500, "speechStart", ["spoken": 300], tap: .speech),
            event(900, "speechEnd", ["spoken": 700], tap: .speech),
            event(900, "final", ["text": "yes"], why: ["start": 100, "end": 850], tap: .words),
        ]
        #expect(spans(events, .words) == ["yes 300-700 <900"])
    }

    @Test("a damaged trace gives moments, never spans that run backwards")
    func damaged() {
        let events = [
            event(5, "moduleEnd", ["module": "Ask"]),
            event(10, "speechEnd", ["spoken": 99_999], tap: .speech),
            event(20, "speechStart", ["spoken": -7], tap: .speech),
            event(
                30, "final", ["text": "x"], why: ["start": 50, "end": 20], tap: .words),
        ]
        for lane in TraceLanes.Lane.allCases {
            for span in TraceLanes(events, .voiceflow).spans[lane] ?? [] {
                #expect(span.from <= span.to)
            }
        }
        #expect(spans(events, .words) == ["x 30-30"])
        #expect(TraceLanes([], .voiceflow).spans[.speech] == [])
    }
}
