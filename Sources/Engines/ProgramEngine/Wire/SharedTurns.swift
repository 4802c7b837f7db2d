internal import VoiceJSON
internal import VoiceTime

/// The turns of one program that several callers call at once, as a pure machine: each caller's
/// machine takes turns as if the program were its own.
///
/// The program's acts go to the caller whose number they have, and to all where they have none.
struct SharedTurns {
    /// Rounds of one turn at most.
    private static let roundLimit = 10_000

    private let count: Int
    /// Callers that are still there.
    private(set) var callers: Set<Int>
    /// Callers by the numbers of their calls, sounds and listenings; 0 for those of no caller.
    private var owners: [Int: Int] = [:]
    /// Callers whose machines answer what belongs to no caller, by its number: the first to do so.
    private var answerers: [Int: Int] = [:]
    /// Acts that came while another caller had its turn.
    private var pending: [Int: [ProgramAct]] = [:]
    /// Frame at which the program stands.
    private var standing: Frame = 0
    /// Whether the program is over.
    private var isOver = false

    /// The turns of `count` callers, numbered from 1.
    init(count: Int) {
        self.count = count
        callers = Set(1...count)
    }

    /// Removes a caller whose session is over, with the acts that wait for it.
    mutating func leave(_ caller: Int) {
        callers.remove(caller)
        pending[caller] = nil
    }

    /// Checks that the program tells as many callers apart as `hello` has.
    func begin(_ ready: inout JSONObject, asked hello: ProgramHello) throws(ProgramFault) {
        guard ready["callers"]?.integer == Int64(hello.callers.count) else {
            throw ProgramFault(
                "does not tell several callers apart. Take the client of this release, or answer"
                    + " \"callers\"")
        }
        ready["callers"] = nil
    }

    /// Plays one turn of `caller`: `ask` has the program take it.
    mutating func play(
        _ turn: ProgramTurn, of caller: Int,
        ask: (ProgramTurn) throws(ProgramFault) -> ProgramReply
    ) throws(ProgramFault) -> ProgramReply {
        var acts = pending.removeValue(forKey: caller) ?? []
        var inputs = turn.inputs.filter { isTold($0, by: caller) }.map { told($0, by: caller) }
        for _ in 0..<Self.roundLimit {
            guard !isOver else { break }
            var own = ProgramTurn(inputs: inputs, at: standing, until: turn.until)
            own.caller = caller
            let reply = try ask(own)
            for act in reply.acts { try take(act, during: caller, &acts) }
            guard let idle = reply.idle else {
                isOver = true
                break
            }
            standing = idle.frame
            // What was told for later frames counts as not told.
            if idle.frame >= own.until { inputs = [] }
            let isThere = idle.frame >= own.until
            let hasMore = idle.next.map { $0 <= idle.frame } ?? false
            if isThere, !hasMore || !acts.isEmpty { return ProgramReply(acts: acts, idle: idle) }
        }
        guard isOver else {
            throw ProgramFault("has something to do at one frame without an end")
        }
        return ProgramReply(acts: acts, idle: nil)
    }

    /// Whether a caller's input reaches the program: what belongs to no caller is answered once, by
    /// the caller whose answer comes first.
    private mutating func isTold(_ input: ProgramInput, by caller: Int) -> Bool {
        switch input {
        case .answer(let id, _), .make(let id):
            guard owners[id] == 0 else { return true }
            answerers[id] = answerers[id] ?? caller
            return answerers[id] == caller
        default: return true
        }
    }

    /// The input with its connection's number among those of all callers.
    private func told(_ input: ProgramInput, by caller: Int) -> ProgramInput {
        func number(_ connection: Int) -> Int { (connection - 1) * count + caller }
        return switch input {
        case .open(let connection, let port, let request):
            .open(connection: number(connection), port: port, request)
        case .message(let connection, let body):
            .message(connection: number(connection), body)
        case .close(let connection, let code, let reason):
            .close(connection: number(connection), code: code, reason: reason)
        default: input
        }
    }

    /// Gives an act of the program to whom it belongs.
    private mutating func take(
        _ act: ProgramAct, during caller: Int, _ acts: inout [ProgramAct]
    ) throws(ProgramFault) {
        var act = act
        let owner = try owner(of: &act)
        for one in owner.map({ [$0] }) ?? callers.sorted() {
            if one == caller {
                acts.append(act)
            } else if callers.contains(one) {
                pending[one, default: []].append(act)
            }
        }
    }

    /// Returns the caller of an act, whose connection then has that caller's number; nil for an act
    /// of no caller.
    private mutating func owner(of act: inout ProgramAct) throws(ProgramFault) -> Int? {
        func caller(of connection: Int) -> (Int, Int) {
            ((connection - 1) % count + 1, (connection - 1) / count + 1)
        }
        switch act.kind {
        case .opened(let connection, let status, let headers):
            let (owner, own) = caller(of: connection)
            act.kind = .opened(connection: own, status: status, headers)
            return owner
        case .message(let connection, let body, let isLast):
            let (owner, own) = caller(of: connection)
            act.kind = .message(connection: own, body, isLast: isLast)
            return owner
        case .close(let connection, let code, let reason):
            let (owner, own) = caller(of: connection)
            act.kind = .close(connection: own, code: code, reason: reason)
            return owner
        case .play(let id, _, _), .listen(let id, _, _):
            guard let owner = owners[id] ?? act.caller else {
                let what = if case .play = act.kind { "plays a sound" } else { "listens" }
                let line = act.line.map { "\($0): " } ?? ""
                throw ProgramFault(
                    "\(what) outside of a call, and there are \(count) callers (\(line)start one"
                        + " session in each call)")
            }
            owners[id] = owner
            return owner
        case .call(let id, _):
            owners[id] = act.caller ?? 0
            return act.caller
        case .stop(let id), .more(let id, _), .cancel(let id), .made(let id, _),
            .came(let id, _, _):
            let owner = owners[id] ?? act.caller ?? 0
            return owner == 0 ? nil : owner
        case .serve: return nil
        case .emit, .field, .escape, .unhandled, .ended, .failed: return act.caller
        }
    }
}
