import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime
import VoiceTrace

/// An engine as a later release might have it: another version, with a setting, a constant, a kind
/// of event, a field and evidence that it did not have.
struct LaterFactory: ProgramFactory {
    static let setting = "later.waitMs"
    let factory: any EngineFactory
    /// Whether its engines emit an event of the kind that is new.
    var emits = false

    var answeringFiles: [String] { factory.filesToAnswerFrom }
    func lacksAnswer(_ events: [TraceEvent]) -> Bool { factory.lacksAnswer(to: events) }
    var descriptionFile: String { factory.ownDescriptionFile ?? "" }
    var fileNames: [String] { factory.fileNames }

    var declaration: EngineDeclaration {
        var declaration = factory.declaration
        declaration.version = "2"
        declaration.settings.append(.init(Self.setting, standard: 0, range: 0...100))
        declaration.constants["later.constant"] = 7
        let own = declaration.vocabulary
        var kinds = own.kinds
        for index in kinds.indices { kinds[index].fields.append(EventField("later")) }
        declaration.vocabulary = EventVocabulary(
            scopeWord: own.scopeWord, kinds: [EventKind("later")] + kinds,
            evidence: own.evidence.merging(["later": .frames]) { first, _ in first })
        return declaration
    }

    func factory(
        running command: ProgramCommand?, describedBy files: [String: [UInt8]]
    ) throws -> any EngineFactory {
        Self(factory: try factory.told(running: command, describedBy: files), emits: emits)
    }

    func ownDescription(in files: [String: [UInt8]]) -> [UInt8]? {
        (factory as? any ProgramFactory)?.ownDescription(in: files)
    }

    func changedCall(
        from before: [String: [UInt8]], to files: [String: [UInt8]]
    ) -> (what: String, names: [String])? {
        factory.callChange(from: before, to: files)
    }

    func recognizes(_ setup: EngineSetup) throws -> Bool { try factory.recognizes(setup) }
    func tasks(of setup: EngineSetup) throws -> [RecognitionTask] { try factory.tasks(of: setup) }
    func words(of setup: EngineSetup) throws -> EngineWords { try factory.words(of: setup) }

    func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        LaterEngine(engine: try factory.make(setup), emits: emits)
    }
}

/// Does what its engine does, and may say that it runs with an event that is new.
private struct LaterEngine: EngineUnderTest {
    var engine: any EngineUnderTest
    let emits: Bool

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        let actions = engine.step(event, at: frame)
        guard emits, event == .run else { return actions }
        return actions + [.emit(kind: "later", fields: [:], why: [:])]
    }
}
