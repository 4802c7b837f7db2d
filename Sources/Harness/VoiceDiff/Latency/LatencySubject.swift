package import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Facts that the latencies of one session are worked out from.
package struct LatencySubject: Sendable {
    /// The session, as reports and baselines name it.
    package var name: String
    /// Path of the session, as the user wrote it.
    package var path: String
    /// The clock's rate.
    package var sampleRate: SampleRate
    /// The session's length.
    package var frames: Frame
    /// Events of the session.
    package var events: [TraceEvent]
    /// Meaning of its events.
    package var vocabulary: EventVocabulary
    /// Turns that the caller really spoke.
    package var turns: [SpokenTurn]
    /// Frames of silence at the beginning of prompts' sounds, by digest; absent where a sound is
    /// heard at once or is not at hand.
    package var leadingSilence: [String: Frame] = [:]
    /// Times in which the engine waited for its app, in order.
    package var appWaits: [AppWait] = []
    /// The settings of the run, by name.
    package var settings: JSONObject = [:]
    /// Whether the events tell when the detector decided; those of a call of which only the sound
    /// was recorded do not.
    package var tellsDecisions = true
    /// Wall time of its recording; nil if it was not measured.
    package var blocks: BlockTiming?
    /// The work that a replay of it takes; nil if it was not counted.
    package var work: WorkCounts?

    /// A session's trace and the truth about its caller.
    package init(
        name: String, path: String, sampleRate: SampleRate, frames: Frame, events: [TraceEvent],
        vocabulary: EventVocabulary, turns: [SpokenTurn], blocks: BlockTiming? = nil
    ) {
        self.name = name
        self.path = path
        self.sampleRate = sampleRate
        self.frames = frames
        self.events = events
        self.vocabulary = vocabulary
        self.turns = turns
        self.blocks = blocks
    }
}

/// Work that was counted, not timed: the same on every machine, or something changed.
package struct WorkCounts: Sendable, Hashable {
    /// Number of times each work was done, in the order of the names.
    package var counts: JSONObject

    /// Nothing counted yet.
    package init() { counts = [:] }

    /// Number of times `name` was done; nil if it was not counted.
    package subscript(name: String) -> Int64? {
        get { counts[name]?.integer }
        set { counts[name] = newValue.map { .integer($0) } }
    }
}
