internal import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

/// The numbers of media jobs: which is next, and whose news still counts.
struct JobNumbers {
    private var number = 1
    /// News of jobs before this one comes too late: their turn is over.
    private var first = 1
    /// A job that is to end for a reason from outside, once earlier news is taken.
    private var ending: (job: Int, reason: StopReason)?

    /// The number of a new job.
    mutating func next() -> Int {
        defer { number += 1 }
        return number
    }

    /// Whether news of `job` counts.
    func counts(_ job: Int) -> Bool { job >= first }

    /// The turn of all jobs so far is over.
    mutating func endTurn() {
        first = number
        ending = nil
    }

    /// Notes that `job` is to end; false where that is noted already.
    mutating func end(_ job: Int, _ reason: StopReason) -> Bool {
        guard ending?.job != job else { return false }
        ending = (job, reason)
        return true
    }

    /// The job that is to end now.
    mutating func takeEnding() -> (job: Int, reason: StopReason)? {
        defer { ending = nil }
        return ending
    }
}

/// Counts what happens without time passing.
struct StepCounter {
    private var frame: Frame = 0
    private var count = 0

    /// Begins at `frame`: no transition leads to the first module.
    mutating func start(at frame: Frame) { (self.frame, count) = (frame, -1) }

    /// Counts a step; false when there are more than `limit` at one frame.
    mutating func count(at frame: Frame, limit: Int) -> Bool {
        (self.frame, count) = frame == self.frame ? (frame, count + 1) : (frame, 1)
        return count <= limit
    }
}

/// The change of course that was asked for last and is not made yet.
struct AskedCourse {
    private var asked: VoiceflowMachine.Control?
    /// True once a stop was asked for: no other wish takes it back.
    private var isStopping = false

    /// The app asks for `control`.
    mutating func ask(_ control: VoiceflowMachine.Control) {
        guard !isStopping else { return }
        asked = control
        isStopping = control == .stop
    }

    /// Notes that the world makes it impossible to go on; a request of the app goes first.
    mutating func fail(_ error: String) { if asked == nil { asked = .fail(error) } }

    /// The change that is to be made now.
    mutating func next() -> VoiceflowMachine.Control? {
        defer { asked = nil }
        return asked
    }
}

/// State of an `audioListener` module: it plays prompt after prompt and listens all the while.
struct AudioListenerTurn: Sendable {
    let read: Shared<AudioListenerParameters>
    /// The name of the listening job in media events.
    let item: String
    /// Whether the prompt of its recording was said: it listens from then on.
    private(set) var listens = false
    /// Number of failures of the recognizer since it last answered.
    private(set) var failures = 0

    var parameters: AudioListenerParameters { read.value }

    /// Notes that the prompt of its recording was said.
    mutating func beginListening() { listens = true }

    /// Forgets the failures in a row.
    mutating func recognizerAnswered() { failures = 0 }

    /// Notes that the recognizer failed; returns how often since it last answered.
    mutating func recognizerFailed() -> Int {
        failures += 1
        return failures
    }
}

/// State of an interruption of the audio session, and what follows it.
struct Suspension {
    /// Rule of a process module about interruptions in later modules.
    private(set) var flowRule: InterruptionParameters?
    private enum State {
        /// The audio session is there.
        case none
        /// The interruption began, and the module does not know yet; it may be over again.
        case asked(isOver: Bool)
        /// The module is silent and deaf, also where it is over and the module does not know yet.
        /// A job may have listened, or its words may have been on their way, when it took effect.
        case on(isOver: Bool, wasListening: Bool)
    }

    private var state = State.none

    /// Whether the interruption began and the module does not know yet.
    var isAsked: Bool { if case .asked = state { true } else { false } }
    /// The module is silent and deaf.
    var isOn: Bool { if case .on = state { true } else { false } }
    /// Whether the interruption is over and the module does not know yet.
    var isOver: Bool {
        switch state {
        case .none: false
        case .asked(let isOver), .on(let isOver, _): isOver
        }
    }
    /// Whether a job listened, or its words were on their way, when it took effect.
    var wasListening: Bool {
        if case .on(_, let wasListening) = state { wasListening } else { false }
    }

