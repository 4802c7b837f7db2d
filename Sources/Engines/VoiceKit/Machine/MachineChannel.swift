internal import VoiceEngine
internal import VoiceTime

/// One utterance of the synthesiser.
struct MachineSpeech: Equatable {
    /// The number that the façade gave it, unique in the run.
    let number: Int
    /// The call that waits for its end; nil if no call waits.
    let call: Int?
    /// Request of what is spoken, by the profile and the tuning at the time of the call.
    var request: PromptRequest
    /// The voice that was asked for.
    let voice: String

    /// Name of the speech in events.
    var label: String { "speech \(number)" }
}

/// Speech between its request and its end.
struct SoundingSpeech: Equatable {
    let speech: MachineSpeech
    /// The job that plays it; nil for a text without words.
    var job: Int?
    /// Frame at which its first frame is heard: later than it is handed over by the device's
    /// latency.
    let heardFrom: Frame
    /// Whether callbacks told that it sounds.
    var isTold = false
    var wordCount = 0
}

/// A sound file that is loaded, and its calls.
struct MachineClip: Equatable {
    /// Phase of the clip.
    enum Phase: Equatable {
        /// The sound of the clip is being loaded.
        case loading
        /// The clip stands at its first frame.
        case ready
        case playing(since: Frame)
    }

    let file: String
    let gainMilliDB: Int64
    var job: Int
    var phase = Phase.loading
    var frames: Frame = 0
    /// The number of its playing, for events.
    var number = 0
    /// Calls that wait until it is ready.
    var loaders: [Int] = []
    /// Calls that wait for its end, and the silence before its first frame.
    var waiters: [Int] = []
    var gap: Frame?
    /// Whether it starts as soon as it is ready.
    var startsWhenReady = false
    /// Whether events told that it is prepared.
    var isTold = false

    /// Name of the clip in events.
    var label: String { "clip \(number)" }
}

extension MachineClip? {
    /// Whether a clip sounds.
    var isPlaying: Bool {
        if case .playing? = self?.phase { true } else { false }
    }
}

/// Sounds on one channel.
struct MachineChannel: Equatable {
    /// Speeches that wait for the one that sounds.
    var queue: [MachineSpeech] = []
    var speaking: SoundingSpeech?
    /// Frame at which the first frame of a clip that follows the last speech without a gap is
    /// handed over; nil before the first speech.
    var clipDue: Frame?
    /// The clip that is prepared or plays.
    var clip: MachineClip?

    /// Whether a clip is ready to follow the speech that comes next.
    var isClipNext: Bool { queue.isEmpty && clip != nil && !clip.isPlaying }
}

/// Permissions that the user gave.
struct MachinePermissions: Equatable {
    var mayRecord = true
    var mayRecognize = true

    /// Reason why nothing can be listened to; nil where it can.
    var failure: VoiceKitFailure? {
        if !mayRecord { return .micUnavailable }
        return mayRecognize ? nil : .recognizerUnavailable
    }
}
