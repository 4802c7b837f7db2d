internal import VoiceEngine
internal import VoiceHypothesis
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// voicetest's part of the protocol as a pure machine: events of the loop become inputs of the
/// program, acts of the program become actions of the loop.
///
/// The program runs up to the frame of an event, so everything that it is told is certain, and
/// behind it only through sound that is certain too. Where nothing else happens, it is woken at the
/// frame that it names.
struct ProgramMachine {
    /// Turns at one frame at most: a program that asks for more never lets time go on.
    private static let turnLimit = 10_000
    static let wakeTimer = 1
    /// The kind of the event, and the end of the run, at a call that was not recorded.
    static let unrecorded = "unrecorded"
    private static let stepTimer = 2

    let described: ProgramDescription
    let settings: ProgramSettings
    let rate: SampleRate
    let language: String
    /// Frames of the steps in which the program runs besides, to see that none makes a difference.
    private let stepFrames: Frame?
    /// Whether the program is told keys.
    private let tellsKeys: Bool
    /// Whether the program is the caller's alone: another caller's time would be over otherwise.
    private let foresees: Bool

    /// Description that the program gave when this run began.
    private var ready: ProgramDescription?
    /// First values of fields, and later ones.
    private(set) var fields: JSONObject = [:]
    private(set) var isOver = false
    private var hearsSound = false
    var output: [EngineAction] = []
    /// Inputs that the program is told in the next turn.
    private var inputs: [ProgramInput] = []
    private var wantsTurn = false
    /// Frame at which the program stands.
    private(set) var standing: Frame = 0
    private var next: Frame?
    var foresight = ProgramForesight()
    /// Carrier by which callers reach the program; nil for a program that is no server.
    var telephone: Telephone?
    private var turnsAtFrame = 0
    /// Numbers that the program used.
    private var usedIDs: Set<Int> = []

    var sounds = ProgramSounds()
    var listening: ProgramListening?
    var listenCount = 0
    var lastJob = 0
    var calls: ProgramCalls
    /// Files of the project that the program loaded or read.
    private var loaded = LoadedFiles()
    /// Notes that a person has to know beside the trace.
    var notes: [String] = []

    init(
        described: ProgramDescription, settings: ProgramSettings, setup: EngineSetup,
        tape: CallTape?, rules: ProgramRules = ProgramRules(), telephone: Telephone? = nil,
        tellsKeys: Bool? = nil, foresees: Bool = true
    ) {
        self.foresees = foresees
        self.tellsKeys = tellsKeys ?? described.isToldKeys
        self.described = described
        self.settings = settings
        rate = setup.sampleRate
        language = setup.language
        stepFrames = setup.stepFrames
        calls = ProgramCalls(tape: tape, rules)
        self.telephone = telephone
    }

    /// Files that the session keeps.
    var keptFiles: [String: [UInt8]] {
        var files = [CallTape.fileName: calls.made.fileBytes]
        files[ProgramDescription.fileName] = ready?.fileBytes
        if !loaded.blobs.isEmpty { files[LoadedFiles.fileName] = loaded.bytes }
        return files
    }

    /// Number that grows with the kept files.
    var keptVersion: Int { calls.made.rows.count + loaded.blobs.count + (ready == nil ? 0 : 1) }

    // MARK: What happens

    /// Begins the run, after the program described itself.
    mutating func begin(
        _ ready: JSONObject, _ asides: [ProgramAct], asked: Set<String>
    ) throws(ProgramFault) {
        var found = try ProgramDescription(ready)
        found.asked = asked
        self.ready = found
        calls.hidesSecrets = !found.exchangesSecrets
        emit("started", ["app": .string(found.name)])
        hearsSound = found.level == .audio || telephone != nil
        if let telephone {
            output += [.hearSpeech, .hearSound(blockFrames: Int(telephone.tickFrames))]
        } else if found.level == .words {
            output.append(.hearSpeech)
        } else {
            output.append(.hearSound(blockFrames: Int(settings.blockFrames)))
        }
        for aside in asides { try perform(aside, at: 0) }
        wantsTurn = true
        setStepTimer()
    }

    /// An event of the loop.
    mutating func handle(_ event: EngineEvent, at frame: Frame) throws(ProgramFault) {
        if frame > standing { turnsAtFrame = 0 }
        try advanceTelephone(to: frame)
        if let acts = foresight.due(at: frame) { try perform(acts, at: frame) }
        switch event {
        case .world(.key(let key)):
            emit("key", ["key": .string(String(key))])
            if telephone != nil {
                try press(key, at: frame)
            } else if tellsKeys {
                send(.key(key))
            }
        case .world(.hangUp): try hangUp(at: frame)
        case .world(.line(let fault, let frames)): try disturb(fault, frames, at: frame)
        case .run, .callbackReturned, .world: break
        case .call(let call): handle(call)
        case .timer(let id):
            wantsTurn = true
            if id == Self.stepTimer { setStepTimer() }
        case .speech(let began, _):
            if telephone != nil {
                telephone?.hear(speech: began, at: frame)
                try settle(at: frame)
            } else {
                send(began ? .speechStart : .speechEnd)
            }
        case .sound(let block, let ahead):
            if telephone != nil { return try hearCaller(block, ahead, at: frame) }
            guard frame > foresight.heard else { return }
            foresight.ahead = ahead
            foresight.takesBlock = true
            send(.audio(block))
        case .media(let signal):
            handle(signal, at: frame)
            guard telephone?.settings.hearsWords == true else { return }
            try settle(at: frame)
            startSounds()
        }
    }

