internal import VoiceDevices
public import VoiceEngine
public import VoiceRecognition
public import VoiceRun
internal import VoiceSession
public import VoiceSynthesis
internal import VoiceTime
public import VoiceTrace

/// An app's world with a sound card: prompts are heard, a person is listened to, and the device
/// moves the clock.
///
///     let host = DeviceHost(task: .phrases(["yes", "no"]))
///     let app = ChatApp(host: host)
///
/// The device is opened when a flow is run and let go when it has ended; a recognizer is made when
/// a flow wants one. A device that goes away is an interruption of the audio session, which is over
/// when it is back; after ten seconds the flow is stopped. An app that lets go of its audio session
/// lets go of the device, and time goes on without sound until it wants it again. With
/// `conditions.keepsTrace` a run is kept, microphone and all, and its `EngineRun.record()` is a
/// session that replays.
@MainActor
public final class DeviceHost: StudioHost {
    /// Conditions of runs; their clock is the device's, and does not wait for callbacks.
    public var conditions: RunConditions
    /// Answers to requests for permissions; what is not named is granted.
    public var answers: [Permission: PermissionAnswer] = [:]
    /// A program of the user's that recognises; nil for pocketsphinx. Set it before a flow is run.
    public var recognizerCommand: RecognizerCommand?
    /// The run that is under way, or was last.
    public private(set) var run: EngineRun?
    /// Faults that did not end a flow, and reasons why one could not begin.
    public var warnings: [String] { deviceWarnings + device.warnings }

    var deviceWarnings: [String] = []
    var device = DeviceCore(rate: .standard)
    /// Whether no recognizer could be made for the run that is under way or begins.
    var lacksRecognizer = false
    private let wish: SoundCard.Wish
    private let cancelsEcho: Bool
    /// Whether the run wants echo taken out; runs that say nothing do.
    private var wantsNoEcho = true
    let task: RecognitionTask?
    /// Realises the prompts of its runs.
    public var studio: RunStudio
    /// Asks who recognises beside the run, whose answer comes through ``handle(_:of:)``.
    var ask: ((LiveQuestion) -> Void)?
    /// Makes recognizers before they are asked.
    var warmUp: ((RecognitionTask) -> Void)?
    /// The model of the recognizers.
    var model: SpeechModel?
    private var plans: [RunPlan] = []
    private var worker: Task<Void, Never>?
    /// Orders of the run since the last look.
    var orders: [LiveOrder] = []
    /// Whether the app has let go of the device, and whether the open one has to be closed.
    var isReleased = false
    private var mustClose = false
    /// Whether the app has called a run that has no device.
    var isCalled = false

