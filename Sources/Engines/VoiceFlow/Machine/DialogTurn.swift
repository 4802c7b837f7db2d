/// State of an `audioDialog` module: what is still to be said, and how often it went wrong.
struct DialogTurn: Sendable {
    enum Trouble: Sendable, Equatable { case timeout, garbage, error }

    /// Counter that a turn that led nowhere counts against.
    struct Count {
        let count: Int64
        let limit: RuntimeValue<Int64>
        /// The key that decides where to go past the limit.
        let key: String
        /// The group that is said within the limit.
        let type: DialogParameters.PromptType
    }

    private let read: Shared<DialogParameters>
    /// The name of the listening job in media events.
    let item: String
    /// Everything it may say, with the types that fields tell as they were at its start.
    private let groups: [DialogParameters.Prompt]
    /// Prompts still to be said before the microphone counts.
    private(set) var prompts: [DialogParameters.Prompt] = []
    private var timeouts: Int64 = 0
    private var garbage: Int64 = 0
    private var errors: Int64 = 0

    /// A dialog that first says what opens it.
    init(read: Shared<DialogParameters>, item: String, groups: [DialogParameters.Prompt]) {
        self.read = read
        self.item = item
        self.groups = groups
        say(group(.preInitial) + group(.initial))
    }

    var parameters: DialogParameters { read.value }

    /// Returns what it says as a group of `type`.
    func group(_ type: DialogParameters.PromptType) -> [DialogParameters.Prompt] {
        groups.filter { $0.type == type }
    }

    /// Says the prompts of a group, then that of the recording, to open the microphone.
    mutating func say(_ group: [DialogParameters.Prompt]) {
        prompts = group
        guard let prompt = parameters.listening.prompt else { return }
        let play = PlayParameters(
            style: RuntimeValue(fixed: .single), prompts: [prompt.id], voice: VoiceText(),
            path: prompt.path)
        prompts.append(
            .init(
                type: .initial, typeField: nil, play: play,
                recognizesWhilePlaying: RuntimeValue(fixed: false),
                playsInitialAfter: RuntimeValue(fixed: false)))
    }

    /// The next prompt is said.
    mutating func dropPrompt() { prompts.removeFirst() }

    /// Says nothing more.
    mutating func hush() { prompts = [] }

    /// Returns how often a retry group was said before in this dialog; nil for what opens a dialog,
    /// which goes round from dialog to dialog.
    func retry(_ type: DialogParameters.PromptType) -> Int? {
        switch type {
        case .preInitial, .initial: nil
        case .timeout: Int(timeouts) - 1
        case .garbage: Int(garbage) - 1
        case .srError: Int(errors) - 1
        }
    }

    /// Counts a turn that led nowhere.
    mutating func count(_ trouble: Trouble) -> Count {
        switch trouble {
        case .timeout:
            timeouts += 1
            return Count(
                count: timeouts, limit: parameters.maxTimeouts, key: FlowKey.maxTimeoutCount,
                type: .timeout)
        case .garbage:
            garbage += 1
            return Count(
                count: garbage, limit: parameters.maxGarbage, key: FlowKey.maxGarbageCount,
                type: .garbage)
        case .error:
            errors += 1
            return Count(
                count: errors, limit: parameters.maxErrors, key: FlowKey.maxSRErrorCount,
                type: .srError)
        }
    }
}
