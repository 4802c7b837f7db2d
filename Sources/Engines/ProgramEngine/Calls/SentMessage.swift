internal import VoiceJSON

/// A message that the app sent on a call that stays open.
struct SentMessage: Equatable {
    /// Number of the message in its call, from 1: those that hold sound are left out, and pings do
    /// not count.
    let number: Int
    /// Number of calls that the app had made by then: where it stands among them.
    let calls: Int
    let body: CallBody

    /// Messages that are kept of one call.
    static let limit = 10_000

    init(_ number: Int, after calls: Int, _ body: CallBody) {
        self.number = number
        self.calls = calls
        self.body = body
    }

    /// The message in an interaction; nil where it does not fit.
    init?(of object: JSONObject) {
        guard let number = object["number"]?.integer,
            (1...ProgramLineReader.frameLimit).contains(number),
            let calls = object["calls"]?.integer, (0...Int64(CallTape.limit)).contains(calls),
            let body = CallBody(of: object)
        else { return nil }
        self.init(Int(number), after: Int(calls), body)
    }

    /// The messages of an interaction, in their order; nil where they do not fit.
    static func list(_ value: JSONValue) -> [Self]? {
        guard let values = value.array, values.count <= limit else { return nil }
        let messages = values.compactMap { $0.object.flatMap { Self(of: $0) } }
        let isOrdered = zip(messages, messages.dropFirst()).allSatisfy {
            $0.number < $1.number && $0.calls <= $1.calls
        }
        return messages.count == values.count && isOrdered ? messages : nil
    }

    /// The members of a message in an interaction.
    var object: JSONObject {
        body.object.adding([
            "number": .integer(Int64(number)), "calls": .integer(Int64(calls)),
        ])
    }
}

extension CallBody {
    /// Whether it holds bytes, such as sound.
    var holdsBytes: Bool { encoding == .base64 || EncodedSound.mayStand(in: read) }
}
