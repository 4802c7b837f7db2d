internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Acts that a copy hides.
extension ProgramActs {
    /// The acts with every text as `hide` gives it, and what digests in a trace became. Names of
    /// the kinds of `program` stay.
    func hidden(
        by hide: (JSONValue) -> JSONValue, of program: ProgramDescription?, _ rules: ProgramRules
    ) -> (bytes: [UInt8], digests: [String: String]) {
        var digests: [String: String] = [:]
        var places: [Int: String] = [:]
        let kinds = Set(program?.kinds.map(\.name) ?? [])
        func text(_ text: String) -> String { hide(.string(text)).string ?? text }
        func object(_ object: JSONObject) -> JSONObject { hide(.object(object)).object ?? [:] }
        func kind(_ kind: ProgramAct.Kind) -> ProgramAct.Kind {
            switch kind {
            case .emit(let event, let fields, let why):
                return .emit(
                    event: kinds.contains(event) ? event : text(event), fields: object(fields),
                    why: Self.evidence(why, program?.kinds.first { $0.name == event }, object))
            case .play(let id, .text(let said), let isLast):
                return .play(id: id, .text(text(said)), isLast: isLast)
            case .play(let id, .file(let file), let isLast):
                return .play(id: id, .file(text(file)), isLast: isLast)
            case .listen(let id, let phrases?, let limits):
                let hidden = phrases.map(text)
                digests[ProgramMachine.task(of: phrases)] = ProgramMachine.task(of: hidden)
                return .listen(id: id, phrases: hidden, limits: limits)
            case .field(let name, let value):
                return .field(name: text(name), value: hide(value))
            case .call(let id, let question):
                places[id] = question.to
                return .call(id: id, question.hidden(by: hide))
            case .more(let id, let body):
                let hidden = body.hidden(by: hide)
                func digest(_ body: CallBody) -> String {
                    rules.compared(CallQuestion(to: places[id] ?? "", body: body)).digest
                }
                digests[digest(body)] = digest(hidden)
                return .more(id: id, hidden)
            case .escape(let what, let name): return .escape(what: what, name: text(name))
            case .unhandled(let error, let of):
                return .unhandled(error: text(error), of: of)
            case .message(let connection, let body, let isLast):
                return .message(connection: connection, body.hidden(by: hide), isLast: isLast)
            case .close(let connection, let code, let reason):
                return .close(connection: connection, code: code, reason: text(reason))
            case .failed(let reason): return .failed(reason: text(reason))
            case .play, .listen, .stop, .cancel, .made, .came, .serve, .opened, .ended:
                return kind
            }
        }
        let hidden = mapped { ProgramAct(kind: kind($0.kind), line: $0.line.map(text)) }
        return (hidden.fileBytes, digests)
    }

    /// The evidence of an event of `kind` as `hide` gives it. Times that a decision compared stay:
    /// they are converted to frames.
    private static func evidence(
        _ why: JSONObject, _ kind: ProgramDescription.Kind?, _ hide: (JSONObject) -> JSONObject
    ) -> JSONObject {
        var (times, others): (JSONObject, JSONObject) = ([:], [:])
        for member in why.members {
            if kind?.units[member.key] != nil, member.value.integer != nil {
                times[member.key] = member.value
            } else {
                others[member.key] = member.value
            }
        }
        return hide(others).adding(times)
    }

    /// Phrases that the program listened for, and when it did so.
    var expected: [(frame: Frame, texts: [String])] {
        rows.flatMap { row in
            row.acts.compactMap { act in
                guard case .listen(_, let phrases?, _) = act.kind else { return nil }
                return (row.frame, phrases)
            }
        }
    }

    /// Returns the texts that the program told of its own from `frame` on, but for its states and
    /// for fields that have a unit.
    func told(from frame: Frame, of program: ProgramDescription?) -> [String] {
        let kinds = program?.kinds ?? []
        return rows.filter { $0.frame >= frame }.flatMap { row in
            row.acts.flatMap { act -> [String] in
                switch act.kind {
                case .emit(let event, let fields, _):
                    let kind = kinds.first { $0.name == event }
                    guard kind?.role != .state else { return [] }
                    return fields.members.filter { kind?.units[$0.key] == nil }
                        .flatMap { $0.value.told }
                case .play(_, .text(let text), _): return [text]
                case .field(_, let value): return value.told
                case .call(_, let question): return question.body.told
                case .more(_, let body): return body.told
                case .message(_, let body, _): return body.json == nil ? body.told : []
                default: return []
                }
            }
        }
    }
}
