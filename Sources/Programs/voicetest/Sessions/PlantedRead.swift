import ArgumentParser
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceSystem
import VoiceTime
import VoiceTrace

/// Faults that an engine is made to have, to show that a certificate notices.
enum PlantedRead: String, ExpressibleByArgument, CaseIterable {
    case clock, chance, sleep

    func commit() {
        switch self {
        case .clock: Self.readClock()
        case .chance: Self.drawChance()
        case .sleep: Self.waitAWhile()
        }
    }

    @inline(never)
    private static func readClock() { _ = ContinuousClock.now }

    @inline(never)
    private static func drawChance() {
        var system = SystemRandomNumberGenerator()
        _ = system.next()
    }

    @inline(never)
    private static func waitAWhile() {
        // Twice: a call that is the last thing done would take this function off the stack.
        for _ in 0..<2 { usleep(1) }
    }
}

/// An engine that reads what no engine may.
struct PlantedFactory: ProgramFactory {
    let factory: any EngineFactory
    let read: PlantedRead

    var answeringFiles: [String] { factory.filesToAnswerFrom }
    func lacksAnswer(_ events: [TraceEvent]) -> Bool { factory.lacksAnswer(to: events) }
    var descriptionFile: String { factory.ownDescriptionFile ?? "" }

    func ownDescription(in files: [String: [UInt8]]) -> [UInt8]? {
        (factory as? any ProgramFactory)?.ownDescription(in: files)
    }

    func changedCall(
        from before: [String: [UInt8]], to files: [String: [UInt8]]
    ) -> (what: String, names: [String])? {
        factory.callChange(from: before, to: files)
    }

    func factory(
        running command: ProgramCommand?, describedBy files: [String: [UInt8]]
    ) throws -> any EngineFactory {
        Self(factory: try factory.told(running: command, describedBy: files), read: read)
    }

    var declaration: EngineDeclaration { factory.declaration }
    var fileNames: [String] { factory.fileNames }

    func recognizes(_ setup: EngineSetup) throws -> Bool { try factory.recognizes(setup) }

    func tasks(of setup: EngineSetup) throws -> [RecognitionTask] {
        try factory.tasks(of: setup)
    }

    func words(of setup: EngineSetup) throws -> EngineWords { try factory.words(of: setup) }

    func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        PlantedEngine(engine: try factory.make(setup), read: read)
    }
}

/// Does what its engine does, and one thing more.
private struct PlantedEngine: EngineUnderTest {
    var engine: any EngineUnderTest
    let read: PlantedRead

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        read.commit()
        return engine.step(event, at: frame)
    }
}
