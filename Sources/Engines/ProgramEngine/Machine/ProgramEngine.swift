internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// A program of the user's as an engine: the machine says what to tell it, the link tells it.
struct ProgramEngine: FileKeepingEngine {
    private(set) var machine: ProgramMachine
    let link: any ProgramLink
    private(set) var hello: ProgramHello
    let command: ProgramCommand

    var keptFiles: [String: [UInt8]] {
        var files = machine.keptFiles
        if let recorder = link as? ActsRecorder {
            files[ProgramActs.fileName] = recorder.acts.fileBytes
        }
        return files
    }

    var keptVersion: Int {
        machine.keptVersion + ((link as? ActsRecorder)?.acts.rows.count ?? 0)
    }

    var lastRealCall: RealCall? { machine.calls.lastReal }

    var lastObjection: String? {
        let count = link.networkFailures
        guard count > 0, !machine.calls.rules.allows("network", Self.pastClient, nil) else {
            return nil
        }
        return "The app does something that voicetest cannot repeat (network): \(Self.pastClient)"
            + ", \(count == 1 ? "once" : "\(count) times"). In a replay nothing is there. Ask by"
            + " a library that the client knows, or in a function that is external."
    }

    /// The name of the escape, by which `rules.json` may allow it.
    private static let pastClient = "a child or a library of C asks the network by itself"

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        guard !machine.isOver else { return [] }
        do throws(ProgramFault) {
            if case .run = event {
                hello.fields = machine.fields
                let (ready, asides) = try link.greet(hello)
                try machine.begin(ready, asides, asked: Set(hello.settings.members.map(\.key)))
            } else {
                try machine.handle(event, at: frame)
            }
            while let turn = machine.nextTurn(at: frame) {
                try machine.handle(try link.turn(turn), of: turn)
            }
        } catch  where error.hasEnded && machine.isInCall {
            machine.endInCall("\(command.program) \(error.what)")
        } catch {
            machine.breakDown("The program \(command.program) \(error.what).")
        }
        for note in machine.notes { command.note?(note) }
        machine.notes = []
        return machine.takeOutput(at: frame)
    }
}
