internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// A whole answer to a call, as it came for real or as a session holds it.
struct OutsideAnswer: Equatable {
    /// Piece of the answer, with its time after the call.
    struct Chunk: Equatable {
        let after: Frame
        let body: CallBody
        /// Number of messages of the app that it came behind on a call that stays open, without
        /// pings; of a pong, the number of pings. `after` counts from the last of them.
        var behind = 0
    }

    var status: Int?
    /// The first line of an HTTP answer, which has the server's own words for the status.
    var statusLine: String?
    var headers: AnswerHeaders = [:]
    /// Headers behind the body.
    var trailers: AnswerHeaders?
    var chunks: [Chunk] = []
    var error: String?
    /// Whether a call that stays open was closed by the other side, with the last chunk.
    var isClosed = false

    /// Chunks of one answer at most.
    static let chunkLimit = 10_000
    /// Bytes of a status line at most, as UTF-8.
    private static let lineLimit = 1 << 17

    /// Creates an answer that is only an `error`.
    init(error: String) { self.error = error }

    /// The answer in a line of this `kind`.
    init(of object: JSONObject, _ kind: String) throws(ProgramFault) {
        guard let answer = Self(of: object) else {
            throw ProgramFault(
                "wrote a line of the kind \"\(kind)\" whose answer does not fit the schema")
        }
        self = answer
    }

    /// The answer in a line or an interaction; nil where it does not fit.
    init?(of object: JSONObject) {
        if let value = object["status"] {
            guard let status = value.integer, (100...999).contains(status) else { return nil }
            self.status = Int(status)
        }
        if let value = object["headers"] {
            guard let headers = AnswerHeaders(value) else { return nil }
            self.headers = headers
        }
        if let value = object["trailers"] {
            guard let trailers = AnswerHeaders(value) else { return nil }
            self.trailers = trailers
        }
        if let value = object["statusLine"] {
            guard let line = value.string, line.utf8.count <= Self.lineLimit else { return nil }
            statusLine = line
        }
        if let value = object["error"] {
            guard let error = value.string, error.utf8.count <= 4_096 else { return nil }
            self.error = error
        }
        isClosed = object["closed"]?.bool ?? false
        guard let list = object["chunks"]?.array, list.count <= Self.chunkLimit else { return nil }
        var (last, behind): (Frame, Int64) = (0, 0)
        for element in list {
            guard let chunk = element.object, let after = chunk["after"]?.integer,
                let body = CallBody(of: chunk),
                let sent = (chunk["behind"] ?? .integer(0)).integer,
                ((body.control == .pong ? 0 : behind)...ProgramLineReader.frameLimit).contains(sent)
            else { return nil }
            if body.control == .pong {
                guard (0...ProgramLineReader.frameLimit).contains(after) else { return nil }
            } else {
                if sent > behind { (last, behind) = (0, sent) }
                guard (last...ProgramLineReader.frameLimit).contains(after) else { return nil }
                last = after
            }
            chunks.append(Chunk(after: after, body: body, behind: Int(sent)))
        }
    }

    /// The members of the answer in an interaction.
    var object: JSONObject {
        var object: JSONObject = [
            "chunks": .array(
                chunks.map { chunk in
                    var object = chunk.body.object.adding(["after": .integer(chunk.after)])
                    if chunk.behind > 0 { object["behind"] = .integer(Int64(chunk.behind)) }
                    return .object(object)
                })
        ]
        if isClosed { object["closed"] = true }
        object["status"] = status.map { .integer(Int64($0)) }
        object["statusLine"] = statusLine.map { .string($0) }
        if headers != [:] { object["headers"] = headers.value }
        object["trailers"] = trailers.map(\.value)
        object["error"] = error.map { .string($0) }
        return object
    }

    /// Parts that the program gets of it, each with its time after the call.
    var parts: [(after: Frame, part: CallPart)] {
        var parts: [(after: Frame, part: CallPart)] = chunks.enumerated().map { index, chunk in
            var part = CallPart(body: chunk.body, isLast: index == chunks.count - 1)
            if index == 0 {
                (part.status, part.statusLine, part.headers) = (status, statusLine, headers)
            }
            if part.isLast { part.trailers = trailers }
            return (chunk.after, part)
        }
        if let error {
            let after = parts.last?.after ?? 0
            if !parts.isEmpty { parts[parts.count - 1].part.isLast = false }
            parts.append((after, CallPart(error: error, isLast: true)))
        } else if parts.isEmpty {
            let nothing = CallBody(.string(""), .text)
            var part = CallPart(status: status, headers: headers, body: nothing, isLast: true)
            (part.statusLine, part.trailers) = (statusLine, trailers)
            parts = [(0, part)]
        }
        return parts
    }
}
