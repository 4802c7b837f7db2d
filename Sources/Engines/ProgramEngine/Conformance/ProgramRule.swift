/// A rule of the protocol that a check can find broken. ProgramProtocol.md has them all.
package enum ProgramRule: String, CaseIterable, Sendable {
    // The program's description of itself.
    case ready, silentStart, otherProtocol, settings, unknownMembers, otherRate
    // Lines.
    case json, kind, members, lineLength
    // Turns.
    case time, ownTurn, alive, until, past, early, next, cause, forgets, emptyTurn, standstill
    case actCount
    // The contents of an act.
    case newNumber, knownNumber, closedSound, openCall, made, level, reservedField, over
    // One run as the other.
    case repeats, steps, recording
    // Other lines of voicetest's.
    case unknownInput, brokenLine, longInput, anyText
    // The end.
    case end, endOfInput, exitCode, silentEnd

    /// Statement of what has to hold.
    package var statement: String {
        switch self {
        case .ready: "`ready` answers `hello`, with `protocol`, `name`, `version` and `hears`."
        case .silentStart: "`ready` comes alone: everything else waits for the first `go`."
        case .otherProtocol: "A `hello` of another protocol is refused: no `ready`, exit code 65."
        case .settings: "`ready` repeats the settings as they now are; unknown ones are ignored."
        case .unknownMembers: "Members that a program does not know make no difference."
        case .otherRate: "Frames are those of the `sampleRate` in `hello`."
        case .json: "Every line of standard output is one JSON object."
        case .kind: "Every line has a `kind` that the protocol has."
        case .members: "A line has the members of its kind, and no others."
        case .lineLength: "A line has 1 MiB at most."
        case .time: "An answer comes before its limit of time."
        case .ownTurn: "There is one `idle` for each `go`, and nothing outside of a turn."
        case .alive: "A program goes on until `end`."
        case .until: "A program runs to the frame `until` and no further."
        case .past: "Time does not go back: `t` is never before the `at` of the `go`."
        case .early: "A turn stops before `until` only at a frame with an act."
        case .next: "`next` is a frame behind `t`; it may be `t` itself only behind an act."
        case .cause: "A program acts only at frames at which it has an input or a timer."
        case .forgets: "Inputs behind the `t` of an act count as not sent."
        case .emptyTurn: "A `go` at which nothing is due is answered with `idle` alone."
        case .standstill: "At one frame everything is done some time: then time goes on."
        case .actCount: "A turn has 10,000 acts at most."
        case .newNumber: "A sound, a `listen` and a `call` have a number that was not used before."
        case .knownNumber: "`stop`, `cancel`, `more` and `came` name a number in use."
        case .closedSound: "No part of a sound comes behind its `last` one."
        case .openCall: "`more` and `came` belong to a call with `open`."
        case .made: "`make` is answered with `made`, once, in the same turn."
        case .level: "A program that hears `audio` does not listen for words."
        case .reservedField: "No field of an event is called kind, seq, t, tap or why."
        case .over: "Nothing is done behind `ended` or `failed`."
        case .repeats: "The same inputs lead to the same acts at the same frames in every run."
        case .steps: "How far each `go` reaches makes no difference."
        case .recording: "Answers at their frames lead to what the recording of the calls led to."
        case .unknownInput: "An input of a kind that a program does not know makes no difference."
        case .brokenLine: "A line that is no JSON object ends the program with exit code 65."
        case .longInput: "A line of voicetest may have 1 MiB."
        case .anyText: "Lines of voicetest are UTF-8, and any text may stand in them."
        case .end: "The program ends within 2 s behind `end`."
        case .endOfInput: "The end of the input is an `end`."
        case .exitCode: "A program that is told to end exits with 0."
        case .silentEnd: "Nothing is written behind `end`."
        }
    }
}

/// Broken rule of a program, or news of its app that a run would tell.
package struct ProgramBreach: Error, Equatable, Sendable {
    /// Rule that is broken; nil for news of the app's own.
    package let rule: ProgramRule?
    /// Description of what the program did, in words that follow its name.
    package let what: String

    init(_ rule: ProgramRule?, _ what: String) {
        self.rule = rule
        self.what = what
    }

    /// Sentence on what was found, and the rule.
    package var sentence: String {
        guard let rule else { return what + "." }
        return "\(what). \(rule.statement) [\(rule.rawValue)]"
    }
}
