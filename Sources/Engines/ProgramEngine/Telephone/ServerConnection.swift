internal import VoiceJSON

/// Request of voicetest to the app's server, by HTTP or to open a WebSocket.
struct ServerRequest: Equatable {
    /// Method and address.
    let to: String
    var headers: [(name: String, value: String)] = []
    var body: String?

    static func == (left: Self, right: Self) -> Bool { left.object == right.object }

    /// The address alone.
    var url: String { String(to.drop { $0 != " " }.dropFirst()) }

    /// The members of a line.
    var object: JSONObject {
        var object: JSONObject = [
            "to": .string(to),
            "headers": .array(headers.map { .array([.string($0.name), .string($0.value)]) }),
        ]
        if let body {
            object["body"] = .string(body)
            object["encoding"] = "text"
        }
        return object
    }
}

/// A connection of voicetest to the app's server.
struct ServerConnection: Equatable {
    /// Purpose of a connection.
    enum Use { case instructions, start, stream }

    /// Bytes of an answer or of a message at most.
    static let byteLimit = 16 << 20

    let request: ServerRequest
    let use: Use
    /// Fields that were asked with.
    var fields: JSONObject = [:]
    var status: Int?
    var headers: AnswerHeaders?
    /// Bytes of a body or of a message that is not whole.
    var bytes: [UInt8] = []
    /// Whether they are those of a binary message.
    var isBinary = false
}
