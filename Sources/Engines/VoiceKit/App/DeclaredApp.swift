internal import VoiceJSON
internal import VoiceTrace

/// App as a list of steps: what it says, plays and listens for, and where it goes from there.
struct DeclaredApp: Sendable, Equatable {
    /// One thing to say.
    struct Line: Sendable, Equatable {
        var text: String
        /// The voice, by its name among ``DeclaredApp/voices``; nil for the default one.
        var voice: String?
        var channel: Int
    }

    /// Way in which a step listens.
    struct Hearing: Sendable, Equatable {
        var timeoutMilliseconds: Int64 = 0
        var inactivityMilliseconds: Int64 = 0
        var isRecorded = false
        /// Context of what is expected, as the call has it.
        var context: JSONValue = .null
        /// Lines that are said meanwhile.
        var beside: [Line] = []
        /// Whether the first words stop what is said meanwhile.
        var allowsBargeIn = false
    }

    /// Action of a step.
    enum Action: Sendable, Equatable {
        /// Says one line, or several at once.
        case speak([Line])
        case listen(Hearing)
        case clip(file: String, gainMilliDB: Int64, channel: Int)
        case pause(milliseconds: Int64, channel: Int)
        /// No action: the step only leads on.
        case none
    }

    /// Condition on which a branch is taken.
    enum Condition: Sendable, Equatable {
        /// The transcript is one of these, in any case.
        case equals([String])
        /// One of these words or phrases is in the transcript.
        case contains([String])
        /// The transcript is a number less than this.
        case below(Double)
        /// The transcript is a number greater than this.
        case above(Double)
        /// The transcript is empty, or it is not.
        case empty(Bool)
        /// The step's call failed so.
        case failure(String)
    }

    /// Way out of a step that depends on the step's result.
    struct Branch: Sendable, Equatable {
        var condition: Condition
        /// Name of the branch in events and pictures.
        var label: String
        var next: String
    }

    /// Step of the app: what it says, what it listens for, and which step comes next.
    struct Step: Sendable, Equatable {
        var name: String
        var action = Action.none
        /// Name under which the caller's words are kept.
        var saves: String?
        var branches: [Branch] = []
        var next: String?
        /// Whether the app ends after it.
        var isEnd = false
        /// Largest number of times that the step is done; ``afterwards`` is where it leads then.
        var atMost: Int?
        var afterwards: String?
    }

    /// Profiles as calls have them, by their names.
    var voices: [(name: String, profile: JSONObject)] = []
    /// Object that `configure` and `setTuning` are called with; nil where the file says nothing.
    var config: JSONObject?
    var tuning: JSONObject?
    var start = ""
    /// Steps that are done at most.
    var stepLimit = 200
    private(set) var steps: [Step] = []
    private var places: [String: Int] = [:]

    /// The step called `name`.
    subscript(name: String) -> Step? { places[name].map { steps[$0] } }

    mutating func add(_ step: Step) {
        guard places[step.name] == nil else { return }
        places[step.name] = steps.count
        steps.append(step)
    }

    static func == (left: Self, right: Self) -> Bool {
        left.steps == right.steps && left.start == right.start && left.config == right.config
            && left.tuning == right.tuning && left.stepLimit == right.stepLimit
            && left.voices.map(\.name) == right.voices.map(\.name)
            && left.voices.map(\.profile) == right.voices.map(\.profile)
    }

    /// The names of placeholders in a text: `{name}`.
    static func placeholders(in text: String) -> [String] {
        let parts = text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
        return parts.compactMap { part in part.firstIndex(of: "}").map { String(part[..<$0]) } }
    }

    /// Returns the text with kept words in place of its placeholders; empty for those that were not
    /// kept.
    static func filled(_ text: String, with values: [String: String]) -> String {
        var parts = text.split(separator: "{", omittingEmptySubsequences: false)
        guard !parts.isEmpty else { return text }
        var filled = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: "}") else {
                filled += "{" + part
                continue
            }
            filled += values[String(part[..<end])] ?? ""
            filled += part[part.index(after: end)...]
        }
        return filled
    }
}

extension DeclaredApp.Step {
    /// Every way out of the step: what names it and where it leads.
    var ways: [(label: String, next: String)] {
        branches.map { ($0.label, $0.next) } + (next.map { [("next", $0)] } ?? [])
            + (afterwards.map { [("afterwards", $0)] } ?? [])
    }

    /// Name of the step's kind in a picture.
    var kind: String {
        switch action {
        case .speak(let lines): lines.count > 1 ? "together" : "speak"
        case .listen: "listen"
        case .clip: "clip"
        case .pause: "pause"
        case .none: "step"
        }
    }

    /// The texts that it speaks.
    var texts: [String] {
        switch action {
        case .speak(let lines): lines.map(\.text)
        case .listen(let hearing): hearing.beside.map(\.text)
        case .clip, .pause, .none: []
        }
    }
}

extension DeclaredApp.Condition {
    /// Whether a result of a step fits: the transcript of a listening, or why its call failed.
    func fits(transcript: String, failure: String?) -> Bool {
        if case .failure(let name) = self { return failure == name }
        guard failure == nil else { return false }
        let said = Self.words(of: transcript)
        switch self {
        case .equals(let texts): return texts.contains { Self.words(of: $0) == said }
        case .contains(let texts):
            return texts.contains { text in
                let words = Self.words(of: text)
                guard !words.isEmpty, said.count >= words.count else { return false }
                return (0...said.count - words.count).contains { start in
                    Array(said[start..<start + words.count]) == words
                }
            }
        case .below(let number): return Double(transcript).map { $0 < number } ?? false
        case .above(let number): return Double(transcript).map { $0 > number } ?? false
        case .empty(let isEmpty): return said.isEmpty == isEmpty
        case .failure: return false
        }
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
