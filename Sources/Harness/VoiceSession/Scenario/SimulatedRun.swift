internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// One simulated session while it runs.
struct SimulatedRun<Sink: SessionSink & ~Copyable, Watch: BlockWatch>: ~Copyable {
    var loop: FrameLoop<ScenarioHost>
    var sink: Sink
    private var caller: ScenarioCaller
    /// Time after the caller's last line within which the app may make calls for real, in seconds.
    private static var callSecondsLimit: Int64 { 120 }
    private let rate: SampleRate
    private let vocabulary: EventVocabulary
    private var watch: Watch
    private var seen = 0
    private var inputCount = 0
    private var keptVersion = 0
    /// Trigger that ends a flight recorder's recording, and whether it has.
    var trigger = RecordingTrigger.end
    private(set) var isTriggered = false
    /// The scope that began last, and the words that were heard last.
    private var scope: String?
    private var heard: UnplayedLine.Heard?
    /// Expectations of the scenario that have not happened yet.
    private var unmet: [EventPattern]

    init(
        loop: consuming FrameLoop<ScenarioHost>, caller: ScenarioCaller, plan: RecordingPlan,
        vocabulary: EventVocabulary, sink: consuming Sink, watch: Watch
    ) {
        self.vocabulary = vocabulary
        self.loop = loop
        self.caller = caller
        self.sink = sink
        self.watch = watch
        rate = plan.setup.sampleRate
        unmet = plan.scenario.expectations
    }

    mutating func prepare(_ plan: RecordingPlan, factory: any EngineFactory) {
        for (frame, input) in plan.delays?.news ?? [] { loop.schedule(input, at: frame) }
        loop.begin(plan, factory: factory)
        for started in caller.start() { schedule(started.input, at: started.frame) }
    }

    /// Plays hop by hop: what is due, then the caller's actions, then the microphone.
    mutating func play(limit: (frame: Frame, reason: String)) throws(SessionError) {
        let hop = rate.hopFrames
        var frame: Frame = 0
        while loop.endReason == nil, !isTriggered, frame + Frame(hop) <= limit.frame {
            if watch.isStopWanted { throw .stopped }
            watch.blockBegins()
            frame += Frame(hop)
            var samples: [Int16] = []
            // What is due within the hop comes when the sound up to there has been heard: a
            // recording that ends there holds all of it.
            while loop.endReason == nil, let due = loop.nextFrame, due < frame {
                samples += hear(Int(due - frame) + hop - samples.count)
                loop.settle(before: due + 1)
                listen()
            }
            loop.settle(before: frame)
            listen()
            samples += hear(hop - samples.count)
            listen()
            try give(samples)
            watch.blockEnds()
            if watch.isSealWanted { isTriggered = true }
            if objectsToLateCall() { break }
        }
        let own = isTriggered ? RecordingTrigger.endReason : limit.reason
        let ended = loop.endReason != nil
        loop.end(at: frame, reason: ended ? vocabulary.endReason : own)
        listen()
        try give([])
    }

    /// Objects to a call that the app makes for real long after the caller's last line, because
    /// such an app does not end by itself. Returns whether there is one.
    private mutating func objectsToLateCall() -> Bool {
        guard let call = loop.lastRealCall, let end = caller.end,
            call.frame - end >= rate.frames(milliseconds: Self.callSecondsLimit * 1_000)
        else { return false }
        loop.object(
            "The app still makes calls for real \(Self.callSecondsLimit) seconds after the"
                + " caller's last line: \(call.to). End the app with the caller.", at: call.line)
        return true
    }

    /// The next `count` frames of the microphone, which the loop hears.
    private mutating func hear(_ count: Int) -> [Int16] {
        guard count > 0 else { return [] }
        var samples = caller.render(count)
        loop.host.echo?.add(to: &samples)
        samples.withUnsafeBufferPointer { loop.feed($0) }
        return samples
    }

    private mutating func give(_ samples: [Int16]) throws(SessionError) {
        let (inputs, events) = loop.drain()
        inputCount += inputs.count
        if loop.keptVersion > keptVersion {
            // Files that a cut recording is recovered with have to be there before its events.
            keptVersion = loop.keptVersion
            try sink.add(loop.keptFiles)
        }
        try sink.write(loop.host.studio, inputs, events, samples)
    }

    private mutating func listen() {
        while seen < loop.eventCount, let event = loop.event(numbered: seen) {
            seen += 1
            if trigger.isPulled(by: event, vocabulary) { isTriggered = true }
            record(event)
            unmet.removeAll { $0.matches(event.kind, event.fields) }
            for started in caller.observe(event) {
                schedule(started.input, at: started.frame)
            }
        }
    }

    /// Remembers the facts that say later why a line of the caller never played.
    private mutating func record(_ event: TraceEvent) {
        if vocabulary.role(of: event) == .scopeBegin { scope = vocabulary.text(.scope, of: event) }
        guard event.core == .final, let words = event.fields[CoreKey.text]?.string, !words.isEmpty
        else { return }
        heard = UnplayedLine.Heard(words: words, scope: scope)
    }

    private mutating func schedule(_ input: SessionInput, at frame: Frame) {
        if case .caller(let line) = input { loop.host.listener.expect(line) }
        loop.schedule(input, at: frame)
    }

    /// Refuses a run whose engine broke down.
    func refuseBreakdown() throws(SessionError) {
        if let reason = loop.breakdown { throw .brokenDown(reason: reason) }
    }

    /// Refuses a run that proves nothing.
    func refuseObjections() throws(SessionError) {
        guard !loop.objections.isEmpty else { return }
        throw .provesNothing(
            reasons: loop.objections.map(\.sentence))
    }

    /// Returns the outcome.
    func outcome(_ plan: RecordingPlan) -> RecordingOutcome {
        let unreached = caller.unreached.map { index in
            UnplayedLine(
                number: index + 1, line: plan.scenario.lines[index], heard: heard,
                vocabulary: vocabulary, fitting: caller.fitting(line: index)
            ).sentence
        }
        return RecordingOutcome(
            events: loop.eventCount, inputs: inputCount, engineEnd: loop.endReason,
            unreachedLines: unreached + idleFailures(of: plan),
            failedExpectations: unmet.map(\.text), engineFaults: loop.engineFaults + loop.unmet,
            warnings: caller.warnings + loop.host.warnings)
    }
}

extension SimulatedRun where Sink: ~Copyable {
    /// Lines that played and were to make the recognizer fail, which follows no script.
    private func idleFailures(of plan: RecordingPlan) -> [String] {
        guard let idle = IdleFailure(plan.recognizer.kind) else { return [] }
        let unreached = caller.unreached
        return plan.scenario.lines.enumerated().compactMap { index, line in
            line.failure == nil || unreached.contains(index)
                ? nil : idle.sentence(number: index + 1, line: line)
        }
    }
}

extension SimulatedRun where Sink == JournalSink {
    /// Seals the recording, or removes it; `unmet` is what the scenario did not get.
    consuming func seal(
        _ plan: RecordingPlan, unmet: [String], _ choice: SealChoice
    ) throws(SessionError) -> SessionManifest? {
        let timing = watch.timing(frames: sink.frames)
        if choice != .drops {
            try sink.add(plan.guessedFiles(for: loop.tasks).merging(loop.keptFiles) { $1 })
        }
        return try sink.seal(timing: timing, unmet: unmet, choice)
    }
}
