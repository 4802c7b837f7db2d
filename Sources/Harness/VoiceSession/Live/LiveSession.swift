internal import Synchronization
internal import VoiceAudio
package import VoiceEngine
internal import VoiceMedia
package import VoiceRecognition
package import VoiceSynthesis
package import VoiceTime
package import VoiceTrace

/// A session whose microphone is a person's: the device moves the clock, whatever time it is.
///
/// A pure machine: sound and news in, orders out. It knows no device, no thread and no clock, so a
/// fake device drives it in a test exactly as a card does. What came in is recorded where it was
/// taken; a replay takes it there again.
package struct LiveSession: ~Copyable {
    private let plan: RecordingPlan
    private let factory: any EngineFactory
    private let synthesizer: SpeechSynthesizer
    private let limit: (frame: Frame, reason: String)
    private let hopFrames: Int
    private let identity: RecognizerIdentity
    private let vocabulary: EventVocabulary
    private var loop: FrameLoop<LiveHost>
    /// Less than a hop of sound that waits for the rest of it.
    private var hop: [Int16] = []
    /// Frames of whole hops that were worked off.
    private var worked: Frame = 0
    /// Sound that was not given away yet.
    private var microphone: [Int16] = []
    private var inputs: [InputEvent] = []
    private var events: [TraceEvent] = []
    private var inputCount = 0
    /// The version of the engine's own files that the journal has.
    private var keptVersion = 0
    /// Expectations of the scenario that have not happened yet.
    private var unmet: [EventPattern]
    private var shown = 0
    private var isEnded = false
    /// Trigger that ends a flight recorder's recording, and whether it has.
    private var trigger = RecordingTrigger.end
    private var isTriggered = false
    /// Mailbox through which everything but sound comes in.
    package let mailbox: LiveMailbox

    /// A session at frame 0, which ``begin(on:)`` starts.
    ///
    /// `recognizer` carries out ``LiveOrder/recognize(job:_:)`` and its sibling; nil for
    /// none, if the flow does not recognise.
    /// - Throws: the engine's error for an unusable flow, the detector's for settings.
    package init(
        _ plan: RecordingPlan, factory: any EngineFactory, synthesizer: SpeechSynthesizer,
        recognizer: RecognizerIdentity?, mailbox: LiveMailbox = LiveMailbox()
    ) throws {
        self.plan = plan
        self.factory = factory
        vocabulary = factory.declaration.vocabulary
        self.synthesizer = synthesizer
        self.mailbox = mailbox
        unmet = plan.scenario.expectations
        let rate = plan.setup.sampleRate
        limit = (rate.hopEnd(atOrBefore: plan.limit.frame), plan.limit.reason)
        hopFrames = rate.hopFrames
        identity =
            recognizer ?? RecognizerIdentity(kind: RecognizerSetup.Kind.none.rawValue)
        let host = plan.host(.absent, engine: factory.declaration, synthesizer: synthesizer)
        loop = try FrameLoop(
            try plan.engine(from: factory), of: factory.declaration,
            host: LiveHost(scenario: host, recognizesBeside: recognizer != nil), rate: rate,
            settings: plan.settings)
    }

    /// Starts the flow on a device that is open: frame 0, before any sound.
    package mutating func begin(on device: DeviceNews) {
        loop.schedule(.device(device), at: 0)
        loop.begin(plan, factory: factory)
        loop.advance(to: 0)
        collect()
    }

    /// Length of the session so far, in frames.
    package var frames: Frame { worked + Frame(hop.count) }

    /// Whether the flow has ended, the session is as long as it may be, or a flight recorder's
    /// trigger was pulled.
    package var isOver: Bool {
        loop.endReason != nil || isTriggered || frames >= limit.frame
    }

    /// A signal from outside ends the recording here; a flight recorder that waits for such a
    /// signal keeps it.
    package mutating func pullTrigger() { isTriggered = true }

    /// Fate of the recording: a flight recorder keeps what its trigger is for.
    package var choice: SealChoice { trigger.choice(outcome, isPulled: isTriggered) }

    /// Posts sound of the microphone, in pieces of any size; what comes after the end is left.
    package mutating func post(_ samples: some Collection<Int16>) {
        var rest = samples[...]
        while !rest.isEmpty, !isOver {
            let count = min(rest.count, hopFrames - hop.count)
            hop.append(contentsOf: rest.prefix(count))
            rest = rest.dropFirst(count)
            guard hop.count == hopFrames else { return }
            takeMail()
            microphone += hop
            worked += Frame(hopFrames)
            hop.withUnsafeBufferPointer { loop.feed($0) }
            hop.removeAll(keepingCapacity: true)
            collect()
        }
    }

    private mutating func collect() {
        let fresh = loop.drain()
        inputs += fresh.inputs
        inputCount += fresh.inputs.count
        events += fresh.events
        for event in fresh.events {
            if trigger.isPulled(by: event, vocabulary) { isTriggered = true }
            unmet.removeAll { $0.matches(event.kind, event.fields) }
        }
    }

    /// Takes a gap: so many frames that were lost, for which the microphone is silent.
    package mutating func lose(_ frames: Frame) {
        guard frames > 0, !isOver else { return }
        loop.schedule(.gap(frames: frames), at: self.frames)
        post(repeatElement(0, count: Int(min(frames, limit.frame - self.frames))))
    }

    /// Stamps what was posted: the frame after the last one that was worked off, so that nothing
    /// that already happened could have been otherwise.
    private mutating func takeMail() {
        for news in mailbox.drain() {
            switch news {
            case .input(let input, let during):
                loop.schedule(input, at: loop.now + 1, during: during)
            case .words(let job, let outcome): loop.answer(outcome, for: job)
            case .wordsSoFar(let job, let hypothesis): loop.answer(soFar: hypothesis, for: job)
            }
        }
    }

    /// Takes the orders since the last call, in order.
    package mutating func takeOrders() -> [LiveOrder] {
        defer { loop.host.orders.removeAll() }
        return loop.host.orders
    }

    /// Takes the events since the last call, for a display; of a long time only the last of it.
    package mutating func takeEvents() -> [TraceEvent] {
        var fresh: [TraceEvent] = []
        for number in shown..<max(shown, loop.eventCount) {
            if let event = loop.event(numbered: number) { fresh.append(event) }
        }
        shown = loop.eventCount
        return fresh
    }

    /// Ends the session where it is; `reason` is why, unless the engine or a limit ended it.
    package mutating func end(reason: String) {
        // Less than a hop is no time at all: the grid's last whole hop is the end.
        let isEngineOver = loop.endReason != nil
        let other = isTriggered ? RecordingTrigger.endReason : reason
        let own = worked >= limit.frame ? limit.reason : other
        loop.end(at: worked, reason: isEngineOver ? vocabulary.endReason : own)
        isEnded = true
        collect()
    }

    /// Begins the journal of a session that has just begun.
    ///
    /// - Throws: ``SessionError/disk(_:)`` when it cannot be written.
    package mutating func journal(
        at place: SessionWriter, options: JournalOptions
    ) throws(SessionError) -> SessionJournal {
        trigger = options.trigger
        let draft = plan.draft(
            engine: factory.declaration, identity: identity, synthesizer: synthesizer)
        return try SessionJournal(
            at: place, draft: draft.manifest, files: draft.files, options: options)
    }

    /// Gives the journal the inputs, events and sound since the last call, and forgets them.
    ///
    /// - Throws: ``SessionError`` when it cannot be written.
    package mutating func write(to journal: inout SessionJournal) throws(SessionError) {
        if loop.keptVersion > keptVersion {
            // Files that a cut recording is recovered with have to be there before its events.
            keptVersion = loop.keptVersion
            try journal.add(loop.keptFiles)
        }
        if isEnded {
            try journal.add(
                plan.guessedFiles(for: loop.tasks).merging(loop.keptFiles) { $1 })
        }
        try journal.append(loop.host.scenario.studio)
        try journal.append(inputs: inputs, events: events)
        try microphone.withUnsafeBufferPointer { (samples) throws(SessionError) in
            try journal.append(samples)
        }
        inputs.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
        microphone.removeAll(keepingCapacity: true)
    }

    /// Outcome so far.
    package var outcome: RecordingOutcome {
        var warnings = loop.host.scenario.warnings
        let lines = plan.scenario.lines.count
        if lines > 0 {
            warnings.append(
                "the scenario's \(lines) caller lines were left out: the caller is a person.")
        }
        return RecordingOutcome(
            events: loop.eventCount, inputs: inputCount, engineEnd: loop.endReason,
            unreachedLines: [],
            failedExpectations: unmet.map(\.text),
            engineFaults: loop.engineFaults + loop.unmet + loop.objections.map(\.sentence),
            warnings: warnings)
    }

    /// Ends the session as ``end(reason:)`` does and gives all of it, if no journal has taken any.
    package consuming func finish(reason: String) -> RecordedSession {
        end(reason: reason)
        var plan = plan
        plan.setup.files.merge(loop.keptFiles) { $1 }
        return RecordedSession(
            plan, engine: factory.declaration, identity: identity, synthesizer: synthesizer,
            studio: loop.host.scenario.studio, microphone: microphone, events: events,
            inputs: inputs, tasks: loop.tasks, outcome: outcome)
    }
}

/// The only way into a live session for everything but sound: posted by any thread, taken by the
/// session's own, which stamps it then.
package final class LiveMailbox: Sendable {
    private let waiting = Mutex<[LiveNews]>([])

    /// An empty mailbox.
    package init() {}

    /// Posts news.
    package func post(_ news: LiveNews) { waiting.withLock { $0.append(news) } }

    /// Gives everything that was posted, in order, and forgets it.
    func drain() -> [LiveNews] {
        waiting.withLock { waiting in
            defer { waiting.removeAll() }
            return waiting
        }
    }
}

/// News that reaches a live session from outside of the microphone, from any thread.
package enum LiveNews: Sendable {
    /// The app called, or the world has news; `during` where it was from inside a callback.
    case input(SessionInput, during: DuringCallback? = nil)
    /// The words of an utterance that was recognised beside the session.
    case words(job: Int, RecognitionOutcome)
    /// Partial result, beside the session, of speech that was under way; nil for nothing.
    case wordsSoFar(job: Int, Hypothesis?)
}
