public import VoiceJSON
public import VoiceTime

/// A call an app made of the engine under test: opaque to everything but that engine.
public struct EngineCall: Sendable, Hashable {
    /// The façade the call belongs to, by the kind of its engine.
    public var facade: String
    /// The call, by the name the engine declares.
    public var name: String
    /// Its arguments, by label.
    public var arguments: JSONObject
    /// Number by which its answer is known, from 0; nil for a call without an answer.
    public var id: Int?

    /// A call of `name`.
    package init(facade: String, name: String, arguments: JSONObject = [:], id: Int? = nil) {
        self.facade = facade
        self.name = name
        self.arguments = arguments
        self.id = id
    }
}

/// Everything that can reach the engine from outside on the session's clock. Nothing else can.
public indirect enum SessionInput: Sendable, Hashable {
    /// The app started the engine.
    case run
    /// The device lost this many frames; the clock went on, the microphone was silent.
    case gap(frames: Int64)
    /// The app called the engine.
    case call(EngineCall)
    /// A callback came back later than at its own frame.
    case returned
    /// A permission was answered; `rest` is what this version does not know of its line.
    case permission(Permission, PermissionAnswer, rest: JSONObject = [:])
    /// The audio session was interrupted, came back, or is wanted otherwise; `rest` is what this
    /// version does not know of its line.
    case audioSession(AudioSessionNews, rest: JSONObject = [:])
    /// A device came, went or changed; `rest` is what this version does not know of its line.
    case device(DeviceNews, rest: JSONObject = [:])
    /// The number of frames after its `speechEnd` at which an utterance's answer was delivered.
    case recognizerDelay(frames: Int64)
    /// The number of frames after its request at which a hypothesis of speech under way was
    /// delivered.
    case partialDelay(frames: Int64)
    /// A scripted caller's line as it was spoken: the truth that latencies are measured against.
    case caller(CallerLine)
    /// The caller pressed a key of a telephone: a digit, `*`, `#` or `A` to `D`.
    case key(Character)
    /// The caller hung up the telephone.
    case hangUp
    /// The line of a telephone call has a fault for so many frames, 0 where the call breaks off.
    case line(LineFault, frames: Int64)
    /// The session is over.
    case end(reason: String)
    /// A kind that a newer version wrote: it is kept, and no replay accepts it.
    case other(kind: String, fields: JSONObject)
}

/// A scripted caller's clip as it was mixed into the microphone track.
public struct CallerLine: Sendable, Hashable {
    /// Position of the line in its scenario, from 0.
    public var line: Int
    /// Frame at which the clip was placed.
    public var start: Frame
    /// One past the clip's last frame.
    public var end: Frame
    /// Stretch from the first to the last 10 ms of the clip within 40 dB of its loudest, in frames.
    package var active: Range<Frame>
    /// Stretch in which the clip speaks, in frames, as ``labels`` says; nil where nothing says so.
    public var speech: Range<Frame>?
    /// Source of ``speech``.
    public var labels: Labels?

    /// Source of the stretch in which a clip speaks.
    public enum Labels: String, Sendable, Hashable, CaseIterable {
        /// The scenario's line.
        case scenario
        /// A file of labels beside the clip.
        case clip
        /// An offline pass over the clip alone, where nobody labelled it.
        case detector
    }

    /// Words of the line; nil for a sound without words.
    public var words: String?
    /// Failure of a scripted recognizer in place of hearing it; nil where it hears.
    public var failure: String?

    /// A line as it was placed.
    package init(
        line: Int, start: Frame, end: Frame, active: Range<Frame>, words: String?,
        failure: String? = nil
    ) {
        self.line = line
        self.start = start
        self.end = end
        self.active = active
        self.words = words
        self.failure = failure
    }
}

/// The callback an input was made from.
public struct DuringCallback: Sendable, Hashable {
    /// Object of the app that was called back, by a name that the engine declares.
    public struct Receiver: RawRepresentable, Sendable, Hashable {
        /// The name, as the file spells it.
        public var rawValue: String

        /// The receiver called `rawValue`.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The object that answers the engine.
        public static let callback = Receiver(rawValue: "callback")
        /// The code that waits for the answer of a call; every engine has it.
        public static let reply = Receiver(rawValue: "reply")
        /// An object that only looks on.
        public static let observer = Receiver(rawValue: "observer")

        /// The longest name, in bytes.
        static let nameLimit = 64
    }

    /// The sequence number of the event whose delivery called the app.
    public var event: Int
    /// Object of the app that received it.
    public var by: Receiver

    /// The delivery of `event`.
    package init(event: Int, by: Receiver = .callback) {
        self.event = event
        self.by = by
    }
}

/// One input with its place in the session.
public struct InputEvent: Sendable, Hashable {
    /// Position among the inputs, from 0.
    package var sequence: Int
    /// Time at which it was taken, in frames.
    public var frame: Frame
    /// Number of events that had been emitted by then.
    public var after: Int
    /// The callback it was made from, if any.
    public var during: DuringCallback?
    /// Content of the input.
    public var input: SessionInput

    /// The input as the object that its line spells.
    public var object: JSONObject { TraceText.object(self) }

    /// An input as it was taken.
    package init(
        sequence: Int, frame: Frame, after: Int, during: DuringCallback? = nil, input: SessionInput
    ) {
        self.sequence = sequence
        self.frame = frame
        self.after = after
        self.during = during
        self.input = input
    }
}
