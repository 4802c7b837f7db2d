public import VoiceHypothesis
public import VoiceJSON
public import VoiceTime
public import VoiceTrace

/// An engine under test: a pure machine between what happens and what to do about it.
///
/// It never reads a clock, a file or chance of its own: everything it learns comes in through
/// ``step(_:at:)``, everything it does goes out as the actions that call returns.
public protocol EngineUnderTest {
    /// Takes one event at `frame` and says what to do about it, in order.
    ///
    /// While a callback is under way only calls and news of the world come. The loop holds back
    /// news of jobs and timers, and further callbacks, until ``EngineEvent/callbackReturned``.
    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction]
}

/// Event that reaches an engine.
public enum EngineEvent: Sendable, Equatable {
    /// The app started it.
    case run
    /// The app called it.
    case call(EngineCall)
    /// The callback that is under way came back.
    case callbackReturned
    /// A media job has news.
    case media(MediaSignal)
    /// A timer ran out.
    case timer(id: Int)
    /// The audio session, a device, a permission or a caller's key has news.
    case world(SessionInput)
    /// The detector says that speech began or ended, at the frame `spoken`; after
    /// ``EngineAction/hearSpeech``.
    case speech(began: Bool, spoken: Frame)
    /// A block of the microphone that ends at this frame, after
    /// ``EngineAction/hearSound(blockFrames:)``; `ahead` are those that certainly follow it.
    case sound([Int16], ahead: [[Int16]] = [])

    /// Whether the event waits until the callback that is under way has come back.
    package var waitsForCallback: Bool {
        switch self {
        case .media, .timer, .speech, .sound: true
        case .run, .call, .callbackReturned, .world: false
        }
    }
}

/// Action that an engine wants done.
public enum EngineAction: Sendable, Equatable {
    /// Put this into the trace, at the actions tap.
    case emit(kind: String, fields: JSONObject, why: JSONObject)
    /// Call the app back; while another callback is under way, after it.
    case callback(EngineCallback)
    /// Send ``EngineEvent/timer(id:)`` after so many frames. A timer of 0 frames comes before
    /// anything else that is not there yet. A timer that is set again starts again.
    case setTimer(id: Int, frames: Frame)
    /// Forget a timer: it does not come, even if it has run out.
    case cancelTimer(id: Int)
    /// Make the recognizer of this task: it will be listened for soon.
    case prepare(RecognitionTask)
    /// Play a prompt segment.
    case play(job: Int, PromptRequest)
    /// Stop the prompt that `job` plays.
    case stopPlaying(job: Int)
    /// Hold the prompt that `job` plays where it is.
    case suspendPlaying(job: Int)
    /// Go on with the prompt that `job` plays from where it was held.
    case resumePlaying(job: Int)
    /// Play what `job` plays louder or quieter from here on, by this gain beside the prompt's own:
    /// in thousandths, 1,000 is the prompt as it is. It lasts until the job ends.
    case setGain(job: Int, permille: Int)
    /// Listen for one utterance. Several jobs may listen at once, each by its own limits; a job
    /// that is open is replaced. Live, answers come late and are known by the job's number: give
    /// each job a new one.
    case listen(job: Int, ListenRequest)
    /// Start the clock on the silence before speech, when ``ListenRequest`` left it stopped.
    case awaitSpeech(job: Int)
    /// Go on listening by other limits.
    case retune(job: Int, ListenLimits)
    /// End the utterance here; its words follow.
    case finishListening(job: Int)
    /// Stop listening without an answer.
    case stopListening(job: Int)
    /// Write the sound of a job that listened, and say the outcome.
    case save(job: Int, SaveRequest)
    /// Answer the call of this id. The answer of a call that is not open is dropped.
    case reply(call: Int, CallResult)
    /// Send ``EngineEvent/speech(began:spoken:)`` from here on, listened to or not.
    case hearSpeech
    /// Send ``EngineEvent/sound(_:ahead:)`` from here on, in blocks of so many frames: a multiple
    /// of 10 ms.
    case hearSound(blockFrames: Int)
    /// Tell so many blocks ahead with the next one, where they are known; the timer is forgotten.
    case foreseeSound(blocks: Int, timer: Int)
    /// Say why this run proves nothing: it agrees with no golden and cannot become one. `place` is
    /// where in the app, as in `bot.py:12`; `names` connect it with events.
    case object(what: String, place: String?, names: [String])
    /// Say what the app did that no golden session has unless a person accepts it.
    case unmet(what: String)
    /// The engine broke down: nothing of the run can be used.
    case breakDown(reason: String)
    /// The engine is done; nothing follows.
    case ended(reason: String)
}

/// Answer of an engine to a call.
public enum CallResult: Sendable, Hashable {
    /// The call did what it should; its value, null for one without.
    case value(JSONValue)
    /// The call could not do what it should, and why.
    case failure(reason: String)
}

/// An engine's answer to one call of the app.
public struct CallAnswer: Sendable, Hashable {
    /// The id of the call.
    public let call: Int
    /// Outcome of the call.
    public let result: CallResult

