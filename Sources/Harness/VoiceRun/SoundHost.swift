public import VoiceAudio
public import VoiceRecognition
internal import VoiceSynthesis
internal import VoiceTime
public import VoiceTrace

/// A world without devices that hears what an app brings, as fast as it is recognised.
///
///     let host = SoundHost()
///     …                                   // an app begins a run of an engine in this world
///     host.hear(sound) { … }              // its microphone hears a sound
///
/// Time moves with the sound only: where none is heard it stands still, but for the next hop after
/// a call of the app. Not for apps with tasks of their own that a test waits for.
@MainActor
public final class SoundHost: StudioHost, SoundTakingHost, InterruptibleHost {
    /// Conditions of runs.
    public var conditions: RunConditions
    /// Task where the engine names none; nil for nothing.
    public var task: RecognitionTask?
    /// A program of the user's that recognises; nil for the built-in recognizer. Set it before an
    /// app begins.
    public var recognizerCommand: RecognizerCommand?
    /// Recognizer in the place of the built-in one: the utterance, and whether it is over.
    public var listener: ((Utterance, _ isOver: Bool) -> RecognitionOutcome)?
    /// Answers to requests for permissions; what is not named is granted.
    public var answers: [Permission: PermissionAnswer] = [:]
    /// The run that is under way, or was last.
    public private(set) var run: EngineRun?

    let cache = RecognizerCache()
    /// The model of the run.
    private(set) var model: SpeechModel?
    /// Realises the prompts of its runs.
    public var studio: RunStudio
    var plans: [RunPlan] = []
    private var sources: [SoundSource] = []
    /// Hops of silence that calls of the app wait for.
    var owedHops = 0
    private var worker: Task<Void, Never>?
    /// Frames that the run has heard.
    private var heardFrames = 0
    /// Waits for the next block of the source that is heard.
    private var reader: Task<Void, Never>?

    /// Whether nothing feeds the microphone: it hears no more than an app's files and streams.
    package let hasNoMicrophone: Bool

    /// A world that is silent until sound is brought.
    public convenience init(task: RecognitionTask? = nil) {
        self.init(task: task, hasNoMicrophone: false)
    }