    /// Lets the rule of a process module count from now on.
    mutating func setRule(_ rule: InterruptionParameters) { flowRule = rule }

    /// The audio session is gone.
    mutating func begin() { if case .none = state { state = .asked(isOver: false) } }

    /// The audio session is back.
    mutating func end() {
        switch state {
        case .none: break
        case .asked: state = .asked(isOver: true)
        case .on(_, let wasListening): state = .on(isOver: true, wasListening: wasListening)
        }
    }

    /// The module falls silent and deaf.
    mutating func takeEffect() { state = .on(isOver: isOver, wasListening: false) }

    /// A job listened, or its words were on their way, when the interruption took effect.
    mutating func noteListening() {
        if case .on(let isOver, _) = state { state = .on(isOver: isOver, wasListening: true) }
    }

    /// The module goes on, or something else does.
    mutating func clear() { state = .none }
}

/// Set-up that a run is given, and does not change.
struct MachineSetup {
    let flow: FlowSet
    let limits: FlowLimits
    let constants: FlowConstants
    let rate: SampleRate
}

/// Memory of the run from module to module, beside its fields.
struct FlowMemory {
    /// The folder name of the language.
    var language: String
    var selector: PromptSelector
    /// Permissions that the user did not give.
    private var denied: Set<Permission> = []

    init(language: String, seed: UInt64) {
        self.language = language
        selector = PromptSelector(seed: seed)
    }

    /// The user answered whether `what` is allowed.
    mutating func setAllowed(_ what: Permission, _ isAllowed: Bool) {
        if isAllowed { denied.remove(what) } else { denied.insert(what) }
    }

    /// Whether the user denied one of these.
    func denies(_ whats: [Permission]) -> Bool { whats.contains { denied.contains($0) } }
}

/// Place of the run in the flow.
struct FlowPlace {
    enum Phase { case idle, running, paused, ended }

    private(set) var phase = Phase.idle
    private(set) var module: FlowModule?
    /// True from a module's start event until its end event.
    private(set) var isInsideModule = false
    private var steps = StepCounter()

    /// Whether the run has begun and has not ended.
    var isUnderWay: Bool { phase == .running || phase == .paused }

    /// The run begins.
    mutating func start(at frame: Frame) {
        phase = .running
        steps.start(at: frame)
    }

    /// A module begins.
    mutating func enter(_ next: FlowModule) {
        module = next
        isInsideModule = true
    }

    /// Waits until the app resumes.
    mutating func pause() { phase = .paused }

    /// Waits no longer.
    mutating func resume() { phase = .running }

    /// The module ends.
    mutating func leaveModule() { isInsideModule = false }

    /// The run is over.
    mutating func end() { phase = .ended }

    /// Counts what happens without time passing; false when there is more than `limit`.
    mutating func countStep(at frame: Frame, limit: Int) -> Bool {
        steps.count(at: frame, limit: limit)
    }
}

/// Actions of one step, in order.
struct StepOutput {
    private(set) var now: Frame = 0
    /// Whether the app has a callback that has not come back.
    private(set) var isAwaitingCallback = false
    private var actions: [EngineAction] = []

    /// A step begins.
    mutating func begin(at frame: Frame) { now = frame }

    /// Does `action`.
    mutating func add(_ action: EngineAction) { actions.append(action) }

    /// Calls the app back, and waits for it.
    mutating func call(_ callback: EngineCallback) {
        isAwaitingCallback = true
        actions.append(.callback(callback))
    }

    /// The app came back.
    mutating func callbackReturned() { isAwaitingCallback = false }

    /// Returns the actions of the step; a new one begins with nothing.
    mutating func finish() -> [EngineAction] {
        let taken = actions
        actions.removeAll(keepingCapacity: true)
        return taken
    }
}
