internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// One run of a program, as a check saw it.
struct ProgramTranscript {
    /// One thing that the program did.
    struct Entry: Equatable {
        let frame: Frame
        let kind: String
        /// The line without the app's place.
        let text: String
    }

    /// Features that a run showed: rules of what it did not show are not checked.
    enum Feature: String, CaseIterable {
        case sounds, listening, timers, calls
        case openCalls = "calls that stay open"
        case cancelledCalls = "cancelled calls"
        case settings = "settings of whole numbers"
        case repeatedInputs = "inputs behind the frame of an act"
    }

    private(set) var ready: JSONObject = [:]
    private(set) var entries: [Entry] = []
    private(set) var breach: ProgramBreach?
    private(set) var notes: [ProgramBreach] = []
    private(set) var features: Set<Feature> = []
    private(set) var tape = ProgramSceneCalls.Tape()
    private var standing = 0
    /// Turns at one frame at most.
    private static let turnLimit = 1_000

    /// Runs `scene` on a program that starts now.
    ///
    /// - Throws: `ProgramCommandError` where it does not start.
    static func of(
        _ scene: ProgramScene, _ command: ProgramCommand, _ tape: ProgramSceneCalls.Tape
    ) throws(ProgramCommandError) -> Self {
        let trial = try ProgramTrial(command)
        var transcript = Self()
        var world = ProgramWorld(scene, tape)
        do throws(ProgramBreach) {
            try transcript.run(&world, trial)
        } catch {
            let what = "\(error.what) (\(scene.description))"
            transcript.breach = ProgramBreach(error.rule, what)
        }
        transcript.tape = world.calls.tape
        if world.hasSentAgain { transcript.features.insert(.repeatedInputs) }
        return transcript
    }

    private mutating func run(
        _ world: inout ProgramWorld, _ trial: ProgramTrial
    ) throws(ProgramBreach) {
        let scene = world.scene
        var hello = ProgramHello(rate: scene.rate, seed: scene.seed)
        hello.isReplay = scene.answers != .made
        hello.refused = CallTape.refused(in: world.calls.tape.rows.map(\.question))
        let asides: [ProgramAct]
        (ready, asides) = try trial.greet(scene.line(hello.object))
        for aside in asides { record(aside) }
        var judge = ProgramJudge()
        judge.hearsSound = ready["hears"]?.string == ProgramDescription.Level.audio.rawValue
        world.hearsSound = judge.hearsSound
        var isFirst = true
        while !world.isOver, !judge.isOver {
            let turn = world.turn()
            try process(turn, &world, &judge, trial, isFirst: isFirst)
            isFirst = false
            if scene.hasEmptyTurns, world.next != world.at, !judge.isOver {
                try checkEmptyTurn(world, trial)
            }
        }
        try Self.end(trial)
    }

    /// Tells the program to end, and checks how it does.
    static func end(_ trial: ProgramTrial) throws(ProgramBreach) {
        let code = try trial.end(after: Array("{\"kind\":\"end\"}\n".utf8), .silentEnd)
        guard let code, code != 137 else {
            throw ProgramBreach(.end, "does not end behind \"end\"")
        }
        guard code == 0 else {
            throw ProgramBreach(.exitCode, "ends with exit code \(code) behind \"end\"")
        }
    }

    private mutating func process(
        _ turn: ProgramWorld.Turn, _ world: inout ProgramWorld, _ judge: inout ProgramJudge,
        _ trial: ProgramTrial, isFirst: Bool
    ) throws(ProgramBreach) {
        judge.ask(toMake: turn.made)
        var acts: [(act: ProgramAct, object: JSONObject)] = []
        var end: ProgramIdle?
        for (line, object) in try trial.turn(turn.lines, isFirst: isFirst) {
            switch line {
            case .ready: throw ProgramBreach(.ready, "says \"ready\" twice")
            case .idle(let idle): end = idle
            case .act(let act):
                try judge.check(act)
                acts.append((act, object))
            }
        }
        guard let idle = end else { return }
        try judge.endTurn()
        try Self.check(idle, acts.map(\.act), turn, world, isFirst: isFirst)
        standing = idle.frame > turn.at ? 0 : standing + 1
        guard standing < Self.turnLimit else {
            throw ProgramBreach(.standstill, "has something to do at one frame without an end")
        }
        if idle.next != nil { features.insert(.timers) }
        for (act, object) in acts { keep(act, object, at: idle.frame) }
        world.apply(acts.map(\.act), idle, of: turn)
    }

