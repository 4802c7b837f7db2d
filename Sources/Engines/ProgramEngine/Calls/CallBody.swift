internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTrace

/// Body of a call, or of a part of its answer: bytes or a JSON value.
struct CallBody: Equatable {
    /// Form of the bytes in JSON.
    enum Encoding: String { case json, text, base64 }

    let value: JSONValue
    let encoding: Encoding

    init(_ value: JSONValue, _ encoding: Encoding) {
        self.value = value
        self.encoding = encoding
    }

    /// The `body` and the `encoding` of a line of this `kind`.
    init(of object: JSONObject, _ kind: String) throws(ProgramFault) {
        guard let body = Self(of: object) else {
            throw ProgramFault(
                "wrote a line of the kind \"\(kind)\" whose \"body\" is not what its \"encoding\""
                    + " says")
        }
        self = body
    }

    /// The `body` and the `encoding` of a line or an interaction; nil where they do not fit.
    init?(of object: JSONObject) {
        let name = object["encoding"]?.string ?? Encoding.text.rawValue
        guard let encoding = Encoding(rawValue: name), let value = object["body"] else {
            return nil
        }
        if encoding != .json {
            guard let text = value.string else { return nil }
            guard encoding != .base64 || Base64.bytes(of: text) != nil else { return nil }
        }
        self.init(value, encoding)
    }

    /// The members of a line or an interaction.
    var object: JSONObject {
        ["body": value, "encoding": .string(encoding.rawValue)]
    }

    /// The JSON value that it spells; nil for anything else.
    var json: JSONValue? {
        switch encoding {
        case .json: value
        case .text:
            value.string.flatMap { text in
                let first = text.first { !$0.isWhitespace }
                guard first == "{" || first == "[" else { return nil }
                return try? JSONReader.value(of: Array(text.utf8))
            }
        case .base64: nil
        }
    }

    /// Text by which two bodies are compared: spaces and the order of keys do not count in JSON.
    var normalized: String { json.map { JSONWriter.text($0) } ?? value.string ?? "" }

    /// The JSON value that it spells, else its text.
    var read: JSONValue { json ?? value }
}

/// One call of the outside world, as it is asked, or a message on one.
struct CallQuestion: Equatable {
    /// Method and address, or a name.
    var to: String
    var body: CallBody
    /// Whether it stays open for more.
    var isOpen = false
    /// Whether it is a message on a call that stays open.
    var isMessage = false

    /// A message that is sent on the call.
    func sending(_ body: CallBody) -> Self {
        CallQuestion(to: to, body: body, isMessage: true)
    }

    /// Method and address without parameters; nil for a name.
    var path: Substring? { to.contains("://") ? to.prefix { $0 != "?" } : nil }

    /// Method and address up to the server's name; nil for a name.
    var server: Substring? {
        path.flatMap { path in
            path.firstRange(of: "://").map { scheme in
                path[..<(path[scheme.upperBound...].firstIndex(of: "/") ?? path.endIndex)]
            }
        }
    }

    /// The first digits of the digest of the body, for the trace.
    var digest: String { String(Digest.hex(of: Array(body.normalized.utf8)).prefix(16)) }
}

/// A part of an answer as the program gets it.
struct CallPart: Equatable {
    var status: Int?
    /// The first line of an HTTP answer.
    var statusLine: String?
    var headers: AnswerHeaders?
    /// Headers behind the body; of the last part.
    var trailers: AnswerHeaders?
    var body: CallBody?
    var error: String?
    var isLast: Bool

    var object: JSONObject {
        var object = body?.object ?? [:]
        object["status"] = status.map { .integer(Int64($0)) }
        object["statusLine"] = statusLine.map { .string($0) }
        object["headers"] = headers.map(\.value)
        object["trailers"] = trailers.map(\.value)
        object["error"] = error.map { .string($0) }
        object["last"] = .bool(isLast)
        return object
    }
}
