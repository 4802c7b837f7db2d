import Testing
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@Suite("What events tell of an app's words")
struct ToldWordsTests {
    @Test("a speech tells its text when it begins")
    func texts() throws {
        var bench = try VoiceKitBench()
        bench.speak("Hello.", 1)
        bench.speak("Good bye.", 2)
        bench.advance(to: 3_000)
        #expect(bench.events("speaking").map { $0["text"] } == ["Hello.", "Good bye."])
    }

    @Test("a listening tells its limits, the names that count, and whether it is recorded")
    func listening() throws {
        var bench = try VoiceKitBench()
        bench.listen(
            timeout: 12_000, inactivity: 800, record: true,
            context: ["expectation": "name", "allowed": .array(["Zoe", "Jean Luc"])])
        let told = try #require(bench.events("listening").first)
        #expect(told["timeout"] == 12_000)
        #expect(told["inactivity"] == 800)
        #expect(told["record"] == true)
        #expect(told["names"] == .array(["Zoe", "Jean Luc"]))
        bench.call("cancelListening")
        bench.listen()
        #expect(bench.events("listening").last?["record"] == nil)
    }

    @Test(
        "a listening that may take longer tells so, and ends later", .fact("voicekit-2.13-1"))
    func extends() throws {
        var bench = try VoiceKitBench()
        let listen = bench.listen(timeout: 3_000)
        bench.advance(to: 1_000)
        bench.call("extendListening", ["ms": 2_000])
        bench.advance(to: 10_000)
        #expect(bench.events("extended").map { $0["milliseconds"] } == [2_000])
        #expect(bench.repliedAt(listen) == 5_000)
    }

    @Test("a configuration tells its values")
    func configures() throws {
        var bench = try VoiceKitBench()
        bench.call("configure", ["config": ["ttsSuppressMs": 0, "clipWaitTimeoutMs": 500]])
        let told: [JSONObject] = [["clipWait": 500, "suppress": 0, "compatibleTracker": false]]
        #expect(bench.events("configured") == told)
    }

    @Test(
        "a speech is known by its words, so that one less before it does not make it another",
        .fact("voicekit-2.5.7-1"))
    func identity() {
        func event(_ text: String, _ number: Int) -> TraceEvent {
            TraceEvent(
                frame: 0, tap: .actions, kind: "speaking",
                fields: [
                    "speech": .string("speech \(number)"), "channel": 0, "text": .string(text),
                ])
        }
        let vocabulary = EventVocabulary.voiceKit
        let identity = vocabulary.identity(of: event("Hello.", 1))
        #expect(vocabulary.identity(of: event("Hello.", 2)) == identity)
        #expect(vocabulary.identity(of: event("Good bye.", 1)) != identity)
        #expect(vocabulary.label(of: event("Hello.", 1)) == "speaking 0 Hello.")
    }
}
