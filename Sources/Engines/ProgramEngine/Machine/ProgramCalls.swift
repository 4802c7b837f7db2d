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
        /// Parts of the answer that are still to come, by their frames.
        var parts: [(frame: Frame, part: CallPart)] = []
        /// Of a call that stays open: messages of the app, the frame of the last, and what is
        /// recorded to come behind further ones.
        var sent = 0
        var sentFrame: Frame = 0
        var waiting: [(chunk: OutsideAnswer.Chunk, isLast: Bool)] = []
        /// How many calls were asked before it.
        var place = 0
        /// Whether its answer stands among what this run asked.
        var isKept = false
        /// Of a call that stays open: messages of the app that came before its answer.
        var early: [SentMessage] = []
        /// Where the app asks it: file, line and function.
        var line: String?
    }

    /// How many calls were asked.
    var asked = 0
    /// What was said of calls that failed: a bot that tries again fails alike.
    var failures: Set<String> = []
    /// Calls that are open at once.
    static let limit = 1_000

    /// What was recorded; nil where every call is made for real.
    var recorded: CallTape?
    /// What this run asked and was answered.
    var made = CallTape()
    var open: [Int: Open] = [:]
    /// Calls that the program makes for real, in order.
    var unmade: [Int] = []
    /// Numbers of calls that are over: the program may not know it yet.
    var closed: Set<Int> = []

    /// What of calls is not compared.
    let rules: ProgramRules

    init(tape: CallTape?, _ rules: ProgramRules) {
        recorded = tape
        self.rules = rules
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

extension ProgramCalls.Open {
    /// Schedules what is recorded to come behind the messages that were sent up to now.
    fileprivate mutating func release() {
        while let first = waiting.first, first.chunk.behind <= sent {
            waiting.removeFirst()
            // What comes behind an earlier message than the last came before it: at once now.
            let after = first.chunk.behind == sent ? first.chunk.after : 0
            let frame = max(sentFrame + after, parts.last?.frame ?? 0)
            parts.append((frame, CallPart(body: first.chunk.body, isLast: first.isLast)))
        }
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
        let question = CallSecrets.hidden(asked)
        let why = Self.why(line)
        let compared = calls.rules.compared(question)
        emit(
            "call", ["to": .string(compared.to), "body": .string(compared.digest)], why: why)
        calls.open[id] = .init(
            question: question, asked: frame, sentFrame: frame, place: calls.asked, line: line)
        calls.asked += 1
        guard calls.recorded != nil else {
            calls.unmade.append(id)
            send(.make(id: id))
            return
        }
        if let answer = calls.recorded?.nextAnswer(question) {
            keep(answer, of: id)
        } else {
            refuse(question, line)
        }
    }

    /// Ends the run at a call that was not recorded: what follows from an answer is not known.
    private mutating func refuse(_ question: CallQuestion, _ line: String?) {
        let caller = line.map(AppLine.caller(in:)) ?? ""
        var what = "The call \(question.to) was not recorded\(caller)"
        if let nearest = calls.recorded?.nearest(to: question) {
            let difference = BodyDifference.text(nearest, calls.rules.compared(question))
            what +=
                difference.isEmpty
                ? ": it is made once more than it was" : "; what it asks changed: \(difference)"
        }
        emit("unrecorded", ["to": .string(question.to)], why: Self.why(line))
        object(
            what + ". Record it with `voicetest test --calls live`, then accept the new session.",
            line, [question.to])
        end("unrecorded")
    }

    /// Notes an answer, whose parts come later.
    private mutating func keep(_ answer: OutsideAnswer, of id: Int) {
        guard var open = calls.open[id] else { return }
        open.isKept = true
        calls.made.add(
            open.question, answer, sent: open.question.isOpen ? open.early : nil, at: open.place)
        if open.question.isOpen, answer.error == nil {
            var head = CallPart(isLast: false)
            (head.status, head.headers) = (answer.status, answer.headers)
            head.body = CallBody(.string(""), .text)
            open.parts = [(open.asked, head)]
            open.waiting = answer.chunks.enumerated().map { index, chunk in
                (chunk, answer.isClosed && index == answer.chunks.count - 1)
            }
            open.release()
        } else {
            open.parts = answer.parts.map { (open.asked + $0.after, $0.part) }
        }
        calls.open[id] = open
    }

    /// A message came for real on a call that stays open, at this frame.
    mutating func came(
        _ id: Int, _ body: CallBody, _ isLast: Bool, at frame: Frame
    ) throws(ProgramFault) {
        guard var open = calls.open[id], open.question.isOpen, calls.recorded == nil else {
            guard calls.closed.contains(id) else {
                throw ProgramFault("got a message on the call \(id), which is not open")
            }
            return
        }
        // The inputs of this frame are out already; in a replay the message would come before them.
        let due = frame + 1
        let chunk = OutsideAnswer.Chunk(
            after: due - open.sentFrame, body: body, behind: open.sent)
        try calls.made.append(chunk, isLast: isLast, toCallAt: open.place)
        open.parts.append((due, CallPart(body: body, isLast: isLast)))
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
        _ id: Int, _ body: CallBody, _ why: JSONObject, at frame: Frame
    ) throws(ProgramFault) {
        guard var open = calls.open[id], open.question.isOpen else {
            guard !calls.closed.contains(id) else { return }
            throw ProgramFault("sends more on the call \(id), which is not open")
        }
        (open.sent, open.sentFrame) = (open.sent + 1, frame)
        open.release()
        let question = open.question.sending(CallSecrets.hidden(body))
        if !question.body.holdsBytes {
            let message = SentMessage(open.sent, after: calls.asked, question.body)
            if open.isKept {
                calls.made.append(message, toCallAt: open.place)
            } else if open.early.count < SentMessage.limit {
                open.early.append(message)
            }
        }
        calls.open[id] = open
        let part = calls.rules.compared(question)
        emit("more", ["to": .string(part.to), "body": .string(part.digest)], why: why)
    }

    /// Where a call went, and how long it took or was open for more.
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
        emit("cancelled", fields(of: open, endingAt: frame))
    }
}
