internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// One thing that a program does.
struct ProgramAct: Equatable {
    enum Kind: Equatable {
        case emit(event: String, fields: JSONObject, why: JSONObject)
        case play(id: Int, ProgramSound, isLast: Bool)
        case stop(id: Int)
        case listen(id: Int, phrases: [String]?, limits: [String: Int64])
        case field(name: String, value: JSONValue)
        case call(id: Int, CallQuestion)
        case more(id: Int, CallBody)
        case cancel(id: Int)
        case made(id: Int, OutsideAnswer)
        case came(id: Int, CallBody, isLast: Bool)
        case escape(what: String, name: String)
        case unhandled(error: String, of: String)
        /// A server of the app listens at a port.
        case serve(port: Int)
        /// The head of its answer to a connection.
        case opened(connection: Int, status: Int, AnswerHeaders?)
        /// A part of its answer, or of a message on a WebSocket.
        case message(connection: Int, CallBody, isLast: Bool)
        /// It closed the connection.
        case close(connection: Int, code: Int?, reason: String)
        case ended
        case failed(reason: String)
    }

    var kind: Kind
    /// The app's own nearest line, as in `bot.py:12 main`; nil where it is not known.
    var line: String?
    /// The number of the caller in whose call it is, where there are several; nil outside of calls.
    var caller: Int?

    /// Whether it may come before `ready`.
    var isAside: Bool { if case .escape = kind { true } else { false } }
}

/// Sound that a program plays.
enum ProgramSound: Equatable {
    case text(String)
    case file(String)
    case samples([Int16])
    /// Frames of silence: what is kept of sound that the program made.
    case silence(Int)
}

/// End of a turn.
struct ProgramIdle: Equatable {
    let frame: Frame
    let next: Frame?
    /// Files of the project that it loaded or read since the turn before.
    var files = LoadedFiles()
}

/// Meaning of one line of standard output.
enum ProgramLine: Equatable {
    case ready(JSONObject)
    case act(ProgramAct)
    case idle(ProgramIdle)
}

/// Reads the output of a program.
struct ProgramLineReader {
    private let object: JSONObject
    private let kind: String

    /// Longest session, in frames: the limit of a number of frames.
    static let frameLimit: Int64 = 8_294_400_000

    /// The line that `bytes` spell.
    ///
    /// - Throws: ``ProgramFault``.
    static func line(_ bytes: [UInt8]) throws(ProgramFault) -> ProgramLine {
        let value: JSONValue
        do {
            value = try JSONReader.value(of: bytes)
        } catch { throw ProgramFault("wrote a line that is no JSON: \(error)") }
        guard let object = value.object, object["kind"]?.string != nil else {
            throw ProgramFault("wrote a line that is no object with a \"kind\"")
        }
        return try line(of: object)
    }

    /// Reads the members of a line.
    ///
    /// - Throws: ``ProgramFault``.
    static func line(of object: JSONObject) throws(ProgramFault) -> ProgramLine {
        let kind = object["kind"]?.string ?? ""
        let reader = ProgramLineReader(object: object, kind: kind)
        if kind == "ready" { return .ready(object) }
        if kind == "idle" {
            let next = object["next"]
            return .idle(
                ProgramIdle(
                    frame: try reader.frame("t"),
                    next: next == nil || next == .null ? nil : try reader.frame("next"),
                    files: try reader.files()))
        }
        return .act(
            ProgramAct(
                kind: try reader.act(), line: try reader.place(), caller: try reader.caller()))
    }

    private func caller() throws(ProgramFault) -> Int? {
        guard let value = object["caller"] else { return nil }
        guard let number = value.integer, SessionWorld.callerRange.contains(number) else {
            throw fault(
                "has a \"caller\" that is not a number from 1 to"
                    + " \(SessionWorld.callerRange.upperBound)")
        }
        return Int(number)
    }

    private func act() throws(ProgramFault) -> ProgramAct.Kind {
        switch kind {
        case "emit":
            return .emit(
                event: try name("event", limit: 64), fields: try members("fields"),
                why: try members("why"))
        case "play": return .play(id: try id(), try sound(), isLast: try flag("last") ?? true)
        case "stop": return .stop(id: try id())
        case "listen":
            return .listen(id: try id(), phrases: try phrases(), limits: try limits())
        case "field":
            return .field(name: try name("name", limit: 256), value: object["value"] ?? .null)
        case "call":
            return .call(
                id: try id(),
                CallQuestion(
                    to: try name("to", limit: 8_192), body: try CallBody(of: object, kind),
                    isOpen: try flag("open") ?? false))
        case "more": return .more(id: try id(), try CallBody(of: object, kind))
        case "cancel": return .cancel(id: try id())
        case "made": return .made(id: try id(), try OutsideAnswer(of: object, kind))
        case "came":
            return .came(
                id: try id(), try CallBody(of: object, kind), isLast: try flag("last") ?? false)
        case "escape":
            return .escape(what: try name("what", limit: 64), name: try name("name", limit: 500))
        case "unhandled":
            return .unhandled(
                error: try text("error", limit: 4_096) ?? "", of: try name("of", limit: 64))
        case "serve": return .serve(port: try number("port", 1...65_535))
        case "open":
            return .opened(
                connection: try connection(), status: try number("status", 100...999),
                try headers())
        case "message":
            return .message(
                connection: try connection(), try CallBody(of: object, kind),
                isLast: try flag("last") ?? true)
        case "close":
            return .close(
                connection: try connection(),
                code: object["code"] == nil ? nil : try number("code", 1_000...4_999),
                reason: try text("reason", limit: 4_096) ?? "")
        case "ended": return .ended
        case "failed": return .failed(reason: try text("reason", limit: 4_096) ?? "")
        default:
            throw ProgramFault(
                "wrote a line of the kind \(Self.quoted(kind)), which the protocol does not have")
        }
    }

