internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// State of a `recordAudio` or `recognizeAudio` module.
struct RecordingTurn: Sendable {
    let read: Shared<ListeningParameters>
    let recognizes: Bool
    let item: String
    /// Job that plays the recorded prompt silently; nil where no prompt is recorded.
    private(set) var sourceJob: Int?
    /// Request that is made with it, and the frame since when.
    private(set) var sourceRequest: (request: PromptRequest, since: Frame)?
    /// Prompts that are recorded after it.
    private(set) var sourceLeaves: [String] = []
    /// Parts that were recorded so far, in order.
    private(set) var sources: [SaveRequest.Prompt.Part] = []
    /// Reason for which the recording ended; ``why`` is what was compared.
    private(set) var reason = StopReason.unknown
    private(set) var why: JSONObject = [:]
    /// Whether the recognizer is at work on what was said.
    private(set) var awaitsWords = false
    /// The recording that is being written, and its length in frames.
    private(set) var saving: (job: Int, frames: Frame)?
    /// Words that came meanwhile.
    private(set) var heldWords: MediaSignal?

    var parameters: ListeningParameters { read.value }

    /// Records these prompts, one after the other.
    mutating func setSources(_ leaves: [String]) { sourceLeaves = leaves }

    /// The prompt that is recorded next.
    mutating func takeSource() -> String? {
        sourceLeaves.isEmpty ? nil : sourceLeaves.removeFirst()
    }

    /// `job` plays the prompt that is recorded.
    mutating func play(_ request: PromptRequest, as job: Int, at frame: Frame) {
        sourceJob = job
        sourceRequest = (request, frame)
    }

    /// Notes that what is recorded became `prompt`; the recording was opened at `opened`.
    mutating func sourceStarted(_ prompt: RealizedPrompt, opened: Frame, rate: SampleRate) {
        guard let (request, since) = sourceRequest else { return }
        let played = PlayedPrompt(request, prompt, rate: rate)
        sources.append(.init(start: since - opened, played: played))
    }

    /// The recording ended, and what played for it is over.
    mutating func end(_ reason: StopReason, why: JSONObject, wordsFollow: Bool) {
        self.reason = reason
        self.why = why
        awaitsWords = wordsFollow
        sourceJob = nil
    }

    /// The sound of `job` is being written.
    mutating func save(_ job: Int, frames: Frame) { saving = (job, frames) }

    /// Notes that what was to be written is written, or is not.
    mutating func endSaving() { saving = nil }

    /// The file could not be written: that is what ended the recording.
    mutating func failFile() {
        reason = .recordingFileError
        why = [:]
    }

    /// Keeps words until the outcome of the file is told; false where nothing is being written.
    mutating func hold(_ words: MediaSignal) -> Bool {
        guard saving != nil else { return false }
        heldWords = words
        return true
    }

    /// Words that were held, once nothing is being written.
    mutating func takeHeldWords() -> MediaSignal? {
        guard saving == nil, heldWords != nil else { return nil }
        defer { heldWords = nil }
        return heldWords
    }
}

/// Reason why a recording cannot begin.
struct RecordingFault: Error, Sendable, Equatable {
    let reason: StopReason

    init(_ reason: StopReason) { self.reason = reason }
}

/// A recording that the app cut off, and that is being written.
struct CutRecording: Sendable, Equatable {
    let job: Int
    /// Outcome of the recording; nil until that is known, and nothing else happens before.
    var outcome: SaveOutcome?
}