    /// A world that is silent until sound is brought.
    package init(task: RecognitionTask? = nil, hasNoMicrophone: Bool) {
        self.task = task
        self.hasNoMicrophone = hasNoMicrophone
        studio = RunStudio(
            synthesizer: SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder))
        conditions = RunConditions()
        conditions.recognizer = RecognizerIdentity(kind: "pocketsphinx")
    }

    /// Names the recognizer of runs of `plan`. A program that cannot be started refuses the plan.
    private func identify(_ plan: RunPlan) -> Bool {
        guard plan.recognizes, listener == nil else { return true }
        do throws(RecognitionError) {
            if let recognizerCommand {
                let program = try cache.recognizer(of: recognizerCommand, for: task ?? .general)
                conditions.recognizer = program.identity
            } else if let task {
                conditions.recognizer = try cache.recognizer(for: task, model: plan.model).identity
            } else {
                conditions.recognizer = try plan.model.identity()
            }
            conditions.task = task ?? .general
            return true
        } catch {
            // Without a model nothing is understood; that is told with every utterance.
            guard recognizerCommand != nil else { return true }
            plan.refuse(.recognizer, "\(error)")
            return false
        }
    }

    /// Hears a sound, converted to the rate of ``conditions``.
    ///
    /// - Throws: `AudioError` where the rate is none.
    public func hear(
        _ sound: MonoSound, whenOver: @escaping @MainActor () -> Void = {}
    ) throws(AudioError) {
        let rest = WholeSound(
            try RateConverter.convert(sound, to: conditions.sampleRate.hertz).samples)
        hear({ rest.next() }, whenOver: whenOver, isWhole: true)
    }

    /// Hears what `next` gives.
    public func hear(
        _ next: @escaping @MainActor () async -> [Int16]?,
        whenOver: @escaping @MainActor () -> Void
    ) {
        hear(next, whenOver: whenOver, isWhole: false)
    }

    private func hear(
        _ next: @escaping @MainActor () async -> [Int16]?,
        whenOver: @escaping @MainActor () -> Void, isWhole: Bool
    ) {
        sources.append(
            SoundSource(next: next, whenOver: whenOver, since: heardFrames, isWhole: isWhole))
        work()
    }

    /// Forgets all sound. A block that a stream owes is taken when it comes, and not heard.
    public func hush() {
        sources = []
        reader = nil
        endHop()
    }

    /// Waits until everything that was brought has been heard, and the app is back.
    package func settled() async {
        while let current = worker ?? reader {
            await current.value
            if worker == current { worker = nil }
            if reader == current { reader = nil }
        }
    }

    func work() {
        let before = worker
        worker = Task {
            await before?.value
            await drive()
        }
    }

    private func drive() async {
        begin()
        await hearSilence()
        while let source = sources.first, let run, !run.isOver {
            switch source.state {
            case .notAsked: ask(source)
            case .block(let block):
                await hearLead(of: source)
                source.state = .notAsked
                await feed(block, of: source)
            case .over:
                sources.removeFirst()
                endHop()
                source.whenOver()
            case .awaited: return await hearCalls()
            }
            await hearSilence()
        }
        await hearCalls()
    }

    /// Moves on by the hops that calls wait for; what an app called before its run began waits for
    /// the run's first hop.
    private func hearCalls() async {
        if heardFrames == 0 { owedHops = max(1, owedHops) }
        await hearSilence()
    }

    /// Waits for a source's next block apart from the worker, which takes calls meanwhile.
    private func ask(_ source: SoundSource) {
        source.state = .awaited
        reader = Task {
            source.state = await source.next().map { .block($0) } ?? .over
            if sources.first === source { work() }
        }
    }

    private func begin() {
        while !plans.isEmpty, run?.isOver ?? true {
            let plan = plans.removeFirst()
            guard identify(plan) else { continue }
            model = plan.model
            run = plan.start()
            heardFrames = 0
        }
    }

    /// A tenth of a second at a time, so that the app hears of it between. Where the app forgets
    /// the source meanwhile, the sound ends with the hop.
    private func feed(_ block: [Int16], of source: SoundSource) async {
        let size = max(1, conditions.sampleRate.hertz / 10)
        let hop = conditions.sampleRate.hopFrames
        var place = 0
        while place < block.count, sources.first === source, let run, !run.isOver {
            let end = min(place + size, block.count)
            while place < end, sources.first === source, !run.isOver {
                let next = min(end, place + hop - heardFrames % hop)
                hear(Array(block[place..<next]))
                place = next
            }
            await run.appReturned()
            await Task.yield()
        }
    }

    /// Moves on to where a source begins: always as long after it was brought, so that the same
    /// source is always heard the same.
    private func hearLead(of source: SoundSource) async {
        let hop = conditions.sampleRate.hopFrames
        while !source.isBegun, heardFrames < source.since + Self.leadHops * hop, let run,
            !run.isOver
        {
            hear([Int16](repeating: 0, count: hop))
            await run.appReturned()
        }
        source.isBegun = true
    }

    /// Hops from where a source is brought to its first sound. The calls of the app that go with it
    /// are taken meanwhile.
    private static let leadHops = 2

    private func hear(_ samples: [Int16]) {
        run?.feed(samples)
        heardFrames += samples.count
    }

    /// Fills the hop that a source leaves open with silence, so that the next source begins with a
    /// hop of its own.
    private func endHop() {
        let hop = conditions.sampleRate.hopFrames
        guard !heardFrames.isMultiple(of: hop), run?.isOver == false else { return }
        hear([Int16](repeating: 0, count: hop - heardFrames % hop))
    }

    /// Moves on by the hops that calls wait for. A whole sound moves time by itself: where it ends
    /// does not depend on calls.
    private func hearSilence() async {
        if let source = sources.first, source.isWhole, source.isBegun { owedHops = 0 }
        while owedHops > 0, let run, !run.isOver {
            owedHops -= 1
            hear([Int16](repeating: 0, count: conditions.sampleRate.hopFrames))
            await run.appReturned()
        }
    }
}
