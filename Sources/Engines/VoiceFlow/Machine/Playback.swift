internal import VoiceEngine
internal import VoiceTime

/// Prompts that a module is playing, one after the other, each made of leaves.
struct Playback: Sendable {
    /// Prompts that one pair of `playAudio` events brackets.
    struct Item: Sendable {
        /// The prompt, or the module whose collection it is.
        let id: String
        /// The prompts that it plays, in order.
        let prompts: [String]

        /// A prompt by itself.
        init(prompt: String) { (id, prompts) = (prompt, [prompt]) }

        /// Creates an item of what `module` chose from its collection; several prompts go by the
        /// module's name.
        init(_ prompts: [String], of module: String) {
            self.prompts = prompts
            id = prompts.count == 1 ? prompts[0] : module
        }
    }

    /// The voices of prompts that name none themselves, best first; none for that of the language.
    let voices: [String]
    /// The loudness of prompts that name none themselves when they are spoken, in thousandths.
    let speechVolume: Int?
    /// Number of times that the retry group was said before in this dialog; nil outside of one.
    let turn: Int?
    /// Item that is still to be begun.
    private var next: Item?
    /// Item that is bracketed by `playAudio` events.
    private(set) var item: Item?
    /// Prompts of the item whose leaves are not drawn yet.
    private var prompts: [String] = []
    /// Prompts with content of their own, still to be played for the prompt drawn last.
    private var leaves: [String] = []
    /// The leaf that is bracketed by `playAudioSegment` events.
    private(set) var leaf: String?
    /// The media job of the leaf, while it plays.
    private(set) var job: Int?
    /// Frame at which the leaf began.
    private var leafStart: Frame = 0
    /// The leaf's place in its own event pair: true between started and ended.
    private(set) var isLeafStarted = false
    /// Prompt that the leaf became, once it plays.
    private(set) var prompt: RealizedPrompt?
    /// Request that was made when the leaf began.
    private(set) var request: PromptRequest?
    /// Frames of the leaf that were heard when an interruption cut it; nil while it plays.
    private(set) var heard: Frame?

    init(
        _ item: Item, voices: [String] = [], speechVolume: Int? = nil, turn: Int? = nil
    ) {
        next = item
        self.voices = voices
        self.speechVolume = speechVolume
        self.turn = turn
    }

    /// The item, which is begun; nil where it has played.
    mutating func takeItem() -> Item? {
        guard let next else { return nil }
        item = next
        prompts = next.prompts
        self.next = nil
        return next
    }

    /// The item has played.
    mutating func endItem() { (item, leaf) = (nil, nil) }

    /// The prompt whose leaves are to be drawn now; nil while leaves are left, and after the last.
    mutating func takePrompt() -> String? {
        leaves.isEmpty && !prompts.isEmpty ? prompts.removeFirst() : nil
    }

    /// The prompt is made of these leaves.
    mutating func setLeaves(_ leaves: [String]) { self.leaves = leaves }

    /// The leaf that plays next; nil after the last.
    var nextLeaf: String? { leaves.first }

    /// The next leaf is asked for by `request`, as `job`.
    mutating func takeLeaf(as job: Int, _ request: PromptRequest) {
        leaf = leaves.removeFirst()
        heard = nil
        self.job = job
        self.request = request
    }

    /// Notes that the leaf plays; returns how much of it was heard before, where it goes on.
    mutating func start(_ prompt: RealizedPrompt, at frame: Frame) -> Frame? {
        if let heard {
            leafStart = frame - heard
            self.heard = nil
            return heard
        }
        leafStart = frame
        isLeafStarted = true
        self.prompt = prompt
        return nil
    }

    /// The leaf has played.
    mutating func endLeaf() { (isLeafStarted, job) = (false, nil) }

    /// Notes that the leaf is cut for a while, after so much of it was heard.
    mutating func hold(heard: Frame) {
        self.heard = heard
        job = nil
    }

    /// The leaf goes on as `job` from `position`; one that had not started begins.
    mutating func resume(as job: Int, from position: Frame) {
        heard = isLeafStarted ? position : nil
        self.job = job
    }

    /// Returns how much of the leaf was heard by `frame`. It ends by itself while a callback holds
    /// up what is told of it.
    func heardFrames(at frame: Frame, rate: SampleRate) -> Frame {
        guard isLeafStarted else { return 0 }
        if let heard { return heard }
        let since = frame - leafStart
        guard let request, let prompt,
            let whole = PlayedPrompt(request, prompt, rate: rate).frames(rate: rate)
        else { return since }
        return min(since, whole)
    }
}
