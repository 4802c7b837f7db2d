import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// First causes in traces of apps that say which of their lines made an event.
@Suite("Causes in apps with lines")
struct AppCauseTests {
    private static let vocabulary = EventVocabulary(kinds: [
        EventKind(
            "says", .playBegin,
            fields: [EventField("sound", .item), EventField("text", .name, isIdentity: true)],
            sentence: "{sound} begins: {text}"),
        EventKind(
            "sounds", .sound,
            fields: [EventField("sound", .item, isIdentity: true), EventField("digest", .digest)],
            sentence: "{sound} sounds"),
        EventKind(
            "said", .playEnd,
            fields: [
                EventField("sound", .item, isIdentity: true), EventField("how", .reason),
                EventField("frames", unit: .frames),
            ], sentence: "{sound}: {how}"),
        EventKind("decided", fields: [EventField("size")]),
        EventKind(
            "call", fields: [EventField("to", .name, isIdentity: true), EventField("body")],
            sentence: "asks {to}"),
    ])

    private static func event(
        _ kind: String, at frame: Frame, _ fields: JSONObject, line: String? = nil
    ) -> TraceEvent {
        var event = TraceEvent(frame: frame, tap: .actions, kind: kind, fields: fields)
        event.why[TraceEvent.lineKey] = line.map { .string($0) }
        return event
    }

    /// An app that asks `text` from `line`, and whose prompt ends at `end` for a reason.
    private static func trace(
        _ text: String, digest: String, line: String, end: Frame = 16_000, how: String = "ended",
        endLine: String? = nil
    ) -> [TraceEvent] {
        [
            event("says", at: 0, ["sound": "sound 1", "text": .string(text)], line: line),
            event("sounds", at: 0, ["sound": "sound 1", "digest": .string(digest)]),
            event(
                "said", at: end,
                ["sound": "sound 1", "how": .string(how), "frames": .integer(end)], line: endLine),
        ].enumerated().map { number, event in
            var event = event
            event.sequence = number
            return event
        }
    }

    private static func cause(_ golden: [TraceEvent], _ actual: [TraceEvent]) -> FirstCause? {
        FirstCause(
            TraceDiff(
                golden: golden, actual: actual, sampleRate: .standard, vocabulary: vocabulary))
    }

