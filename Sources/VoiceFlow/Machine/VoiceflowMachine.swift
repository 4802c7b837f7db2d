public import VoiceMedia
public import VoiceTime
internal import VoiceTrace

/// The voiceflow engine: runs the modules of one flow. A pure machine.
///
/// What is to be done stands on a list of work; a callback stops the list until the app came back.
/// Calls of the app are taken at once, and those that change the course (stop, interrupt, a listed
/// intent) count as soon as it is back.
public struct VoiceflowMachine: EngineUnderTest {
    enum Phase: Equatable { case idle, running, paused, ended }

    /// A step that is still to be done.
    enum Work: Equatable {
        case enter(String)
        case execute
        case leave(Outcome)
        case follow(Outcome)
        case finish(reason: String, error: String?)
        /// An event and the callback about it, which may be told more than the trace.
        case announce(
            kind: String, fields: JSONObject, why: JSONObject, callback: String,
            told: JSONObject = [:])
        case announceCut(JSONObject, file: String)
        case nextItem
        case nextLeaf
        case dialogNext
        case recordNext
        case listenerNext
        case listenAgain
        case playOn
        case decide(String, isFinal: Bool)
        case divert(Control)
        case jump(from: String, to: String)
    }

    /// What decided where a module leads.
    enum Outcome: Equatable {
        case key(String, why: JSONObject)
        case intent(GoToTable.IntentRule)
        case input(GoToTable.InputRule)
        case stop(StopReason, why: JSONObject)
        /// What follows an interruption of the audio session.
        case interruption(FlowText)

        static let standard = Outcome.key(FlowKey.defaultWay, why: [:])
    }

    /// A change of course the app asked for.
    enum Control: Equatable {
        case stop
        case interrupt(String)
        /// The audio session was interrupted, and the flow ends for it.
        case endInterrupted
        /// The world makes it impossible to go on with the module.
        case fail(String)
    }

    let flow: FlowSet
    let limits: FlowLimits
    let constants: FlowConstants
    let rate: SampleRate
    /// The folder name of the language.
    var language: String
    var selector: PromptSelector
    var fields = FieldRepository()
    var intent: String?
    var phase = Phase.idle
    var module: FlowModule?
    /// True from a module's start event until its end event.
    var isInsideModule = false
    var work: [Work] = []
    var jobs = JobNumbers()
    var course = AskedCourse()
    var isHypothesisRejected = false
    var isAwaitingCallback = false
    var playback: Playback?
    var openJob: ListeningJob?
    var dialog: DialogTurn?
    var recording: RecordingTurn?
    var cut: CutRecording?
    var listener: AudioListenerTurn?
    /// Prompts the app queued for the listener that runs.
    var listenerQueue: [String] = []
    var suspension = Suspension()
    /// What a process module said about interruptions in later modules.
    var flowInterruption: InterruptionParameters?
    /// What the user did not allow: `microphone`, `speechRecognition`.
    var denied: Set<String> = []
    var actions: [EngineAction] = []
    var now: Frame = 0
    private var steps = StepCounter()

    init(
        flow: FlowSet, limits: FlowLimits, constants: FlowConstants = FlowConstants(),
        setup: EngineSetup
    ) {
        self.flow = flow
        self.limits = limits
        self.constants = constants
        rate = setup.sampleRate
        language = setup.language
        selector = PromptSelector(seed: setup.seed)
    }

