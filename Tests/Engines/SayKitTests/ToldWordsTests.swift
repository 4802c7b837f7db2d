import Testing
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import SayKit

@Suite("What events tell of an app's words")
struct ToldWordsTests {
    @Test("a request tells what its author wrote")
    func request() throws {
        var world = try SayWorld()
        _ = world.present(
            "select",
            [
                "prompt": "Which size?", "followupPrompt": "Small or large?", "retries": 3,
                "options": .array(["Small", ["label": "Large", "aliases": .array(["Big"])]]),
                "globals": ["back": .array(["go back"])], "responder": "app",
            ])
        let told: JSONObject = [
            "request": "1", "ask": "select", "prompt": "Which size?", "retries": 3,
            "followup": "Small or large?",
            "options": .array(["Small", ["label": "Large", "aliases": .array(["Big"])]]),
            "globals": ["back": .array(["go back"])], "responder": "app",
        ]
        #expect(world.events("request") == [told])
    }

    private static let template: JSONValue = .array(["go @where"])

    @Test(
        "how often a request is asked again is told, also where it is asked for ever",
        arguments: [("confirmation", Int64(1)), ("pattern", -1)])
    func retries(kind: String, retries: Int64) throws {
        var world = try SayWorld()
        _ = world.present(kind, kind == "pattern" ? ["templates": Self.template] : [:])
        let told = try #require(world.events("request").first)
        #expect(told["retries"] == .integer(retries))
        #expect(told["templates"] == (kind == "pattern" ? Self.template : nil))
    }

    @Test("what is spoken is told where something else is shown")
    func spoken() throws {
        var world = try SayWorld()
        _ = world.present(
            "confirmation",
            ["prompt": ["spoken": ["text": "Sure, sir?", "pitch": 40], "display": "Sure?"]])
        let told = try #require(world.events("request").first)
        #expect(told["prompt"] == "Sure?")
        #expect(told["spoken"] == ["text": "Sure, sir?", "pitch": 40])
        world.run(until: 1)
        let sound = try #require(world.events("sound").first)
        #expect(sound["pitch"] == 40 && sound["voice"] == nil)
    }

    @Test("a silence tells its length, and a new track its priority")
    func tracks() throws {
        var world = try SayWorld()
        world.call("registerTrack", ["track": "music", "priority": 5])
        world.call("addEvents", ["track": "music", "events": .array([["silence": 300]])])
        #expect(world.events("track").first?["priority"] == 5)
        #expect(world.events("silence").map { $0["milliseconds"] } == [300])
    }

    @Test("requests and sounds are known by their words, however many came before")
    func identity() {
        let vocabulary = EventVocabulary.sayKit
        func identity(_ kind: String, _ fields: JSONObject) -> String {
            vocabulary.identity(
                of: TraceEvent(frame: 0, tap: .actions, kind: kind, fields: fields))
        }
        let first = identity("request", ["request": "1", "prompt": "Sure?"])
        #expect(identity("request", ["request": "2", "prompt": "Sure?"]) == first)
        #expect(identity("request", ["request": "1", "prompt": "Why?"]) != first)
        let sound = identity("sound", ["item": "1.0", "sound": "Sure?"])
        #expect(identity("sound", ["item": "7.0", "sound": "Sure?"]) == sound)
    }
}
