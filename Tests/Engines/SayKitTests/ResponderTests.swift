import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime

@testable import SayKit

@Suite("4.5 Interpreters and responders of the app")
struct ResponderTests {
    private func respond(_ world: inout SayWorld, _ response: JSONObject) -> Int {
        let request = world.callbacks("respond").last?["request"] ?? ""
        return world.call("respond", ["request": request, "response": .object(response)])
    }

    @Test("an app's interpreter is asked, and its value is the answer", .fact("saykit-4.5-3"))
    func interpreter() throws {
        var world = try SayWorld([.says("the blue one")])
        let call = world.present("string", ["interpreter": "app"])
        world.run()
        let asked = try #require(world.callbacks("interpret").first)
        #expect(asked["transcript"] == "the blue one")
        #expect(asked["confidence"] == 900)
        #expect(world.states.last == "interpreting")
        let value: JSONValue = .object(["colour": "blue"])
        world.call(
            "interpretation",
            ["request": asked["request"] ?? "", "value": value, "errors": .array([])])
        #expect(world.value(of: call)?["value"] == value)
    }

    @Test(
        "errors of an app's interpreter make the answer invalid, and it is asked for again",
        .fact("saykit-4.5-3"))
    func invalid() throws {
        var world = try SayWorld([.says("ten")])
        _ = world.present("string", ["interpreter": "app"])
        world.run()
        let error: JSONObject = ["type": "invalidInput", "reason": "Too many."]
        world.call(
            "interpretation",
            [
                "request": world.callbacks("interpret")[0]["request"] ?? "", "value": .null,
                "errors": .array([.object(error)]),
            ])
        #expect(world.states.last == "prompting")
    }

    @Test("a request whose responder does nothing stays presented and idle", .fact("saykit-4.2-5"))
    func idle() throws {
        var world = try SayWorld([.says("yes")])
        let call = world.present("confirmation", ["responder": "app"])
        world.run()
        #expect(world.states.last == "responding")
        #expect(world.outcome(of: call) == nil)
        #expect(world.callbacks("respond").first?["value"] == true)
        let answer = respond(&world, [:])
        #expect(world.refusal(of: answer) == nil)
        #expect(world.value(of: call)?["value"] == true)
    }

    @Test("feedback is spoken before the request is dismissed", .fact("saykit-4.5-4"))
    func feedback() throws {
        var world = try SayWorld([.says("yes")])
        let call = world.present("confirmation", ["responder": "app"])
        world.run()
        _ = respond(&world, ["feedbackPrompt": "Thank you."])
        #expect(world.outcome(of: call) == nil)
        world.run()
        #expect(world.sounds.last == "Thank you.")
        #expect(world.outcome(of: call) == "answered")
    }

    @Test(
        "of a follow-up: feedback first, then the action, then the next request",
        .fact("saykit-4.5-5"))
    func followup() throws {
        var world = try SayWorld([.says("yes"), .says("seven")])
        let call = world.present("confirmation", ["responder": "app"])
        world.run()
        let next: JSONObject = ["kind": "numerical", "prompt": "How many?"]
        _ = respond(
            &world, ["feedbackPrompt": "Good.", "followupRequest": .object(next)])
        #expect(world.callbacks("act").isEmpty)
        world.run()
        let order = world.loop.events.filter { event in
            event.kind == "result" || event.fields["sound"] == "Good."
                || event.fields["sound"] == "How many?"
        }
        #expect(
            order.map(\.kind) == [
                "sound", "soundEnded", "result", "sound", "soundEnded", "result",
            ])
        #expect(world.callbacks("act").count == 1)
        #expect(world.callbacks("act").first?["result"]?.object?["value"] == true)
        #expect(world.value(of: call)?["value"] == 7)
    }

    @Test(
        "an app's responder hears of failures of recognition, and may ask again",
        .fact("saykit-4.5-6"))
    func failure() throws {
        var world = try SayWorld([.isSilent, .says("yes")])
        let call = world.present("confirmation", ["responder": "app"])
        world.run()
        #expect(world.callbacks("respond").first?["failure"] == "noContent")
        _ = respond(&world, ["again": true])
        world.run()
        _ = respond(&world, [:])
        #expect(world.value(of: call)?["value"] == true)
        #expect(world.value(of: call)?["attempts"] == 2)
    }

    @Test("a feedback is spoken in its own voice, rate, pitch and loudness", .fact("saykit-4.5-4"))
    func feedbackVoice() throws {
        var world = try SayWorld([.says("yes")])
        _ = world.present("confirmation", ["responder": "app"])
        world.run()
        let feedback: JSONObject = [
            "text": "Good.", "voice": "en-gb", "wordsPerMinute": 120, "pitch": 30,
            "volumePermille": 500,
        ]
        _ = respond(&world, ["feedbackPrompt": .object(feedback)])
        let prompt = try #require(world.loop.prompts.last)
        #expect(prompt.text == "Good." && prompt.voice == "en-gb")
        #expect(prompt.wordsPerMinute == 120 && prompt.pitch == 30)
        #expect(prompt.speechVolume == 500)
    }

    @Test("a response that comes late, for another request or in a wrong form is refused")
    func late() throws {
        var world = try SayWorld([.says("yes")])
        let early = world.call("respond", ["request": "1", "response": .object([:])])
        #expect(world.refusal(of: early) == "no request is presented.")
        _ = world.present("confirmation", ["responder": "app"])
        let unasked = world.call("respond", ["request": "1", "response": .object([:])])
        #expect(world.refusal(of: unasked) == SayMachine.late)
        world.run()
        let other = world.call("respond", ["request": "7", "response": .object([:])])
        #expect(world.refusal(of: other) == SayMachine.late)
        let wrong = respond(&world, ["feedbackPrompt": 3])
        #expect(
            world.refusal(of: wrong)
                == "response.feedbackPrompt is a number. Give a string, or an object with \"text\"."
        )
        let fault = respond(&world, ["followupRequest": .object(["kind": "select"])])
        #expect(world.refusal(of: fault)?.contains("no options") == true)
    }
}