    private func sound() throws(ProgramFault) -> ProgramSound {
        if let text = try text("text", limit: 65_536) { return .text(text) }
        if let file = try text("file", limit: 1_024) { return .file(file) }
        guard let text = object["pcm"]?.string, let samples = Base64.samples(of: text) else {
            throw fault("has neither \"text\" nor \"file\" nor samples in \"pcm\"")
        }
        return .samples(samples)
    }

    private func phrases() throws(ProgramFault) -> [String]? {
        guard let value = try members("task")["phrases"] else { return nil }
        guard let list = value.array, list.count <= 2_000 else {
            throw fault("has \"phrases\" that are no list of 2000 texts at most")
        }
        var phrases: [String] = []
        for element in list {
            guard let text = element.string, text.utf8.count <= 4_096 else {
                throw fault("has a phrase that is no text of 4096 bytes at most")
            }
            phrases.append(text)
        }
        return phrases
    }

    private func limits() throws(ProgramFault) -> [String: Int64] {
        var limits: [String: Int64] = [:]
        for member in try members("limits").members {
            guard let value = member.value.integer, (0...172_800_000).contains(value) else {
                throw fault("has a limit that is no number of milliseconds")
            }
            limits[member.key] = value
        }
        return limits
    }

    // MARK: Members

    private func fault(_ what: String) -> ProgramFault {
        ProgramFault("wrote a line of the kind \"\(kind)\" that \(what)")
    }

    private func place() throws(ProgramFault) -> String? {
        guard let line = try text("line", limit: 500), line != "unknown" else { return nil }
        return line
    }

    private func id() throws(ProgramFault) -> Int {
        guard let number = object["id"]?.integer, let id = Int(exactly: number), id > 0 else {
            throw fault("has no \"id\", a number from 1")
        }
        return id
    }

    private func connection() throws(ProgramFault) -> Int {
        try number("connection", 1...Int64(Int32.max))
    }

    private func number(
        _ key: String, _ range: ClosedRange<Int64>
    ) throws(ProgramFault) -> Int {
        guard let number = object[key]?.integer, range.contains(number) else {
            throw fault("has no \"\(key)\" from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    private func headers() throws(ProgramFault) -> AnswerHeaders? {
        guard let value = object["headers"] else { return nil }
        guard let headers = AnswerHeaders(value) else {
            throw fault("has \"headers\" that are no pairs of texts")
        }
        return headers
    }

    private func frame(_ key: String) throws(ProgramFault) -> Frame {
        guard let frame = object[key]?.integer, (0...Self.frameLimit).contains(frame) else {
            throw fault("has no frame \"\(key)\"")
        }
        return frame
    }

    private func files() throws(ProgramFault) -> LoadedFiles {
        guard let files = LoadedFiles(try members("files")) else {
            throw fault("has \"files\" that are not paths with the IDs of Git blobs")
        }
        return files
    }

    private func flag(_ key: String) throws(ProgramFault) -> Bool? {
        guard let value = object[key], value != .null else { return nil }
        guard let flag = value.bool else { throw fault("has a \"\(key)\" that is no flag") }
        return flag
    }

    private func members(_ key: String) throws(ProgramFault) -> JSONObject {
        guard let value = object[key], value != .null else { return [:] }
        guard let members = value.object else { throw fault("has a \"\(key)\" that is no object") }
        return members
    }

    private func text(_ key: String, limit: Int) throws(ProgramFault) -> String? {
        guard let value = object[key], value != .null else { return nil }
        guard let text = value.string else { throw fault("has a \"\(key)\" that is no text") }
        guard text.utf8.count <= limit else {
            throw fault("has a \"\(key)\" of more than \(limit) bytes")
        }
        return text
    }

    private func name(_ key: String, limit: Int) throws(ProgramFault) -> String {
        guard let text = try text(key, limit: limit), !text.isEmpty else {
            throw fault("has no \"\(key)\"")
        }
        return text
    }

    static func quoted(_ text: String) -> String {
        JSONWriter.text(.string(String(text.prefix(60))))
    }
}
