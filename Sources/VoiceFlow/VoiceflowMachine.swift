public import VoiceMedia
public import VoiceTime
internal import VoiceTrace

/// The voiceflow engine: runs the modules of one flow. A pure machine.
///
/// What is to be done stands on a list of work; a callback stops the list until the app came back.
/// Media news that arrives meanwhile waits in the inbox; calls of the app are taken at once, and
/// those that change the course (stop, interrupt, a listed intent) count as soon as it is back.
public struct VoiceflowMachine: EngineUnderTest {
    enum Phase: Equatable { case idle, running, paused, ended }

    /// A step that is still to be done.
    enum Work: Equatable {
        case enter(String)
        case execute
        case leave(Outcome)
        case follow(Outcome)
        case finish(reason: String, error: String?)
        case announce(kind: String, fields: JSONObject, why: JSONObject, callback: String)
        case nextItem
        case nextLeaf
        case dialogNext
        case decide(String)
        case divert(Control)
        case jump(from: String, to: String)
    }

    /// What decided where a module leads.
    enum Outcome: Equatable {
        case key(String, why: JSONObject)
        case intent(GoToTable.IntentRule)
        case input(GoToTable.InputRule)

        static let standard = Outcome.key("DEFAULT", why: [:])
    }

    /// A change of course the app asked for.
    enum Control: Equatable {
        case stop
        case interrupt(String)
    }

    /// Modules that may follow each other without time passing.
    static let transitionLimit = 10_000

    let flow: FlowSet
    let limits: FlowLimits
    let rate: SampleRate
    let language: String
    var drawer: PromptDrawer
    var fields = FieldRepository()
    var intent: String?
    var phase = Phase.idle
    var module: FlowModule?
    /// True from a module's start event until its end event.
    var isInsideModule = false
    var work: [Work] = []
    var inbox: [MediaSignal] = []
    var control: Control?
    /// True once a stop was asked for: nothing takes it back.
    var isStopping = false
    var isHypothesisRejected = false
    var isAwaitingCallback = false
    var playback: Playback?
    var dialog: DialogTurn?
    var nextJob = 1
    var actions: [EngineAction] = []
    var now: Frame = 0
    private var transitions = (frame: Frame(0), count: 0)

    init(flow: FlowSet, limits: FlowLimits, setup: EngineSetup) {
        self.flow = flow
        self.limits = limits
        rate = setup.sampleRate
        language = setup.language
        drawer = PromptDrawer(seed: setup.seed)
    }

    /// Takes one event; see ``EngineUnderTest``.
    public mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        now = frame
        switch event {
        case .run: start()
        case .call(let call): take(call)
        case .callbackReturned: isAwaitingCallback = false
        case .media(let signal): inbox.append(signal)
        }
        goOn()
        let taken = actions
        actions.removeAll(keepingCapacity: true)
        return taken
    }

    /// Works until a callback is under way or nothing is left to do.
    private mutating func goOn() {
        while !isAwaitingCallback, phase != .idle, phase != .ended {
            if let control {
                self.control = nil
                work = announcements + endTurn() + [.divert(control)]
            } else if let rule = matchingIntent {
                work = announcements + endTurn() + [.leave(.intent(rule))]
            } else if !work.isEmpty {
                perform(work.removeFirst())
            } else if !inbox.isEmpty {
                handle(inbox.removeFirst())
            } else {
                return
            }
        }
    }

    /// What the app is still to be told: a change of course leaves no event pair open.
    private var announcements: [Work] {
        work.filter { step in if case .announce = step { true } else { false } }
    }

    private mutating func start() {
        guard phase == .idle else {
            fail("ST_VOICEFLOW_ALREADY_RUNNING")
            return
        }
        phase = .running
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
        case .announce(let kind, let fields, let why, let callback):
            emit(kind, fields, why: why)
            call(callback, fields)
        case .nextItem: playNextItem()
        case .nextLeaf: playNextLeaf()
        case .dialogNext: speakOrListen()
        case .decide(let text): decide(text)
        case .divert(let control): divert(control)
        case .jump(let origin, let target): jump(from: origin, to: target)
        }
    }

    private mutating func enter(_ id: String) {
        guard let next = flow.modules[id] else {
            preconditionFailure("transitions only lead to modules that exist")
        }
        if transitions.frame == now {
            transitions.count += 1
        } else {
            transitions = (now, 1)
        }
        guard transitions.count <= Self.transitionLimit else {
            fail("ST_INTERNAL_FAILURE", ["transitions": .integer(Int64(Self.transitionLimit))])
            work = [.finish(reason: "failure", error: "ST_INTERNAL_FAILURE")]
            return
        }
        module = next
        if next.kind == .audioDialog, intent != nil { setIntent(nil, by: next.id) }
        isInsideModule = true
        emit("moduleStart", ["module": .string(id), "type": .string(next.kind.rawValue)])
        call("PreModuleStart", ["module": .string(id)])
        work = [.execute]
    }

    private mutating func execute() {
        guard let module else { return }
        switch module.body {
        case .node: work = [.leave(.standard)]
        case .process(let assignments):
            for assignment in assignments {
                if !setField(assignment.name, to: assignment.value, by: module.id) {
                    fail("ST_INVALID_PARAMETER", ["name": .string(assignment.name)])
                }
            }
            work = [.leave(.standard)]
        case .pauseResume: phase = .paused
        case .playAudio(let play): startPlaying(play)
        case .audioDialog(let parameters): startDialog(parameters)
        case .unsupported:
            fail("ST_INTERNAL_FAILURE", ["type": .string(module.kind.rawValue)])
            work = [.leave(.key("internalFailure", why: [:]))]
        }
    }

    private mutating func leave(_ outcome: Outcome) {
        guard let module else { return }
        phase = .running
        isInsideModule = false
        playback = nil
        dialog = nil
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

    /// Leaves the module, whose media already fell silent, for where the app wants to be.
    private mutating func divert(_ control: Control) {
        guard let current = module?.id else { return }
        phase = .running
        switch control {
        case .stop: work = [.finish(reason: "stopped", error: nil)]
        case .interrupt(let target): work = [.jump(from: current, to: target)]
        }
        // The app may have asked for this while the module was already ending.
        guard isInsideModule else { return }
        isInsideModule = false
        emit("moduleEnd", ["module": .string(current)])
        call("PreModuleEnd", ["module": .string(current)])
    }

    private mutating func jump(from: String, to: String) {
        emit("transition", transition(from: from, to: to, by: "interrupt"))
        work = [.enter(to)]
    }

    /// Stops whatever the module plays or hears; what is left to tell the app about it.
    private mutating func endTurn() -> [Work] {
        inbox = []
        let told = stopListening() + stopPlayback(why: [:])
        dialog = nil
        return told
    }

    func transition(from: String, to: String, by: String) -> JSONObject {
        ["from": .string(from), "to": .string(to), "by": .string(by)]
    }
}
