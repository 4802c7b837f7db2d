internal import VoiceAudio
public import VoiceMedia
public import VoiceRecognition
public import VoiceSynthesis
public import VoiceTime
public import VoiceTrace

/// A session whose microphone is a person's: the device moves the clock, whatever time it is.
///
/// A pure machine: sound and news in, orders out. It knows no device, no thread and no clock, so a
/// fake device drives it in a test exactly as a card does. What came in is recorded where it was
/// taken; a replay takes it there again.
public struct LiveSession: ~Copyable {
    private let plan: RecordingPlan
    private let factory: any EngineFactory
    private let synthesizer: SpeechSynthesizer
    private let limit: (frame: Frame, reason: String)
    private let hopFrames: Int
    private let identity: RecognizerIdentity
    private var loop: FrameLoop<LiveHost>
    /// Less than a hop of sound that waits for the rest of it.
    private var hop: [Int16] = []
    private var microphone: [Int16] = []
    private var shown = 0
    /// Where everything but sound comes in.
    public let mailbox: LiveMailbox

    /// A session at frame 0, which ``begin(on:)`` starts.
    ///
    /// `recognizer` is who carries out ``LiveOrder/recognize(job:_:)``; nil for nobody, where the
    /// flow does not recognise. `partials` is another one for speech that is not over.
    /// - Throws: the engine's error for an unusable flow, the detector's for settings.
    public init(
        _ plan: RecordingPlan, factory: any EngineFactory, synthesizer: SpeechSynthesizer,
        recognizer: RecognizerIdentity?, partials: (any Recognizer)? = nil,
        mailbox: LiveMailbox = LiveMailbox()
    ) throws {
        self.plan = plan
        self.factory = factory
        self.synthesizer = synthesizer
        self.mailbox = mailbox
        let rate = plan.setup.sampleRate
        limit = (rate.hopEnd(atOrBefore: plan.limit.frame), plan.limit.reason)
        hopFrames = rate.hopFrames
        identity =
            recognizer ?? RecognizerIdentity(kind: RecognizerSetup.Kind.none.rawValue)
        var setup = plan.setup
        setup.settings = plan.settings.engine
        let host = ScenarioHost(
            scenario: plan.scenario,
            studio: PromptStudio(folders: plan.folders, synthesizer: synthesizer, rate: rate),
            listener: partials.map { .recognizer($0) } ?? .nobody, rate: rate,
            shelf: plan.recordings.map(RecordingShelf.init))
        loop = try FrameLoop(
            engine: try factory.make(setup),
            host: LiveHost(scenario: host, recognizesBeside: recognizer != nil), rate: rate,
            settings: plan.settings.media)
        loop.settingsInForce = plan.settings.inForce
    }

    /// Starts the flow on a device that is open: frame 0, before any sound.
    public mutating func begin(on device: DeviceNews) {
        loop.schedule(device.input, at: 0)
        loop.begin(plan, engine: factory.declaration)
        loop.advance(to: 0)
    }

    /// How far the session is, in frames.
    public var frames: Frame { Frame(microphone.count + hop.count) }

    /// Whether the flow has ended, or the session is as long as it may be.
    public var isOver: Bool { loop.endReason != nil || frames >= limit.frame }

    /// Takes sound of the microphone, in pieces of any size; what comes after the end is left.
    public mutating func take(_ samples: some Collection<Int16>) {
        var rest = samples[...]
        while !rest.isEmpty, !isOver {
            let count = min(rest.count, hopFrames - hop.count)
            hop.append(contentsOf: rest.prefix(count))
            rest = rest.dropFirst(count)
            guard hop.count == hopFrames else { return }
            takeMail()
            microphone += hop
            hop.withUnsafeBufferPointer { loop.feed($0) }
            hop.removeAll(keepingCapacity: true)
        }
    }

    /// Takes a gap: so many frames that were lost, for which the microphone is silent.
    public mutating func lose(_ frames: Frame) {
        guard frames > 0, !isOver else { return }
        loop.schedule(.gap(frames: frames), at: self.frames)
        take(repeatElement(0, count: Int(min(frames, limit.frame - self.frames))))
    }

    /// Takes news of the device.
    public mutating func take(_ news: DeviceNews) { mailbox.post(.input(news.input)) }

    /// Stamps what was posted: the frame after the last one that was worked off, so that nothing
    /// that already happened could have been otherwise.
    private mutating func takeMail() {
        for news in mailbox.take() {
            switch news {
            case .input(let input, let during):
                loop.schedule(input, at: loop.now + 1, during: during)
            case .words(let job, let outcome): loop.answer(outcome, for: job)
            }
        }
    }

    /// What is to be done since the last call, in order.
    public mutating func takeOrders() -> [LiveOrder] {
        defer { loop.host.orders.removeAll() }
        return loop.host.orders
    }

    /// What happened since the last call, for whoever watches.
    public mutating func takeEvents() -> [TraceEvent] {
        defer { shown = loop.events.count }
        return Array(loop.events[shown...])
    }

    /// Ends the session where it is; `reason` is why, unless the flow or a limit ended it.
    public consuming func finish(reason: String) -> RecordedSession {
        // Less than a hop is no time at all: the grid's last whole hop is the end.
        let end = Frame(microphone.count)
        let isFlowOver = loop.endReason != nil
        let own = end >= limit.frame ? limit.reason : reason
        loop.end(at: end, reason: isFlowOver ? SessionRecorder.flowEndReason : own)
        var session = RecordedSession(
            plan, engine: factory.declaration, identity: identity, synthesizer: synthesizer,
            studio: loop.host.scenario.studio, microphone: microphone, events: loop.events,
            inputs: loop.inputs)
        let lines = plan.scenario.lines.count
        if lines > 0 {
            session.warnings.append(
                "the scenario's \(lines) caller lines were left out: the caller is a person.")
        }
        return session
    }
}
