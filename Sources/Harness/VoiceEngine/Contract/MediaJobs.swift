public import VoiceHypothesis
public import VoiceJSON
public import VoiceTime
public import VoiceTrace

/// One utterance to be heard.
public struct ListenRequest: Sendable, Equatable {
    /// Whether the utterance is recognised; otherwise only its extent matters.
    public var recognizes: Bool
    /// Voiced time before sound counts as speech, in frames.
    package var minSpeechFrames: Frame
    /// Silence after speech that ends the utterance, in frames.
    package var endSilenceFrames: Frame
    /// Silence before speech that ends the job, in frames; 0 waits without a limit.
    package var preSpeechFrames: Frame
    /// Longest speech, in frames; 0 is no limit.
    package var maxSpeechFrames: Frame
    /// Longest listening, in frames; 0 is no limit.
    package var maxAudioFrames: Frame
    /// Whether the silence before speech is counted from the start, or from
    /// ``EngineAction/awaitSpeech(job:)``.
    package var awaitsSpeechAtOnce: Bool
    /// Whether speech counts at all; otherwise only lengths end the job.
    package var detectsSpeech = true
    /// Whether the silence after speech ends the job; otherwise it waits for more.
    package var endsAfterSpeech = true
    /// Whether one utterance goes on over silences: it lasts from the first speech to the end of
    /// the job, which the engine decides with ``EngineAction/finishListening(job:)``. The job tells
    /// every silence with ``MediaSignal/speechPaused(job:spoken:)``.
    package var spansSilence = false
    /// Whether a partial hypothesis of the same words is news when the last of them has grown.
    package var tellsGrowth = false
    /// Whether what was said is judged at every silence, as its answer will be.
    package var judgesPauses = false
    /// Longest recording, in frames; 0 is no limit.
    package var maxRecordFrames: Frame = 0
    /// Whether the recording begins with speech, or with the job.
    package var recordsFromSpeech = false
    /// Interval at which the job tells how long it has run, in frames; 0 never.
    package var positionFrames: Frame = 0
    /// Interval at which speech under way is recognised as far as it goes, in frames; 0 never.
    package var partialFrames: Frame = 0
    /// Whether the sound will be asked for with ``EngineAction/save(job:_:)``.
    package var keepsSound = false
    /// Task of listening; nil for the session's own task.
    public var task: RecognitionTask?
    /// Interval at which the job tells the level of the microphone, in frames; 0 never.
    package var levelFrames: Frame = 0
    /// The loudest window of so many frames since the last level is told; 0 tells the last 10 ms.
    package var levelWindowFrames: Frame = 0
    /// Whether answers carry each word with its frames and its confidence.
    package var wantsWords = false
    /// Whether these words carry their phones too, where the recognizer has them.
    package var wantsPhones = false
    /// Number of other readings of an utterance that answers carry at most; 0 for none.
    public var alternatives = 0
    /// Known mean of the speaker; nil for none.
    package var speaker: SpeakerMean?
    /// Whether a sound of its own begins: speech is found in it as if nothing was heard before.
    package var beginsSound = false
    /// The frame from which the job hears; nil for the one at which it opens.
    package var hearsFrom: Frame?

    /// Returns the frame from which the job hears where it opens `now`.
    package func opening(at now: Frame) -> Frame { hearsFrom ?? now }

    /// Longest sound that is kept, in seconds: an hour of 16 kHz sound takes 115 MB.
    package static let keptSecondsLimit = 3_600

    /// Ends the job where no more of its sound is kept, if no limit of its own does before.
    package mutating func endWithKeptSound(rate: SampleRate) {
        let limit = rate.frames(milliseconds: Int64(Self.keptSecondsLimit) * 1_000)
        func earlier(_ frames: Frame) -> Frame { frames > 0 ? min(frames, limit) : limit }
        if recordsFromSpeech {
            // The silence before speech is kept until it is known where speech begins.
            maxAudioFrames = earlier(maxAudioFrames)
        } else {
            maxRecordFrames = earlier(maxRecordFrames)
        }
    }

    /// A request of these limits.
    package init(
        recognizes: Bool, minSpeechFrames: Frame, endSilenceFrames: Frame, preSpeechFrames: Frame,
        maxSpeechFrames: Frame, maxAudioFrames: Frame, awaitsSpeechAtOnce: Bool
    ) {
        self.recognizes = recognizes
        self.minSpeechFrames = minSpeechFrames
        self.endSilenceFrames = endSilenceFrames
        self.preSpeechFrames = preSpeechFrames
        self.maxSpeechFrames = maxSpeechFrames
        self.maxAudioFrames = maxAudioFrames
        self.awaitsSpeechAtOnce = awaitsSpeechAtOnce
    }
}

