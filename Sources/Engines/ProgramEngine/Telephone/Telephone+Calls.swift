internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Calls of the server to its carrier, which the telephone answers.
extension Telephone {
    /// Answers a call of the server; nil for one that is not to the carrier.
    mutating func answer(
        _ question: CallQuestion, _ line: String?, at frame: Frame
    ) -> (status: Int, body: String)? {
        let path = question.to.prefix { $0 != "?" }
        let form = WebForm.fields(question.body.value.string ?? "")
        let fitting = settings.carrier.calls.filter {
            MessageTemplate.text($0.to, values) == path
        }
        let found = fitting.first { call in
            call.when.members.allSatisfy { form[$0.key] == $0.value }
                && (call.field.map { form[$0] != nil } ?? true)
        }
        guard let call = found else {
            guard let other = fitting.first else { return nil }
            return text(other.over)
        }
        guard !isOver, phase != .waiting else {
            if isOver, call.deed == .hangUp {
                let place = line.map { "\(AppLine.place(in: $0)): " } ?? ""
                add(.unmet("\(place)the app hangs up a call that is over [end]"))
            }
            return text(call.over)
        }
        let content = call.field.flatMap { form[$0]?.string } ?? ""
        let answer = text(call.answer)
        switch call.deed {
        case .hangUp: hangUp(by: "app", at: frame)
        case .redirect:
            leaveStream(at: frame)
            ask(content, method: form["Method"]?.string ?? "POST", [:], at: frame)
        case .instruct:
            leaveStream(at: frame)
            do throws(ProgramFault) {
                following.verbs = try CallVerb.list(content, settings.carrier)
                following.waiting = .nothing
                phase = .following
            } catch { refuse("The app \(error.what), to \(path).", line: line) }
        }
        return answer
    }

    private func text(_ answer: CarrierCall.Answer) -> (status: Int, body: String) {
        (answer.status, JSONWriter.text(answer.body.filled(values)))
    }

    /// Takes the call away from the stream: the server is told that it stops.
    private mutating func leaveStream(at frame: Frame) {
        throwAway(nil, at: frame)
        guard let number = stream?.connection else { return }
        if let stop = settings.carrier.sends.stop { sendMessage(stop, [:], at: frame) }
        tell(.close(connection: number, code: 1_000, reason: ""))
        connections[number] = nil
        stream = nil
    }
}
