public import VoiceHypothesis
internal import VoiceJSON

/// Greeting of a program: which recognizer it is.
struct RecognizerGreeting: Equatable {
    /// The version of the protocol that FORMATS.md describes.
    static let version: Int64 = 1

    /// Question that the program is asked.
    static var question: [UInt8] {
        Array(JSONWriter.text(["kind": "hello", "protocol": .integer(version)]).utf8)
    }

    /// Name and version of the recognizer.
    let recognizer: String
    /// Lower-case hex SHA-256 of the loaded model; empty where the program does not say it.
    let digest: String
    /// Whether it answers while speech is under way.
    let givesPartials: Bool

    /// The recognizer as a session's manifest names it.
    var identity: RecognizerIdentity {
        RecognizerIdentity(kind: RecognizerIdentity.process, model: recognizer, digest: digest)
    }

    /// Reads the line that the program answers with.
    init(_ line: [UInt8]) throws(ReplyFault) {
        let fields = try MessageFields(line: line)
        guard try fields.text("kind", limit: 32) == "ready" else {
            throw ReplyFault("did not begin with a message of kind \"ready\"")
        }
        guard try fields.number("protocol", 0...Int64.max) == Self.version else {
            throw ReplyFault("speaks another protocol than \(Self.version)")
        }
        let name = try fields.text("name", limit: 64)
        recognizer = "\(name) \(try fields.text("version", limit: 64))"
        digest = fields.has("digest") ? try fields.text("digest", limit: 64) : ""
        givesPartials = try fields.flag("partials")
        let isDigest = digest.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        guard digest.isEmpty || digest.utf8.count == 64 && isDigest else {
            throw fields.fault("digest", "is no SHA-256 in lower-case hexadecimal")
        }
    }
}

extension RecognizerIdentity {
    /// The ``kind`` of every recognizer that is a program of the user's.
    public static let process = "process"
}

/// The members of one message, or of a part of it.
struct MessageFields {
    private let object: JSONObject
    private let place: String

    /// The members of the message on `line`.
    init(line: [UInt8]) throws(ReplyFault) {
        let value: JSONValue
        do {
            value = try JSONReader.value(of: line)
        } catch {
            throw ReplyFault("wrote a line that is not JSON (column \(error.column))")
        }
        guard let object = value.object else {
            throw ReplyFault("wrote a line that is no JSON object")
        }
        self.object = object
        place = ""
    }

    private init(_ object: JSONObject, place: String) {
        self.object = object
        self.place = place
    }

    /// The fault of the member called `key`.
    func fault(_ key: String, _ what: String) -> ReplyFault {
        ReplyFault("gave an answer that cannot be used: \(place)\(key) \(what)")
    }

    /// Whether there is a member called `key`.
    func has(_ key: String) -> Bool { object[key] != nil }

    /// A text of `limit` bytes at most, without line ends and other characters that steer.
    func text(_ key: String, limit: Int) throws(ReplyFault) -> String {
        guard let value = object[key] else { throw fault(key, "is missing") }
        guard let text = value.string else { throw fault(key, "is not text") }
        guard !text.isEmpty, text.utf8.count <= limit else {
            throw fault(key, "has to have 1 to \(limit) bytes")
        }
        guard !text.unicodeScalars.contains(where: Self.steers) else {
            throw fault(key, "has a control character")
        }
        return text
    }

    /// A whole number in `range`; `usual` without one.
    func number(
        _ key: String, _ range: ClosedRange<Int64>, usual: Int64? = nil
    ) throws(ReplyFault) -> Int64 {
        guard let value = object[key] else {
            guard let usual else { throw fault(key, "is missing") }
            return usual
        }
        guard let number = value.integer else { throw fault(key, "is not a whole number") }
        guard range.contains(number) else {
            throw fault(key, "is not \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A truth value; false without one.
    func flag(_ key: String) throws(ReplyFault) -> Bool {
        guard let value = object[key] else { return false }
        guard let flag = value.bool else { throw fault(key, "is not true or false") }
        return flag
    }

    /// Reads a list of at most so many objects; none where there is no list.
    func list(_ key: String, limit: Int) throws(ReplyFault) -> [MessageFields] {
        guard let value = object[key] else { return [] }
        guard let elements = value.array else { throw fault(key, "is not a list") }
        guard elements.count <= limit else { throw fault(key, "has more than \(limit) parts") }
        var parts: [MessageFields] = []
        for (index, element) in elements.enumerated() {
            guard let object = element.object else {
                throw fault("\(key)[\(index)]", "is not an object")
            }
            parts.append(MessageFields(object, place: "\(place)\(key)[\(index)]."))
        }
        return parts
    }

    /// Whether a character ends a line or steers a terminal.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
