public import VoiceAudio
public import VoiceEngine
public import VoiceRecognition
public import VoiceSynthesis
public import VoiceTime
internal import VoiceTrace

/// A world whose microphone is sound that an app brings: files, streams.
@MainActor
public protocol SoundTakingHost: RunHost {
    /// Hears what `next` gives, mono samples at the rate of ``RunHost/conditions``, until it gives
    /// nil; then `whenOver` is called. Sources are heard one after the other.
    func hear(
        _ next: @escaping @MainActor () async -> [Int16]?,
        whenOver: @escaping @MainActor () -> Void
    )

    /// Forgets the source that is heard and those that wait, without a callback.
    func hush()
}

/// A world without devices that hears what an app brings, as fast as it is recognised.
///
///     let host = SoundHost()
///     …                                   // an app begins a run of an engine in this world
///     host.hear(sound) { … }              // its microphone hears a sound
///
/// Time moves with the sound only: where none is heard it stands still, but for the next hop after
/// a call of the app. Not for apps with tasks of their own that a test waits for.
@MainActor
public final class SoundHost: SoundTakingHost, InterruptibleHost {
    /// What runs go by.
    public var conditions: RunConditions
    /// What is listened for where the engine does not say; nil for nothing.
    public var task: RecognitionTask?
    /// A program of the user's that recognises; nil for the built-in recognizer. Set it before an
    /// app begins.
    public var recognizerCommand: RecognizerCommand?
    /// Who recognises in the place of a recognizer: the utterance, and whether it is over.
    public var listener: ((Utterance, _ isOver: Bool) -> RecognitionOutcome)?
    /// Answers to requests for permissions; what is not named is granted.
    public var answers: [String: String] = [:]
    /// The run that is under way, or was last.
    public private(set) var run: EngineRun?

    private let cache = RecognizerCache()
    /// The model of the run.
    private var model: SpeechModel?
    private var studio: RunStudio
    private var plans: [RunPlan] = []
    private var sources: [SoundSource] = []
    /// Hops of silence that calls of the app wait for.
    private var owedHops = 0
    private var worker: Task<Void, Never>?
    /// Whether any time has passed in the run.
    private var hasMoved = false
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

    /// Says who listens in runs of `plan`. A program that cannot be started refuses the plan.
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
        hear({ rest.take() }, whenOver: whenOver)
    }

    /// Hears what `next` gives.
    public func hear(
        _ next: @escaping @MainActor () async -> [Int16]?,
        whenOver: @escaping @MainActor () -> Void
    ) {
        sources.append(SoundSource(next: next, whenOver: whenOver))
        work()
    }

    /// Forgets all sound. A block that a stream owes is taken when it comes, and not heard.
    public func hush() {
        sources = []
        reader = nil
    }

    /// Waits until everything that was brought has been heard, and the app is back.
    public func settled() async {
        while let current = worker ?? reader {
            await current.value
            if worker == current { worker = nil }
            if reader == current { reader = nil }
        }
    }

    private func work() {
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
                source.state = .notAsked
                await feed(block, of: source)
            case .over:
                sources.removeFirst()
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
        if !hasMoved { owedHops = max(1, owedHops) }
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
            hasMoved = false
        }
    }

    /// A tenth of a second at a time, so that the app hears of it between.
    private func feed(_ block: [Int16], of source: SoundSource) async {
        let size = max(1, conditions.sampleRate.hertz / 10)
        var place = 0
        while place < block.count, sources.first === source, let run, !run.isOver {
            let end = min(place + size, block.count)
            run.feed(Array(block[place..<end]))
            hasMoved = true
            place = end
            await run.appReturned()
            await Task.yield()
        }
    }

    /// Moves on by the hops that calls wait for.
    private func hearSilence() async {
        while owedHops > 0, let run, !run.isOver {
            owedHops -= 1
            hasMoved = true
            run.feed([Int16](repeating: 0, count: conditions.sampleRate.hopFrames))
            await run.appReturned()
        }
    }

    // MARK: The app's world

    /// Turns a prompt into audio, which is not played.
    public func realize(
        _ request: PromptRequest, with resources: RunResources
    ) -> PromptOutcome {
        studio.realize(request, with: resources, rate: conditions.sampleRate)
    }

    /// Recognises an utterance at once.
    public func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) { (outcome(of: utterance, isOver: true), 0) }

    /// Recognises speech under way.
    public func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        if case .final(let hypothesis) = outcome(of: utterance, isOver: false) {
            return hypothesis
        }
        return nil
    }

    private func outcome(of utterance: Utterance, isOver: Bool) -> RecognitionOutcome {
        if let listener { return listener(utterance, isOver) }
        guard let task = utterance.task ?? task else { return .rejected(nil) }
        do throws(RecognitionError) {
            var recognizer: any Recognizer
            if let recognizerCommand {
                recognizer = try cache.recognizer(of: recognizerCommand, for: task)
            } else {
                recognizer = try cache.recognizer(for: task, model: model)
            }
            if isOver { return recognizer.recognize(utterance) }
            return recognizer.recognizeSoFar(utterance).map { .final($0) } ?? .rejected(nil)
        } catch { return .failed(error) }
    }

    /// Makes the recognizer, so that the first words do not wait for it.
    public func prepare(_ task: RecognitionTask) {
        guard listener == nil, recognizerCommand == nil else { return }
        _ = try? cache.recognizer(for: task, model: model)
    }

    /// Writes a recording into the folders of the app.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome { studio.save(sound, speech: speech, request, with: resources) }

    /// The voices of espeak-ng.
    public func voices() -> [SpeechVoice] { studio.voices() }

    /// The audio of a prompt.
    public func sound(ofPrompt digest: String) -> MonoSound? { studio.sound(digest) }

    /// What ``answers`` says.
    public func answer(permission: String) -> String { answers[permission] ?? "granted" }

    /// Does `work` in a task of its own.
    public func post(_ work: @escaping @MainActor () -> Void) { Task { work() } }

    /// Begins the run with the next work.
    public func begin(_ plan: RunPlan) {
        plans.append(plan)
        work()
    }

    /// Interrupts the audio session, or ends that; time moves on by a hop.
    public func interrupt(_ began: Bool) {
        run?.take(.audioSession(["event": began ? "began" : "ended"]))
        owedHops = 1
        work()
    }

    /// Moves on by a hop, so that the call is taken.
    public func called(_ run: EngineRun) {
        owedHops = 1
        work()
    }
}
