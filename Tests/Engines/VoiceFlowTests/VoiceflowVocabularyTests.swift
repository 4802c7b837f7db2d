import Testing
import VoiceEngine
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceTrace

@Suite struct VoiceflowVocabularyTests {
    private let vocabulary = VoiceflowFactory().declaration.vocabulary

    private func media(_ function: String, _ event: String, _ more: JSONObject = [:]) -> TraceEvent
    {
        var fields = more
        fields["module"] = "M"
        fields["item"] = "P"
        fields["function"] = .string(function)
        fields["event"] = .string(event)
        return TraceEvent(frame: 0, tap: .actions, kind: "media", fields: fields)
    }

    @Test("is a vocabulary, and is read as it is written")
    func isSound() throws {
        #expect(vocabulary.fault == nil)
        #expect(try EventVocabulary(vocabulary.value) == vocabulary)
    }

    @Test("says what media events mean")
    func media() {
        let events = [
            media("playAudio", "started"), media("playAudioSegment", "paused"),
            media("recordAudio", "stopped"),
            media("recognizeAudio", "ended", ["stopReason": "maxAudioLengthExceeded"]),
            media("audioSession", "interruptionBegan"),
        ]
        #expect(
            events.map { vocabulary.role(of: $0) }
                == [.playBegin, .soundPause, .listenEnd, .listenCut, .other])
        #expect(
            events.map { vocabulary.lane(of: $0) }
                == [.prompts, .prompts, .listening, .listening, .actions])
    }

    @Test("knows a transition by where it comes from, and reads it by where it leads")
    func transition() {
        let event = TraceEvent(
            frame: 0, tap: .actions, kind: "transition",
            fields: ["from": "A", "to": "B", "by": "DEFAULT"])
        #expect(vocabulary.identity(of: event) == "transition|from=A")
        #expect(vocabulary.label(of: event) == "transition from A")
        #expect(vocabulary.sentence(of: event) == "DEFAULT → B")
    }
}
