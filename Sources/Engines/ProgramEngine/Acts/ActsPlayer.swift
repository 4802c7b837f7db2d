internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Player of a program's acts: the program runs up to a frame; from there on its acts are what it
/// did when they were kept, since what it would hear now is hidden. A class, as every link.
final class ActsPlayer: ProgramLink {
    /// Runs up to ``frames``; nil from there on.
    private var program: (any ProgramLink)?
    private let frames: Frame
    private var rows: ArraySlice<ProgramActs.Row>
    private var begun: Set<ProgramAct.Beginning> = []
    private var inputs = 0
    private var standing: Frame = -1

    var networkFailures: Int { program?.networkFailures ?? 0 }

    /// Plays `acts` behind the first `frames`, in which `program` runs.
    init(_ acts: ProgramActs, after frames: Frame, of program: any ProgramLink) {
        rows = acts.rows[...]
        self.frames = frames
        self.program = program
    }

    func greet(_ hello: ProgramHello) throws(ProgramFault) -> (
        ready: JSONObject, asides: [ProgramAct]
    ) {
        guard let program else { throw ProgramFault("was greeted twice") }
        return try program.greet(hello)
    }

    func turn(_ turn: ProgramTurn) throws(ProgramFault) -> ProgramReply {
        guard let program, turn.until < frames else { return played(turn) }
        var heard = turn
        let count = turn.blocksAhead(upTo: frames - 1)
        (heard.ahead, heard.told) = turn.ahead(in: 0..<count)
        let reply = try program.turn(heard)
        begun.formUnion(reply.acts.compactMap(\.beginning))
        guard let idle = reply.idle else { return reply }
        inputs += turn.inputs.count + turn.inputsAhead(upTo: min(idle.frame, heard.limit))
        standing = idle.frame
        guard reply.acts.isEmpty, count < turn.ahead.count else { return reply }
        let rest = turn.ahead(in: count..<turn.ahead.count)
        return played(
            ProgramTurn(
                inputs: [], at: standing, until: standing, ahead: rest.blocks, told: rest.told))
    }

    /// Returns what the program did when it had got what it gets in this turn.
    private func played(_ turn: ProgramTurn) -> ProgramReply {
        if program != nil { resume() }
        inputs += turn.inputs.count
        if let reply = due(at: turn.until) { return reply }
        var frame = turn.until
        for (index, block) in turn.ahead.enumerated() {
            let end = frame + Frame(block.count)
            if let first = rows.first, first.frame < end,
                let reply = due(at: max(frame, first.frame))
            {
                return reply
            }
            inputs += turn.inputs(ofBlock: index).count
            frame = end
            if let reply = due(at: end) { return reply }
        }
        return ProgramReply(acts: [], idle: ProgramIdle(frame: frame, next: next))
    }

    /// Ends the program, and plays its acts from here on. It plays none where the program began
    /// other sounds, listenings or calls than in the session: the run differs already, and the acts
    /// would use numbers that the program gave to something else.
    private func resume() {
        program = nil
        let before = rows.prefix { $0.frame < frames }
        let isAlike = begun == Set(before.flatMap { $0.acts.compactMap(\.beginning) })
        rows = isAlike ? rows.dropFirst(before.count) : []
    }

    /// Returns what the program did by `frame`, once.
    private func due(at frame: Frame) -> ProgramReply? {
        guard let row = rows.first, row.frame <= frame, row.inputs <= inputs else { return nil }
        rows.removeFirst()
        let next = next.map { max(frame, $0) }
        let acts = row.acts.map(\.sounding)
        return ProgramReply(acts: acts, idle: ProgramIdle(frame: frame, next: next))
    }

    /// Frame at which the program acts without another input.
    private var next: Frame? { rows.first.flatMap { $0.inputs <= inputs ? $0.frame : nil } }
}

extension ProgramAct {
    /// Number of what an act begins: a sound, a listening or a call.
    fileprivate enum Beginning: Hashable {
        case sound(Int)
        case listening(Int)
        case call(Int)
    }

    fileprivate var beginning: Beginning? {
        switch kind {
        case .play(let id, _, _): .sound(id)
        case .listen(let id, _, _): .listening(id)
        case .call(let id, _): .call(id)
        default: nil
        }
    }
}
