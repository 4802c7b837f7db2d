internal import VoiceJSON
internal import VoiceMedia
internal import VoiceTrace

/// Destination of a simulated session while it runs.
protocol SessionSink: ~Copyable {
    /// Writes the prompts, inputs and events of a hop, and its sound.
    mutating func write(
        _ studio: PromptStudio, _ inputs: [InputEvent], _ events: [TraceEvent],
        _ samples: [Int16]
    ) throws(SessionError)

    /// Takes files of the session's `flow` folder, in the place of those of the same names.
    mutating func add(_ files: [String: [UInt8]]) throws(SessionError)
}

/// A session in memory.
struct MemorySink: SessionSink {
    private(set) var inputs: [InputEvent] = []
    private(set) var events: [TraceEvent] = []
    private(set) var microphone: [Int16] = []

    mutating func write(
        _ studio: PromptStudio, _ inputs: [InputEvent], _ events: [TraceEvent],
        _ samples: [Int16]
    ) {
        self.inputs += inputs
        self.events += events
        microphone += samples
    }

    /// Nothing: the recorder asks for them at the end.
    mutating func add(_ files: [String: [UInt8]]) {}
}

/// A session on disk.
struct JournalSink: SessionSink, ~Copyable {
    private var journal: SessionJournal

    init(_ journal: consuming SessionJournal) { self.journal = journal }

    mutating func write(
        _ studio: PromptStudio, _ inputs: [InputEvent], _ events: [TraceEvent],
        _ samples: [Int16]
    ) throws(SessionError) {
        try journal.append(studio)
        try journal.append(inputs: inputs, events: events)
        try samples.withUnsafeBufferPointer { (samples) throws(SessionError) in
            try journal.append(samples)
        }
    }

    /// Frames taken so far.
    var frames: Int64 { journal.frames }

    mutating func add(_ files: [String: [UInt8]]) throws(SessionError) { try journal.add(files) }

    consuming func seal(
        timing: JSONObject, unmet: [String], _ choice: SealChoice
    ) throws(SessionError) -> SessionManifest? {
        try journal.seal(timing: timing, unmet: unmet, choice)
    }
}