    /// Whether a turn may end like this.
    private static func check(
        _ idle: ProgramIdle, _ acts: [ProgramAct], _ turn: ProgramWorld.Turn,
        _ world: ProgramWorld, isFirst: Bool
    ) throws(ProgramBreach) {
        let place = "(\"go\" at \(turn.at) until \(turn.until))"
        guard idle.frame >= turn.at else {
            throw ProgramBreach(.past, "stops at the frame \(idle.frame) \(place)")
        }
        guard idle.frame <= turn.until else {
            throw ProgramBreach(.until, "stops at the frame \(idle.frame) \(place)")
        }
        guard !acts.isEmpty || idle.frame == turn.until else {
            throw ProgramBreach(.early, "stops at the frame \(idle.frame) without an act \(place)")
        }
        if let next = idle.next {
            guard next > idle.frame || next == idle.frame && !acts.isEmpty else {
                throw ProgramBreach(.next, "stops at \(idle.frame) with \(next) as \"next\"")
            }
        }
        let isNow = turn.inputs.contains { $0.frame == idle.frame } || world.next == idle.frame
        guard acts.isEmpty || isNow || !world.withdrawn.contains(idle.frame) else {
            throw ProgramBreach(
                .forgets,
                "acts at the frame \(idle.frame) on an input that was sent in an earlier turn")
        }
        let hasCause =
            isFirst && idle.frame == 0 || turn.inputs.contains { $0.frame <= idle.frame }
            || world.next.map { $0 <= idle.frame } ?? false
            || acts.allSatisfy(\.comesByItself)
        guard hasCause else {
            throw ProgramBreach(
                .cause, "acts at the frame \(idle.frame), where nothing is due")
        }
    }

    private func checkEmptyTurn(
        _ world: ProgramWorld, _ trial: ProgramTrial
    ) throws(ProgramBreach) {
        for (line, _) in try trial.turn(world.emptyTurn().lines, isFirst: false) {
            guard case .idle(let idle) = line else {
                throw ProgramBreach(.emptyTurn, "acts in a turn at which nothing is due")
            }
            guard idle.frame == world.at, idle.next == world.next else {
                throw ProgramBreach(
                    .emptyTurn, "is somewhere else behind a turn at which nothing is due")
            }
        }
    }

    // MARK: What is kept

    private mutating func keep(_ act: ProgramAct, _ object: JSONObject, at frame: Frame) {
        switch act.kind {
        case .made, .came: return
        case .play: features.insert(.sounds)
        case .listen: features.insert(.listening)
        case .call(_, let question):
            features.insert(.calls)
            if question.isOpen { features.insert(.openCalls) }
        case .cancel: features.insert(.cancelledCalls)
        case .escape, .failed: record(act)
        default: break
        }
        var plain = object
        plain["line"] = nil
        let entry = Entry(
            frame: frame, kind: object["kind"]?.string ?? "", text: JSONWriter.text(.object(plain)))
        entries.append(entry)
    }

    private mutating func record(_ act: ProgramAct) {
        let place = act.line.map { " (\($0))" } ?? ""
        switch act.kind {
        case .escape(let what, let name):
            notes.append(ProgramBreach(nil, "tells an escape, \(what): \(name)\(place)"))
        case .failed(let reason):
            notes.append(ProgramBreach(nil, "says that its app failed: \(reason)\(place)"))
        default: break
        }
    }
}

extension ProgramAct {
    /// Whether the world outside may bring it about at any frame.
    fileprivate var comesByItself: Bool {
        switch kind {
        case .came, .escape, .failed: true
        default: false
        }
    }
}

extension ProgramTranscript {
    /// Returns what `other` did first and this run did not; nil where there is no such thing.
    func difference(from other: Self) -> String? {
        let count = max(entries.count, other.entries.count)
        for index in 0..<count {
            let own = index < entries.count ? entries[index] : nil
            let others = index < other.entries.count ? other.entries[index] : nil
            guard own != others else { continue }
            if let others {
                return "does \"\(others.kind)\" at the frame \(others.frame)"
                    + (own.map { ", not \"\($0.kind)\" at the frame \($0.frame)," } ?? "")
            }
            return "does not do \"\(own?.kind ?? "")\" at the frame \(own?.frame ?? 0)"
        }
        return nil
    }
}
