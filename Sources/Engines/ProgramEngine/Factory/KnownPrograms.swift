internal import Synchronization
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime

/// Descriptions that programs gave of themselves: each command is asked once by a factory and its
/// copies.
final class KnownPrograms: Sendable {
    /// Notes on clients of other releases, each of which this process tells once.
    private static let told = Mutex<Set<String>>([])
    private let found = Mutex<[(command: ProgramCommand, description: ProgramDescription)]>([])

    /// Returns the description of the program of `command`; it is started for that, and ended.
    ///
    /// - Throws: `ProgramCommandError`.
    func description(of command: ProgramCommand) throws(ProgramCommandError) -> ProgramDescription {
        if let bytes = command.description,
            let told = try? ProgramDescription.of([ProgramDescription.fileName: bytes])
        {
            return told
        }
        let known = found.withLock { all in
            all.first { $0.command == command }?.description
        }
        if let known { return known }
        // What it writes meanwhile is told where it fails: each run writes it again.
        let notes = Mutex<[String]>([])
        var silent = command
        // It says what it is without the world.
        silent.hasNetwork = false
        silent.note = { note in notes.withLock { $0.append(note) } }
        let child = try ProgramChild(silent)
        let description: ProgramDescription
        let client: ClientRelease?
        do throws(ProgramFault) {
            var hello = ProgramHello(rate: .standard, seed: 1)
            hello.isFresh = command.isFresh
            let ready = try child.greet(hello).ready
            description = try ProgramDescription(ready)
            client = ClientRelease(ready["client"]?.string)
        } catch {
            for note in notes.withLock({ $0 }) { command.note?(note) }
            throw .unready(
                program: command.program, what: error.what, isToldByApp: error.isToldByApp)
        }
        if let refusal = client?.refusal() {
            throw .oldClient(program: command.program, what: refusal)
        }
        if let tell = command.note, let note = client?.note(),
            Self.told.withLock({ $0.insert(note).inserted })
        {
            tell(note)
        }
        found.withLock { $0.append((command, description)) }
        return description
    }
}