    /// The answer of the call of this id.
    package init(call: Int, result: CallResult) {
        self.call = call
        self.result = result
    }
}

/// A call from the engine to the app.
public struct EngineCallback: Sendable, Hashable {
    /// Event that a callback tells the app about.
    public enum Cause: Sendable, Hashable {
        /// The event emitted last.
        case latest
        /// The event with this sequence number.
        case event(Int)
    }

    /// The callback, by the name the engine declares.
    public var name: String
    /// Its arguments, by label.
    public var arguments: JSONObject
    /// The event it tells about.
    public var cause: Cause
    /// Object of the app that receives it.
    package var receiver: DuringCallback.Receiver

    /// A callback of `name`.
    package init(
        name: String, arguments: JSONObject, cause: Cause = .latest,
        receiver: DuringCallback.Receiver = .callback
    ) {
        self.name = name
        self.arguments = arguments
        self.cause = cause
        self.receiver = receiver
    }
}

/// Declaration of an engine, with every name by which the outside may address it.
public struct EngineDeclaration: Sendable, Equatable {
    /// A call an app may make.
    public struct Call: Sendable, Equatable {
        /// One argument of a call.
        public struct Argument: Sendable, Equatable {
            /// Owner of the words that an argument holds; redaction goes by it.
            package enum Content: Sendable, Equatable {
                /// A caller's: what was said or typed.
                case heard
                /// The app's: what the engine is to listen for, such as phrases and options.
                case expected
                /// The engine's: one of the names that it knows, or a measure such as milliseconds.
                case name
            }

            /// Its label.
            public var name: String
            /// True when any JSON value will do; otherwise it is a string.
            package var isAnyValue: Bool
            /// Owner of the words that it holds; nil where that depends on the app.
            package var content: Content?
            /// Whether a call may leave it out.
            package var isOptional: Bool

            /// An argument called `name`.
            package init(
                _ name: String, isAnyValue: Bool = false, content: Content? = nil,
                isOptional: Bool = false
            ) {
                self.name = name
                self.isAnyValue = isAnyValue
                self.content = content
                self.isOptional = isOptional
            }
        }

        /// The call's name.
        public var name: String
        /// Arguments, the optional ones too.
        public var arguments: [Argument]
        /// Whether the engine answers it.
        package var isAnswered: Bool
        /// Whether it says what surrounds the app, such as files that it saved, and not what the
        /// app decides: where an app is replayed, the recorded call stands for its own.
        package var isOfSurroundings: Bool

        /// A call of `name`.
        package init(
            _ name: String, _ arguments: [Argument] = [], isAnswered: Bool = false,
            isOfSurroundings: Bool = false
        ) {
            self.name = name
            self.arguments = arguments
            self.isAnswered = isAnswered
            self.isOfSurroundings = isOfSurroundings
        }
    }

    /// A setting of the engine, a whole number within a range.
    public struct Setting: Sendable, Equatable {
        /// The name, prefixed with the engine's word.
        public var name: String
        /// Value that it has unless said otherwise.
        public var standard: Int
        /// Values that it may have.
        public var range: ClosedRange<Int>

        /// A setting called `name`.
        package init(_ name: String, standard: Int, range: ClosedRange<Int>) {
            self.name = name
            self.standard = standard
            self.range = range
        }
    }

    /// The engine's kind, as the manifest names it.
    public var kind: String
    /// The engine's version, as the manifest names it.
    public var version: String
    /// The object by which an app runs the engine, as the manifest of such a run names it.
    public var runner: String
    /// Calls an app may make.
    public var calls: [Call]
    /// Names of the callbacks an app may receive.
    package var callbacks: [String]
    /// Objects of an app that receive them.
    package var receivers: [DuringCallback.Receiver]
    /// Settings of the engine.
    public var settings: [Setting]
    /// Constants of the engine that no session chooses, by name, for the evidence of a trace.
    package var constants: [String: Int]
    /// The call that sets a first value by `name` and `value`; empty for an engine without one.
    package var fieldCall: String
    /// The kinds of event that the engine emits.
    public var vocabulary: EventVocabulary
    /// Whether its apps are programs, to which a session gives time and place.
    package var givesWorld = false
    /// The call that brings a message of the caller's app, by `content`; nil for an engine whose
    /// apps take none.
    package var messageCall: String?
    /// Name of that call in the engines that have one.
    package static let messageCall = "send"

    /// An engine of `kind`.
    package init(
        kind: String, version: String, calls: [Call], callbacks: [String],
        receivers: [DuringCallback.Receiver] = [.callback], settings: [Setting],
        constants: [String: Int] = [:], fieldCall: String = "",
        vocabulary: EventVocabulary = .core, runner: String? = nil
    ) {
        self.kind = kind
        self.version = version
        self.runner = runner ?? kind
        self.calls = calls
        self.callbacks = callbacks
        self.receivers = receivers
        self.settings = settings
        self.constants = constants
        self.fieldCall = fieldCall
        self.vocabulary = vocabulary
    }
}
