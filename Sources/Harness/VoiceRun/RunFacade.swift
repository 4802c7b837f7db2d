public import VoiceAudio
public import VoiceEngine
public import VoiceTrace

/// Reason why a run could not begin.
public enum RunFailure: Sendable, Hashable {
    /// The sound device cannot be had.
    case device
    /// The recognizer cannot be had.
    case recognizer
    /// The engine or the loop refuses its conditions.
    case engine
    /// The app waits for something that is not its run; its run ends with that.
    case app
}

/// The side of a run that faces an app: calls it back, and knows its wishes.
///
/// Every engine has one for its app's interface. It owns its run; the run does not keep it alive.
@MainActor
public protocol RunFacade: AnyObject, Sendable {
    /// The world that its runs live in.
    var host: any RunHost { get }

    /// Folders of the app's files, and words that are spoken otherwise.
    var resources: RunResources { get }

    /// The run that is under way.
    var run: EngineRun? { get }

    /// Last refusal that the app got, for people; nil where nothing was refused.
    var lastRefusal: String? { get }

    /// Returns the inputs before all calls of the app, such as its audio session.
    func firstInputs(_ conditions: RunConditions) -> [SessionInput]

    /// Takes the calls of the app since it asked for a run that has not begun.
    func takeWaiting() -> [EngineCall]

    /// Learns that the run begins.
    func began(_ run: EngineRun)

    /// Learns that no run begins, and why.
    func refused(_ failure: RunFailure, _ why: String)

    /// Calls the app back live, here or where it lives.
    func reply(to callback: EngineCallback, of event: TraceEvent) -> CallbackReply

    /// Learns that a callback that took its time has come back.
    func callbackReturned()

    /// Hears how a call of the app was answered; returns the calls that the app makes because of
    /// it, in order.
    func replied(_ answer: CallAnswer) -> [EngineCall]

    /// Whether the app waits for the answer of this call; a replay brings the recorded calls where
    /// it does not.
    func awaits(_ call: Int) -> Bool

    /// Calls the app back in a replay; returns the calls that it made meanwhile, in order.
    func deliver(_ callback: EngineCallback) -> [EngineCall]

    /// Sees every event, before the callback about it; `isReplayed` where a session repeats the
    /// app's calls.
    func observe(_ event: TraceEvent, isReplayed: Bool)

    /// Sees the outcome of a prompt, before the events about it.
    func observe(_ request: PromptRequest, _ outcome: PromptOutcome)

    /// Whether the sound of recordings is wanted, whatever the host does with it.
    var takesSound: Bool { get }

    /// Takes the sound of a recording in the place of the host; nil where the host is to write it.
    /// `sound` is nil if there is none, `speech` the part of it that holds speech.
    func take(
        _ sound: MonoSound?, speech: Range<Int>?, of request: SaveRequest
    ) -> SaveOutcome?

    /// Stops the run, as the app could.
    func stop()

    /// Waits until the app has come back from everything that it was told.
    func drain() async

    /// Learns that the run is over; `engine` is what it left behind, nil where a session was
    /// replayed.
    func ended(_ run: EngineRun?, _ engine: (any EngineUnderTest)?, reason: String)
}

extension RunFacade {
    /// Returns no calls: no call of the engine is answered.
    public func replied(_ answer: CallAnswer) -> [EngineCall] { [] }

    /// False: the host keeps the sound.
    public var takesSound: Bool { false }

    /// Returns nil: the host writes the recording.
    public func take(
        _ sound: MonoSound?, speech: Range<Int>?, of request: SaveRequest
    ) -> SaveOutcome? { nil }

    /// True: the app waits for each answer.
    public func awaits(_ call: Int) -> Bool { true }
}