    @Test("names the words of a prompt and the lines that say them, not the digest of its sound")
    func prompt() throws {
        let cause = try #require(
            Self.cause(
                Self.trace("Which size?", digest: "aa", line: "bot.py:29 ask from bot.py:45 main"),
                Self.trace("What size?", digest: "bb", line: "bot.py:29 ask from bot.py:46 main")))
        #expect(cause.sentence.contains("Which size?"))
        #expect(cause.sentence.contains("What size?"))
        #expect(cause.sentence.contains("bot.py:29 ask from bot.py:46 main"))
        #expect(!cause.sentence.contains("digest"))
        #expect(cause.causes.first?.line == 29)
        // What sessions share has no sentence of its own.
        #expect(cause.causes.first?.what.hasSuffix("(called from bot.py:45 main)") == true)
    }

    @Test("a call that asks something else has the line that makes it")
    func lineOfCall() throws {
        func trace(_ to: String) -> [TraceEvent] {
            [Self.event("call", at: 0, ["to": .string(to)], line: "a.py:9 ask from a.py:20 main")]
        }
        let diff = TraceDiff(
            golden: trace("kitchen"), actual: trace("cellar"), sampleRate: .standard,
            vocabulary: Self.vocabulary)
        let asked = Cause(
            .flag, what: "The app calls cellar where it called kitchen",
            names: ["kitchen", "cellar"])
        let cause = try #require(FirstCause(diff, causes: [asked])?.causes.first)
        #expect(cause.place == "a.py:9")
        #expect(
            cause.what
                == "The app calls cellar where it called kitchen (called from a.py:20 main)")
    }

    @Test("what the app does no more has no line, for another thing stands in its place")
    func goneCall() throws {
        func trace(_ body: String, _ line: String) -> [TraceEvent] {
            [Self.event("call", at: 0, ["to": "talk", "body": .string(body)], line: line)]
        }
        let diff = TraceDiff(
            golden: trace("aa", "a.py:9 ask"), actual: trace("bb", "a.py:30 end"),
            sampleRate: .standard, vocabulary: Self.vocabulary)
        func place(_ digest: String) throws -> String? {
            let cause = Cause(.flag, what: "The app does not send", names: ["talk", digest])
            return try #require(FirstCause(diff, causes: [cause])?.causes.first).place
        }
        #expect(try place("aa") == nil)
        #expect(try place("bb") == "a.py:30")
    }

    @Test(
        "a call of a run that asks anew comes before the times that differ",
        arguments: [true, false])
    func asksAnew(comesFirst: Bool) throws {
        func trace(_ frame: Frame, _ body: String) -> [TraceEvent] {
            Sessions.numbered([
                Self.event("call", at: frame, ["to": "talk", "body": "aa"]),
                Self.event("call", at: 9_600, ["to": "kitchen", "body": .string(body)]),
            ])
        }
        let diff = TraceDiff(
            golden: trace(0, "aa"), actual: trace(1_600, "bb"), sampleRate: .standard,
            vocabulary: Self.vocabulary)
        var asked = Cause(
            .flag, what: "The call kitchen asks something else", names: ["kitchen", "bb"])
        asked.comesFirst = comesFirst
        let cause = try #require(FirstCause(diff, causes: [asked]))
        #expect((cause.causes.first?.what == asked.what) == comesFirst)
    }

    @Test("a prompt that passes by other events comes at another time, and not in another order")
    func passes() throws {
        func trace(_ frame: Frame) -> [TraceEvent] {
            let calls = (0..<6).map { number in
                Self.event("call", at: Frame(number) * 1_600, ["to": "stream", "body": "aa"])
            }
            let says = Self.event(
                "says", at: frame, ["sound": "sound 1", "text": "Yes?"], line: "a.py:9 ask")
            return Sessions.numbered((calls + [says]).sorted { $0.frame < $1.frame })
        }
        let (golden, actual) = (trace(8_100), trace(3_300))
        let diff = TraceDiff(
            golden: golden, actual: actual, sampleRate: .standard, vocabulary: Self.vocabulary)
        let cause = try #require(FirstCause(diff))
        #expect(cause.sentence.contains("comes 300 ms earlier"), "\(cause.sentence)")
        #expect(cause.causes.first?.what.contains("at another time") == true)
        let effect = CallerEffect(diff, golden: golden, actual: actual, turns: [])
        #expect(
            effect?.sentence
                == "Prompt “Yes?” starts 300 ms earlier: at 206.3 ms instead of 506.3 ms.",
            "\(String(describing: effect))")
    }

    @Test("prompts of other words and lengths, one after the other, are no drift")
    func longerPrompts() {
        func trace(_ prompts: [(text: String, length: Frame)]) -> [TraceEvent] {
            var events: [TraceEvent] = []
            var frame: Frame = 0
            for (number, prompt) in prompts.enumerated() {
                let sound: JSONValue = .string("sound \(number + 1)")
                let text: JSONValue = .string(prompt.text)
                events += [
                    Self.event("says", at: frame, ["sound": sound, "text": text]),
                    Self.event("sounds", at: frame, ["sound": sound, "digest": text]),
                    Self.event(
                        "said", at: frame + prompt.length,
                        ["sound": sound, "how": "ended", "frames": .integer(prompt.length)]),
                ]
                frame += prompt.length + 1_600
            }
            return Sessions.numbered(events)
        }
        let golden = trace([("Which size?", 16_000), ("Anything else?", 16_000), ("Bye.", 8_000)])
        let actual = trace([("What size?", 24_000), ("And then?", 12_000), ("Bye.", 8_000)])
        let drift = TraceDrift(
            from: golden, to: actual, sampleRate: .standard, vocabulary: Self.vocabulary,
            lengths: [
                "What size?": 24_000, "And then?": 12_000, "Which size?": 16_000,
                "Anything else?": 16_000, "Bye.": 8_000,
            ])
        #expect(drift.milliseconds == 0)
        #expect(drift.promptMilliseconds == 500)
    }

    @Test("names the digest where the words are the same")
    func voice() throws {
        let cause = try #require(
            Self.cause(
                Self.trace("Which size?", digest: "aa", line: "bot.py:29 ask"),
                Self.trace("Which size?", digest: "bb", line: "bot.py:29 ask")))
        #expect(cause.field?.name == "digest")
    }

    @Test(
        "names a decision before the question that comes of it, and else the question",
        arguments: [
            ("large", true), ("small", false),
        ])
    func question(size: String, isDecided: Bool) throws {
        func trace(_ size: String, _ body: String) -> [TraceEvent] {
            var decided = Self.event("decided", at: 160, ["size": .string(size)], line: "a.py:5 f")
            var call = Self.event("call", at: 160, ["to": "kitchen", "body": .string(body)])
            (decided.sequence, call.sequence) = (0, 1)
            return [decided, call]
        }
        let diff = TraceDiff(
            golden: trace("small", "aa"), actual: trace(size, "bb"), sampleRate: .standard,
            vocabulary: Self.vocabulary)
        let asked = Cause(
            .flag, what: "The call kitchen asks something else", names: ["kitchen", "bb"])
        let cause = try #require(FirstCause(diff, causes: [asked]))
        #expect((cause.causes.first?.what == asked.what) == !isDecided)
        #expect(cause.causes.contains { $0.what == asked.what })
        #expect(cause.sentence.hasPrefix("decided at 10 ms (a.py:5 f): size") == isDecided)
        #expect(cause.sentence.contains("then: The call kitchen") == isDecided, "\(cause.sentence)")
    }

    @Test("names why a prompt ended before how long it played, with the line that stopped it")
    func lostStop() throws {
        let cause = try #require(
            Self.cause(
                Self.trace(
                    "Which size?", digest: "aa", line: "bot.py:29 ask", end: 4_800, how: "stopped",
                    endLine: "bot.py:30 <lambda>"),
                Self.trace("Which size?", digest: "aa", line: "bot.py:29 ask")))
        #expect(
            cause.sentence.hasPrefix(
                "said sound 1 at 300 ms (was bot.py:30 <lambda>): how expected \"stopped\", found"
                    + " \"ended\""))
    }
}
