internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The telephone of a program: what happens comes in, what it does goes to the program and the
/// loop.
extension ProgramMachine {
    /// Time in which the carrier answers a call of the app's, in milliseconds; chosen.
    private static let carrierAnswers: Int64 = 100

    /// Lets the telephone do what is due by `frame`.
    mutating func advanceTelephone(to frame: Frame) throws(ProgramFault) {
        guard telephone != nil else { return }
        telephone?.advance(to: frame)
        try settle(at: frame, isForeseen: frame <= foresight.heard)
        startSounds()
    }

    /// A block of the caller's sound ends at this frame.
    mutating func hearCaller(
        _ block: [Int16], _ ahead: [[Int16]], at frame: Frame
    ) throws(ProgramFault) {
        let isForeseen = frame <= foresight.heard
        telephone?.hear(block)
        let hasTold = try settle(at: frame, isForeseen: isForeseen)
        guard !isForeseen else { return }
        foresight.ahead = hasTold ? ahead : []
        foresight.takesBlock = hasTold
    }

    mutating func press(_ key: Character, at frame: Frame) throws(ProgramFault) {
        telephone?.press(key, at: frame)
        try settle(at: frame)
    }

    mutating func hangUp(at frame: Frame) throws(ProgramFault) {
        guard telephone != nil else {
            emit("hungUp", ["by": "caller"])
            send(.hangUp)
            return
        }
        telephone?.hangUp(by: "caller", at: frame)
        try settle(at: frame)
    }

    /// Whether a call by telephone goes on, or has just ended.
    var isInCall: Bool { telephone.map { $0.phase != .waiting } ?? false }

    /// The program ended by itself in a call: that is what the app does, and no fault of the
    /// protocol.
    mutating func endInCall(_ what: String) {
        emit("failed", [:])
        object("The app ends in the call: \(what).", nil, ["serve"])
        end("failed")
    }

    /// The line of the call does what a scenario says.
    mutating func disturb(
        _ fault: LineFault, _ frames: Frame, at frame: Frame
    ) throws(ProgramFault) {
        guard telephone != nil else {
            object(
                "The scenario has a \"\(fault.rawValue)\" of a telephone's line, and the project"
                    + " has no telephone. Write \"telephone\" into voicetest.json, or remove the"
                    + " line of the caller.", nil, ["serve"])
            return
        }
        telephone?.disturb(fault, for: frames, at: frame)
        try settle(at: frame)
    }

    /// The caller's app sends a message, which a telephone cannot.
    mutating func receive(_ content: JSONObject) {
        guard telephone == nil else {
            output.append(
                .unmet(
                    what: "A caller on a telephone sends no messages. Take the line with \"send\""
                        + " out of the scenario."))
            return
        }
        emit("received", ["content": .string(JSONWriter.text(.object(content)))])
        send(.sent(content))
    }

    /// A server of the app listens.
    mutating func serve(_ port: Int, _ line: String?, at frame: Frame) throws(ProgramFault) {
        guard telephone != nil else {
            object(
                "The app listens at the port \(port), and the project has no telephone. Write"
                    + " \"telephone\": {\"carrier\": \"twilio\", \"port\": \(port), \"webhook\":"
                    + " \"/incoming-call\"} into voicetest.json, with the path of the app's"
                    + " webhook.", line, ["serve"])
            return
        }
        telephone?.serve(port, at: frame)
        try settle(at: frame)
    }

    /// A server of the app answers or closes a connection.
    mutating func answer(_ act: ProgramAct, at frame: Frame) throws(ProgramFault) {
        switch act.kind {
        case .opened(let number, let status, let headers):
            telephone?.opened(number, status, headers, act.line)
        case .message(let number, let body, let isLast):
            telephone?.receive(number, body, isLast: isLast, act.line, at: frame)
        case .close(let number, let code, _):
            telephone?.closed(number, code, act.line, at: frame)
        default: break
        }
        try settle(at: frame)
    }

    /// Answers a call of the app's to its carrier; false for any other.
    mutating func answerAsCarrier(
        _ id: Int, _ question: CallQuestion, _ line: String?, at frame: Frame
    ) throws(ProgramFault) -> Bool {
        guard let answer = telephone?.answer(question, line, at: frame) else { return false }
        var part = CallPart(isLast: true)
        part.status = answer.status
        let type: JSONValue = .array([.array(["Content-Type", "application/json"])])
        part.headers = AnswerHeaders(answer.body.isEmpty ? .array([]) : type)
        part.body = CallBody(.string(answer.body), .text)
        let due = frame + rate.frames(milliseconds: Self.carrierAnswers)
        calls.open[id]?.parts = [.init(frame: due, order: 0, part: part)]
        calls.open[id]?.isKept = true
        try settle(at: frame)
        return true
    }

    /// The app says something to a model that stays open.
    mutating func tell(
        model body: CallBody, _ line: String?, at frame: Frame
    ) throws(ProgramFault) {
        telephone?.tell(model: body, line, at: frame)
        try settle(at: frame)
    }

    /// Tells what the app sent in this turn.
    mutating func settleSent(at frame: Frame) throws(ProgramFault) {
        telephone?.tellSent()
        try settle(at: frame)
    }

    /// Does what the telephone wants. What it tells the program is left out where the program took
    /// it in ahead.
    ///
    /// - Returns: whether the program is told something.
    @discardableResult
    mutating func settle(
        at frame: Frame, isForeseen: Bool = false
    ) throws(ProgramFault) -> Bool {
        guard let deeds = telephone?.takeDeeds() else { return false }
        var hasTold = false
        for deed in deeds {
            switch deed {
            case .tell(let input):
                guard !isForeseen else { continue }
                send(input)
                hasTold = true
            case .emit(let kind, let fields, let line):
                emit(kind, fields, why: Self.why(line))
            case .heard(let piece):
                // It is told later than it ended where more might have come.
                let end: JSONObject = [CoreKey.end: .integer(piece.end)]
                emit(TelephoneEvent.heard, piece.fields, why: end)
            case .play(let sound, let part, let isLast, let line):
                try play(-sound, part, isLast, Self.why(line))
            case .endSound(let sound): close(-sound, how: "ended")
            case .stopSound(let sound, let line): try stopSound(-sound, Self.why(line), at: frame)
            case .listen(let silence): listenForTelephone(silence)
            case .stopListening: stopListeningForTelephone()
            case .object(let what, let line): object(what, line, ["serve"])
            case .unmet(let what): output.append(.unmet(what: what))
            case .note(let what): notes.append(what)
            case .end: end("hungUp")
            }
        }
        return hasTold
    }
}

extension Telephone {
    /// Returns what the program is told with each of the `blocks` that follow one another from
    /// `frame` on, and leaves those away behind which the loop has something to do first.
    func foreseen(_ blocks: inout [[Int16]], from frame: Frame) -> [[ProgramInput]] {
        var copy = self
        var told: [[ProgramInput]] = []
        var end = frame
        for block in blocks {
            end += Frame(block.count)
            copy.advance(to: end)
            copy.hear(block)
            let deeds = copy.takeDeeds()
            guard !deeds.contains(where: \.isTurningPoint) else { break }
            told.append(deeds.compactMap { if case .tell(let input) = $0 { input } else { nil } })
        }
        blocks.removeLast(blocks.count - told.count)
        return told
    }
}
