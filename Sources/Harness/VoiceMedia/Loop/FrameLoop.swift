internal import VoiceActivity
package import VoiceEngine
package import VoiceHypothesis
package import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// First stage of the core that runs; the stages before it are fed from a recorded trace.
public enum StartingTap: String, Sendable, CaseIterable {
    /// Everything runs.
    case audio
    /// Speech boundaries are injected; recognizer and engine run.
    case speech
    /// Speech and words are injected; the engine runs.
    case words
}

/// The order of work within one frame.
///
/// Answers are what the app does about a callback later than at its frame. They come after all that
/// comes by itself, so that their order does not depend on when either was scheduled.
enum FrameLoopRank: Int {
    /// A scripted hop comes first, as one of the microphone does.
    /// Recorded words come after the dialog's limits: one that cuts speech short is what makes
    /// the job take them, and no limit waits while words are on their way.
    case hop, input, answer, sound, speech, words, dialog, recordedWords, engineTimer, media,
        lateWords
}

/// Work on the loop's queue.
enum LoopWork {
    case input(SessionInput, during: DuringCallback?)
    case callbackReturned(during: DuringCallback)
    /// A hop of the script is over.
    case scriptedHop
    case speech(SpeechDecision)
    /// A block of the microphone, for the engine.
    case sound([Int16])
    case words(job: Int, RecognitionOutcome, why: JSONObject)
    case partial(job: Int, Hypothesis?, why: JSONObject)
    /// A recorded event of the words tap.
    case recorded(TraceEvent)
    /// The frame is over for recorded words that no job has taken.
    case lateWords
    case timer(MediaCore.Timer)
    case engineTimer(id: Int)
}

/// Work that waits until the callback that is under way has come back.
enum HeldWork {
    case event(EngineEvent)
    /// A callback about the event of this number.
    case callback(EngineCallback, event: Int)
}

