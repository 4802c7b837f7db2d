internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Calls of the outside world that a program makes.
struct ProgramCalls {
    struct Open {
        let question: CallQuestion
        let asked: Frame
        /// The HTTP status that came with the first part.
        var status: Int?
        /// Parts of the answer that are still to come, by their frames and, at one frame, as they
        /// came when they were recorded.
        var parts: [OpenTalk.Due] = []
        /// Messages of a call that stays open; ``sent`` is how many the app sent in this run.
        var talk: OpenTalk?
        var sent = 0
        var sentFrame: Frame = 0
        /// Number of calls that were asked before it.
        var place = 0
        /// Whether its answer stands among what this run asked.
        var isKept = false
        /// Messages sent before the server answered (open calls only).
        var early: [SentMessage] = []
        /// Place where the app asks it: file, line and function.
        var line: String?
    }

    /// Number of calls that were asked.
    var asked = 0
    /// Messages on calls that failed: a bot that tries again fails alike.
    var failures: Set<String> = []
    /// Calls that are open at once.
    static let limit = 1_000
    /// Calls of one session that are made for real.
    static let realLimit = 1_000
    /// The kind of the end of a run that makes more calls for real.
    static let tooMany = "calls"

    /// Calls that were recorded; nil where every call is made for real.
    var recorded: CallTape?
    /// Calls that this run asked, with their answers.
    var made = CallTape()
    /// Whether secrets are hidden here: the program has not exchanged them for stand-ins.
    var hidesSecrets = true {
        didSet { made.hidesSecrets = hidesSecrets }
    }
    var open: [Int: Open] = [:]
    /// Calls that the program makes for real, in order.
    var unmade: [Int] = []
    /// The last call that the program made for real.
    var lastReal: RealCall?
    /// Numbers of calls that are over: the program may not know it yet.
    var closed: Set<Int> = []

    /// Rules on what of calls is not compared.
    let rules: ProgramRules

    init(tape: CallTape?, _ rules: ProgramRules) {
        recorded = tape
        self.rules = rules
    }

    /// Returns the messages of a call that is open since `frame`, with the known part of its
    /// answer; `row` is the recorded interaction.
    func talk(_ answer: OutsideAnswer, _ row: CallTape.Row?, at frame: Frame) -> OpenTalk {
        guard recorded?.comparesMessages == true, let row, let sent = row.sent else {
            return OpenTalk(answer, sent: nil, at: frame)
        }
        let messages = sent.map { ($0.number, rules.compared(row.question.sending($0.body))) }
        return OpenTalk(answer, sent: messages, at: frame)
    }

    /// The frame of the next part of any answer.
    var nextFrame: Frame? { open.values.compactMap { $0.parts.first?.frame }.min() }

    /// Takes the parts away that come by `frame`, in the order of the calls.
    mutating func due(at frame: Frame) -> [(id: Int, part: CallPart)] {
        var due: [(id: Int, part: CallPart)] = []
        for id in open.keys.sorted() {
            while let first = open[id]?.parts.first, first.frame <= frame {
                open[id]?.parts.removeFirst()
                due.append((id, first.part))
            }
        }
        return due
    }
}

extension ProgramMachine {
    mutating func call(
        _ id: Int, _ asked: CallQuestion, _ line: String?, at frame: Frame
    ) throws(ProgramFault) {
        try handle(newID: id)
        guard calls.open.count < ProgramCalls.limit else {
            throw ProgramFault("has more than \(ProgramCalls.limit) calls open at once")
        }
        let question = calls.hidesSecrets ? CallSecrets.hidden(asked) : asked
        let why = Self.why(line)
        let compared = calls.rules.compared(question)
        emit(
            "call", ["to": .string(compared.to), "body": .string(compared.digest)], why: why)
        calls.open[id] = .init(
            question: question, asked: frame, sentFrame: frame, place: calls.asked, line: line)
        calls.asked += 1
        telephone?.tell(asked: question.body, line)
        try settle(at: frame)
        if try answerAsCarrier(id, question, line, at: frame) { return }
        guard calls.recorded != nil else {
            calls.lastReal = RealCall(frame: frame, to: question.to, line: line)
            guard calls.asked <= ProgramCalls.realLimit else { return stop(question, line) }
            calls.unmade.append(id)
            send(.make(id: id))
            return
        }
        if let row = calls.recorded?.nextRow(question) {
            keep(row.answer, of: id, recorded: row)
        } else {
            refuse(question, line)
        }
    }

    /// Notes an answer, whose parts come later; `row` is the recorded interaction.
    private mutating func keep(
        _ answer: OutsideAnswer, of id: Int, recorded row: CallTape.Row? = nil
    ) {
        guard var open = calls.open[id] else { return }
        open.isKept = true
        if open.question.isOpen, answer.error == nil {
            open.talk = calls.talk(answer, row, at: open.asked)
            var head = CallPart(isLast: false)
            (head.status, head.statusLine) = (answer.status, answer.statusLine)
            head.headers = answer.headers
            head.body = CallBody(.string(""), .text)
            open.parts = [.init(frame: open.asked, order: -1, part: head)]
            // What comes is added as it comes.
            var opened = answer
            (opened.chunks, opened.isClosed) = ([], false)
            calls.made.add(open.question, opened, sent: open.early, at: open.place)
            for due in open.talk?.due() ?? [] { add(due, to: &open) }
        } else {
            let sent = open.question.isOpen ? open.early : nil
            calls.made.add(open.question, answer, sent: sent, at: open.place)
            open.parts = answer.parts.enumerated().map { order, part in
                .init(frame: open.asked + part.after, order: order, part: part.part)
            }
        }
        calls.open[id] = open
    }

