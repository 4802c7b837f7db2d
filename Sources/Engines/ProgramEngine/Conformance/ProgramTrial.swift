internal import VoiceEngine
internal import VoiceJSON
internal import VoicePrograms
internal import VoiceTime
internal import VoiceTrace

/// A child that a check asks in lines. Started, limited and ended as the program of a run is.
///
/// Not `Sendable`: one task has it. A class, because its end is that of the program.
final class ProgramTrial {
    private let started: StartedProgram
    private var dialog: ProgramDialog { started.dialog }
    let limits: ProgramCommand.Limits

    /// Starts the program of `command`.
    ///
    /// - Throws: `ProgramCommandError`.
    init(_ command: ProgramCommand) throws(ProgramCommandError) {
        started = try StartedProgram(command, hasWorld: false)
        limits = command.limits
    }

    deinit { dialog.end(within: 0) }

    /// Returns the program's description of itself, and what it said before.
    func greet(_ hello: [UInt8]) throws(ProgramBreach) -> (
        ready: JSONObject, asides: [ProgramAct]
    ) {
        var asides: [ProgramAct] = []
        let lines = try ask(hello, within: limits.ready, .ready, before: "it says \"ready\"") {
            if case .act(let act) = $0 { !act.isAside } else { true }
        }
        for (line, object) in lines {
            switch line {
            case .act(let act) where act.isAside: asides.append(act)
            case .ready:
                do throws(ProgramFault) {
                    _ = try ProgramDescription(object)
                } catch { throw ProgramBreach(.ready, error.what) }
                return (object, asides)
            case .act(let act):
                if case .failed(let reason) = act.kind {
                    let place = act.line.map { " (\($0))" } ?? ""
                    throw ProgramBreach(.ready, "fails before it says \"ready\": \(reason)\(place)")
                }
            case .idle: break
            }
        }
        throw ProgramBreach(.ready, "answers \"hello\" with something else than \"ready\"")
    }

    /// Returns what the program does in a turn, line by line.
    func turn(
        _ lines: [UInt8], isFirst: Bool
    ) throws(ProgramBreach) -> [(line: ProgramLine, object: JSONObject)] {
        do throws(ProgramBreach) {
            return try ask(lines, within: limits.turn, .alive, before: "it says \"idle\"") {
                if case .idle = $0 { true } else { false }
            }
        } catch {
            guard isFirst, error.rule == .ownTurn else { throw error }
            throw ProgramBreach(
                .silentStart, "writes a line between \"ready\" and the first \"go\"")
        }
    }

    /// Sends `lines` and expects the program's end, without a line.
    ///
    /// - Parameters:
    ///   - lines: whole lines, each with its end.
    ///   - rule: the rule that a line breaks.
    ///   - milliseconds: how long that may take; as usual at the end unless given.
    /// - Returns: its exit code; nil where it does not end in time.
    /// - Throws: ``ProgramBreach`` of `rule` where it writes a line.
    func end(
        after lines: [UInt8], _ rule: ProgramRule, within milliseconds: Int? = nil
    ) throws(ProgramBreach) -> Int32? {
        do throws(ProgramError) {
            let limit = milliseconds ?? limits.end
            _ = try dialog.converse(lines, most: 1, within: limit) { _ in true }
        } catch {
            switch error {
            case .ended: return dialog.end(within: limits.end)
            case .unasked: throw ProgramBreach(.ownTurn, "writes a line before it is asked")
            case .late: return nil
            default: break
            }
        }
        throw ProgramBreach(rule, "writes a line where it has to end")
    }

    /// Closes the program's input.
    ///
    /// - Returns: its exit code, 137 where it had to be killed.
    func closeInput() -> Int32 { dialog.end(within: limits.end) }

    private func ask(
        _ bytes: [UInt8], within milliseconds: Int, _ rule: ProgramRule, before deed: String,
        isLast: (ProgramLine) -> Bool
    ) throws(ProgramBreach) -> [(line: ProgramLine, object: JSONObject)] {
        var lines: [(line: ProgramLine, object: JSONObject)] = []
        var breach: ProgramBreach?
        do throws(ProgramError) {
            let most = ProgramChild.Limit.acts + 1
            _ = try dialog.converse(bytes, most: most, within: milliseconds) { bytes in
                do throws(ProgramBreach) {
                    let line = try ProgramJudge.line(bytes)
                    lines.append(line)
                    return isLast(line.0)
                } catch {
                    breach = error
                    return true
                }
            }
        } catch { throw self.breach(error, rule, before: deed) }
        if let breach { throw breach }
        return lines
    }

    private func breach(
        _ error: ProgramError, _ rule: ProgramRule, before deed: String
    ) -> ProgramBreach {
        switch error {
        case .late(_, let lateness): ProgramBreach(.time, "\(lateness.present) before \(deed)")
        case .lineTooLong(_, let limit):
            ProgramBreach(.lineLength, "writes a line of more than \(limit) bytes")
        case .unasked: ProgramBreach(.ownTurn, "writes a line before it is asked")
        case .tooManyLines:
            ProgramBreach(.actCount, "does more than \(ProgramChild.Limit.acts) things in a turn")
        case .ended, .cannotStart, .notConfined, .stuck, .outputTooLong:
            ProgramBreach(
                rule, "ends before \(deed), with exit code \(dialog.end(within: limits.end))")
        }
    }
}
