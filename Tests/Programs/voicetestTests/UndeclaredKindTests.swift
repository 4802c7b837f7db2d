import Testing
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

@Suite("Kinds of event that an engine does not declare")
struct UndeclaredKindTests {
    private static let session = SessionFolder(
        path: "\(Program.package)/Corpora/yes-no/answers-yes.vsession")

    /// The voiceflow engine with a vocabulary that lacks some kinds.
    private struct ForgetfulFactory: EngineFactory {
        private let factory = VoiceflowFactory()
        let forgotten: Set<String>

        var declaration: EngineDeclaration {
            var declaration = factory.declaration
            let own = declaration.vocabulary
            declaration.vocabulary = EventVocabulary(
                scopeWord: own.scopeWord,
                kinds: own.kinds.filter { !forgotten.contains($0.name) })
            return declaration
        }

        var fileNames: [String] { factory.fileNames }

        func recognizes(_ setup: EngineSetup) throws -> Bool { try factory.recognizes(setup) }

        func make(_ setup: EngineSetup) throws -> any EngineUnderTest { try factory.make(setup) }
    }

    private func verdict(forgetting kinds: Set<String>) throws -> (String, String?) {
        var replayer = SessionReplayer(factories: [ForgetfulFactory(forgotten: kinds)])
        var options = ReplayOptions()
        options.tap = .words
        let result = try replayer.replay(Self.session, options: options)
        let verdict = ReplayRunner.verdict(on: result, folder: Self.session)
        return (verdict.outcome.name, verdict.firstCause?.sentence)
    }

    @Test("a replay whose engine emits one differs and names it")
    func replay() throws {
        #expect(try verdict(forgetting: []) == ("agrees", nil))
        let (outcome, sentence) = try verdict(forgetting: ["moduleEnd"])
        #expect(outcome == "differs")
        #expect(
            sentence
                == "the engine emitted \"moduleEnd\", a kind of event that it does not declare:"
                + " add it to the engine's vocabulary.")
    }

    @Test("a session whose manifest does not declare one of its kinds has an error")
    func validate() throws {
        let program = Program()
        let recorded = try program.run([
            "record", "--flow", "\(Program.package)/Corpora/yes-no/voiceflow.json", "--prompts",
            "\(Program.package)/Corpora/yes-no/prompts.json", "--scenario",
            "\(Program.package)/Corpora/yes-no/answers-yes.scenario.json", "--recognizer",
            "scripted", "--output",
            "a.vsession",
        ])
        #expect(recorded.status == 0, "\(recorded)")
        let path = "\(program.folder.path("a.vsession"))/session.json"
        var manifest = try SessionManifest(path: path)
        let own = try #require(manifest.vocabulary)
        let events = try SessionFolder(path: program.folder.path("a.vsession")).golden().events
        #expect(
            own == VoiceflowFactory().declaration.vocabulary.needed(for: TraceNames(of: events)))
        #expect(own.kinds.count < VoiceflowFactory().declaration.vocabulary.kinds.count)
        #expect(try program.run(["validate", "a.vsession"]).status == 0)
        manifest.vocabulary = EventVocabulary(kinds: own.kinds.filter { $0.name != "moduleEnd" })
        try DiskFile.write(JSONWriter.prettyBytes(.object(manifest.object)), to: path)
        let outcome = try program.run(["validate", "a.vsession"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\"moduleEnd\" is not a kind of event that session.json"))
    }

    @Test("every kind of every golden session is declared")
    func goldens() throws {
        var count = 0
        for folder in try SessionFolder.find(at: "\(Program.package)/Corpora") {
            let vocabulary = try #require(Engines.vocabulary(of: try folder.manifest()))
            let undeclared = vocabulary.undeclared(in: try folder.golden().events)
            #expect(undeclared == [], "\(folder.path): declare them, then record it again")
            count += 1
        }
        #expect(count > 40)
    }

    @Test("a bare trace takes the first engine that declares all of its kinds")
    func bareTraces() {
        let other = EventVocabulary(kinds: [EventKind("enter", .scopeBegin)])
        let known = [VoiceflowFactory().declaration.vocabulary, other]
        func chosen(_ kinds: [String]) -> EventVocabulary {
            let events = kinds.map { TraceEvent(frame: 0, tap: .actions, kind: $0) }
            return Engines.vocabulary(covering: events, among: known)
        }
        #expect(chosen(["flowStart", "final"]) == known[0])
        #expect(chosen(["enter", "final"]) == other)
        #expect(chosen(["enter", "flowStart"]) == known[0])
    }

    @Test("a session without a vocabulary takes that of its engine's kind")
    func oldSessions() throws {
        var manifest = try Self.session.manifest()
        manifest.vocabulary = nil
        #expect(Engines.vocabulary(of: manifest) == VoiceflowFactory().declaration.vocabulary)
        manifest.engine.kind = "unheard-of"
        #expect(Engines.vocabulary(of: manifest) == nil)
    }
}