    /// Schedules a part of an answer for its frame, and keeps it for the session.
    private mutating func add(_ due: OpenTalk.Due, to open: inout ProgramCalls.Open) {
        let index = open.parts.firstIndex { ($0.frame, $0.order) > (due.frame, due.order) }
        let place = index ?? open.parts.endIndex
        // Nothing comes behind the end.
        guard place == 0 || !open.parts[place - 1].part.isLast else { return }
        open.parts.insert(due, at: place)
        guard let body = due.part.body else { return }
        let isPong = body.control == .pong
        let start = isPong ? open.talk?.pingFrame ?? due.frame : open.sentFrame
        let chunk = OutsideAnswer.Chunk(
            after: max(0, due.frame - start), body: body,
            behind: isPong ? open.talk?.pings ?? 0 : open.sent)
        calls.made.append(
            chunk, isLast: due.part.isLast, order: due.order, toCallAt: open.place)
    }

    /// A message came for real on a call that stays open, at this frame.
    mutating func came(
        _ id: Int, _ body: CallBody, _ isLast: Bool, at frame: Frame
    ) throws(ProgramFault) {
        guard var open = calls.open[id], open.isKept, open.question.isOpen, calls.recorded == nil
        else {
            guard calls.closed.contains(id) else {
                throw ProgramFault("got a message on the call \(id), which is not open")
            }
            return
        }
        guard calls.made.hasRoom(forChunksOfCallAt: open.place) else {
            throw ProgramFault(
                "got more than \(OutsideAnswer.chunkLimit) messages on \(open.question.to)")
        }
        // The inputs of this frame are out already; in a replay the message would come before them.
        let part = CallPart(body: body, isLast: isLast)
        add(.init(frame: frame + 1, order: .max, part: part), to: &open)
        calls.open[id] = open
    }

    /// The program made a call for real.
    mutating func made(
        _ id: Int, _ answer: OutsideAnswer, at frame: Frame
    ) throws(ProgramFault) {
        guard let index = calls.unmade.firstIndex(of: id) else {
            throw ProgramFault("made the call \(id), which it was not asked to make")
        }
        calls.unmade.remove(at: index)
        if let error = answer.error, let open = calls.open[id] {
            let place = open.line.map { " (\($0))" } ?? ""
            let note =
                "The call \(open.question.to) failed\(place): \(CallSecrets.hidden(error))."
                + " Start what it asks, then run this again."
            if calls.failures.insert(note).inserted { notes.append(note) }
        }
        keep(answer, of: id)
    }

    /// A part of an answer is on its way to the program.
    mutating func record(_ part: CallPart, of id: Int, at frame: Frame) {
        if calls.open[id]?.question.isOpen ?? false { telephone?.hear(model: part.body) }
        if let status = part.status { calls.open[id]?.status = status }
        guard part.isLast, let open = calls.open.removeValue(forKey: id) else { return }
        calls.closed.insert(id)
        var fields = fields(of: open, endingAt: frame)
        fields["status"] = open.status.map { .integer(Int64($0)) }
        if let error = part.error {
            fields["error"] = .string(CallSecrets.hidden(String(error.prefix(200))))
        }
        emit("answered", fields)
    }

    mutating func more(
        _ id: Int, _ body: CallBody, _ line: String?, at frame: Frame
    ) throws(ProgramFault) {
        guard var open = calls.open[id], open.question.isOpen else {
            guard !calls.closed.contains(id) else { return }
            throw ProgramFault("sends more on the call \(id), which is not open")
        }
        try tell(model: body, line, at: frame)
        let holdsBytes = body.holdsBytes
        let question = open.question.sending(
            calls.hidesSecrets ? CallSecrets.hidden(body) : body)
        let compared = calls.rules.compared(question)
        emit(
            "more", ["to": .string(compared.to), "body": .string(compared.digest)],
            why: Self.why(line))
        if body.control == .ping {
            let payload = body.value.object?[CallBody.Control.ping.rawValue] ?? .string("")
            if let pong = open.talk?.ping(payload, at: frame) { add(pong, to: &open) }
        } else {
            (open.sent, open.sentFrame) = (open.sent + 1, frame)
            let message = ComparedCall(compared)
            let sent = open.talk?.send(
                message, holdsBytes: holdsBytes, at: frame, calls.recorded?.areAlike)
            if let sent { judge(sent.match, message, line) }
            for due in sent?.due ?? [] { add(due, to: &open) }
            if !holdsBytes {
                let message = SentMessage(
                    open.sent, after: min(calls.asked, CallTape.limit), question.body)
                if open.isKept {
                    calls.made.append(message, toCallAt: open.place)
                } else if open.early.count < SentMessage.limit {
                    open.early.append(message)
                }
            }
        }
        calls.open[id] = open
    }

    /// Returns where a call went, and how long it took or was open for more.
    private func fields(of open: ProgramCalls.Open, endingAt frame: Frame) -> JSONObject {
        [
            "to": .string(calls.rules.compared(open.question).to),
            open.question.isOpen ? "openFrames" : "frames": .integer(frame - open.asked),
        ]
    }

    mutating func cancel(_ id: Int, at frame: Frame) throws(ProgramFault) {
        guard let open = calls.open.removeValue(forKey: id) else {
            guard calls.closed.contains(id) else {
                throw ProgramFault("cancels the call \(id), which it did not make")
            }
            return
        }
        calls.closed.insert(id)
        if calls.recorded == nil, !open.isKept {
            // It is over before it is made for real. A replay finds it all the same.
            let answer = OutsideAnswer(error: "It was cancelled before it was made.")
            let sent = open.question.isOpen ? open.early : nil
            calls.made.add(open.question, answer, sent: sent, at: open.place)
        }
        emit("cancelled", fields(of: open, endingAt: frame))
    }
}