    /// Takes one event; see ``EngineUnderTest``.
    public mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        now = frame
        switch event {
        case .run: start()
        case .call(let call): take(call)
        case .callbackReturned: isAwaitingCallback = false
        case .media(let signal): take(signal)
        case .timer: takeAskedEnd()
        case .world(let news): take(news)
        }
        goOn()
        let taken = actions
        actions.removeAll(keepingCapacity: true)
        return taken
    }

    /// Works until a callback is under way or nothing is left to do.
    private mutating func goOn() {
        while !isAwaitingCallback, phase != .idle, phase != .ended {
            if let cut, cut.outcome == nil { return }
            if let control = course.take() {
                suspension = Suspension()
                work = announcements + endTurn() + [.divert(control)]
            } else if suspension.isAsked, !isDiverting {
                suspend()
            } else if suspension.isOn {
                guard goOnSuspended() else { return }
            } else if let rule = matchingIntent {
                work = announcements + endTurn() + [.leave(.intent(rule))]
            } else if !work.isEmpty {
                perform(work.removeFirst())
            } else if let words = recording?.heldWords, recording?.saving == nil {
                recording?.heldWords = nil
                handle(words)
            } else {
                return
            }
        }
    }

    /// While the audio session is interrupted the app is told what it must know, and no more;
    /// false when there is nothing to do.
    private mutating func goOnSuspended() -> Bool {
        if let index = work.firstIndex(where: \.isAnnouncement) {
            perform(work.remove(at: index))
        } else if suspension.isOver {
            wake()
        } else {
            return false
        }
        return true
    }

    /// What the app is still to be told: a change of course leaves no event pair open.
    var announcements: [Work] { work.filter(\.isAnnouncement) }

    private mutating func start() {
        guard phase == .idle else {
            fail("ST_VOICEFLOW_ALREADY_RUNNING")
            return
        }
        phase = .running
        steps.start(at: now)
        emit("flowStart")
        work = [.enter(FlowModule.start)]
    }

    private mutating func perform(_ step: Work) {
        switch step {
        case .enter(let id): enter(id)
        case .execute: execute()
        case .leave(let outcome): leave(outcome)
        case .follow(let outcome): follow(outcome)
        case .finish(let reason, let error): finish(reason, error: error)
        case .announce(let kind, let fields, let why, let callback, let told):
            emit(kind, fields, why: why)
            call(callback, fields.adding(told))
        case .announceCut(let fields, let file): announceCut(fields, file: file)
        case .nextItem: playNextItem()
        case .nextLeaf: playNextLeaf()
        case .dialogNext: speakOrListen()
        case .recordNext: openRecording()
        case .listenerNext: playNextOfListener()
        case .listenAgain: listenAgain()
        case .playOn: playOn()
        case .decide(let text, let isFinal): decide(text, isFinal: isFinal)
        case .divert(let control): divert(control)
        case .jump(let origin, let target): jump(from: origin, to: target)
        }
    }

    private mutating func enter(_ id: String) {
        guard let next = flow.modules[id] else {
            preconditionFailure("transitions only lead to modules that exist")
        }
        guard countStep() else {
            work = [.finish(reason: "failure", error: "ST_INTERNAL_FAILURE")]
            return
        }
        module = next
        if next.kind.takesIntents, intent != nil { setIntent(nil, by: next.id) }
        listenerQueue = []
        isInsideModule = true
        emit("moduleStart", ["module": .string(id), "type": .string(next.kind.rawValue)])
        call("PreModuleStart", ["module": .string(id)])
        work = [.execute]
    }

    /// Counts what happens without time passing; false, with an error, when it is too much.
    mutating func countStep() -> Bool {
        guard !steps.count(at: now, limit: constants.transitionLimit) else { return true }
        fail("ST_INTERNAL_FAILURE", ["transitions": .integer(Int64(constants.transitionLimit))])
        return false
    }

    private mutating func execute() {
        guard let module else { return }
        switch module.body {
        case .node: work = [.leave(.standard)]
        case .process(let assignments):
            flowInterruption = module.interruption ?? flowInterruption
            for assignment in assignments {
                if !setField(assignment.name, to: assignment.value, by: module.id) {
                    fail("ST_INVALID_PARAMETER", ["name": .string(assignment.name)])
                }
            }
            work = [.leave(.standard)]
        case .pauseResume: phase = .paused
        case .playAudio(let play): startPlaying(play)
        case .recordAudio(let parameters): startRecording(parameters, recognizes: false)
        case .recognizeAudio(let parameters): startRecording(parameters, recognizes: true)
        case .audioDialog(let parameters): startDialog(parameters)
        case .audioListener(let parameters): startListener(parameters)
        case .unsupported:
            fail("ST_INTERNAL_FAILURE", ["type": .string(module.kind.rawValue)])
            work = [.leave(.key(FlowKey.internalFailure, why: [:]))]
        }
    }

    private mutating func leave(_ outcome: Outcome) {
        guard let module else { return }
        phase = .running
        isInsideModule = false
        forgetTurn()
        emit("moduleEnd", ["module": .string(module.id)])
        call("PreModuleEnd", ["module": .string(module.id)])
        work = [
            module.id == FlowModule.end
                ? .finish(reason: "end", error: nil) : .follow(outcome)
        ]
    }

    private mutating func finish(_ reason: String, error: String?) {
        var fields: JSONObject = ["reason": .string(reason)]
        if let error { fields["error"] = .string(error) }
        emit("flowEnd", fields)
        phase = .ended
        actions.append(.ended(reason: reason))
    }
}
