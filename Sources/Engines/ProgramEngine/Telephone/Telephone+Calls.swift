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
        let form = question.body.json?.object ?? WebForm.fields(question.body.value.string ?? "")
        let fitting = settings.carrier.calls.filter {
            MessageTemplate.text($0.to, values) == path
        }
        let found = fitting.first { call in
            call.when.members.allSatisfy { form[$0.key] == $0.value }
                && (call.field.map { form[$0] != nil } ?? true)
        }
        guard let call = found else {
            if isOver, let other = fitting.first { return text(other.over) }
            return refuseCall(question, line)
        }
        if let beginning = call.begins { return begin(call, beginning, form, line, at: frame) }
        guard !isOver, phase != .waiting else {
            if isOver, call.deed == .hangUp {
                add(.emit("hungUp", ["by": "app"], line: line))
            }
            return text(call.over)
        }
        let content = call.field.flatMap { form[$0]?.string } ?? ""
        let answer = text(call.answer)
        switch call.deed {
        case .hangUp: hangUp(by: "app", at: frame)
        case .stream: break
        case .redirect:
            leave(at: frame)
            ask(content, method: form["Method"]?.string ?? "POST", [:], at: frame)
        case .instruct:
            leave(at: frame)
            do throws(ProgramFault) {
                following.verbs = try CallVerb.list(content, settings.carrier).reversed()
                following.waiting = .nothing
                phase = .following
            } catch { refuse("The app \(error.what), to \(path).", line: line) }
        }
        return answer
    }

    /// Begins a call of the server's own.
    private mutating func begin(
        _ call: CarrierCall, _ beginning: CarrierCall.Beginning, _ form: JSONObject,
        _ line: String?, at frame: Frame
    ) -> (status: Int, body: String) {
        guard settings.outbound != nil, phase == .waiting else {
            let why =
                settings.outbound == nil
                ? "Write \"outbound\": true into \"telephone\" of voicetest.json, where the app"
                    + " calls and is not called."
                : "voicetest answers one call a session."
            refuse("The app calls a number. \(why)", line: line)
            return (501, "{}")
        }
        let method = beginning.method.flatMap { CarrierCall.text($0, in: form)?.uppercased() }
        let content = call.field.flatMap { CarrierCall.text($0, in: form) } ?? ""
        switch call.deed {
        // `CarrierCall` refuses to begin a call by hanging up.
        case .hangUp: break
        case .stream: self.call(beginning, .stream(content), form, at: frame)
        case .redirect:
            let usual = settings.carrier.webhook?.method ?? "POST"
            self.call(beginning, .ask(content, method: method ?? usual), form, at: frame)
        case .instruct:
            let given = call.field.flatMap { form[$0] } ?? .null
            let text = given.string ?? JSONWriter.text(given)
            do throws(ProgramFault) {
                let verbs = try CallVerb.list(text, settings.carrier)
                self.call(beginning, .verbs(verbs), form, at: frame)
            } catch {
                refuse("The app \(error.what), where it calls a number.", line: line)
                return (501, "{}")
            }
        }
        return text(call.answer)
    }

    /// Refuses a call to the carrier that its file does not answer; nil for one to another server.
    private mutating func refuseCall(
        _ question: CallQuestion, _ line: String?
    ) -> (status: Int, body: String)? {
        guard let host = CarrierCall.host(of: question.to), carrierHosts.contains(host) else {
            return nil
        }
        let known = settings.carrier.calls.map { call in
            let field = call.when.members.first.map { "\($0.key)=\($0.value.string ?? "")" }
            return MessageTemplate.text(call.to, values)
                + ((field ?? call.field).map { " with \($0)" } ?? "")
        }
        add(
            .object(
                "The app asks its carrier for what voicetest does not answer: \(question.to)."
                    + " Nothing is asked for real. It answers \(known.joined(separator: ", ")).",
                line: line))
        return (501, "{}")
    }

    /// Hosts of the carrier's own services: what the app asks there is answered here.
    var carrierHosts: Set<String> {
        Set(settings.carrier.calls.compactMap { CarrierCall.host(of: $0.to) })
    }

    private func text(_ answer: CarrierCall.Answer) -> (status: Int, body: String) {
        (answer.status, answer.body.map { JSONWriter.text($0.filled(values)) } ?? "")
    }

    /// Ends what the carrier does for this call by now: its own sound, the question for digits, the
    /// stream, and questions that the server did not answer.
    mutating func leave(at frame: Frame) {
        if case .sound(let sound) = following.waiting { add(.stopSound(sound, line: nil)) }
        if following.gather?.hearsWords ?? false { add(.stopListening) }
        following.leave()
        throwAway(nil, at: frame)
        dropHeld()
        if relay != nil {
            _ = leaveRelay(status: "completed", handoff: nil, at: frame)
        } else if stream != nil, let stop = settings.carrier.sends.stop {
            sendMessage(stop)
        }
        releaseLine(atEnd: true)
        if settings.carrier.talk != nil { closing = stream?.connection }
        for (number, connection) in connections.sorted(by: { $0.key < $1.key })
        where number != closing {
            let code = connection.use == .stream && connection.status == 101 ? 1_000 : nil
            tell(.close(connection: number, code: code, reason: ""))
        }
        connections = connections.filter { $0.key == closing }
        stream = nil
    }
}
