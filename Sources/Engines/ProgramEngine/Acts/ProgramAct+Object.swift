internal import VoiceJSON
internal import VoiceTrace

extension ProgramAct {
    /// The act as a line of the protocol has it, but for samples: only their number.
    var object: JSONObject {
        var object = kind.object
        object["line"] = line.map { .string($0) }
        return object
    }

    /// Reads an act from such an object.
    ///
    /// - Throws: ``ProgramFault``.
    init(of object: JSONObject) throws(ProgramFault) {
        guard object["kind"] == "play", let value = object["frames"] else {
            guard case .act(let act) = try ProgramLineReader.line(of: object) else {
                throw ProgramFault("holds a line that is no act")
            }
            self = act
            return
        }
        guard let frames = value.integer, (0...Self.framesLimit).contains(frames) else {
            throw ProgramFault("holds a sound of no number of frames")
        }
        var plain = object
        plain["pcm"] = ""
        guard case .act(let act) = try ProgramLineReader.line(of: plain),
            case .play(let id, _, let isLast) = act.kind
        else { throw ProgramFault("holds a line that is no act") }
        self.init(kind: .play(id: id, .silence(Int(frames)), isLast: isLast), line: act.line)
    }

    /// Frames of silence that it plays.
    var silentFrames: Int {
        if case .play(_, .silence(let frames), _) = kind { frames } else { 0 }
    }

    /// The act with samples in the place of silence.
    var sounding: ProgramAct {
        guard case .play(let id, .silence(let frames), let isLast) = kind else { return self }
        let samples = [Int16](repeating: 0, count: frames)
        return ProgramAct(kind: .play(id: id, .samples(samples), isLast: isLast), line: line)
    }

    /// Largest number of samples: as many as a line of the protocol can hold.
    private static let framesLimit: Int64 = 1 << 20
}

extension ProgramAct.Kind {
    fileprivate var object: JSONObject {
        switch self {
        case .emit(let event, let fields, let why):
            [
                "kind": "emit", "event": .string(event), "fields": .object(fields),
                "why": .object(why),
            ]
        case .play(let id, let sound, let isLast):
            sound.object.adding(["kind": "play", "id": .id(id), "last": .bool(isLast)])
        case .stop(let id): ["kind": "stop", "id": .id(id)]
        case .listen(let id, let phrases, let limits):
            [
                "kind": "listen", "id": .id(id), "task": .object(Self.task(phrases)),
                "limits": .object(limits.reduce(into: [:]) { $0[$1.key] = .integer($1.value) }),
            ]
        case .field(let name, let value):
            ["kind": "field", "name": .string(name), "value": value]
        case .call(let id, let question):
            question.body.object.adding([
                "kind": "call", "id": .id(id), "to": .string(question.to),
                "open": .bool(question.isOpen),
            ])
        case .more(let id, let body): body.object.adding(["kind": "more", "id": .id(id)])
        case .cancel(let id): ["kind": "cancel", "id": .id(id)]
        case .made(let id, let answer): answer.object.adding(["kind": "made", "id": .id(id)])
        case .came(let id, let body, let isLast):
            body.object.adding(["kind": "came", "id": .id(id), "last": .bool(isLast)])
        case .escape(let what, let name):
            ["kind": "escape", "what": .string(what), "name": .string(name)]
        case .unhandled(let error, let of):
            ["kind": "unhandled", "error": .string(error), "of": .string(of)]
        case .serve(let port): ["kind": "serve", "port": .id(port)]
        case .opened(let connection, let status, let headers):
            Self.opened(connection, status, headers)
        case .message(let connection, let body, let isLast):
            body.object.adding([
                "kind": "message", "connection": .id(connection), "last": .bool(isLast),
            ])
        case .close(let connection, let code, let reason):
            Self.close(connection, code, reason)
        case .ended: ["kind": "ended"]
        case .failed(let reason): ["kind": "failed", "reason": .string(reason)]
        }
    }

    private static func opened(
        _ connection: Int, _ status: Int, _ headers: AnswerHeaders?
    ) -> JSONObject {
        var object: JSONObject = [
            "kind": "open", "connection": .id(connection), "status": .id(status),
        ]
        object["headers"] = headers?.value
        return object
    }

    private static func close(_ connection: Int, _ code: Int?, _ reason: String) -> JSONObject {
        var object: JSONObject = [
            "kind": "close", "connection": .id(connection), "reason": .string(reason),
        ]
        object["code"] = code.map { .id($0) }
        return object
    }

    private static func task(_ phrases: [String]?) -> JSONObject {
        guard let phrases else { return [:] }
        return ["phrases": .array(phrases.map { .string($0) })]
    }
}

extension ProgramSound {
    fileprivate var object: JSONObject {
        switch self {
        case .text(let text): ["text": .string(text)]
        case .file(let file): ["file": .string(file)]
        case .samples(let samples): ["frames": .integer(Int64(samples.count))]
        case .silence(let frames): ["frames": .integer(Int64(frames))]
        }
    }
}

extension JSONValue {
    fileprivate static func id(_ id: Int) -> JSONValue { .integer(Int64(id)) }
}
