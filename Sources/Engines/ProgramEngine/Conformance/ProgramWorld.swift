internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// voicetest's side of one run of a check: a caller, sound, answers, as inputs at frames.
///
/// Pure: what the program does comes in, the next turn comes out. Every input depends on what the
/// program did before its frame, so how far each turn reaches makes no difference to it.
struct ProgramWorld {
    /// Something that will happen, unless the program prevents it.
    struct Due {
        let frame: Frame
        let input: ProgramInput
        /// Inputs of one frame: answers by their calls, then in the order in which they came up.
        let rank: (Int, Int, Int)
    }

    /// One turn as it is sent.
    struct Turn {
        let lines: [UInt8]
        let at: Frame
        let until: Frame
        let inputs: [Due]
        var made: [Int] = []
    }

    let scene: ProgramScene
    var hearsSound = false
    private(set) var at: Frame = 0
    private var queue: [Due] = []
    private var count = 0
    /// End of the sound of each number that is not whole yet.
    private var ends: [Int: Frame] = [:]
    var listening: (id: Int, phrases: [String])?
    var listenCount = 0
    /// Frames in which the caller speaks, at the level of sound.
    var speech: [ClosedRange<Frame>] = []
    var calls: ProgramSceneCalls
    private(set) var next: Frame?
    /// Whether the program stopped before an input that had been sent.
    private(set) var hasSentAgain = false
    /// Frames of inputs that were sent but did not happen.
    private(set) var withdrawn: Set<Frame> = []

    init(_ scene: ProgramScene, _ tape: ProgramSceneCalls.Tape) {
        self.scene = scene
        calls = ProgramSceneCalls(tape, scene)
        if let field = scene.field {
            add(.field(name: "note", value: .string(field)), at: 0)
        }
        speech = [scene.frames(1_000)...scene.frames(1_800)]
    }

    var isOver: Bool { at >= scene.limit }

    mutating func add(_ input: ProgramInput, at frame: Frame) {
        count += 1
        let rank = input.rank
        queue.append(Due(frame: frame, input: input, rank: (rank.0, rank.1, count)))
    }

    private mutating func withdraw(_ isMeant: (ProgramInput) -> Bool) {
        queue.removeAll { isMeant($0.input) }
    }

    /// The next turn.
    mutating func turn() -> Turn {
        let stops = queue.filter { Self.isReactedTo($0.input) }.map(\.frame)
        let until = max(at, min(at + scene.step, scene.limit, stops.min() ?? .max))
        var due = queue.filter { $0.frame <= until }
        if hearsSound {
            var end = (at / scene.block + 1) * scene.block
            while end <= until {
                due.append(
                    Due(frame: end, input: .audio(block(endingAt: end)), rank: (2, 0, 0)))
                end += scene.block
            }
        }
        due.sort {
            ($0.frame, $0.rank.0, $0.rank.1, $0.rank.2) < (
                $1.frame, $1.rank.0, $1.rank.1, $1.rank.2
            )
        }
        return Turn(
            lines: lines(due, until), at: at, until: until, inputs: due,
            made: due.compactMap { if case .make(let id) = $0.input { id } else { nil } })
    }

    /// Returns a turn in which nothing is due.
    func emptyTurn() -> Turn { Turn(lines: lines([], at), at: at, until: at, inputs: []) }

    private func lines(_ due: [Due], _ until: Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        func write(_ object: JSONObject) {
            bytes += scene.line(object)
        }
        for one in due { write(one.input.object(at: one.frame)) }
        if scene.hasUnknownInputs {
            write(["kind": "voicetestUnknown", "at": .integer(until), "text": "yes"])
        }
        write(["kind": "go", "at": .integer(at), "until": .integer(until)])
        return bytes
    }

    /// Takes in what the program did in `turn`, up to `idle`.
    mutating func apply(_ acts: [ProgramAct], _ idle: ProgramIdle, of turn: Turn) {
        at = idle.frame
        next = idle.next
        let taken = turn.inputs.filter { $0.frame <= at }
        let counts = Set(taken.map(\.rank.2))
        queue.removeAll { $0.frame <= at && counts.contains($0.rank.2) }
        for one in taken {
            if case .playEnded = one.input { turnToCaller() }
        }
        for act in acts { apply(act) }
        if turn.inputs.contains(where: { $0.frame > at }) { hasSentAgain = true }
        let left = Set(queue.map(\.rank.2))
        withdrawn.formUnion(
            turn.inputs.filter { $0.rank.0 < 2 && $0.frame > at && !left.contains($0.rank.2) }
                .map(\.frame))
    }

    private mutating func apply(_ act: ProgramAct) {
        switch act.kind {
        case .play(let id, let sound, let isLast):
            let isNew = ends[id] == nil
            let end = max(ends[id] ?? at, at) + frames(of: sound)
            ends[id] = isLast ? nil : end
            if isNew, scene.caller == .interrupts { interrupt() }
            if isNew, scene.caller == .presses, !hearsSound {
                press("0", from: at + scene.frames(200))
            }
            if isLast { add(.playEnded(id: id), at: end) }
        case .stop(let id):
            ends[id] = nil
            if listening?.id == id { listening = nil }
            withdraw { $0.number == id }
        case .listen(let id, let phrases, _):
            if let open = listening { withdraw { $0.number == open.id } }
            listening = (id, phrases ?? [])
            listenCount += 1
            turnToCaller()
        case .call, .more, .cancel, .made, .came:
            for (frame, input) in calls.perform(act, at: at) { add(input, at: frame) }
            if case .cancel(let id) = act.kind { withdraw { $0.number == id } }
        case .emit, .field, .escape, .unhandled, .serve, .opened, .message, .close, .ended,
            .failed:
            break
        }
    }

    private func frames(of sound: ProgramSound) -> Frame {
        switch sound {
        case .text(let text): Frame(text.unicodeScalars.count) * scene.frames(60)
        case .file: scene.frames(1_000)
        case .samples(let samples): Frame(samples.count)
        case .silence(let count): Frame(count)
        }
    }

    /// Whether more depends on an input than the program: nothing behind it is certain.
    private static func isReactedTo(_ input: ProgramInput) -> Bool {
        switch input {
        case .playEnded, .make: true
        default: false
        }
    }

    /// The block of the microphone that ends at `end`: a noise where the caller speaks.
    private func block(endingAt end: Frame) -> [Int16] {
        (end - scene.block..<end).map { frame in
            guard speech.contains(where: { $0.contains(frame) }) else { return 0 }
            let mixed = UInt64(frame) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(truncatingIfNeeded: Int64(mixed >> 48) - 32_768) / 3
        }
    }

    /// Whether a sound will still be heard to its end.
    var isSpokenTo: Bool {
        !ends.isEmpty
            || queue.contains { if case .playEnded = $0.input { true } else { false } }
    }
}

extension ProgramScene {
    /// A line with its end.
    func line(_ object: JSONObject) -> [UInt8] {
        var object = object
        if hasUnknownMembers { object["voicetestUnknown"] = ["kind": "end", "id": 1] }
        return JSONLines.bytes([object])
    }
}

extension ProgramInput {
    /// The number of the sound, the listening or the call that it belongs to.
    var number: Int? {
        switch self {
        case .words(let id, _, _, _), .playEnded(let id), .answer(let id, _), .make(let id): id
        default: nil
        }
    }
}
