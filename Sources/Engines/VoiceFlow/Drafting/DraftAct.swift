internal import VoiceJSON

/// One thing to do in a module.
enum DraftAct: Sendable, Hashable {
    /// Moment at which something is done that the app or the world does.
    enum Moment: Sendable, Hashable {
        /// The start of the module.
        case start
        /// The run's beginning, before the first module.
        case flowStart
        /// Any time while the microphone is open.
        case listening
        /// Any time while a prompt plays.
        case playing
        /// The look for a prompt, before it plays.
        case loading
        /// The moment when words were heard.
        case words
        /// A time after the module's start, in milliseconds.
        case later(Int64)
    }

    /// The caller speaks while the microphone is open: into the prompts, or after them.
    case say(String, pace: Int64? = nil, interrupts: Bool = false)
    /// The caller speaks, and the recognizer fails.
    case fail(String)
    /// The app calls the engine.
    case call(String, JSONValue, Moment)
    /// The world brings news, so many milliseconds after the same moment.
    case news(String, JSONValue, Moment, delay: Int64)
    /// A callback takes so many milliseconds.
    case slow(Int64, Moment)

    /// Sentence on what is done, where that is not all of an attempt.
    var sentence: String {
        switch self {
        case .say(let text, _, _): "the caller says \"\(text)\""
        case .fail: "the recognizer fails"
        case .call("setField", .object(let field), _):
            "the app sets \(field["name"]?.string ?? "a field")"
        case .call(let name, _, _): "the app calls \(name)"
        case .news(let name, _, _, _): "there is news of the \(name)"
        case .slow: "the app takes its time"
        }
    }

    /// The app sets a field as the module starts.
    static func field(_ setting: PromptFacts.Setting) -> Self {
        .call(
            "setField", .object(["name": .string(setting.name), "value": setting.value]), .start)
    }

    /// The audio session goes and comes back.
    static func interruption(_ moment: Moment) -> [Self] {
        [
            .news("audioSession", "began", moment, delay: 0),
            .news("audioSession", "ended", moment, delay: 300),
        ]
    }
}

/// One way to try: acts that are done once, and acts that are repeated until the module is left.
struct DraftAttempt: Sendable, Hashable {
    var once: [DraftAct] = []
    var rounds: [DraftAct] = []
    /// Largest number of rounds.
    var mostRounds = 12
    /// Word for a name.
    var word: String
    /// Sentence for a comment.
    var sentence: String

    /// The attempt with `acts` done before.
    func after(_ acts: [DraftAct]) -> Self {
        var attempt = self
        attempt.once = acts + once
        return attempt
    }
}
