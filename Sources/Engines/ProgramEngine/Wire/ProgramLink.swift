internal import Synchronization
internal import VoiceEngine
internal import VoiceJSON
internal import VoicePrograms
internal import VoiceTrace

/// Answer of a program in one turn.
struct ProgramReply: Equatable {
    var acts: [ProgramAct]
    /// Nil where the program ended instead, after it had said that its app failed.
    var idle: ProgramIdle?
}

/// A program that plays its part of the protocol: a child, or one of a test's.
protocol ProgramLink: AnyObject {
    /// Returns what the program is, and what it said before.
    func greet(_ hello: ProgramHello) throws(ProgramFault) -> (
        ready: JSONObject, asides: [ProgramAct]
    )

    /// Returns what it does in one turn.
    func turn(_ turn: ProgramTurn) throws(ProgramFault) -> ProgramReply

    /// Number of times that it, or what it started, has asked a network of its own for what is not
    /// there.
    var networkFailures: Int { get }
}

/// A program of the user's that runs as a child, under a guard.
///
/// Not `Sendable`: one task has it. A class, because its end is that of the program.
final class ProgramChild: ProgramLink {
    /// Limits of the protocol.
    enum Limit {
        static let lineBytes = 1 << 20
        static let acts = 10_000
    }

    private let started: StartedProgram
    private let limits: ProgramCommand.Limits
    private var dialog: ProgramDialog { started.dialog }

    /// Starts the program of `command`; where the session gives it a world, with its own folders.
    ///
    /// - Throws: `ProgramCommandError`.
    init(_ command: ProgramCommand, hasWorld: Bool = false) throws(ProgramCommandError) {
        limits = command.limits
        started = try StartedProgram(command, hasWorld: hasWorld)
    }

    deinit { dialog.end(within: limits.end) }

    var networkFailures: Int { dialog.networkFailures }

    private static let isTold = Mutex(false)

    /// Tells once in this process that the system does not confine programs; nothing where it does.
    func tellRefusal(to note: (@Sendable (String) -> Void)?) {
        guard let refusal = dialog.refusal, let note else { return }
        let isFirst = Self.isTold.withLock { told in
            defer { told = true }
            return !told
        }
        guard isFirst else { return }
        note(
            "\(ProgramCommand.notConfined): \(refusal) In a replay the client alone keeps the"
                + " program from the network.")
    }

    func greet(_ hello: ProgramHello) throws(ProgramFault) -> (
        ready: JSONObject, asides: [ProgramAct]
    ) {
        let lines = try read(
            hello.line, within: limits.ready, before: "it said \"ready\""
        ) {
            switch $0 {
            case .ready, .idle: true
            case .act(let act): !act.isAside
            }
        }
        var asides: [ProgramAct] = []
        for line in lines {
            switch line {
            case .ready(let ready): return (ready, asides)
            case .act(let act) where act.isAside: asides.append(act)
            case .act(let act):
                guard case .failed(let reason) = act.kind else { break }
                let place = act.line.map { " (\($0))" } ?? ""
                throw ProgramFault(
                    "failed before it said \"ready\": \(reason)\(place)", isToldByApp: true)
            case .idle: break
            }
        }
        throw ProgramFault("answered \"hello\" with something else than \"ready\"")
    }

    func turn(_ turn: ProgramTurn) throws(ProgramFault) -> ProgramReply {
        var reply = ProgramReply(acts: [])
        let lines = try read(turn.lines, within: limits.turn, before: "it said \"idle\"") {
            if case .idle = $0 { true } else { false }
        }
        for line in lines {
            switch line {
            case .act(let act): reply.acts.append(act)
            case .idle(let idle): reply.idle = idle
            case .ready: throw ProgramFault("said \"ready\" twice")
            }
        }
        return reply
    }

    /// Writes `bytes` and reads lines up to one that `isLast`, or to the program's end where it
    /// said before that its app failed.
    private func read(
        _ bytes: [UInt8], within milliseconds: Int, before deed: String,
        isLast: (ProgramLine) -> Bool
    ) throws(ProgramFault) -> [ProgramLine] {
        var lines: [ProgramLine] = []
        var fault: ProgramFault?
        do throws(ProgramError) {
            _ = try dialog.converse(bytes, most: Limit.acts + 1, within: milliseconds) { bytes in
                do throws(ProgramFault) {
                    var line = try ProgramLineReader.line(bytes)
                    if let folders = started.folders, case .act(let act) = line {
                        line = .act(folders.named(act))
                    }
                    lines.append(line)
                    return isLast(line)
                } catch {
                    fault = error
                    return true
                }
            }
        } catch {
            if case .ended = error, case .act(let last)? = lines.last, case .failed = last.kind {
                return lines
            }
            throw ended(error, before: deed)
        }
        if let fault { throw fault }
        return lines
    }

    /// Explains why an answer did not come; nothing that the program wrote is in it.
    private func ended(_ error: ProgramError, before deed: String) -> ProgramFault {
        let isEnd = if case .ended = error { true } else { false }
        let code = dialog.end(within: isEnd ? limits.end : 0)
        return switch error {
        // A program that closes its output and goes on was killed by now: its code says so.
        case .ended:
            ProgramFault(
                "ended or closed its output before \(deed), with exit code \(code)", hasEnded: true)
        case .late(_, let lateness): ProgramFault("\(lateness.past) before \(deed)")
        case .lineTooLong(_, let limit): ProgramFault("wrote a line of more than \(limit) bytes")
        case .unasked: ProgramFault("wrote a line before it was asked")
        case .tooManyLines: ProgramFault("did more than \(Limit.acts) things in one turn")
        case .cannotStart, .notConfined, .stuck, .outputTooLong:
            ProgramFault("failed before \(deed)")
        }
    }
}
