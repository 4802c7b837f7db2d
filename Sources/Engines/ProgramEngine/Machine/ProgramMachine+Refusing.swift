internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Calls and messages that no answer is known to.
extension ProgramMachine {
    /// Ends a run that makes too many calls for real.
    mutating func stop(_ question: CallQuestion, _ line: String?) {
        object(
            "The app makes more than \(ProgramCalls.realLimit) calls for real, the last of them"
                + " \(question.to). Have it make fewer, or end the app with the caller.",
            line, [question.to])
        end(ProgramCalls.tooMany)
    }

    /// Ends the run at a call that was not recorded: what follows from an answer is not known.
    mutating func refuse(_ question: CallQuestion, _ line: String?) {
        let caller = line.map(AppLine.caller(in:)) ?? ""
        var what = "The call \(question.to) was not recorded\(caller)"
        if let fit = calls.recorded?.nearest(to: question) {
            let equal = fit.equalParts.map(\.rawValue).joined(separator: ", ")
            what +=
                fit.isSame
                ? ": it is made once more than it was"
                : "; what it asks changed: \(BodyDifference.text(fit))"
                    + " (as recorded: \(equal))"
        }
        emit(Self.unrecorded, ["to": .string(question.to)], why: Self.why(line))
        object(
            what + ". Record it with `voicetest test --calls live`, then accept the new session.",
            line, [question.to])
        end(Self.unrecorded)
    }

    /// Notes of a message that differs from the recorded one that its answers are those of the
    /// other.
    mutating func judge(_ match: OpenTalk.Match, _ message: ComparedCall, _ line: String?) {
        let change: CallChange
        switch match {
        case .known: return
        case .changed(let before):
            change = CallChange(before, changedTo: message)
        case .new: change = CallChange(added: message, to: [])
        }
        let caller = line.map(AppLine.caller(in:)) ?? ""
        object(
            change.what + caller + ". What answers it was not recorded: record it with"
                + " `voicetest test --calls live`, then accept the new session.", line,
            change.names)
    }
}
