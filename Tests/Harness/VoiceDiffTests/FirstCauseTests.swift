import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@Suite("First cause")
struct FirstCauseTests {
    private let golden = Sessions.conversation()

    private func sentence(
        _ actual: [TraceEvent], settings: [SettingChange] = [], flags: [String] = []
    ) -> String? {
        FirstCause(
            Sessions.diff(golden, actual), causes: settings.map { Cause(setting: $0) }, flags: flags
        )?.sentence
    }

    @Test("is absent where nothing differs")
    func nothing() {
        #expect(sentence(golden) == nil)
    }

    @Test("names event, time, module, field and both values of a threshold a tenth higher")
    func threshold() {
        var actual = Sessions.shifted(golden, from: 4, by: 320)
        actual[4].why["threshold"] = 600
        actual[6].why["threshold"] = 600
        #expect(
            sentence(actual)
                == "speechStart at 1500 ms in module Ask: why.threshold expected 0.5, found 0.6"
                + " (+0.1), and the event comes 20 ms later.")
    }

    @Test("names a silence limit one hop longer before the duration that follows from it")
    func silenceLimit() {
        var actual = golden
        for index in 6..<actual.count { actual[index].frame += 160 }
        actual[6].why["limit"] = 12_960
        actual[6].why["duration"] = 12_960
        #expect(
            sentence(actual)
                == "speechEnd at 2500 ms in module Ask: why.limit expected 800 ms, found 810 ms"
                + " (+10 ms), and the event comes 10 ms later.")
    }

    @Test("names a changed threshold that shows only after the speech it swallowed")
    func swallowedSpeech() {
        var actual = golden
        actual.remove(at: 4)
        actual[5].why["threshold"] = 600
        #expect(
            sentence(actual)
                == "speechStart at 1500 ms in module Ask is missing; speechEnd at 2500 ms in module"
                + " Ask shows why: why.threshold expected 0.5, found 0.6 (+0.1).")
    }

    @Test("names a dropped event")
    func dropped() {
        var actual = golden
        actual.remove(at: 13)
        #expect(
            sentence(actual)
                == "media P_Bye playAudio ended at 3500 ms in module Bye is missing.")
    }

    @Test("names an event that was not expected")
    func added() {
        var actual = golden
        actual.insert(Sessions.action(8_000, "error", ["error": "timeout"]), at: 3)
        #expect(sentence(actual) == "error at 500 ms in module Ask was not expected.")
    }

    @Test("names a swap and the neighbour")
    func swapped() {
        var actual = golden
        actual.swapAt(8, 9)
        let text = sentence(actual)
        let either = [
            "field Answer by module at 2500 ms in module Ask is swapped with its neighbour:"
                + " it comes after moduleEnd Ask, expected before it.",
            "moduleEnd Ask at 2500 ms in module Ask is swapped with its neighbour:"
                + " it comes before field Answer by module, expected after it.",
        ]
        #expect(either.contains(text ?? ""))
    }

    @Test("does not blame the frames that swapped events exchanged")
    func swappedFrames() {
        var actual = golden
        actual.swapAt(4, 5)
        (actual[4].frame, actual[5].frame) = (actual[5].frame, actual[4].frame)
        let diff = Sessions.diff(golden, actual)
        #expect(diff.differences.map(\.kind) == [.moved])
        #expect(diff.differences.first?.move?.isSwap == true)
    }

    @Test("names a delay and how much follows it")
    func delayed() {
        let actual = Sessions.shifted(golden, from: 3, by: 3_200)
        #expect(
            sentence(actual)
                == "media P_Ask playAudio ended at 1010 ms in module Ask comes 200 ms later,"
                + " and so do 12 events after it, up to the end.")
    }

    @Test("names a changed field and its values")
    func changedField() {
        var actual = golden
        actual[7].fields["text"] = "go to sheep"
        actual[7].fields["confidence"] = 512
        actual[8].fields["value"] = "sheep"
        #expect(
            sentence(actual)
                == "final at 2500 ms in module Ask: text expected \"go to sleep\","
                + " found \"go to sheep\".")
    }

    @Test("prefers a changed field to the events that follow from it at the same frame")
    func consequences() {
        var actual = golden
        actual[7].fields["confidence"] = 512
        actual.remove(at: 8)
        #expect(
            sentence(actual)
                == "final at 2500 ms in module Ask: confidence expected 0.873, found 0.512"
                + " (-0.361).")
    }

    @Test("names what is missing, and not the number that another one has because of it")
    func renumbered() {
        let vocabulary = EventVocabulary(kinds: [
            EventKind(
                "said", .playBegin,
                fields: [
                    EventField("number", .item), EventField("text", .name, isIdentity: true),
                ])
        ])
        func trace(_ texts: [String]) -> [TraceEvent] {
            texts.enumerated().map { index, text in
                var event = TraceEvent(
                    frame: Frame(index) * 16_000, tap: .actions, kind: "said",
                    fields: ["number": .string("\(index)"), "text": .string(text)])
                event.sequence = index
                return event
            }
        }
        func sentence(_ actual: [String]) -> String? {
            let diff = TraceDiff(
                golden: trace(["a", "b", "c"]), actual: trace(actual), sampleRate: .standard,
                vocabulary: vocabulary)
            return FirstCause(diff)?.sentence
        }
        #expect(sentence(["a", "c"]) == "said b at 1000 ms is missing.")
        #expect(
            sentence(["a", "x", "c"])
                == "said b at 1000 ms is missing (found in its place: said x).")
        #expect(sentence(["a", "new", "b", "c"]) == "said new at 1000 ms was not expected.")
    }

    @Test("names a prompt that came in another's place, and not how short the one before it was")
    func replacedPrompt() {
        let vocabulary = EventVocabulary(kinds: [
            EventKind(
                "said", .playBegin, fields: [EventField("text", .name, isIdentity: true)]),
            EventKind("over", .playEnd, fields: [EventField("frames", unit: .frames)]),
            EventKind(
                "failed", .playFail, fields: [EventField("text", .name, isIdentity: true)]),
        ])
        func event(_ kind: String, at frame: Frame, _ fields: JSONObject) -> TraceEvent {
            TraceEvent(frame: frame, tap: .actions, kind: kind, fields: fields)
        }
        func sentence(_ actual: [TraceEvent]) -> String? {
            let golden = [
                event("said", at: 0, ["text": "Hello."]),
                event("over", at: 16_000, ["frames": 16_000]),
            ]
            func numbered(_ events: [TraceEvent]) -> [TraceEvent] {
                events.enumerated().map { index, event in
                    var event = event
                    event.sequence = index
                    return event
                }
            }
            let diff = TraceDiff(
                golden: numbered(golden), actual: numbered(actual), sampleRate: .standard,
                vocabulary: vocabulary)
            return FirstCause(diff)?.sentence
        }
        #expect(
            sentence([
                event("said", at: 0, ["text": "Bye."]), event("over", at: 0, ["frames": 0]),
            ]) == "said Hello. at 0 ms is missing (found in its place: said Bye.)")
        #expect(
            sentence([
                event("failed", at: 0, ["text": "Bye."]), event("over", at: 0, ["frames": 0]),
            ]) == "said Hello. at 0 ms is missing (found in its place: failed Bye.)")
    }

    @Test("says that the trace ends early")
    func truncated() {
        #expect(
            sentence(Array(golden.prefix(13)))
                == "media P_Bye playAudio ended at 3500 ms in module Bye is missing, and so is"
                + " everything after it: 3 events missing up to the end.")
    }

    @Test("tells what came in an event's place, whichever of the two is told first")
    func replaced() throws {
        var actual = golden
        let place = try #require(golden.firstIndex { $0.fields["item"] == "P_Bye" })
        for index in place..<actual.count where actual[index].fields["item"] == "P_Bye" {
            actual[index].fields["item"] = "P_Adieu"
        }
        let label = "media P_Bye playAudio started"
        let other = "media P_Adieu playAudio started"
        let told = try #require(sentence(actual))
        #expect(
            told.hasPrefix("\(label) at ") && told.contains("(found in its place: \(other))")
                || told.hasPrefix("\(other) at ")
                    && told.contains("(expected in its place: \(label))")
        )
    }

    @Test("names settings first")
    func settings() {
        var actual = golden
        actual[4].why["threshold"] = 600
        let setting = SettingChange(
            name: "speech.thresholdPermille", expected: 500, found: 600)
        #expect(
            sentence(actual, settings: [setting])
                == "setting speech.thresholdPermille 500 -> 600 (+0.1); first seen: speechStart"
                + " at 1500 ms in module Ask: why.threshold expected 0.5, found 0.6 (+0.1).")
    }

    @Test("tells inputs without a place, though nothing else differs")
    func flags() {
        #expect(sentence(golden, flags: ["input 7 was unplaced"]) == "input 7 was unplaced.")
        #expect(
            sentence(golden, flags: ["a", "b", "c", "d", "e"])
                == "a; b; c; 2 more faults like them.")
    }

    @Test("says that the golden trace was edited")
    func edited() {
        let diff = TraceDiff(
            golden: golden, actual: golden, sampleRate: .standard, goldenIsEdited: true)
        #expect(
            FirstCause(diff)?.sentence
                == "the golden trace was edited by hand: its digest or its numbering no"
                + " longer fits it.")
    }
}

@Suite("Verdict")
struct VerdictTests {
    @Test("agrees only without differences and without flags")
    func outcome() {
        let trace = Sessions.conversation()
        let same = Sessions.diff(trace, trace)
        #expect(Verdict(name: "a", path: "a", diff: same).outcome == .agrees)
        #expect(Verdict(name: "a", path: "a", diff: same, flags: ["x"]).outcome == .differs)
        let other = Sessions.diff(trace, Array(trace.dropLast()))
        #expect(Verdict(name: "a", path: "a", diff: other).outcome == .differs)
    }

    @Test("keeps the sentence of the damage")
    func damaged() {
        let error = TraceError.notASession(path: "a.vsession")
        let verdict = Verdict(name: "a", path: "a.vsession", reason: error.description)
        #expect(verdict.outcome == .damaged(error.description))
    }
}
