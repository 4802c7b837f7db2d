internal import VoiceTrace

/// A dialogue as a file declares it: nodes that say something and ask a request, and ways between
/// them by the answer.
struct Dialogue: Sendable, Equatable {
    /// What a way is taken on.
    enum Condition: Sendable, Hashable {
        /// The answer, or one of its entities, is this text, without case and punctuation.
        case equals(String, entity: String?)
        /// The answer, or one of its entities, is a number below this one.
        case below(Int64, entity: String?)
        /// The answer, or one of its entities, is a number above this one.
        case above(Int64, entity: String?)

        /// The condition as a report names it.
        var label: String {
            switch self {
            case .equals(let text, let entity): "\(Self.subject(entity))= \(text)"
            case .below(let number, let entity): "\(Self.subject(entity))< \(number)"
            case .above(let number, let entity): "\(Self.subject(entity))> \(number)"
            }
        }

        private static func subject(_ entity: String?) -> String { entity.map { "\($0) " } ?? "" }
    }

    /// A way to another node.
    struct Way: Sendable, Hashable {
        var condition: Condition
        var next: String
    }

    /// A question of the dialogue, with where each answer leads.
    struct Node: Sendable, Equatable {
        var id: String
        /// What is spoken first; nil for nothing.
        var say: SpokenUtterance?
        /// What is asked; nil for a node that only speaks.
        var ask: RequestForm?
        /// The name under which the answer is kept.
        var save: String?
        /// Ways by the answer; the first that fits is taken.
        var ways: [Way] = []
        /// Where an answer leads that fits none of ``ways``, or a node that only speaks; nil ends.
        var next: String?
        /// Where cancelling leads; nil ends.
        var onCancel: String?
        /// Where a request without an answer leads; nil ends.
        var onFailure: String?
        /// What is spoken when the user asks for help.
        var help: String?
        /// How often the node is entered; nil without limit of its own.
        var atMost: Int?
        /// Where entering it again leads; nil ends.
        var afterwards: String?
        /// Whether the dialogue ends here.
        var ends = false

        init(id: String) { self.id = id }
    }

    /// Nodes of a dialogue at most.
    static let nodeLimit = 1_000
    /// Nodes that one run enters at most.
    static let visitLimit = 10_000

    var start = ""
    /// In the order of their names.
    var nodes: [Node] = []
    /// Nodes that a run enters at most.
    var visits = 1_000

    /// The node of this name; nil if there is none.
    func node(_ id: String) -> Node? { nodes.first { $0.id == id } }
}

/// The ways out of a node, by the names that steps and graphs have for them.
enum DialogueWay {
    static let next = "next"
    static let otherwise = "otherwise"
    static let cancel = "cancel"
    static let failure = "failure"
    static let afterwards = "afterwards"
    static let again = "repeat"
    static let back = "back"
    static let help = "help"

    static func on(_ condition: Dialogue.Condition) -> String { "on[\(condition.label)]" }
}
