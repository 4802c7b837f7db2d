import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// What the sentence says when a flow, an input or a setting changed.
@Suite("Wording of causes")
struct CauseWordingTests {
    /// A module that asks again; `retries` of it lead to its own way, more to the usual one.
    private func answered() -> [TraceEvent] {
        var events = Sessions.conversation()
        events[10].fields["by"] = "userInput"
        events[10].why = ["comparator": "equals", "input": "no"]
        return events
    }

    @Test("tells the count and its limit where the other trace decided by something else")
    func otherDecision() {
        let golden = answered()
        var actual = Array(golden.prefix(7))
        var early = golden[10]
        early.frame = 32_000
        early.fields["to"] = "VF_END"
        early.fields["by"] = "maxGarbageCount"
        early.why = ["count": 2, "most": 1]
        actual[6] = early
        let sentence = FirstCause(Sessions.diff(golden, Sessions.numbered(actual)))?.sentence
        #expect(
            sentence == "transition from Ask at 2000 ms in module Ask: by expected \"userInput\","
                + " found \"maxGarbageCount\" with why.count 2, why.most 1, and the event comes"
                + " 500 ms earlier.")
    }

    @Test("names the limit of a count before the count that it let through")
    func most() {
        var golden = answered()
        golden[10].why = ["count": 1, "most": 0]
        var actual = golden
        actual[10].why = ["count": 2, "most": 1]
        #expect(
            FirstCause(Sessions.diff(golden, actual))?.sentence
                == "transition from Ask at 2500 ms in module Ask: why.most expected 0, found 1"
                + " (+1).")
    }

    private func caller(_ frame: Frame, words: String, length: Frame = 8_000) -> InputEvent {
        InputEvent(
            sequence: 0, frame: frame, after: 0,
            input: .caller(
                CallerLine(
                    line: 0, start: frame, end: frame + length,
                    active: frame + 160..<frame + length - 160, words: words)))
    }

    private func cause(_ golden: InputEvent, _ actual: InputEvent) -> String? {
        let trace = Sessions.conversation()
        let diff = Sessions.diff(trace, Array(trace.dropLast()))
        return FirstCause(diff, input: InputChange(golden: [golden], actual: [actual]))?.sentence
    }

    @Test("names what a caller said before where the sound ends")
    func otherCaller() {
        let sentence = cause(
            caller(1_600, words: "yes"), caller(1_600, words: "no", length: 9_000))
        #expect(
            sentence?.hasPrefix(
                "input caller at 100 ms: words expected \"yes\", found \"no\"; first seen: ")
                == true)
    }

    @Test("says that a caller starts later, and positions in milliseconds")
    func lateCaller() {
        let late = cause(caller(1_600, words: "yes"), caller(4_800, words: "yes"))
        #expect(late?.hasPrefix("input caller at 100 ms starts 200 ms later; ") == true)
        let longer = cause(
            caller(1_600, words: "yes"), caller(1_600, words: "yes", length: 9_600))
        #expect(
            longer?.hasPrefix(
                "input caller at 100 ms: activeEnd expected 590 ms, found 690 ms (+100 ms); ")
                == true)
    }

    @Test("does not open with settings that cannot have made the first difference")
    func harmlessSettings() {
        let golden = Sessions.conversation()
        var actual = golden
        actual[12].fields["item"] = "P_Thanks"
        actual[13].fields["item"] = "P_Thanks"
        let changes = ["speech.bridgeMs", "flow.maxPreSpeechSilenceLengthMs"].map {
            Cause(setting: SettingChange(name: $0, expected: 90, found: 0))
        }
        for change in [actual, changedWords(golden)] {
            let sentence = FirstCause(Sessions.diff(golden, change), causes: changes)?.sentence
            #expect(sentence?.hasPrefix("setting") == false)
            #expect(
                sentence?.hasSuffix(
                    "; changed as well, though not behind this: setting speech.bridgeMs 90 -> 0"
                        + " (-90 ms), setting flow.maxPreSpeechSilenceLengthMs 90 -> 0 (-90 ms).")
                    == true)
        }
    }

    private func changedWords(_ golden: [TraceEvent]) -> [TraceEvent] {
        var actual = golden
        actual[7].fields["text"] = "go to sheep"
        return actual
    }

    @Test("tells the words of a prompt that changed before its length and digest")
    func words() {
        var golden = Sessions.conversation()
        golden[3] = TraceEvent(
            sequence: 3, frame: golden[3].frame, tap: .actions, kind: "segment",
            fields: ["digest": "aa", "frames": 160, "prompt": "P", "text": "Hello."])
        var actual = golden
        actual[3].fields["digest"] = "bb"
        actual[3].fields["frames"] = 320
        let sound = FirstCause(Sessions.diff(golden, actual))?.sentence
        #expect(sound?.contains("frames expected 10 ms, found 20 ms (+10 ms)") == true)
        actual[3].fields["text"] = "Hi."
        let text = FirstCause(Sessions.diff(golden, actual))?.sentence
        #expect(text?.contains(#"text expected "Hello.", found "Hi.""#) == true)
    }

    @Test("says where a setting was changed")
    func settingPlace() {
        let golden = Sessions.conversation()
        let cause = FirstCause(
            Sessions.diff(golden, Array(golden.dropLast())),
            causes: [
                Cause(
                    setting: SettingChange(name: "a.offsetMs", expected: 0, found: 90),
                    file: "voicetest.json", line: 3, key: "settings.a.offsetMs")
            ])
        #expect(
            cause?.sentence.hasPrefix("voicetest.json:3: settings.a.offsetMs 0 -> 90 (+90 ms); ")
                == true)
    }

    @Test("a constant that only one trace names is not a difference of settings")
    func unknownConstant() {
        var golden = Sessions.conversation()
        golden[0].why[TraceEvent.settingsKey] = ["a": 1]
        var actual = Array(golden.dropLast())
        actual[0].why[TraceEvent.settingsKey] = ["a": 1, "b": 2]
        #expect(Sessions.diff(golden, actual).settings.isEmpty)
        #expect(Sessions.diff(actual, golden).settings.isEmpty)
    }
}
