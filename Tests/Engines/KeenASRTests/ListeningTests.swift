import Foundation
import Testing
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("Listening, in a test's hands")
    struct ListeningTests {
        @Test(
            "3.4 startListening, rule, final response: states in order, ready again when told",
            .fact(
                "keenasr-3.4-2", "keenasr-3.4-4", "keenasr-3.4-5", "keenasr-3.4-11", "keenasr-3.6-5"
            ))
        func states() throws {
            try withWorld { world in
                #expect(world.recognizer.recognizerState == .readyToListen)
                #expect(world.recognizer.startListening(nil))
                #expect(world.recognizer.recognizerState == .listening)
                var seen: KIOSRecognizerState?
                world.acts["final"] = { seen = world.recognizer.recognizerState }
                world.host.say("red", inMilliseconds: 500)
                world.host.go()
                #expect(seen == .readyToListen)
                let states = world.events.filter { $0.kind == "state" }
                    .compactMap { $0.fields["state"]?.string }
                #expect(
                    states == [
                        "needsDecodingGraph", "readyToListen", "listening", "finalProcessing",
                        "readyToListen",
                    ])
            }
        }

        @Test(
            "3.5 rule A ends listening after ten seconds without speech, with no result",
            .fact("keenasr-3.5-5"))
        func ruleA() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.go()
                #expect(world.lasted == 10_000)
                let response = try #require(world.finals.first)
                #expect(response.endRule == .timeoutForNoSpeech)
                #expect(response.result == nil)
            }
        }

        @Test(
            "3.5 rule B ends listening one second after a whole phrase",
            .fact("keenasr-3.5-6", "keenasr-3.5-13"))
        func ruleB() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("red car", inMilliseconds: 1_000, lasting: 600)
                world.host.go()
                #expect(world.finals.first?.endRule == .timeoutEndSilenceForGoodMatch)
                #expect(world.finals.first?.result?.text == "RED CAR")
                #expect((2_600...2_620).contains(world.lasted))
            }
        }

        @Test(
            "3.5 rule C ends listening two seconds after words that are no whole phrase",
            .fact("keenasr-3.5-7", "keenasr-3.5-13"))
        func ruleC() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("go to", inMilliseconds: 1_000, lasting: 600)
                world.host.go()
                #expect(world.finals.first?.endRule == .timeoutEndSilenceForAnyMatch)
                #expect((3_600...3_620).contains(world.lasted))
            }
        }

        @Test(
            "3.5 rule D ends listening after its longest, whatever is said", .fact("keenasr-3.5-8"))
        func ruleD() throws {
            try withWorld { world in
                world.recognizer.setVADParameter(.timeoutMaxDuration, toValue: 3)
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("go to the store", inMilliseconds: 500, lasting: 9_000)
                world.host.go()
                #expect(world.lasted == 3_000)
                #expect(world.finals.first?.endRule == .timeoutMaxDuration)
            }
        }

        @Test(
            "3.5 listening goes on over a pause: it ends by a rule, not by the first silence",
            .fact("keenasr-3.5-9"))
        func spansPauses() throws {
            try withWorld(["red car blue"]) { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("red car", inMilliseconds: 500, lasting: 500)
                world.host.say("blue", inMilliseconds: 2_300, lasting: 400)
                world.host.go()
                #expect(world.finals.count == 1)
                #expect(world.finals.first?.result?.text == "RED CAR BLUE")
            }
        }

        @Test(
            "3.2 setVADParameter works at once while listening; a limit that has passed ends it",
            .fact("keenasr-3.2-30", "keenasr-3.2-32"))
        func retunes() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 4_000)
                world.recognizer.setVADParameter(.timeoutForNoSpeech, toValue: 5)
                world.host.advance(milliseconds: 500)
                #expect(world.finals.isEmpty)
                world.recognizer.setVADParameter(.timeoutForNoSpeech, toValue: 2)
                world.host.advance(milliseconds: 100)
                #expect(world.finals.map(\.endRule) == [.timeoutForNoSpeech])
            }
        }

        @Test("3.5 a limit of infinity never ends listening")
        func never() throws {
            try withWorld { world in
                world.recognizer.setVADParameter(.timeoutForNoSpeech, toValue: .infinity)
                world.recognizer.setVADParameter(.timeoutMaxDuration, toValue: .infinity)
                world.recognizer.startListening()
                world.host.advance(milliseconds: 60_000)
                #expect(world.finals.isEmpty)
                #expect(world.recognizer.recognizerState == .listening)
            }
        }

        @Test(
            "3.2 stopListening stops at once and gives no final response",
            .fact("keenasr-3.2-28", "keenasr-3.2-29", "keenasr-3.4-6"))
        func stops() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("red", inMilliseconds: 100)
                world.host.advance(milliseconds: 300)
                world.recognizer.stopListening()
                #expect(world.recognizer.recognizerState == .readyToListen)
                world.host.go()
                #expect(world.finals.isEmpty)
                world.recognizer.stopListening()
                #expect(world.recognizer.recognizerState == .readyToListen)
            }
        }

        @Test("3.4 the final response may start listening again, for ever", .fact("keenasr-3.4-11"))
        func alwaysOn() throws {
            try withWorld { world in
                world.acts["final"] = {
                    if world.finals.count < 5 { #expect(world.recognizer.startListening(nil)) }
                }
                world.recognizer.startListening()
                world.host.go()
                #expect(world.finals.count == 5)
                #expect(Set(world.finals.map(\.responseId)).count == 5)
                #expect(world.times("listening").count == 5)
            }
        }

        @Test(
            "3.2 startListening gives the response's id, and leaves it alone where it is refused",
            .fact("keenasr-3.2-25", "keenasr-3.2-27"))
        func responseId() throws {
            try withWorld { world in
                var id: NSString?
                #expect(world.recognizer.startListening(&id))
                let first = id
                #expect(!world.recognizer.startListening(&id))
                #expect(id == first)
                world.host.go()
                #expect(world.finals.first?.responseId == first.map { "\($0)" })
            }
        }

        @Test(
            "3.6 partial results come while they change, about every 100 ms, without times",
            .fact("keenasr-3.6-3", "keenasr-3.7-4"))
        func partials() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("go to the store", inMilliseconds: 200, lasting: 1_300)
                world.host.go()
                #expect(
                    world.partials.map(\.text) == ["GO", "GO TO", "GO TO THE", "GO TO THE STORE"])
                #expect(world.partials.allSatisfy { $0.words?.first?.startTime == nil })
                #expect(world.told.last == "final")
            }
        }

        @Test(
            "3.7 words of the final result have times from the beginning of listening",
            .fact("keenasr-3.7-5"))
        func times() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("red", inMilliseconds: 1_000, lasting: 400)
                world.host.go()
                let word = try #require(world.finals.first?.result?.words?.first)
                #expect(abs((word.startTime?.doubleValue ?? 0) - 1.01) < 0.02)
                #expect(word.duration?.doubleValue == 0.4)
            }
        }

        @Test(
            "3.2 VAD gating: elapsed and times count from the moment voice is heard",
            .fact("keenasr-3.2-31", "keenasr-3.5-10"))
        func gating() throws {
            try withWorld { world in
                world.recognizer.setVadGating(true)
                world.recognizer.setVADParameter(.timeoutMaxDuration, toValue: 20)
                world.recognizer.startListening()
                world.host.advance(milliseconds: 60_000)
                #expect(world.finals.isEmpty)
                world.host.say("red", lasting: 400)
                world.host.go()
                let word = try #require(world.finals.first?.result?.words?.first)
                #expect(word.startTime?.doubleValue == 0)
            }
        }

        @Test(
            "3.6 a trigger phrase: nothing is told before it, rules are suspended until it",
            .fact("keenasr-3.5-12", "keenasr-3.6-2", "keenasr-3.6-4"))
        func trigger() throws {
            try withWorld(["red", "blue"], trigger: "hello computer") { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 60_000)
                world.host.say("red", lasting: 400)
                world.host.advance(milliseconds: 10_000)
                #expect(world.told == [])
                #expect(world.recognizer.recognizerState == .listening)
                world.host.say("hello computer", lasting: 800)
                world.host.say("blue", inMilliseconds: 2_000, lasting: 400)
                world.host.go()
                #expect(world.told == ["trigger", "partial", "final"])
                #expect(world.partials.map(\.text) == ["BLUE"])
                #expect(world.finals.first?.result?.text == "BLUE")
            }
        }

        @Test("3.6 a trigger phrase and its command in one breath", .fact("keenasr-3.6-4"))
        func triggerInOneBreath() throws {
            try withWorld(["red", "blue"], trigger: "hello computer") { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("hello computer blue", inMilliseconds: 500, lasting: 1_200)
                world.host.go()
                #expect(world.told == ["trigger", "partial", "final"])
                #expect(world.finals.first?.result?.text == "BLUE")
                #expect(world.finals.first?.endRule == .timeoutEndSilenceForGoodMatch)
            }
        }
    }
}
