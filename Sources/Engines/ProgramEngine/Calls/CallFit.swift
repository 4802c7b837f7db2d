internal import VoiceJSON

/// Call as it is compared: without what the project leaves out, its body read once.
struct ComparedCall: Equatable {
    let question: CallQuestion
    /// The body, without spaces and the order of keys.
    let text: String
    /// The JSON value that the body spells; nil for anything else.
    let json: JSONValue?

    init(_ question: CallQuestion) {
        self.question = question
        json = question.body.json
        text = question.body.normalized
    }

    /// The JSON value that the body spells, else its text.
    var read: JSONValue { json ?? question.body.value }

    var to: String { question.to }
    var isMessage: Bool { question.isMessage }

    /// The members of the body; nil where it is no object.
    var members: JSONObject? { json?.object }
}

/// Fit of a call, or of a message on one, to a recorded one: the equal parts of the two.
///
/// A run finds the answer of a call with it, a refusal the call to compare with, and the
/// comparison of two runs the first call that changed.
struct CallFit {
    /// Parts of an address. The path counts where the server is equal, the query where the path is.
    enum AddressPart: String {
        case server, path, query
        /// The address of a call that has no server.
        case name
    }

    let recorded: ComparedCall
    let made: ComparedCall

    init(_ recorded: ComparedCall, _ made: ComparedCall) {
        (self.recorded, self.made) = (recorded, made)
    }

    /// Whether both are calls to one address, or messages on such calls.
    var hasAddress: Bool { isOfKind && recorded.to == made.to }

    /// Whether address and body are equal.
    var isSame: Bool { hasAddress && recorded.text == made.text }

    /// Whether the call may be a changed form of the recorded one: its address is equal, and both
    /// bodies are texts, or objects with the same keys or an equal member.
    var isChange: Bool {
        guard hasAddress else { return false }
        guard let then = recorded.members, let now = made.members else {
            return recorded.json == nil && made.json == nil
        }
        return Set(then.members.map(\.key)) == Set(now.members.map(\.key))
            || then.members.contains { now[$0.key] == $0.value }
    }

    /// Whether the texts of both count as the same by `areAlike`.
    func isAlike(_ areAlike: (JSONValue, JSONValue) -> Bool) -> Bool {
        isOfKind && areAlike(.string(recorded.to), .string(made.to))
            && areAlike(recorded.read, made.read)
    }

    /// Equal parts of the address.
    var equalParts: [AddressPart] {
        guard isOfKind else { return [] }
        guard made.question.path != nil else { return hasAddress ? [.name] : [] }
        guard recorded.question.server == made.question.server else { return [] }
        guard recorded.question.path == made.question.path else { return [.server] }
        return hasAddress ? [.server, .path, .query] : [.server, .path]
    }

    /// Nearness of the calls: the higher, the nearer; 0 for calls of two servers or names.
    var nearness: Int {
        hasAddress ? (isChange ? 4 : 3) : equalParts.count
    }

    private var isOfKind: Bool { recorded.isMessage == made.isMessage }
}
