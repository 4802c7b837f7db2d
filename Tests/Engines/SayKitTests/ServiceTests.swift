import Testing
import VoiceJSON

@testable import SayKit

/// Recognition services of the app, by calls of the engine.
@Suite("4.3 A recognition service of the app")
struct ServiceTests {
    private func world(
        _ settings: [String: Int] = [:], retries: Int64 = 0, interpreter: String = "standard"
    ) throws -> (world: SayWorld, call: Int) {
        var world = try SayWorld(settings: settings)
        let call = world.present(
            "string",
            [
                "recognizer": "app", "retries": .integer(retries),
                "interpreter": .string(interpreter),
            ])
        world.run(until: 16_000)
        return (world, call)
    }

    @discardableResult
    private func notify(
        _ world: inout SayWorld, _ event: String, _ text: String = "", _ more: JSONObject = [:]
    ) -> Int {
        var arguments = more
        arguments["request"] = "1"
        arguments["event"] = .string(event)
        arguments["text"] = .string(text)
        arguments["message"] = ""
        return world.call("serviceTold", arguments)
    }

    private func events(_ world: SayWorld) -> [String] {
        world.callbacks("service").compactMap { $0["event"]?.string }
    }

    @Test("speech is waited for as long as the setting says")
    func silent() throws {
        var (world, call) = try world(["saykit.noSpeechMs": 3_000])
        world.run(until: 2 * 16_000)
        #expect(world.outcome(of: call) == nil)
        world.run()
        #expect(world.error(of: call) == "noContent")
        #expect(events(world) == ["start", "cancel"])
        #expect(world.events("listened").first?["by"] == "maxPreSpeechSilenceExceeded")
        #expect(world.loop.timers.isEmpty)
    }

    @Test("a partial transcript with a word is speech, an empty one is none")
    func partials() throws {
        var (world, call) = try world(["saykit.noSpeechMs": 3_000])
        notify(&world, "partial", "…")
        world.run(until: 30 * 16_000)
        #expect(world.error(of: call) == "noContent")
        (world, call) = try self.world(["saykit.noSpeechMs": 3_000])
        notify(&world, "partial", "my")
        world.run(until: 30 * 16_000)
        notify(&world, "heard", "my answer")
        world.run()
        #expect(world.value(of: call)?["value"] == "my answer")
        #expect(world.loop.timers.isEmpty)
    }

    @Test("a service that listens on and on is stopped, and its words are waited for")
    func endless() throws {
        var (world, call) = try world(["saykit.maxListenMs": 5_000])
        notify(&world, "partial", "and")
        world.run(until: 7 * 16_000)
        #expect(events(world) == ["start", "stop"])
        #expect(world.events("listened").first?["by"] == "maxAudioLengthExceeded")
        notify(&world, "heard", "and so on")
        world.run()
        #expect(world.value(of: call)?["value"] == "and so on")
    }

    @Test("a service that was stopped and never answers is waited for as a recognizer is")
    func mute() throws {
        var (world, call) = try world(["saykit.maxListenMs": 5_000])
        notify(&world, "partial", "and")
        world.run()
        #expect(world.error(of: call) == "responseTimeout")
        #expect(world.loop.timers.isEmpty)
    }

    @Test("confidence and alternatives of a service reach the app's interpreter")
    func alternatives() throws {
        var (world, _) = try world(interpreter: "app")
        let others: JSONValue = .array([
            .object(["text": "tree", "confidence": 300]), .object(["text": "free"]), 3,
        ])
        notify(&world, "heard", "three", ["confidence": 650, "alternatives": others])
        world.run()
        let asked = try #require(world.callbacks("interpret").first)
        #expect(asked["transcript"] == "three" && asked["confidence"] == 650)
        #expect(
            asked["alternatives"]
                == .array([
                    .object(["text": "tree", "confidence": 300]),
                    .object(["text": "free", "confidence": 0]),
                ]))
    }

    @Test("words of a service below the least confidence are none")
    func unsure() throws {
        var (world, call) = try world(["saykit.leastConfidence": 500])
        notify(&world, "heard", "mumble", ["confidence": 499])
        world.run()
        #expect(world.error(of: call) == "noContent")
    }

    @Test("a typed answer is sure, whatever was heard before")
    func typed() throws {
        var (world, _) = try world(retries: 1, interpreter: "app")
        notify(&world, "heard", "three", ["confidence": 20])
        world.run()
        world.call(
            "interpretation",
            ["request": "1", "value": .null, "errors": .array([.object(["type": "noInput"])])])
        world.run(until: world.loop.now + 4_000)
        world.call("typeAnswer", ["text": "four"])
        let asked = try #require(world.callbacks("interpret").last)
        #expect(asked["transcript"] == "four" && asked["confidence"] == 1_000)
        #expect(asked["alternatives"] == nil)
    }

    @Test("other readings of the recognizer reach the app's interpreter in their order")
    func rivals() throws {
        var world = try SayWorld([.wavers("three", rival: "tree", distance: 5)])
        _ = world.present("string", ["interpreter": "app"])
        world.run()
        let asked = try #require(world.callbacks("interpret").first)
        #expect(asked["confidence"] == 900)
        #expect(
            asked["alternatives"] == .array([.object(["text": "tree", "confidence": 0])]))
    }
}
