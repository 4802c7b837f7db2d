internal import VoiceTime

/// Behaviour of voicetest's side in one run of a check.
struct ProgramScene {
    /// Behaviour of the caller.
    enum Caller: String {
        /// Answers half a second after a question.
        case answers = "a caller who answers"
        /// Says nothing.
        case silent = "a silent caller"
        /// Answers just behind the moment at which the app would give up.
        case late = "a caller who answers late"
        /// Speaks while the app does.
        case interrupts = "a caller who interrupts"
        /// Presses keys in place of words, also while the app speaks; speaks where the app hears
        /// sound.
        case presses = "a caller who presses keys"
    }

    /// Source of the answers to outside calls.
    enum Answers: String {
        /// The program makes the calls.
        case made = "calls made for real"
        case recorded = "recorded answers"
        case streamed = "answers in pieces"
        case cut = "answers that break off"
        case refused = "calls that fail"
        case none = "calls without an answer"
    }

    var caller = Caller.answers
    var answers = Answers.recorded
    /// Frames that one `go` reaches.
    var step: Frame = 100_000
    var rate = SampleRate.standard
    var seed: UInt64 = 7
    /// Milliseconds after which the check ends the program.
    var milliseconds: Int64 = 20_000
    /// Adds members to every line that the protocol does not have.
    var hasUnknownMembers = false
    /// Adds inputs of a kind that the protocol does not have.
    var hasUnknownInputs = false
    /// Asks at each frame with an act once more, with nothing to tell.
    var hasEmptyTurns = false
    /// Value of a field that is set at frame 0, of so many bytes; nil sets none.
    var field: String?

    /// Description of the run, for a sentence.
    var description: String {
        var text = caller.rawValue
        if answers != .recorded { text += ", \(answers.rawValue)" }
        if rate.hertz != SampleRate.standard.hertz { text += ", \(rate.hertz) Hz" }
        return text + ", steps of \(step) frames"
    }

    /// Frames until the check ends the program.
    var limit: Frame { frames(milliseconds) }

    /// Frames of a block of the microphone.
    var block: Frame { Frame(rate.hertz / 50) }

    /// Returns the frames of so many milliseconds.
    func frames(_ milliseconds: Int64) -> Frame { rate.frames(milliseconds: milliseconds) }
}