/// Reason why listening stopped.
public enum StopReason: String, Sendable, Hashable, CaseIterable {
    /// The caller did not begin to speak in the time allowed.
    case maxPreSpeechSilenceExceeded
    /// The caller spoke, then was silent for the time that ends a turn.
    case maxPostSpeechSilenceExceeded
    /// The caller spoke for longer than allowed.
    case maxSpeechLengthExceeded
    /// Listening took as long as it may.
    case maxAudioLengthExceeded
    /// The recording is as long as it may be.
    case maxAudioExceeded
    /// The app asked for the stop.
    case stopRequest
    /// The audio session was interrupted.
    case interrupted
    /// The prompt that was recorded came to its end.
    case endOfPrompt
    /// Another recording is under way.
    case alreadyRecording
    /// The file of the recording cannot be created.
    case recordingFileError
    /// The device does not deliver the format that is needed.
    case audioFormatError
    /// The recorded sound cannot be written.
    case writeToStreamError
    /// The device failed for a reason that no other case names.
    case unknownError
    /// The reason is not known.
    case unknown

    /// Reasons that a device or a disk may give.
    package static let failures: [StopReason] = [
        .alreadyRecording, .recordingFileError, .audioFormatError, .writeToStreamError,
        .unknownError, .unknown,
    ]
}

/// Destination of the sound of a listening job.
public struct SaveRequest: Sendable, Hashable {
    /// The file's name, as the flow spells it, with its extension.
    public var fileName: String
    /// The folder it goes to instead of the category's; nil for that of the category.
    public var folder: String?
    /// The folder of the language below it; empty for none.
    public var language: String
    /// Whether only the speech is written, without the silence around it.
    package var trims = false
    /// Whether the untrimmed sound is written too, to `NAME-pretrim.EXTENSION`.
    package var keepsUntrimmed = false
    /// Frames a second of the file; nil for 16,000.
    public var sampleRate: Int?

    /// The prompt whose sound is written instead of the microphone's; nil for the microphone.
    public var prompt: Prompt?

    /// The sound of a prompt, as far as it was recorded.
    public struct Prompt: Sendable, Hashable {
        /// One prompt, and when it began, in frames since the recording did.
        public struct Part: Sendable, Hashable {
            /// Frame at which it began.
            public var start: Frame
            /// Sound that would have been heard of it.
            public var played: PlayedPrompt

            /// `played` from `start` on.
            package init(start: Frame, played: PlayedPrompt) {
                self.start = start
                self.played = played
            }
        }

        /// The prompts, one after the other.
        public var parts: [Part]
        /// Length of the recording, in frames.
        public var frames: Frame

        /// The first `frames` of these parts.
        public init(parts: [Part], frames: Frame) {
            self.parts = parts
            self.frames = frames
        }
    }

    /// A request to write `fileName`.
    package init(fileName: String, folder: String? = nil, language: String) {
        self.fileName = fileName
        self.folder = folder
        self.language = language
    }
}

/// Result of a listening job.
public enum HeardWords: Sendable, Equatable {
    /// An answer; its words are there where ``ListenRequest/wantsWords`` asks for them.
    case final(Hypothesis)
    /// Speech that fits nothing the recognizer listens for.
    case rejected
    /// The recognizer failed.
    case failed(reason: String)
}

/// News of a media job.
public enum MediaSignal: Sendable, Equatable {
    /// `job` plays; `prompt` says what.
    case playStarted(job: Int, prompt: RealizedPrompt)
    /// `job` played to its end.
    case playEnded(job: Int)
    /// Nothing of what `job` should play can be played.
    case playFailed(job: Int, reason: String)
    /// `job` is held where it is.
    case playSuspended(job: Int)
    /// `job` goes on from where it was held.
    case playResumed(job: Int)
    /// Speech began; for speech already under way when listening opened, at that frame.
    ///
    /// A job that spans silence tells it each time.
    case speechBegan(job: Int, spoken: Frame)
    /// Speech ended at the frame `spoken`, and a job that spans silence goes on.
    case speechPaused(job: Int, spoken: Frame)
    /// Listening is over; `why` is what decided it. When speech was heard and words were asked for,
    /// the words follow.
    case listenEnded(job: Int, reason: StopReason, heardSpeech: Bool, why: JSONObject)
    /// The words of the utterance; `event` is their sequence number in the trace.
    case heard(job: Int, HeardWords, event: Int)
    /// The words that are understood of the speech so far; `event` is its sequence number in the
    /// trace.
    ///
    /// `silence` is how many frames have passed since the last word, as far as the speech was
    /// recognised; nil where ``ListenRequest/wantsWords`` asks for no words.
    case heardSoFar(job: Int, Hypothesis, silence: Frame?, event: Int)
    /// The job has run for so many frames.
    case position(job: Int, frames: Frame)
    /// Playback of `job` has reached a word; where ``PromptRequest/wantsMarks`` asks for it.
    case word(job: Int, WordMark)
    /// The level of the microphone, in thousandths of a decibel of full scale;
    /// ``ListenRequest/levelWindowFrames`` says over what time.
    case level(job: Int, milliDecibels: Int)
    /// The outcome of saving the sound of a job.
    case saved(job: Int, SaveOutcome)

    /// The job it is about.
    public var job: Int {
        switch self {
        case .playStarted(let job, _), .playEnded(let job), .playFailed(let job, _),
            .playSuspended(let job), .playResumed(let job), .speechBegan(let job, _),
            .speechPaused(let job, _), .listenEnded(let job, _, _, _), .heard(let job, _, _),
            .heardSoFar(let job, _, _, _), .position(let job, _), .word(let job, _),
            .level(let job, _), .saved(let job, _):
            job
        }
    }
}
