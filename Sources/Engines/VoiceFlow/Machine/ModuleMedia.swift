internal import VoiceEngine
internal import VoiceTrace

/// Media of the module that runs: what it plays, hears and records; all of it ends with the
/// module's turn.
///
/// A module is at most one of a dialog, a recording and a listener.
struct ModuleMedia {
    var playback: Playback?
    /// The job that listens, or whose words are on their way.
    var openJob: ListeningJob?
    private(set) var dialog: DialogTurn?
    private(set) var recording: RecordingTurn?
    private(set) var listener: AudioListenerTurn?
    /// A recording that was cut: it outlasts its turn until its file is written.
    private(set) var cut: CutRecording?
    private var jobs = JobNumbers()
    /// Prompts the app queued for the listener that runs.
    private var queue: [String] = []
    /// Whether the app rejected the words it was told last.
    private(set) var isHypothesisRejected = false

    /// Whether the module has begun a turn that an intent can end.
    var takesIntents: Bool {
        dialog != nil || listener != nil || recording?.recognizes == true
    }

    /// A module begins: nothing is queued for it.
    mutating func enter() { if !queue.isEmpty { queue = [] } }

    /// The module's turn is a dialog.
    mutating func begin(_ turn: DialogTurn) { (dialog, recording, listener) = (turn, nil, nil) }

    /// The module's turn is a recording.
    mutating func begin(_ turn: RecordingTurn) { (dialog, recording, listener) = (nil, turn, nil) }

    /// The module's turn is a listener that plays `prompt` first.
    mutating func begin(_ turn: AudioListenerTurn, with prompt: String) {
        (dialog, recording, listener) = (nil, nil, turn)
        queue.insert(prompt, at: 0)
    }

    /// Forgets what plays and the turn; a job that listens is not touched.
    mutating func abandon() { (playback, dialog, recording, listener) = (nil, nil, nil, nil) }

    /// The turn is over.
    mutating func forgetTurn() {
        // Most modules have none of these, and they are large to write over.
        if playback != nil { playback = nil }
        if openJob != nil { openJob = nil }
        if dialog != nil { dialog = nil }
        if recording != nil { recording = nil }
        if listener != nil { listener = nil }
    }

    /// Queues a prompt; false where there are `limit` already.
    mutating func queuePrompt(_ id: String, limit: Int) -> Bool {
        guard queue.count < limit else { return false }
        queue.append(id)
        return true
    }

    /// The prompt that was queued first.
    mutating func takeQueued() -> String? { queue.isEmpty ? nil : queue.removeFirst() }

    /// The app is about to be told new words.
    mutating func offerHypothesis() { isHypothesisRejected = false }

    /// The app rejects the words it was told last.
    mutating func rejectHypothesis() { isHypothesisRejected = true }
}

/// The numbers of its jobs.
extension ModuleMedia {
    /// The number of a new job.
    mutating func nextJob() -> Int { jobs.next() }

    /// Whether news of `job` counts.
    func counts(_ job: Int) -> Bool { jobs.counts(job) }

    /// News of all jobs so far comes too late from now on.
    mutating func endJobs() { jobs.endTurn() }

    /// Notes that `job` is to end; false where that is noted already.
    mutating func end(_ job: Int, _ reason: StopReason) -> Bool { jobs.end(job, reason) }

    /// The job that is to end now.
    mutating func takeEnding() -> (job: Int, reason: StopReason)? { jobs.takeEnding() }
}

/// Turn that is under way; nothing happens where it is another.
extension ModuleMedia {
    /// The dialog says a group, and opens the microphone.
    mutating func say(_ group: [DialogParameters.Prompt]) { dialog?.say(group) }

    /// The next prompt of the dialog is said.
    mutating func dropPrompt() { dialog?.dropPrompt() }

    /// The dialog says nothing more.
    mutating func hush() { dialog?.hush() }

    /// Counts a turn of the dialog that led nowhere.
    mutating func count(_ trouble: DialogTurn.Trouble) -> DialogTurn.Count? {
        dialog?.count(trouble)
    }

    /// The listener listens from now on.
    mutating func beginListening() { listener?.beginListening() }

    /// The recognizer of a listener answered.
    mutating func recognizerAnswered() { listener?.recognizerAnswered() }

    /// Notes that the recognizer of a listener failed; returns how often since it last answered.
    mutating func recognizerFailed() -> Int { listener?.recognizerFailed() ?? 0 }

    /// Changes the state of the recording.
    @discardableResult
    mutating func record<Result>(_ change: (inout RecordingTurn) -> Result) -> Result? {
        guard var turn = recording else { return nil }
        defer { recording = turn }
        return change(&turn)
    }

    /// Forgets the recording.
    mutating func endRecording() { recording = nil }

    /// The job that listens takes nothing more; its words may follow.
    mutating func closeJob() { openJob?.isOpen = false }

    /// The recording of `job` is cut.
    mutating func cut(_ job: Int) { cut = CutRecording(job: job) }

    /// Takes what became of a cut recording; false for news of another job.
    mutating func cutSaved(_ job: Int, _ outcome: SaveOutcome) -> Bool {
        guard cut?.job == job else { return false }
        cut?.outcome = outcome
        return true
    }

    /// Takes the outcome of the cut recording, which is over.
    mutating func takeCut() -> SaveOutcome? {
        defer { cut = nil }
        return cut?.outcome
    }
}
