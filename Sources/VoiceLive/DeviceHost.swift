public import VoiceAudio
internal import VoiceDevices
public import VoiceFlow
public import VoiceMedia
public import VoiceRecognition
internal import VoiceSession
public import VoiceSynthesis
internal import VoiceTime
internal import VoiceTrace

/// A runner's world with a sound card: prompts are heard, a person is listened to, and the device
/// moves the clock.
///
///     let host = DeviceHost(task: .phrases(["yes", "no"]))
///     let runner = STVoiceFlowRunner(host: host)
///
/// The device is opened when a flow is run and let go when it has ended; a recognizer is made when
/// a flow wants one. A device that goes away is an interruption of the audio session, which is over
/// when it is back; after ten seconds the flow is stopped. With `conditions.keepsTrace` a run is
/// kept, microphone and all, and its ``VoiceflowRun/record()`` is a session that replays.
@MainActor
public final class DeviceHost: VoiceflowHost {
    /// What runs go by; their clock is the device's, and does not wait for callbacks.
    public var conditions: RunConditions
    /// Answers to requests for permissions; what is not named is granted.
    public var answers: [String: String] = [:]
    /// The run that is under way, or was last.
    public private(set) var run: VoiceflowRun?
    /// What went wrong without ending a flow, and why one could not begin.
    public private(set) var warnings: [String] = []

    private let wish: SoundCard.Wish
    private let cancelsEcho: Bool
    private let task: RecognitionTask?
    private var studio: RunnerStudio
    /// Asks who recognises beside the run, whose answer comes through ``take(_:of:)``.
    var ask: ((LiveQuestion) -> Void)?
    private var plans: [RunPlan] = []
    private var worker: Task<Void, Never>?
    /// What the run wants done since the last look.
    private var orders: [LiveOrder] = []

    /// How long a device that is gone is waited for.
    private static let absence = Duration.seconds(10)

    /// A world on the device wished for. `task` is what a person may say, nil for a world in which
    /// nobody is understood; `cancelsEcho` takes prompts out of the microphone.
    public init(
        device wish: SoundCard.Wish = SoundCard.Wish(), task: RecognitionTask?,
        cancelsEcho: Bool = true,
        synthesizer: SpeechSynthesizer = SpeechSynthesizer(
            cacheFolder: SpeechSynthesizer.usualCacheFolder)
    ) {
        self.wish = wish
        self.task = task
        self.cancelsEcho = cancelsEcho
        studio = RunnerStudio(synthesizer: synthesizer)
        conditions = RunConditions()
        conditions.waitsForCallbacks = false
        // Callers are not to hear the same "chance" in every call; a session records it.
        conditions.seed = .random(in: 1...UInt64(UInt32.max))
    }

    // MARK: From the device to the run and back

    /// Works off what was asked for, one flow after the other.
    private func work() async {
        while !plans.isEmpty {
            let plan = plans.removeFirst()
            do {
                try await drive(plan)
            } catch {
                warnings.append("\(error)")
                plan.refuse(
                    error is RecognitionError ? .ST_SR_FAILURE : .ST_AUDIO_DEVICE_FAILURE,
                    "\(error)")
            }
        }
        worker = nil
    }

    private func drive(_ plan: RunPlan) async throws {
        if plan.recognizes, ask == nil, let task {
            let made = try LiveRecognition(task: task) { question, outcome in
                Task { @MainActor [weak self] in self?.take(outcome, of: question) }
            }
            ask = made.work
            conditions.recognizer = made.identity
            conditions.task = task
        }
        var lostAt: ContinuousClock.Instant?
        repeat {
            do {
                lostAt = try await turn(plan, after: lostAt)
            } catch {
                // A device that never came is an error; one that was there may come back.
                guard let since = lostAt, !Task.isCancelled else { throw error }
                guard .now - since < Self.absence else {
                    giveUp()
                    return
                }
                try await Task.sleep(for: .milliseconds(500))
            }
        } while lostAt != nil
    }

    /// One device, from its opening until the run is over; when it was lost, if it was.
    private func turn(
        _ plan: RunPlan, after lostAt: ContinuousClock.Instant?
    ) async throws -> ContinuousClock.Instant? {
        let rate = conditions.sampleRate
        var card = try await SoundCard.open(wish, for: rate) { false }
        var pipe = try card.pipe(to: rate, cancelsEcho: cancelsEcho)
        guard let run = begin(plan, on: card.news(for: rate), after: lostAt) else { return nil }
        while !run.isOver {
            step(&card.stream.tap, &pipe, run)
            if !run.isOver, let since = card.lostSince() {
                miss(card.stream.input.name, run)
                return since
            }
            try await Task.sleep(for: SoundCard.pause)
        }
        return nil
    }

