import Testing
import VoiceEngine
import VoiceHypothesis
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@Suite("What a factory does that says nothing itself")
struct EngineFactoryTests {
    /// A factory that says only what it has to.
    private struct BareFactory: EngineFactory {
        var fieldCall = ""
        var fileNames: [String] = []

        var declaration: EngineDeclaration {
            EngineDeclaration(
                kind: "bare", version: "1", calls: [], callbacks: [], settings: [],
                fieldCall: fieldCall)
        }

        func recognizes(_ setup: EngineSetup) throws -> Bool { false }

        func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
            CounterEngine(most: 1, levelFrames: 0)
        }
    }

    private let setup = EngineSetup(
        files: [:], settings: [:], language: "en-US", seed: 1, sampleRate: .standard)

    @Test("takes a document under the names of its files only")
    func names() {
        let factory = BareFactory(fileNames: ["a.json"])
        #expect(factory.fileName(of: [:], called: "a.json") == "a.json")
        #expect(factory.fileName(of: [:], called: "b.json") == nil)
    }

    @Test(
        "says of other documents which files it has, and the next step",
        arguments: [([], "engine bare and not"), (["a.json", "b.json"], "bare (a.json, b.json)")])
    func documents(names: [String], says: String) {
        let text = BareFactory(fileNames: names).documents
        #expect(text.contains(says))
        #expect(text.hasSuffix("or name it with --file NAME=PATH."))
    }

    @Test("gives a first value by the call that the declaration names")
    func firstValue() throws {
        let call = try #require(BareFactory(fieldCall: "setField").firstValue("Name", "Ada"))
        #expect(call.facade == "bare")
        #expect(call.name == "setField")
        #expect(call.arguments == ["name": "Name", "value": "Ada"])
        #expect(BareFactory().firstValue("Name", "Ada") == nil)
    }

    @Test("listens for nothing of its own, understands nothing and finds nothing")
    func nothing() throws {
        let factory = BareFactory(fileNames: ["a.json"])
        let files: [String: [UInt8]] = ["a.json": Array("nonsense".utf8)]
        #expect(try factory.tasks(of: setup).isEmpty)
        #expect(try factory.words(of: setup) == EngineWords())
        #expect(try !factory.takesKeys(setup))
        #expect(try factory.findings(in: files, named: { $0 }, surroundings: nil).isEmpty)
        #expect(try factory.graph(of: files, name: "a", named: { $0 }) == nil)
        #expect(try factory.findings(inOther: [:], [], file: "a") == nil)
    }

    @Test("an engine is called by its kind where it names no runner")
    func runner() {
        #expect(BareFactory().declaration.runner == "bare")
    }
}

@Suite("What waits until an app is back from a callback")
struct WaitingEventTests {
    @Test(
        "is news of jobs, timers and sound",
        arguments: [
            EngineEvent.media(.playEnded(job: 1)), .timer(id: 1), .sound([]),
            .speech(began: true, spoken: 0),
        ])
    func waits(event: EngineEvent) {
        #expect(event.waitsForCallback)
    }

    @Test(
        "is no call, no return and no news of the world",
        arguments: [
            EngineEvent.run, .callbackReturned, .call(EngineCall(facade: "a", name: "b")),
            .world(.gap(frames: 1)),
        ])
    func comes(event: EngineEvent) {
        #expect(!event.waitsForCallback)
    }
}
