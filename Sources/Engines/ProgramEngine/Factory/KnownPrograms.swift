internal import Synchronization
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime

/// Descriptions that programs gave of themselves: each command is asked once for all factories that
/// share them.
package final class KnownPrograms: Sendable {
    /// The answer to a question, which other threads wait for.
    private final class Answer: Sendable {
        let found = Mutex<Result<ProgramDescription, ProgramCommandError>?>(nil)
    }

    /// Notes on clients of other releases, each of which this process tells once.
    private static let told = Mutex<Set<String>>([])
    private let answers = Mutex<[(command: ProgramCommand, answer: Answer)]>([])

    /// No descriptions yet.
    package init() {}

    /// Forgets all, for programs whose files changed.
    package func forget() { answers.withLock { $0.removeAll() } }

    /// Returns the description of the program of `command`; it is started for that, and ended.
    ///
    /// - Throws: `ProgramCommandError`.
    func description(of command: ProgramCommand) throws(ProgramCommandError) -> ProgramDescription {
        if let bytes = command.description,
            let told = try? ProgramDescription.of([ProgramDescription.fileName: bytes])
        {
            return told
        }
        // A try of edits is made once.
        guard command.replacedFiles.isEmpty else { return try Self.ask(command) }
        let answer = answers.withLock { all in
            if let known = all.first(where: { $0.command == command }) { return known.answer }
            let new = Answer()
            all.append((command, new))
            return new
        }
        return try answer.found.withLock { found throws(ProgramCommandError) in
            if let found { return try found.get() }
            do throws(ProgramCommandError) {
                let description = try Self.ask(command)
                found = .success(description)
                return description
            } catch {
                // A program that was slow may not be so again.
                if case .unready(_, _, isToldByApp: false) = error { throw error }
                found = .failure(error)
                throw error
            }
        }
    }

    private static func ask(
        _ command: ProgramCommand
    ) throws(ProgramCommandError) -> ProgramDescription {
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
            told.withLock({ $0.insert(note).inserted })
        {
            tell(note)
        }
        return description
    }
}