    /// Starts the run on a device that is open, or goes on with it on one that is back.
    func begin(
        _ plan: RunPlan, on news: DeviceNews, after lostAt: ContinuousClock.Instant? = nil
    ) -> VoiceflowRun? {
        guard let lostAt, let run else {
            run = plan.start(after: [news.input])
            return run
        }
        let away = (ContinuousClock.now - lostAt).components
        run.lose(
            conditions.sampleRate.frames(
                milliseconds: away.seconds * 1_000 + away.attoseconds / 1_000_000_000_000_000))
        run.take(news.input)
        run.take(.audioSession(["event": "ended"]))
        return run
    }

    /// The device went away: the audio session is interrupted until it is back.
    func miss(_ name: String, _ run: VoiceflowRun) {
        run.take(DeviceNews.lost(name: name).input)
        run.take(.audioSession(["event": "began"]))
        // Time stands still without a device, and the app is to be told now.
        run.lose(Frame(conditions.sampleRate.hopFrames))
    }

    /// The device does not come back: the flow is stopped, in silence.
    private func giveUp() {
        guard let run else { return }
        warnings.append("the sound device did not come back: the flow was stopped")
        run.stop()
        for _ in 0..<100 where !run.isOver { run.lose(Frame(conditions.sampleRate.hopFrames)) }
    }

    /// Brings the run what the device brought, and does what the run wants.
    func step(_ tap: inout DuplexTap, _ pipe: inout LivePipe, _ run: VoiceflowRun) {
        // What was ordered before any sound came is not to wait for it.
        perform(&tap)
        for piece in pipe.take(tap.take()) where !run.isOver {
            switch piece {
            case .sound(let samples): run.feed(samples)
            case .gap(let frames): run.lose(frames)
            case .lostOutput(let frames): run.take(DeviceNews.underrun(frames: frames).input)
            }
            perform(&tap)
        }
    }

    private func perform(_ tap: inout DuplexTap) {
        defer { orders.removeAll(keepingCapacity: true) }
        for order in orders {
            switch order {
            case .play(let job, let request, let sound):
                if let warning = tap.play(sound, request, job: job) { warnings.append(warning) }
            case .stop(let job): tap.stop(job: job)
            case .recognize(let job, let utterance):
                ask?(.init(job: job, utterance: utterance, isOver: true))
            case .recognizeSoFar(let job, let utterance):
                ask?(.init(job: job, utterance: utterance, isOver: false))
            }
        }
    }

    /// The recognizer has answered.
    func take(_ outcome: RecognitionOutcome, of question: LiveQuestion) {
        guard let run, !run.isOver else { return }
        if question.isOver {
            run.answer(outcome, for: question.job)
        } else if case .final(let hypothesis) = outcome {
            run.answer(soFar: hypothesis, for: question.job)
        } else {
            run.answer(soFar: nil, for: question.job)
        }
    }

    // MARK: The runner's world

    /// Opens the device, once the flows before have ended.
    public func begin(_ plan: RunPlan) {
        plans.append(plan)
        if worker == nil { worker = Task { await work() } }
    }

    /// The plan that waits for a device, for whoever drives the host without one.
    func takePlan() -> RunPlan? {
        worker?.cancel()
        return plans.isEmpty ? nil : plans.removeFirst()
    }

    /// Realises a prompt from files and text.
    public func realize(
        _ request: PromptRequest, with resources: RunnerResources
    ) -> PromptOutcome {
        studio.realize(request, with: resources, rate: conditions.sampleRate)
    }

    /// Lets a prompt be heard.
    public func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {
        guard request.isHeard, let sound = studio.sound(prompt.digest) else { return }
        orders.append(.play(job: job, request.heard(as: prompt), sound))
    }

    /// Silences a prompt.
    public func stopPlaying(job: Int) { orders.append(.stop(job: job)) }

    /// An utterance is recognised beside the run, where a recognizer was made.
    public func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool {
        guard ask != nil else { return false }
        orders.append(.recognize(job: job, utterance))
        return true
    }

    /// Speech under way is recognised beside the run, where a recognizer was made.
    public func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool {
        guard ask != nil else { return false }
        orders.append(.recognizeSoFar(job: job, utterance))
        return true
    }

    /// Recordings are wanted.
    public var keepsRecordings: Bool { true }

    /// Writes a recording into the folders of the runner.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunnerResources
    ) -> SaveOutcome { studio.save(sound, speech: speech, request, with: resources) }

    /// The voices of espeak-ng.
    public func voices() -> [SpeechVoice] { studio.voices() }

    /// The audio of a prompt.
    public func sound(ofPrompt digest: String) -> MonoSound? { studio.sound(digest) }

    /// What ``answers`` says.
    public func answer(permission: String) -> String { answers[permission] ?? "granted" }

    /// Does `work` in a task of its own.
    public func post(_ work: @escaping @MainActor () -> Void) { Task { work() } }

    /// The device's next frame takes it.
    public func called(_ run: VoiceflowRun) {}
}