    private mutating func handle(_ call: EngineCall) {
        if call.name == ProgramEngineFactory.messageCall {
            return receive(call.arguments["content"]?.object ?? [:])
        }
        guard let name = call.arguments["name"]?.string else { return }
        let value = call.arguments["value"] ?? .null
        fields[name] = value
        if ready != nil { send(.field(name: name, value: value)) }
    }

    mutating func send(_ input: ProgramInput) {
        inputs.append(input)
        wantsTurn = true
    }

    private mutating func setStepTimer() {
        guard let stepFrames, !isOver else { return }
        output.append(.setTimer(id: Self.stepTimer, frames: max(1, stepFrames)))
    }

    // MARK: Turns

    /// Returns what the program is told now; nil when it has nothing to do at this frame.
    mutating func nextTurn(at frame: Frame) -> ProgramTurn? {
        guard !isOver, ready != nil, foresight.acts == nil else { return nil }
        for (id, part) in calls.due(at: frame) {
            send(.answer(id: id, part))
            record(part, of: id, at: frame)
        }
        guard wantsTurn || next.map({ $0 <= frame }) ?? false else { return nil }
        wantsTurn = false
        var ahead = foresight.takeAhead(from: frame, before: calls.nextFrame)
        let told = telephone.map { $0.foreseen(&ahead, from: frame) } ?? []
        turnsAtFrame += 1
        guard turnsAtFrame <= Self.turnLimit else {
            breakDown("The program has something to do at one frame without an end.")
            return nil
        }
        let sorted = inputs.enumerated().sorted {
            let (left, right) = ($0.element.rank, $1.element.rank)
            return (left.0, left.1, $0.offset) < (right.0, right.1, $1.offset)
        }
        inputs = []
        return ProgramTurn(
            inputs: sorted.map(\.element), at: standing, until: frame, ahead: ahead, told: told)
    }

    /// Takes in what the program did in `turn`.
    mutating func handle(_ reply: ProgramReply, of turn: ProgramTurn) throws(ProgramFault) {
        guard let idle = reply.idle else {
            try perform(reply.acts, at: turn.until)
            if isOver { return }
            throw ProgramFault("ended before it said \"idle\"")
        }
        let hasActed = !reply.acts.isEmpty
        let isInTurn = (turn.until...turn.limit).contains(idle.frame)
        guard isInTurn, hasActed || idle.frame == turn.limit else {
            throw ProgramFault(
                "stopped at the frame \(idle.frame), where nothing was due, and not at"
                    + " \(turn.limit)")
        }
        if let next = idle.next {
            guard next > idle.frame || next == idle.frame && hasActed else {
                throw ProgramFault("wants to go on at the frame \(next), which is over")
            }
        }
        standing = idle.frame
        next = idle.next
        loaded.add(idle.files)
        foresight.record(idle.frame, of: turn, hasActed: hasActed)
        if hasActed, idle.frame > turn.until {
            foresight.acts = (idle.frame, reply.acts)
        } else {
            try perform(reply.acts, at: turn.until)
        }
    }

    private mutating func perform(
        _ acts: [ProgramAct], at frame: Frame
    ) throws(ProgramFault) {
        for act in acts {
            try perform(act, at: frame)
            if isOver { return }
        }
        try settleSent(at: frame)
        startSounds()
    }

    /// Whether the program used this number before.
    func isKnown(_ id: Int) -> Bool { usedIDs.contains(id) }

    /// A number that the program uses for the first time.
    mutating func handle(newID id: Int) throws(ProgramFault) {
        guard usedIDs.insert(id).inserted else {
            throw ProgramFault("used the number \(id) twice")
        }
    }

    // MARK: What comes of it

    mutating func emit(_ kind: String, _ fields: JSONObject, why: JSONObject = [:]) {
        output.append(.emit(kind: kind, fields: fields, why: why))
    }

    mutating func end(_ reason: String) {
        guard !isOver else { return }
        isOver = true
        emit("ended", ["reason": .string(reason)])
        output.append(.ended(reason: reason))
    }

    mutating func breakDown(_ reason: String) {
        isOver = true
        output.append(.breakDown(reason: reason))
    }

    /// Takes the actions that the loop has to do, and sets when the program is woken.
    mutating func takeOutput(at frame: Frame) -> [EngineAction] {
        defer { output = [] }
        guard !isOver else { return output }
        let wake = [next, calls.nextFrame, foresight.acts?.frame].compactMap { $0 }.min()
        if let wake {
            output.append(.setTimer(id: Self.wakeTimer, frames: max(1, wake - frame)))
        } else {
            output.append(.cancelTimer(id: Self.wakeTimer))
        }
        if hearsSound, foresees, frame >= foresight.heard, foresight.acts == nil {
            output.append(.foreseeSound(blocks: foresight.reach, timer: Self.wakeTimer))
        }
        return output
    }
}
