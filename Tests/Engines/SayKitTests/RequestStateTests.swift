import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

@Suite("4.3 The lifecycle of a request")
struct RequestStateTests {
    private static let start = "microphone-start.wav"
    private static let stop = "microphone-stop.wav"

    @Test(
        "prompt, tone, recognition, tone, interpretation, response: in this order",
        .fact("saykit-4.3-1"))
    func order() throws {
        var world = try SayWorld([.says("yes")])
        let call = world.present("confirmation")
        world.run()
        #expect(
            world.states == [
                "prompting", "listening", "processing", "interpreting", "responding", "ended",
            ])
        #expect(world.sounds == ["Sure?", Self.start, Self.stop])
        #expect(world.outcome(of: call) == "answered")
        #expect(world.value(of: call)?["value"] == true)
        #expect(world.value(of: call)?["transcript"] == "yes")
    }

    @Test(
        "the microphone is on only after the start tone, and off before the stop tone",
        .fact("saykit-4.3-2"))
    func tones() throws {
        var world = try SayWorld([.says("yes")])
        _ = world.present("confirmation")
        world.run()
        let kinds = world.loop.events.map(\.kind).filter {
            ["sound", "soundEnded", "listening", "listened", "interpreted"].contains($0)
        }
        #expect(
            kinds == [
                "sound", "soundEnded", "sound", "soundEnded", "listening", "listened", "sound",
                "soundEnded", "interpreted",
            ])
    }

    @Test(
        "the recognition session goes from none over initializing, listening and processing",
        .fact("saykit-4.2-3"))
    func session() throws {
        var world = try SayWorld([.says("yes")])
        _ = world.present("confirmation")
        world.run()
        #expect(
            world.events("session").compactMap { $0["session"]?.string } == [
                "initializing", "listening", "processing", "none",
            ])
    }

    @Test("tones can be other files, or none", .fact("saykit-4.2-2"))
    func ownTones() throws {
        var world = try SayWorld([.says("yes")])
        let tones: JSONObject = ["microphoneStart": "ding.wav", "microphoneStop": .null]
        world.call("configure", ["settings": .object(["tones": .object(tones)])])
        _ = world.present("confirmation")
        world.run()
        #expect(world.sounds == ["Sure?", "ding.wav"])
    }

    @Test("a tone whose file is missing is skipped, and the request goes on")
    func missingTone() throws {
        var world = try SayWorld([.says("no")])
        world.loop.missing = [Self.start, Self.stop]
        let call = world.present("confirmation")
        world.run()
        #expect(world.value(of: call)?["value"] == false)
        #expect(world.events("soundFailed").count == 2)
    }

    @Test(
        "a tap on the microphone cuts the prompt and listens, another ends listening",
        .fact("saykit-4.2-6", "saykit-4.3-3"))
    func taps() throws {
        var world = try SayWorld([.waits])
        let call = world.present("confirmation", ["retries": 0])
        world.run(until: 160)
        world.call("tapMicrophone")
        #expect(world.events("soundStopped").count == 1)
        world.run(until: 5_000)
        #expect(world.loop.listening.count == 1)
        world.call("tapMicrophone")
        #expect(world.states.last == "processing")
        world.run()
        #expect(world.error(of: call) == "noContent")
    }

    @Test(
        "cancelling ends a request in every state, and completes it once",
        .fact("saykit-4.2-6", "saykit-4.3-4", "saykit-4.3-6"),
        arguments: [0, 400, 1_000, 3_000, 10_500, 11_000] as [Frame])
    func cancels(frame: Frame) throws {
        var world = try SayWorld([.hangs])
        let call = world.present("confirmation")
        world.run(until: frame)
        #expect(world.outcome(of: call) == nil)
        world.call("cancelRequest")
        #expect(world.outcome(of: call) == "cancelled")
        #expect(world.value(of: call)?["value"] == .null)
        world.run()
        #expect(world.events("result").count == 1)
        #expect(world.loop.playing.isEmpty && world.loop.listening.isEmpty)
        #expect(world.loop.timers.isEmpty)
    }

    @Test(
        "a silent answer is taken while it prompts, listens and processes",
        .fact("saykit-4.2-7", "saykit-4.3-5"),
        arguments: [0, 3_000, 11_000] as [Frame])
    func silentAnswer(frame: Frame) throws {
        var world = try SayWorld([.hangs])
        let call = world.present("confirmation")
        world.run(until: frame)
        let answer = world.call("respondImmediately", ["value": false, "errors": .array([])])
        #expect(world.refusal(of: answer) == nil)
        #expect(world.value(of: call)?["value"] == false)
        #expect(world.states.suffix(2) == ["responding", "ended"])
        world.run()
        #expect(world.loop.playing.isEmpty && world.loop.listening.isEmpty)
    }

    @Test(
        "a silent answer of the wrong kind is refused, and the request goes on",
        .fact("saykit-4.2-7"))
    func wrongSilentAnswer() throws {
        var world = try SayWorld([.says("yes")])
        let call = world.present("confirmation")
        let answer = world.call("respondImmediately", ["value": "ja", "errors": .array([])])
        #expect(world.refusal(of: answer) == "the answer is a string. Give true or false.")
        world.run()
        #expect(world.value(of: call)?["value"] == true)
    }

    @Test(
        "a typed answer is interpreted as a spoken one",
        .fact("saykit-4.3-5", "saykit-interface-4.10-1"))
    func typed() throws {
        var world = try SayWorld()
        let call = world.present("numerical")
        world.call("typeAnswer", ["text": "twenty one"])
        #expect(world.value(of: call)?["value"] == 21)
    }

    @Test("without speech the service gives up after 8 seconds", .fact("saykit-4.3-7"))
    func noSpeech() throws {
        var world = try SayWorld([.isSilent])
        let call = world.present("confirmation", ["retries": 0])
        world.run(until: 4_000)
        #expect(world.loop.listening.values.first?.preSpeechFrames == 128_000)
        world.run()
        #expect(world.error(of: call) == "noContent")
    }

    @Test("a recognizer that does not answer is waited for 10 seconds", .fact("saykit-4.3-8"))
    func responseTimeout() throws {
        var world = try SayWorld([.hangs])
        let call = world.present("confirmation", ["retries": 0])
        world.run()
        #expect(world.error(of: call) == "responseTimeout")
        let listened = world.loop.events.first { $0.kind == "listened" }?.frame ?? 0
        let failed = world.loop.events.first { $0.kind == "failure" }?.frame ?? 0
        #expect(failed - listened == 160_000)
    }

    @Test("the time that an answer is waited for can be set", .fact("saykit-4.3-8"))
    func ownTimeout() throws {
        var world = try SayWorld([.hangs])
        world.call("configure", ["settings": .object(["responseTimeoutMs": 500])])
        let call = world.present("confirmation", ["retries": 0])
        world.run()
        #expect(world.error(of: call) == "responseTimeout")
        #expect(world.loop.now < 20_000)
    }

    @Test(
        "activation needs an idle manager: a second request is refused while one is presented",
        .fact("saykit-4.2-4"))
    func busy() throws {
        var world = try SayWorld([.says("yes")])
        let first = world.present("confirmation")
        let second = world.present("confirmation")
        #expect(world.refusal(of: second)?.contains("cancel it") == true)
        world.run()
        #expect(world.outcome(of: first) == "answered")
        let third = world.present("confirmation")
        #expect(world.refusal(of: third) == nil)
    }

    @Test(
        "a request is activated before it prompts, and deactivated before it is dismissed",
        .fact("saykit-4.2-1"))
    func hooks() throws {
        var world = try SayWorld([.says("yes")])
        _ = world.present("confirmation")
        #expect(
            world.loop.callbacks.first { $0.name.hasPrefix("request") }?.name == "requestActivated")
        world.run()
        #expect(world.callbacks("requestActivated").count == 1)
        #expect(world.callbacks("requestWillDeactivate").count == 1)
    }

    @Test("while a request is presented, the app's own sounds are held")
    func holdsMain() throws {
        var world = try SayWorld([.says("yes")])
        let text: JSONObject = ["speech": "This is a long sentence of the app."]
        let call = world.call(
            "addEvents", ["track": "main", "events": .array([.object(text)])])
        world.run(until: 1_000)
        _ = world.present("confirmation")
        world.run(until: 6_000)
        #expect(world.loop.listening.count == 1)
        #expect(world.loop.heard.isEmpty)
        world.run()
        guard case .value(let outcomes)? = world.loop.replies[call] else {
            Issue.record("the call is not answered")
            return
        }
        #expect(outcomes.array?.first?.object?["outcome"] == "finished")
        #expect(world.events("soundHeld").count == 1)
        #expect(world.events("soundResumed").count == 1)
    }

    @Test("an interruption holds all sounds, ends the recognition and asks again after it")
    func interruption() throws {
        var world = try SayWorld([.waits, .says("yes")])
        let call = world.present("confirmation")
        world.run(until: 4_000)
        world.step(.world(.audioSession(.began)))
        #expect(world.loop.listening.isEmpty)
        world.run(until: 50_000)
        #expect(world.loop.heard.isEmpty)
        world.step(.world(.audioSession(.ended)))
        world.run()
        #expect(world.value(of: call)?["value"] == true)
        #expect(world.sounds.filter { $0 == "Sure?" }.count == 2)
    }
}
