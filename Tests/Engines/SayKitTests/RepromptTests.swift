import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

@Suite("4.4.3 Asking again")
struct RepromptTests {
    private func prompts(_ world: SayWorld) -> [String] {
        world.sounds.filter { !$0.hasSuffix(".wav") }
    }

    @Test(
        "an answer that is not understood is asked for once more, with an apology before it",
        .fact("saykit-4.4.3-1"))
    func once() throws {
        var world = try SayWorld([.mumbles, .says("yes")])
        let call = world.present("confirmation")
        world.run()
        #expect(prompts(world) == ["Sure?", "Sorry, I didn't catch that. Sure?"])
        #expect(
            world.callbacks("displayPrompt").last?["text"] == "Sorry, I didn't catch that. Sure?")
        #expect(world.value(of: call)?["value"] == true)
        #expect(world.value(of: call)?["attempts"] == 2)
    }

    @Test(
        "an answer that does not fit is asked for again with the reason, spoken and shown",
        .fact("saykit-4.5-9"),
        arguments: [
            ("confirmation", "banana", "Please say yes or no."),
            ("numerical", "five or six", "Please say one number only."),
            ("numerical", "banana", "Please say a number."),
            ("select", "dark red and light red", "Please say one of these: Dark red, Light red."),
            ("select", "banana", "That is not one of the choices."),
            ("pattern", "banana", "Sorry, I didn't catch that."),
            ("command", "banana", "Sorry, I didn't catch that."),
        ])
    func reason(kind: String, said: String, reason: String) throws {
        var world = try SayWorld([.says(said), .waits])
        var more: JSONObject = [:]
        if kind == "select" { more["options"] = .array(["Dark red", "Light red"]) }
        if kind == "pattern" { more["templates"] = .array(["go left"]) }
        _ = world.present(kind, more)
        world.run()
        #expect(prompts(world) == ["Sure?", "\(reason) Sure?"])
        #expect(
            world.callbacks("displayPrompt").map { $0["text"] }
                == ["Sure?", .string("\(reason) Sure?")])
    }

    @Test("an apology is shown before what is shown, and spoken before what is spoken")
    func shown() throws {
        var world = try SayWorld([.mumbles, .waits])
        let prompt: JSONValue = .object(["spoken": "How many?", "display": "Count"])
        _ = world.present("numerical", ["prompt": prompt])
        world.run()
        #expect(prompts(world).last == "Sorry, I didn't catch that. How many?")
        #expect(
            world.callbacks("displayPrompt").last?["text"] == "Sorry, I didn't catch that. Count")
    }

    @Test("after the last retry the result has an error and no value", .fact("saykit-4.4.3-4"))
    func exhausted() throws {
        var world = try SayWorld([.says("banana"), .says("banana"), .says("yes")])
        let call = world.present("confirmation")
        world.run()
        #expect(world.outcome(of: call) == "failed")
        #expect(world.error(of: call) == "invalidInput")
        #expect(world.value(of: call)?["value"] == .null)
        #expect(world.caller == [.says("yes")])
    }

    @Test("the number of retries can be set", .fact("saykit-4.4.3-3"), arguments: [0, 2, 5])
    func count(retries: Int) throws {
        var world = try SayWorld(Array(repeating: .mumbles, count: 20))
        let call = world.present("confirmation", ["retries": .integer(Int64(retries))])
        world.run()
        #expect(world.value(of: call)?["attempts"] == .integer(Int64(retries + 1)))
        #expect(world.error(of: call) == "noContent")
    }

    @Test("a followup prompt replaces apology and prompt", .fact("saykit-4.4.3-2"))
    func followup() throws {
        var world = try SayWorld([.isSilent, .says("no")])
        _ = world.present("confirmation", ["followupPrompt": "Yes or no, please."])
        world.run()
        #expect(prompts(world) == ["Sure?", "Yes or no, please."])
    }

    @Test("a pattern is asked for until it is matched", .fact("saykit-4.4-8"))
    func pattern() throws {
        var world = try SayWorld(Array(repeating: .says("hello"), count: 9) + [.says("go 7")])
        let templates: JSONValue = .array(["go @place:Number"])
        let call = world.present("pattern", ["templates": templates])
        world.run()
        #expect(world.value(of: call)?["attempts"] == 10)
        #expect(
            world.value(of: call)?["value"]
                == .object(["template": 0, "entities": .object(["place": 7])]))
    }

    @Test("trouble of the recognizer asks the same request again", .fact("saykit-4.4.3-5"))
    func transient() throws {
        var world = try SayWorld([.breaks, .says("yes")])
        let call = world.present("confirmation")
        world.run()
        #expect(prompts(world) == ["Sure?", "Sure?"])
        #expect(world.outcome(of: call) == "answered")
        #expect(world.callbacks("displayError").first?["code"] == "serverFailure")
    }

    @Test("where the microphone is not allowed there is feedback only", .fact("saykit-4.4.3-5"))
    func permanent() throws {
        var world = try SayWorld([.says("yes")])
        world.step(.world(.permission(.microphone, .denied)))
        let call = world.present("confirmation")
        world.run()
        #expect(prompts(world) == ["Sure?", "I am not allowed to listen."])
        #expect(world.error(of: call) == "unauthorized")
        #expect(world.caller == [.says("yes")])
    }

    @Test(
        "a command that is not understood plays its tone and is asked for once more",
        .fact("saykit-4.7-7"))
    func command() throws {
        var world = try SayWorld([.says("xyzzy plugh"), .says("go back")])
        let call = world.present("command", ["commands": .array(["back"])])
        world.run()
        #expect(world.sounds.contains("unrecognized-command.wav"))
        #expect(world.value(of: call)?["value"]?.object?["type"] == "back")
    }

    @Test(
        "a pattern without any answer is asked for once more, then fails", .fact("saykit-4.4.3-4"))
    func silentPattern() throws {
        var world = try SayWorld(Array(repeating: .isSilent, count: 50))
        let call = world.present("pattern", ["templates": .array(["go @place:Number"])])
        world.run()
        #expect(world.error(of: call) == "noContent")
        #expect(world.value(of: call)?["attempts"] == 2)
    }

    @Test("a recognizer that fails again and again ends a pattern as silence does")
    func brokenPattern() throws {
        var world = try SayWorld([.breaks, .hangs, .says("go 7")])
        let call = world.present("pattern", ["templates": .array(["go @place:Number"])])
        world.run()
        #expect(world.error(of: call) == "responseTimeout")
        #expect(world.caller == [.says("go 7")])
    }

    @Test("speech between silences lets a pattern be asked for without end")
    func speechBetween() throws {
        let silent: [SayWorld.Caller] = [.isSilent, .says("hello"), .isSilent, .mumbles, .isSilent]
        var world = try SayWorld(silent + [.says("go 7")])
        let call = world.present("pattern", ["templates": .array(["go @place:Number"])])
        world.run()
        #expect(world.outcome(of: call) == "answered")
        #expect(world.value(of: call)?["attempts"] == 6)
    }

    @Test("a pattern that is to be asked for ever is asked again in silence too")
    func forever() throws {
        var world = try SayWorld(Array(repeating: .isSilent, count: 9) + [.says("go 7")])
        let templates: JSONValue = .array(["go @place:Number"])
        let call = world.present("pattern", ["templates": templates, "retries": -1])
        world.run()
        #expect(world.value(of: call)?["attempts"] == 10)
    }

    @Test("words below the least confidence are no answer, and asked for again")
    func leastConfidence() throws {
        let caller: [SayWorld.Caller] = [
            .murmurs("no", confidence: 599), .murmurs("yes", confidence: 600),
        ]
        var world = try SayWorld(caller, settings: ["saykit.leastConfidence": 600])
        let call = world.present("confirmation")
        world.run()
        #expect(world.value(of: call)?["value"] == true)
        #expect(world.value(of: call)?["attempts"] == 2)
        #expect(world.callbacks("displayError").map { $0["code"] } == ["noContent"])
        var careless = try SayWorld(caller)
        let first = careless.present("confirmation")
        careless.run()
        #expect(careless.value(of: first)?["value"] == false)
    }

    @Test("speech that no word fits is no answer, and asked for again")
    func spokenNoise() throws {
        var world = try SayWorld([.says("<spoken_noise>"), .says("<spoken_noise> yes")])
        let call = world.present("confirmation")
        world.run()
        #expect(world.callbacks("displayError").map { $0["code"] } == ["noContent"])
        #expect(world.value(of: call)?["value"] == true)
        #expect(world.value(of: call)?["transcript"] == "… yes")
        #expect(world.value(of: call)?["attempts"] == 2)
    }
}
