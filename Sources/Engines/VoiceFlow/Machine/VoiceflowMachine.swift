package import VoiceEngine
internal import VoiceJSON
package import VoiceTime

/// The voiceflow engine: runs the modules of one flow. A pure machine.
///
/// What is to be done stands on a list of work; a callback stops the list until the app came back.
/// Calls of the app are taken at once, and those that change the course (stop, interrupt, a listed
/// intent) count as soon as it is back.
package struct VoiceflowMachine: EngineUnderTest {
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
        /// Tell the app the keys that were pressed, then decide.
        case understand(keys: String, isFinal: Bool)
        case divert(Control)
        case jump(from: String, to: String)
    }

    /// Outcome that decided where a module leads.
    enum Outcome: Equatable {
        case key(String, why: JSONObject)
        case intent(GoToTable.IntentRule)
        case input(GoToTable.InputRule)
        case stop(StopReason, why: JSONObject)
        /// Answer to an interruption of the audio session.
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

    let setup: MachineSetup
    var memory: FlowMemory
    /// Fields of the app and the flow, and the user intent.
    var fields = FieldRepository()
    var place = FlowPlace()
    /// Work that is to be done, first thing first.
    var work: [Work] = []
    var course = AskedCourse()
    var media = ModuleMedia()
    var suspension = Suspension()
    var output = StepOutput()

    /// The module that runs, or ran last.
    var module: FlowModule? { place.module }
    /// The frame of this step.
    var now: Frame { output.now }

    init(
        flow: FlowSet, limits: FlowLimits, constants: FlowConstants = FlowConstants(),
        setup: EngineSetup
    ) {
        self.setup = MachineSetup(
            flow: flow, limits: limits, constants: constants, rate: setup.sampleRate)
        memory = FlowMemory(language: setup.language, seed: setup.seed)
    }

    /// Takes one event; see `EngineUnderTest`.
    package mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        output.begin(at: frame)
        switch event {
        case .run: start()
        case .call(let call): receive(call)
        case .callbackReturned: output.callbackReturned()
        case .media(let signal): receive(signal)
        case .timer(Self.keyTimer): endKeys()
        case .timer: takeAskedEnd()
        case .world(let news): receive(news)
        case .speech, .sound: break
        }
        proceed()
        return output.finish()
    }

    /// Works until a callback is under way or nothing is left to do.
    private mutating func proceed() {
        while !output.isAwaitingCallback, place.isUnderWay {
            if let cut = media.cut, cut.outcome == nil { return }
            if let control = course.next() {
                suspension.clear()
                work = announcements + endTurn() + [.divert(control)]
            } else if suspension.isAsked, !isDiverting {
                suspend()
            } else if suspension.isOn {
                guard proceedSuspended() else { return }
            } else if let rule = matchingIntent {
                work = announcements + endTurn() + [.leave(.intent(rule))]
            } else if !work.isEmpty {
                perform(work.removeFirst())
            } else if let words = media.record({ $0.takeHeldWords() }) ?? nil {
                handle(words)
            } else {
                return
            }
        }
    }

    /// Tells the app what it must know while the audio session is interrupted, and no more; false
    /// when there is nothing to do.
    private mutating func proceedSuspended() -> Bool {
        if let index = work.firstIndex(where: \.isAnnouncement) {
            perform(work.remove(at: index))
        } else if suspension.isOver {
            wake()
        } else {
            return false
        }
        return true
    }

    /// Work that tells the app what it is still to be told: a change of course leaves no event pair
    /// open.
    var announcements: [Work] { work.filter(\.isAnnouncement) }

    private mutating func start() {
        guard place.phase == .idle else {
            fail("ST_VOICEFLOW_ALREADY_RUNNING")
            return
        }
        place.start(at: now)
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
        case .understand(let keys, let isFinal): understand(keys: keys, isFinal: isFinal)
        case .divert(let control): divert(control)
        case .jump(let origin, let target): jump(from: origin, to: target)
        }
    }

    private mutating func enter(_ id: String) {
        guard let next = setup.flow.modules[id] else {
            preconditionFailure("transitions only lead to modules that exist")
        }
        guard countStep() else {
            work = [.finish(reason: "failure", error: "ST_INTERNAL_FAILURE")]
            return
        }
        place.enter(next)
        media.enter()
        if next.kind.takesIntents, fields.intent != nil { setIntent(nil, by: next.id) }
        emit("moduleStart", ["module": .string(id), "type": .string(next.kind.rawValue)])
        call("PreModuleStart", ["module": .string(id)])
        work = [.execute]
    }

    /// Counts what happens without time passing; false, with an error, when it is too much.
    mutating func countStep() -> Bool {
        let most = setup.constants.transitionLimit
        guard !place.countStep(at: now, limit: most) else { return true }
        fail("ST_INTERNAL_FAILURE", ["transitions": .integer(Int64(most))])
        return false
    }

    private mutating func execute() {
        guard let module else { return }
        switch module.body {
        case .node: work = [.leave(.standard)]
        case .process(let assignments):
            if let rule = module.interruption { suspension.setRule(rule) }
            for assignment in assignments {
                if !setField(assignment.name, to: assignment.value, by: module.id) {
                    fail("ST_INVALID_PARAMETER", ["name": .string(assignment.name)])
                }
            }
            work = [.leave(.standard)]
        case .pauseResume: place.pause()
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
        place.resume()
        place.leaveModule()
        media.forgetTurn()
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
        place.end()
        output.add(.ended(reason: reason))
    }
}
