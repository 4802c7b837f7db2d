/// Check of a program: the inputs that voicetest sends, and the acts that have to follow.
package enum ProgramCheck: String, CaseIterable, Sendable {
    /// The shortest `hello`, then `end`: `ready`, and exit code 0.
    case start
    /// A `hello` of another protocol: exit code 65, and no line.
    case otherProtocol
    /// Another value of a setting, and an unknown one: `ready` says so.
    case settings
    /// A line that is no JSON, one without a `kind`: exit code 65.
    case brokenLine
    /// A turn, then the end of the input: exit code 0.
    case endOfInput
    /// A caller who answers, in four sizes of steps: one trace, no rule broken.
    case talk
    /// A caller who says nothing, in four sizes of steps.
    case silence
    /// A caller who answers as the app gives up, in four sizes of steps.
    case late
    /// A caller who speaks over the app, in four sizes of steps.
    case interruption
    /// A caller who presses keys, also while the app speaks, in four sizes of steps.
    case keys
    /// The same inputs again: one trace.
    case repetition
    /// Members that the protocol does not have in every line: one trace.
    case unknownMembers
    /// Inputs that the protocol does not have in every turn: one trace.
    case unknownInputs
    /// A turn with nothing due behind each act: `idle` alone.
    case emptyTurns
    /// A field with letters beyond ASCII, quotes and controls: no rule broken.
    case anyText
    /// A field of a million bytes: no rule broken.
    case longInput
    /// Half as many frames a second: the same acts at half the frames.
    case otherRate
    /// Calls made for real once, then answered from that: one trace.
    case calls
    /// Answers in pieces, in two sizes of steps: one trace, no rule broken.
    case pieces
    /// Answers that break off, in two sizes of steps.
    case breaks
    /// Calls that fail, in two sizes of steps.
    case refusals
    /// Calls that no answer comes to, in two sizes of steps.
    case waiting
}
