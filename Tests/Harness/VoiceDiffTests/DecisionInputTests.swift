import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("Decision inputs")
struct DecisionInputTests {
    private func trace(_ settings: JSONObject) -> [TraceEvent] {
        var events = Sessions.conversation()
        events[0].why[TraceEvent.settingsKey] = .object(settings)
        return events
    }

    private func cause(
        _ golden: [TraceEvent], _ actual: [TraceEvent], tolerance: Tolerance = .exact,
        settings: [SettingChange] = [], input: InputChange? = nil
    ) -> FirstCause? {
        FirstCause(
            Sessions.diff(golden, actual, tolerance: tolerance),
            causes: settings.map { Cause(setting: $0) }, input: input)
    }

    @Test("settings that changed nothing are no difference")
    func withoutEffect() {
        let diff = Sessions.diff(trace(["a.fooMs": 1]), trace(["a.fooMs": 2]))
        #expect(diff.isEmpty)
        #expect(diff.settings == [SettingChange(name: "a.fooMs", expected: 1, found: 2)])
        #expect(FirstCause(diff) == nil)
    }

    @Test(
        "a setting that one trace lacks is no difference at its standard, and one at another value")
    func addedSetting() {
        func diff(_ golden: JSONObject, _ actual: JSONObject) -> TraceDiff {
            TraceDiff(
                golden: trace(golden), actual: trace(actual), sampleRate: .standard,
                vocabulary: .core, standards: ["a.newMs": 300])
        }
        let told: JSONObject = ["a.fooMs": 1]
        for standard: JSONObject in [told.adding(["a.newMs": 300]), told.adding(["b.unknown": 5])] {
            #expect(diff(told, standard).isEmpty)
            #expect(diff(standard, told).isEmpty)
        }
        let added = diff(told, told.adding(["a.newMs": 500]))
        #expect(added.counts[.changed] == 1)
        #expect(
            added.differences.first?.fields
                == [FieldChange(name: "why.settings.a.newMs", expected: 300, found: 500)])
        #expect(
            FirstCause(added)?.causes.first?.setting
                == SettingChange(name: "a.newMs", expected: 300, found: 500))
        let removed = diff(told.adding(["a.newMs": 500]), told)
        #expect(
            removed.differences.first?.fields
                == [FieldChange(name: "why.settings.a.newMs", expected: 500, found: 300)])
    }

    @Test("a setting that nobody declared is named by the traces")
    func undeclared() {
        var actual = trace(["a.fooMs": 20, "b": 1])
        actual.removeLast()
        #expect(
            cause(trace(["a.fooMs": 1, "b": 1]), actual)?.sentence
                == "setting a.fooMs 1 -> 20 (+19 ms); first seen: flowEnd at 3500 ms in module Bye"
                + " is missing.")
    }

    @Test("of a list the numbers that are not the same are named by their places")
    func lists() {
        var actual = trace(["a.biasMilliDB": .array([1_000, 2_500, 3_000]), "b": .array([1])])
        actual.removeLast()
        #expect(
            cause(
                trace(["a.biasMilliDB": .array([1_000, 2_000, 3_000]), "b": .array([1, 2])]), actual
            )?.sentence
                == "setting a.biasMilliDB[1] 2000 -> 2500 (+0.5 dB); setting b [1,2] -> [1];"
                + " first seen: flowEnd at 3500 ms in module Bye is missing.")
    }

    @Test("a trace without the evidence names no setting")
    func silentTrace() {
        var actual = Sessions.conversation()
        actual.removeLast()
        #expect(cause(trace(["a.fooMs": 1]), actual)?.settings == [])
    }

    @Test("of several settings the one that moved by as much as the event comes first")
    func exactDistance() {
        let golden = trace(["endpoint.offsetMs": 0, "speech.bridgeMs": 9, "speech.xMs": 1])
        var actual = Sessions.shifted(
            trace(["endpoint.offsetMs": 200, "speech.bridgeMs": 8, "speech.xMs": 2]), from: 6,
            by: 3_200)
        actual[6].why["limit"] = 16_000
        #expect(
            cause(golden, actual)?.settings.map(\.name)
                == ["endpoint.offsetMs", "speech.bridgeMs", "speech.xMs"])
    }

    @Test("settings of the recognizer explain words before settings of the detector do")
    func relevance() {
        let golden = trace(["detector.quietHops": 1, "recognizer.edgeMs": 300])
        var actual = trace(["detector.quietHops": 2, "recognizer.edgeMs": 100])
        actual[7].fields["text"] = "go to sheep"
        #expect(cause(golden, actual)?.settings.first?.name == "recognizer.edgeMs")
    }

    @Test("more settings than a sentence holds are counted")
    func countsSettingsBeyondSentence() {
        let names = ["a", "b", "c", "d", "e"]
        let golden = trace(names.reduce(into: JSONObject()) { $0[$1] = 1 })
        var actual = trace(names.reduce(into: JSONObject()) { $0[$1] = 2 })
        actual.removeLast()
        #expect(cause(golden, actual)?.sentence.contains("; 2 more settings; first seen") == true)
    }

    @Test("a decision that the tolerance let pass is named when it came before")
    func tolerated() {
        let golden = Sessions.conversation()
        var actual = golden
        actual[4].frame += 160
        actual.removeLast()
        let tolerance = Tolerance(defaultTimeMs: 20)
        #expect(
            cause(golden, actual, tolerance: tolerance)?.sentence
                == "within the tolerance, speechStart at 1500 ms in module Ask, and the event comes"
                + " 10 ms later; first seen: flowEnd at 3500 ms in module Bye is missing.")
    }

    private static func call(_ frame: Frame, _ value: JSONValue) -> InputEvent {
        InputEvent(
            sequence: 0, frame: frame, after: 0,
            input: .call(
                EngineCall(
                    facade: "voiceflow", name: "setField",
                    arguments: ["name": "Next", "value": value])))
    }

    @Test("an input that was another one is named, with its argument")
    func changedInput() throws {
        let golden = Sessions.conversation()
        let change = try #require(
            InputChange(golden: [Self.call(100, "a")], actual: [Self.call(100, "b")]))
        #expect(
            cause(golden, Array(golden.dropLast()), input: change)?.sentence
                == "input call setField at 6.3 ms: value expected \"a\", found \"b\";"
                + " first seen: flowEnd at 3500 ms in module Bye is missing.")
    }

    @Test("inputs that are missing, new or late are told apart, and the end is none")
    func inputs() {
        let call = Self.call(1_600, 1)
        let end = InputEvent(sequence: 1, frame: 9, after: 0, input: .end(reason: "flowEnd"))
        #expect(InputChange(golden: [call, end], actual: [call]) == nil)
        #expect(InputChange(golden: [call], actual: [])?.actual == nil)
        #expect(InputChange(golden: [], actual: [call])?.golden == nil)
        let late = InputChange(golden: [call], actual: [Self.call(3_200, 1)])
        #expect(late?.golden != nil && late?.actual?.frame == 3_200 && late?.field == nil)
    }

    @Test("an input after the first difference is not its cause")
    func laterInput() throws {
        let golden = Sessions.conversation()
        var actual = golden
        actual.remove(at: 4)
        let change = try #require(
            InputChange(golden: [Self.call(48_000, 1)], actual: [Self.call(48_000, 2)]))
        #expect(cause(golden, actual, input: change)?.input == nil)
    }
}
