internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Calls that a server makes to a person, by its carrier.
struct OutboundCalls: Equatable {
    /// Path by which the server is asked to call, with the body; nil where it calls by itself.
    let request: (path: String, body: JSONObject)?

    static func == (left: Self, right: Self) -> Bool {
        left.request?.path == right.request?.path && left.request?.body == right.request?.body
    }

    /// Reads the setting; nil for none.
    ///
    /// - Throws: ``ProgramFault``, which says what cannot be used.
    static func read(
        _ value: JSONValue?, _ carrier: Carrier
    ) throws(ProgramFault) -> OutboundCalls? {
        guard let value, value != false else { return nil }
        guard carrier.calls.contains(where: { $0.begins != nil }) else {
            throw ProgramFault(
                "has an \"outbound\", and no call to \(carrier.name) begins one in its file")
        }
        if value == true { return OutboundCalls(request: nil) }
        guard let object = value.object, let path = object["post"]?.string, path.hasPrefix("/"),
            object.members.allSatisfy({ ["post", "body"].contains($0.key) }),
            let body = object["body"] == nil ? [:] : object["body"]?.object
        else {
            throw ProgramFault(
                "has an \"outbound\" that is neither true nor {\"post\": \"/start\", \"body\": {…}}"
            )
        }
        return OutboundCalls(request: (path, body))
    }
}

/// The telephone of the person whom a server calls.
extension Telephone {
    /// Time for which it rings, in milliseconds; chosen.
    private static let ringMilliseconds: Int64 = 1_000

    /// Asks the server to call, where the project says so.
    mutating func askToCall() {
        guard let request = settings.outbound?.request, !hasAskedToCall else { return }
        hasAskedToCall = true
        var asked = ServerRequest(to: "POST https://\(settings.host)\(request.path)")
        asked.headers = [("Content-Type", "application/json"), ("X-Forwarded-Proto", "https")]
        asked.body = JSONWriter.text(.object(request.body))
        open(asked, .start)
    }

    /// The server answered the question whether it calls.
    mutating func answered(start connection: ServerConnection, _ line: String?) {
        let status = connection.status ?? 0
        guard !(200...299).contains(status) else { return }
        refuse(
            "The app answers \(connection.request.to) with the status \(status), and was to call"
                + " (\"outbound\" in \"telephone\" of voicetest.json).", line: line)
    }

    /// The server calls a person.
    mutating func call(
        _ beginning: CarrierCall.Beginning, _ order: OutboundOrder, _ form: JSONObject,
        at frame: Frame
    ) {
        values["direction"] = .string(beginning.direction)
        for (name, path) in beginning.numbers {
            guard let number = CarrierCall.text(path, in: form) else { continue }
            setNumber(name, number)
        }
        lastLife = frame
        add(.emit("rings", [:], line: nil))
        phase = .ringing(
            until: frame + rate.frames(milliseconds: Self.ringMilliseconds), order)
    }

    /// Answers the call once it rang long enough and the server can be asked.
    mutating func pickUp(_ order: OutboundOrder, at frame: Frame, since end: Frame) {
        if order.needsServer, !ports.contains(settings.port) {
            guard frame >= end + rate.frames(milliseconds: Self.listenLimitMilliseconds) else {
                return
            }
            return objectToSilentServer()
        }
        lastLife = frame
        values["status"] = "in-progress"
        add(.emit("pickedUp", [:], line: nil))
        phase = .following
        switch order {
        case .verbs(let verbs):
            following.verbs = verbs.reversed()
            follow(at: frame)
        case .ask(let url, let method): ask(url, method: method, [:], at: frame)
        case .stream(let url): openStream(url, [:], at: frame)
        }
    }

    /// Says that the server called no number.
    mutating func objectToMissingCall() {
        let calls = settings.carrier.calls.filter { $0.begins != nil }
            .map { MessageTemplate.text($0.to, values) }
        let known = calls.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        add(
            .object(
                "The app calls no number within \(Self.listenLimitMilliseconds / 1_000) s, and"
                    + " \"telephone\" of voicetest.json says \"outbound\". It calls by"
                    + " \(known.joined(separator: " or ")).", line: nil))
        end(at: tick)
    }
}

/// Instruction of a server for a call once it is answered.
enum OutboundOrder: Equatable {
    case verbs([CallVerb])
    case ask(String, method: String)
    case stream(String)

    /// Whether the server has to listen for it.
    var needsServer: Bool {
        guard case .verbs(let verbs) = self else { return true }
        return verbs.contains { verb in
            switch verb {
            case .stream, .relay, .redirect, .gather: true
            default: false
            }
        }
    }
}
