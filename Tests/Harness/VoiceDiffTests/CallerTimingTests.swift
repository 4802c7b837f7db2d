import Testing
import VoiceDiff
import VoiceFlow
import VoiceJSON
import VoiceTime
import VoiceTrace

/// caller `.....yes..` over what plays; one column is 100 ms.
@Suite("Timing of a recorded caller")
struct CallerTimingTests {
    private func event(_ frame: Frame, _ kind: String, _ fields: JSONObject) -> TraceEvent {
        TraceEvent(sequence: 0, frame: frame, tap: .actions, kind: kind, fields: fields, why: [:])
    }

    private func prompt(_ item: String, _ start: Frame, _ end: Frame) -> [TraceEvent] {
        [("started", start), ("ended", end)].map { name, frame in
            event(
                frame, "media",
                ["function": "playAudio", "item": .string(item), "event": .string(name)])
        }
    }

    private func conflicts(_ golden: [TraceEvent], _ actual: [TraceEvent]) -> [String] {
        let speech = event(17_000, "speechStart", ["spoken": 16_000])
        return CallerTiming(
            golden: golden + [speech], actual: actual + [speech], frames: 48_000,
            sampleRate: .standard, vocabulary: .voiceflow
        ).conflicts.map(\.sentence)
    }

    @Test("says how long before the end of a prompt the caller spoke")
    func tellsSpeechIntoPrompt() {
        #expect(
            conflicts(prompt("P_Ask", 0, 8_000), prompt("P_Ask", 0, 35_200)) == [
                "at 1000 ms the caller spoke 1200 ms before prompt P_Ask ended;"
                    + " in the recording no prompt was playing"
            ])
    }

    @Test("says over which prompt the caller spoke, and which plays there now")
    func tellsOtherPromptSpokenOver() {
        #expect(
            conflicts(prompt("P_Menu", 8_000, 35_200), prompt("P_Hello", 0, 24_000)) == [
                "at 1000 ms the caller spoke over prompt P_Menu; now it is 500 ms before prompt"
                    + " P_Hello ends"
            ])
    }

    @Test("says that the caller answered another prompt")
    func tellsOtherPrompt() {
        #expect(
            conflicts(prompt("P_Ask", 0, 8_000), prompt("P_Size", 0, 8_000)) == [
                "at 1000 ms the caller answered prompt P_Ask; now prompt P_Size plays before"
                    + " it"
            ])
    }

    @Test("says nothing where the caller heard the same at another time")
    func acceptsShorterPrompt() {
        #expect(conflicts(prompt("P_Ask", 0, 8_000), prompt("P_Ask", 0, 15_000)) == [])
    }
}
