import Testing
import VoiceRun
import VoiceTestSupport
import VoiceTime

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("Speech that gives no word")
    struct WordlessSpeechTests {
        @Test(
            "3.5 rule A ends listening after a cough too, where silence may be long",
            .fact("keenasr-3.5-5"))
        func cough() throws {
            try withWorld { world in
                world.recognizer.setVADParameter(.timeoutEndSilenceForAnyMatch, toValue: 60)
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say(nil, inMilliseconds: 1_000, lasting: 100)
                world.host.go()
                #expect(world.finals.first?.endRule == .timeoutForNoSpeech)
                #expect(world.lasted == 10_000)
            }
        }

        @Test(
            "3.8 speech outside of the graph is <SPOKEN_NOISE>, and nothing where it is off",
            .fact("keenasr-3.5-11", "keenasr-3.8-10"))
        func noise() throws {
            let noise = (
                text: "<SPOKEN_NOISE>", rule: KIOSVadParameter.timeoutEndSilenceForAnyMatch
            )
            for (probability, text, rule) in [
                (Float(0.5), noise.text, noise.rule), (0, nil, .timeoutForNoSpeech),
            ] {
                try withWorld(noise: probability) { world in
                    world.recognizer.startListening()
                    world.host.advance(milliseconds: 10)
                    world.host.say(nil, inMilliseconds: 200, lasting: 500)
                    world.host.go()
                    #expect(world.finals.first?.result?.text == text)
                    #expect(world.finals.first?.endRule == rule)
                }
            }
        }
    }
}