/// The session's one clock: microphone frames go in, the trace and the inputs come out.
///
/// The same loop runs live, in simulation and in replay. It works on a grid of 10 ms hops, whatever
/// blocks the frames come in, and takes everything due in the order frame, kind, arrival.
package struct FrameLoop<Host: SessionHost>: ~Copyable {
    typealias Rank = FrameLoopRank

    /// Events so far; only the last of it where the trace is not kept.
    package internal(set) var events: [TraceEvent] = []
    /// Inputs so far; nothing where the trace is not kept.
    package internal(set) var inputs: [InputEvent] = []
    /// Number of events so far.
    package internal(set) var eventCount = 0
    /// Every setting and constant in force, by name: the first event carries them as evidence.
    package var settingsInForce = JSONObject()
    /// Whether ``events`` and ``inputs`` grow with the session; otherwise they stay short, for an
    /// app that runs for days.
    package var keepsTrace = true
    /// Whether ``inputs`` are kept: a replay, which feeds recorded ones, has them.
    package var keepsInputs = true

    /// The tasks that listening jobs asked for, each once, in the order of their first utterances;
    /// the first 1,000 of them.
    package internal(set) var tasks: [RecognitionTask] = []

    /// Injected events that no open listening job took, by their place in the trace.
    package internal(set) var unconsumed: [Int] = []
    /// Injected hypotheses of speech under way that no listening job asked for: a recognizer that
    /// nothing asks gives none, so they are not fed.
    package internal(set) var unasked: [TraceEvent] = []
    /// Frames at which speech began of which a job asked for such hypotheses, and only injected
    /// words answer.
    package internal(set) var askedSoFar: Set<Frame> = []
    /// The current frame: how far everything has been worked off.
    package internal(set) var now: Frame = 0
    /// Reason why the engine ended; nil while it runs.
    package internal(set) var endReason: String?
    /// The callback that comes back with ``callbackReturned(calls:)``; nil while none is under way.
    package internal(set) var openCallback: OpenCallback?
    /// Whether the clock stands still during ``openCallback``; otherwise frames go on, as they do
    /// where a device counts them.
    package var waitsForCallbacks = false

    /// The receivers that the engine declares; nil where any will do.
    package var receivers: [DuringCallback.Receiver]?
    /// Acts of the engine that no engine may do, in sentences.
    package internal(set) var engineFaults: [String] = []
    /// Reasons why the run proves nothing, as the engine says.
    package internal(set) var objections: [RunObjection] = []
    /// Faults of the app that no golden session has, as the engine says.
    package internal(set) var unmet: [String] = []
    /// Reason why the engine broke down; nil where it did not.
    package internal(set) var breakdown: String?
    /// Whether the engine hears of all speech.
    var tellsSpeech = false
    /// Sound on its way to the engine; nil where it hears none.
    var soundBlock: SoundBlock?
    /// Whether the sound that is fed comes whatever the engine does, as a recording does.
    package var soundIsCertain = false
    /// Samples of the sound that is fed which follow the hop that ends.
    var soundToCome: UnsafeBufferPointer<Int16>.SubSequence?

    let rate: SampleRate
    let tap: StartingTap
    var engine: any EngineUnderTest
    var queue = FrameQueue<LoopWork>()
    var timers: [MediaCore.Timer: FrameQueue<LoopWork>.Ticket] = [:]
    var pendingWords: [Int: FrameQueue<LoopWork>.Ticket] = [:]
    /// Utterances that are recognised beside the loop.
    var awaitedWords = AwaitedAnswers<RecognitionOutcome>()
    /// Time after its frames at which a prompt is heard by the microphone; the device says so.
    var playbackLatency: Frame = 0
    var core = MediaCore()
    var engineEvents: [EngineEvent] = []
    /// Whether the app has not come back from a callback yet.
    var isInCallback = false
    /// News that has come since; it comes before ``engineEvents``.
    var inbox: [HeldWork] = []
    /// Calls that wait for an answer.
    var openCalls: Set<Int> = []
    /// Recorded words of this frame that no job waits for yet.
    var earlyWords: [TraceEvent] = []
    /// Levels of a recorded trace that are still to come.
    var recordedLevels: [TraceEvent] = []
    var engineTimers: [Int: FrameQueue<LoopWork>.Ticket] = [:]
    var frontEnd: SpeechFrontEnd
    var recorders: [Int: SoundRecorder] = [:]
    /// Partial results of each job: the last one it was told, and those that it waits for.
    var lastPartials: [Int: ToldPartial] = [:]
    var pendingPartials: [Int: FrameQueue<LoopWork>.Ticket] = [:]
    var awaitedPartials = AwaitedAnswers<Hypothesis?>()
    /// Jobs whose speech is judged at a pause.
    var judgements: [Int: Judgement] = [:]
    var inputCount = 0
    var drainedCount = 0
    var hop = HopStage.open
    /// The next hop of the script that is decided.
    var scriptedHop: FrameQueue<LoopWork>.Ticket?
    /// Surroundings of the loop. Last, so that the place of all else does not depend on it.
    package var host: Host

    /// A loop at frame 0. A `script` takes the place of sound: ``hear(_:)`` adds to it, and the
    /// clock moves with ``advance(to:)``.
    ///
    /// - Throws: the detector's error when `settings` or `rate` do not suit it.
    package init(
        engine: any EngineUnderTest, host: Host, rate: SampleRate, settings: MediaSettings,
        tap: StartingTap = .audio, script: SoundScript? = nil
    ) throws {
        self.engine = engine
        self.host = host
        self.rate = rate
        self.tap = tap
        frontEnd = try SpeechFrontEnd(
            rate: rate, settings: settings, decides: tap == .audio, script: script)
    }

    /// Puts an input on the timeline; it is recorded when it is taken.
    package mutating func schedule(
        _ input: SessionInput, at frame: Frame, during: DuringCallback? = nil
    ) {
        let rank = during == nil ? Rank.input : Rank.answer
        queue.schedule(.input(input, during: during), at: frame, rank: rank.rawValue)
    }

    /// Feeds a recorded event of the speech or words tap instead of working it out.
    ///
    /// Events that are no such event are left alone.
    package mutating func inject(_ event: TraceEvent) {
        if let decision = TapEvents.speech(event) {
            queue.schedule(.speech(decision), at: event.frame, rank: Rank.speech.rawValue)
        } else if TapEvents.level(event) != nil {
            recordedLevels.append(event)
        } else if TapEvents.isWords(event) {
            queue.schedule(
                .recorded(event), at: event.frame, rank: Rank.recordedWords.rawValue)
        }
    }

    /// The engine as it stands.
    package var engineUnderTest: any EngineUnderTest { engine }

    /// The frame of the next thing that is due, nil when only the microphone can bring more.
    package var nextFrame: Frame? { mutating get { queue.nextFrame } }

    /// Works off everything that is due before `frame`.
    package mutating func settle(before frame: Frame) {
        work(upTo: frame, inclusive: false)
    }

    /// Takes microphone frames, in blocks of any size.
    package mutating func feed(_ samples: UnsafeBufferPointer<Int16>) { _ = consume(samples) }

    /// Consumes microphone frames as far as no callback holds up the clock; how many. The rest is
    /// to be fed when the callback has come back.
    package mutating func consume(_ samples: UnsafeBufferPointer<Int16>) -> Int {
        var rest = samples[...]
        soundToCome = rest
        defer { soundToCome = nil }
        while finishHop(), !rest.isEmpty {
            let count = frontEnd.consume(UnsafeBufferPointer(rebasing: rest))
            if !recorders.isEmpty { recordSound(rest.prefix(count)) }
            soundBlock?.samples.append(contentsOf: rest.prefix(count))
            rest = rest.dropFirst(count)
            soundToCome = rest
            if frontEnd.isHopComplete { hop = .complete }
        }
        return samples.count - rest.count
    }

    /// Moves the clock to `frame` without a microphone and works off everything due by then.
    package mutating func advance(to frame: Frame) {
        work(upTo: frame, inclusive: true)
    }

    /// Ends the session at `frame`: what is due by then is worked off, the end is recorded.
    package mutating func end(at frame: Frame, reason: String) {
        work(upTo: frame, inclusive: true)
        giveUpAnswers()
        if let what = (engine as? any FileKeepingEngine)?.lastObjection { object(what, at: nil) }
        record(.end(reason: reason))
    }

    mutating func work(upTo frame: Frame, inclusive: Bool) {
        while !isHeld, let (due, work) = queue.next(upTo: frame, inclusive: inclusive) {
            now = max(now, due)
            perform(work)
        }
        if inclusive, !isHeld { now = max(now, frame) }
    }

    /// Takes the inputs and events since the last call, for a writer.
    ///
    /// The loop then forgets it, but for the last events, so that a session of any length keeps
    /// its memory constant.
    package mutating func drain() -> (inputs: [InputEvent], events: [TraceEvent]) {
        let fresh = Array(events.suffix(eventCount - drainedCount))
        drainedCount = eventCount
        if events.count >= Self.memory { events.removeFirst(events.count - Self.memory / 2) }
        let came = inputs
        inputs.removeAll()
        return (came, fresh)
    }

    /// The event with this sequence number, of the last 512 at least; nil for one forgotten.
    package func event(numbered sequence: Int) -> TraceEvent? {
        let index = events.count - (eventCount - sequence)
        return events.indices.contains(index) ? events[index] : nil
    }

    /// Injected events that no open listening job took, where the trace is kept.
    package var unconsumedEvents: [TraceEvent] { unconsumed.map { events[$0] } }
}

/// Work that a loop has done: counted, not timed.
public struct LoopCounts: Sendable, Hashable {
    /// Microphone frames that were taken.
    public var frames: Int64
    /// Transforms that deciding about speech took.
    package var transforms: Int
    /// Events that were emitted.
    package var events: Int
    /// Inputs that were recorded.
    public var inputs: Int
}

extension FrameLoop {
    /// The work done so far.
    package var counts: LoopCounts {
        LoopCounts(
            frames: frontEnd.frames, transforms: frontEnd.transforms, events: eventCount,
            inputs: inputCount)
    }
}