    /// A world on the device wished for. `task` is what a person may say, nil for a world in which
    /// nothing is understood; `cancelsEcho` takes prompts out of the microphone.
    public init(
        device wish: SoundCard.Wish = SoundCard.Wish(), task: RecognitionTask?,
        cancelsEcho: Bool = true,
        synthesizer: SpeechSynthesizer = SpeechSynthesizer(
            cacheFolder: SpeechSynthesizer.usualCacheFolder)
    ) {
        self.wish = wish
        self.task = task
        self.cancelsEcho = cancelsEcho
        studio = RunStudio(synthesizer: synthesizer)
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
                deviceWarnings.append("\(error)")
                plan.refuse(
                    error is RecognitionError ? .recognizer : .device, "\(error)")
            }
        }
        worker = nil
    }

    private func drive(_ plan: RunPlan) async throws {
        try makeRecognizer(for: plan)
        device = DeviceCore(rate: conditions.sampleRate)
        isReleased = false
        mustClose = false
        var absence: Absence?
        while let card = try await SoundCard.open(
            wish, for: conditions.sampleRate, after: absence?.lostAt,
            isStopped: { Task.isCancelled })
        {
            absence = try await turn(card, plan, after: absence)
            guard absence != nil else { return }
            guard absence?.lostAt == nil else { continue }
            absence = try await wait()
            guard absence != nil else { return }
        }
        giveUp()
    }

    /// One device, from its opening until the run is over; why it was away before, if it is.
    private func turn(
        _ card: consuming SoundCard, _ plan: RunPlan, after absence: Absence?
    ) async throws -> Absence? {
        let rate = conditions.sampleRate
        let pipe = try card.pipe(to: rate, cancelsEcho: cancelsEcho)
        let away = absence.map { SoundCard.frames(since: $0.clock, at: rate) }
        guard
            let run = begin(
                plan, on: pipe, card.news(for: rate), after: away,
                isInterruption: absence?.isInterruption ?? false)
        else { return nil }
        while !run.isOver {
            if takeRelease() { return .released(.now) }
            for work in works(of: &card.stream.port) {
                handle([work], run)
                perform(on: &card.stream.port)
                await letAppAct()
            }
            if !run.isOver, let since = card.lostSince() {
                miss(card.stream.input.name, run)
                return .lost(since)
            }
            try await Task.sleep(for: SoundCard.pause)
        }
        return nil
    }

    /// Whether the app wants the device that is open closed; asked once.
    func takeRelease() -> Bool {
        defer { mustClose = false }
        return mustClose
    }

    /// Starts the run on a device that is open, or goes on with it on one that is back after so
    /// many frames; after an interruption, which is over then, or not.
    func begin(
        _ plan: RunPlan, on pipe: consuming LivePipe, _ news: DeviceNews,
        after frames: Frame? = nil, isInterruption: Bool = true
    ) -> EngineRun? {
        guard let frames, let run else {
            device.open(pipe)
            wantsNoEcho = true
            run = plan.start(after: [.device(news)])
            return run
        }
        let offered = offersEchoCancellation
        handle(device.reopen(pipe, news, after: frames, isInterruption: isInterruption), run)
        device.cancelEcho(wantsNoEcho)
        if offersEchoCancellation != offered { tellEchoCancellation(run) }
        return run
    }

    /// Brings the run the device's work, and carries out the run's orders.
    func step(_ port: inout DuplexPort, _ run: EngineRun) {
        for work in works(of: &port) {
            handle([work], run)
            perform(on: &port)
        }
    }

    /// Returns the device's work, hop by hop.
    private func works(of port: inout DuplexPort) -> [DeviceWork] {
        // Orders from before any sound came are not to wait for it.
        perform(on: &port)
        return device.read(from: &port).flatMap { $0.hops(of: conditions.sampleRate.hopFrames) }
    }

    /// Lets an app that was answered go on before the next hop: what it plays then leaves a gap of
    /// a hop at most, however many hops the device brings at once.
    private func letAppAct() async { for _ in 0..<3 { await Task.yield() } }

    func handle(_ works: [DeviceWork], _ run: EngineRun) {
        for work in works where !run.isOver {
            switch work {
            case .sound(let samples): run.feed(samples)
            case .gap(let frames): run.lose(frames)
            case .input(let input): run.take(input)
            }
        }
    }

    private func perform(on port: inout DuplexPort) {
        for question in device.perform(orders, on: &port) { ask?(question) }
        orders.removeAll(keepingCapacity: true)
    }

    /// Takes the answer of the recognizer.
    func handle(_ outcome: RecognitionOutcome, of question: LiveQuestion) {
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

    /// The plan that waits for a device, for a driver without one.
    func takePlan() -> RunPlan? {
        worker?.cancel()
        return plans.isEmpty ? nil : plans.removeFirst()
    }

    /// Lets a prompt be heard.
    public func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {
        guard request.isHeard, let sound = studio.sound(prompt.digest) else { return }
        orders.append(.play(job: job, request.heard(as: prompt), sound))
    }

    /// Has an utterance recognised beside the run, where a recognizer was made.
    public func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool {
        guard ask != nil else { return false }
        orders.append(.recognize(job: job, utterance))
        return true
    }

    /// Has the recognizer of `task` made beside the run, where a recognizer was made.
    public func prepare(_ task: RecognitionTask) { warmUp?(task) }

    /// Has speech under way recognised beside the run, where a recognizer was made.
    public func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool {
        guard ask != nil else { return false }
        orders.append(.recognizeSoFar(job: job, utterance))
        return true
    }

    /// Whether the device that is open can; before one is open, whether the host was made so.
    public var offersEchoCancellation: Bool { device.offersEchoCancellation ?? cancelsEcho }

    /// Takes echo out of the microphone, or no longer, where the set-up says; lets go of the device
    /// where `active` is false, and takes it again where it is true.
    public func configure(audioSession: AudioSessionSetup) {
        if let isActive = audioSession.isActive {
            if !isActive, !isReleased { mustClose = true }
            isReleased = !isActive
        }
        guard let isWanted = audioSession.echoCancellation else { return }
        wantsNoEcho = isWanted
        device.cancelEcho(isWanted)
    }
}

/// Parts of the host that need no device.
extension DeviceHost {
    /// Recordings are wanted.
    public var keepsRecordings: Bool { true }

    /// Returns the answer of ``answers``; `unavailable` for a recognizer that could not be made.
    public func answer(permission: Permission) -> PermissionAnswer {
        if permission == .speechRecognition, lacksRecognizer { return .unavailable }
        return answers[permission] ?? .granted
    }

    /// Notes the call: the next frame takes it, of the device or without one.
    public func called(_ run: EngineRun) { isCalled = true }
}
