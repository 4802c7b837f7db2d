import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import SayKit

@Suite("The engine as the outside sees it")
struct SayFactoryTests {
    private let declaration = SayKitFactory().declaration

    @Test("every kind of event that comes out is declared, with all its fields")
    func vocabulary() throws {
        #expect(declaration.vocabulary.fault == nil)
        var world = try SayWorld([.says("banana"), .isSilent, .waits])
        world.loop.missing = ["none.wav"]
        world.call("configure", ["settings": .object(["levelMs": 100])])
        world.call("registerTrack", ["track": "news", "priority": 20])
        let tone: JSONValue = .array([.object(["tone": "none.wav"]), .object(["speech": "Hello."])])
        world.call("addEvents", ["track": "main", "events": tone])
        world.run(until: 100)
        _ = world.present("confirmation", ["retries": 3])
        world.run()
        world.call("typeAnswer", ["text": "yes"])
        world.run()
        world.call("cancelTrack", ["track": "main"])
        world.call("unregisterTrack", ["track": "news"])
        world.call("suspendTracks")
        world.call("resumeTracks")
        world.call("present", ["request": 3])
        world.step(.world(.permission(.microphone, .granted)))
        world.call("shutDown")
        #expect(world.loop.hasEnded)
        let kinds = Dictionary(
            declaration.vocabulary.kinds.map { ($0.name, Set($0.fields.map(\.name))) }
        ) { first, _ in first }
        for event in world.loop.events {
            let fields = kinds[event.kind]
            #expect(fields != nil, "\(event.kind) is not declared")
            for member in event.fields.members {
                #expect(fields?.contains(member.key) == true, "\(event.kind).\(member.key)")
            }
        }
        let told = Set(world.loop.events.map(\.kind))
        #expect(told.count >= 20)
    }

    @Test("every callback and every call that the machine knows is declared")
    func names() throws {
        #expect(Set(declaration.callbacks) == Set(SayCallback.allCases.map(\.rawValue)))
        for call in declaration.calls {
            var world = try SayWorld()
            let id = world.call(call.name)
            #expect(world.refusal(of: id)?.hasPrefix("there is no call") != true)
        }
        var world = try SayWorld()
        let unknown = world.call("sing")
        #expect(world.refusal(of: unknown) == "there is no call \"sing\".")
    }

    @Test("every step that is taken is an edge of the graph of states")
    func graph() throws {
        let graph = try #require(
            try SayKitFactory().graph(of: [:], name: "requests", named: { $0 }))
        let edges = Set(graph.edges.map { "\($0.module) \($0.key) \($0.target)" })
        #expect(edges.count == graph.edges.count)
        var worlds: [SayWorld] = []
        for caller: [SayWorld.Caller] in [
            [.says("yes")], [.says("banana"), .hangs], [.isSilent, .breaks], [.mumbles, .waits],
        ] {
            var world = try SayWorld(caller)
            _ = world.present("confirmation")
            world.run()
            world.call("cancelRequest")
            worlds.append(world)
        }
        for step in worlds.flatMap({ $0.events("change") }) {
            let parts = ["from", "by", "to"].map { step[$0]?.string ?? "" }
            #expect(edges.contains(parts.joined(separator: " ")), "\(parts)")
        }
    }

    @Test("calls before the run wait for it, and nothing follows the end")
    func runAndEnd() throws {
        let setup = EngineSetup(
            files: [:], settings: [:], language: "en-US", seed: 1, sampleRate: .standard)
        var machine = try SayKitFactory().make(setup)
        let request: JSONValue = .object(["kind": "string", "prompt": "Who?"])
        let call = EngineCall(
            facade: "saykit", name: "present", arguments: ["request": request], id: 1)
        #expect(machine.step(.call(call), at: 0).isEmpty)
        let actions = machine.step(.run, at: 5)
        #expect(actions.contains { if case .play = $0 { true } else { false } })
        let end = machine.step(
            .call(EngineCall(facade: "saykit", name: "shutDown")), at: 10)
        #expect(end.last == .ended(reason: "shutDown"))
        #expect(machine.step(.call(call), at: 20).isEmpty)
    }

    private func setup(_ language: String) -> EngineSetup {
        EngineSetup(
            files: [SayKitFactory.languageFile: Array(language.utf8)], settings: [:],
            language: "xx", seed: 1, sampleRate: .standard)
    }

    @Test("a language's file decides how answers are read, with no code of its own")
    func languageFile() throws {
        let text = #"{"language": "he", "confirmation": {"yes": ["ken"], "no": ["lo"]}}"#
        var machine = try SayKitFactory().make(setup(text))
        _ = machine.step(.run, at: 0)
        let request: JSONValue = .object(["kind": "confirmation"])
        _ = machine.step(
            .call(
                EngineCall(
                    facade: "saykit", name: "present", arguments: ["request": request], id: 1)),
            at: 0)
        let actions = machine.step(
            .call(
                EngineCall(
                    facade: "saykit", name: "typeAnswer", arguments: ["text": "ken"], id: 2)),
            at: 0)
        let result = actions.compactMap { action -> JSONObject? in
            if case .emit("result", let fields, _) = action { fields } else { nil }
        }.first
        #expect(result?["value"] == true)
        let factory = SayKitFactory()
        #expect(factory.fileName(of: .null, called: "hebrew.language.json") == "language.json")
    }

    @Test("a wrong file of a language is refused with its place")
    func wrongLanguage() throws {
        let text = #"{"language": "he", "confirmation": {"yes": "ken"}}"#
        #expect(throws: EngineFileError.self) { try SayKitFactory().make(setup(text)) }
        let findings = try SayKitFactory().findings(
            in: [SayKitFactory.languageFile: Array(text.utf8)], named: { $0 }, surroundings: nil)
        #expect(findings.map(\.file) == ["language.json"])
        #expect(findings.first?.message.contains("yes") == true)
    }

    @Test("the tones of requests come with the engine")
    func tones() throws {
        let names = ["microphone-start.wav", "microphone-stop.wav", "unrecognized-command.wav"]
        #expect(SayKitFactory().sounds.keys.sorted() == names)
    }

    @Test("shutting down answers every open call")
    func shutDown() throws {
        var world = try SayWorld()
        let events: JSONValue = .array([.object(["silence": 500]), .object(["speech": "Hello."])])
        let sounds = world.call("addEvents", ["track": "main", "events": events])
        let request = world.present("string")
        world.run(until: 100)
        world.call("shutDown")
        #expect(world.outcome(of: request) == "cancelled")
        guard case .value(let outcomes)? = world.loop.replies[sounds] else {
            Issue.record("the call is not answered")
            return
        }
        #expect(outcomes.array?.map { $0.object?["outcome"] } == ["cancelled", "cancelled"])
        #expect(world.loop.playing.isEmpty && world.loop.timers.isEmpty)
    }

    @Test("sounds of an app on an unknown track, or on that of requests, are refused")
    func wrongTrack() throws {
        var world = try SayWorld()
        let events: JSONValue = .array([.object(["speech": "Hello."])])
        let unknown = world.call("addEvents", ["track": "x", "events": events])
        #expect(world.refusal(of: unknown) == "there is no track \"x\". Register it first.")
        let taken = world.call("addEvents", ["track": "voiceRequest", "events": events])
        #expect(world.refusal(of: taken)?.contains("belongs to voice requests") == true)
        let main = world.call("unregisterTrack", ["track": "main"])
        #expect(world.refusal(of: main)?.contains("can be unregistered") == true)
    }
}
