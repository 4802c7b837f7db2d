import KeenASR
import SayKit
import Testing
import VoiceEngine
import VoiceFlow
import VoiceJSON
import VoiceKit
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

@Suite("What is shown of a recording while it runs")
struct LiveTranscriptTests {
    private func line(
        _ vocabulary: EventVocabulary, _ kind: String, _ fields: JSONObject
    ) -> String? {
        LiveTranscript(vocabulary).line(
            of: TraceEvent(
                sequence: 0, frame: 0, tap: .actions, kind: kind, fields: fields, why: [:]))
    }

    @Test("words of the caller are shown for every engine")
    func caller() {
        for vocabulary in [EventVocabulary.core, .voiceflow, .keenASR] {
            #expect(line(vocabulary, "partial", ["text": "a large"]) == "  caller  a large ...")
            #expect(line(vocabulary, "final", ["text": "a large one"]) == "  caller  a large one")
            #expect(line(vocabulary, "rejected", [:]) == "  caller  (not understood)")
        }
    }

    @Test("sounds of a flow are shown by their texts or their prompts, once")
    func flow() {
        #expect(
            line(.voiceflow, "segment", ["prompt": "P_Hi", "text": "Hello."])
                == "  app     Hello.")
        #expect(line(.voiceflow, "segment", ["prompt": "P_Tone"]) == "  app     P_Tone")
        let begins: JSONObject = ["item": "P_Hi", "function": "playAudio", "event": "started"]
        #expect(line(.voiceflow, "media", begins) == nil)
        #expect(
            line(.voiceflow, "transition", ["from": "Ask", "to": "VF_END", "by": "DEFAULT"])
                == "  -> VF_END")
    }

    @Test("engines that tell no sounds of a prompt are shown by the prompt's beginning")
    func others() {
        let kit = VoiceKitFactory().declaration.vocabulary
        #expect(line(kit, "speaking", ["text": "What size?"]) == "  app     What size?")
        #expect(line(kit, "edge", ["from": "ask", "by": "next", "to": "bye"]) == "  -> bye")
        let say = SayKitFactory().declaration.vocabulary
        #expect(
            line(say, "sound", ["track": "speech", "sound": "beep.wav"])
                == "  app     speech plays beep.wav")
        #expect(line(.keenASR, "change", ["to": "listening"]) == "  -> listening")
    }

    @Test("a text cannot steer the terminal")
    func isPrintable() {
        let line = line(.core, "final", ["text": "yes\u{1B}[2J"])
        #expect(line?.contains("\u{1B}") == false)
    }
}
