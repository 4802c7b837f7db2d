internal import VoiceTrace

/// A declared dialogue: nodes that say something and ask a request, and ways between them by the
/// typed answers.
///
/// It is a value, written in Swift or read from a file `NAME.dialogue.json`: both are coded alike.
/// ``SAYVoiceRequestPresenter/run(_:progress:)`` runs it. The user may say "repeat", "back",
/// "cancel" and "help" to every request.
///
///     let count = Dialogue.Key<ExactNumber>("count")
///     let order = Dialogue(start: "count") {
///         Dialogue.Node(
///             "count", request: .number("How many?"), save: count,
///             edges: [.above(10, to: "many")], otherwise: "done")
///         Dialogue.Node("many", say: "\(count) are too many.", next: "count")
///         Dialogue.Node("done", say: "Ordered.", ends: true)
///     }
///     let number = try await presenter.run(order)[count]
public struct Dialogue: Sendable, Equatable {
    /// Nodes of a dialogue at most.
    public static let nodeLimit = 1_000
    /// Nodes that one run enters at most.
    public static let visitLimit = 10_000

    /// The name of the node that it begins with.
    public var start = ""
    /// The nodes, in the order of their names.
    public var nodes: [Node] = [] {
        didSet { nodes.sort { $0.id < $1.id } }
    }
    /// Nodes that a run enters at most, 1 through ``visitLimit``; then it ends by the loop guard.
    public var visits = 1_000

    init() {}

    /// A dialogue that begins with the node called `start`.
    public init(start: String, visits: Int = 1_000, nodes: [Node]) {
        self.start = start
        self.visits = min(max(visits, 1), Self.visitLimit)
        self.nodes = nodes.sorted { $0.id < $1.id }
    }

    /// A dialogue of the nodes that the closure lists.
    public init(start: String, visits: Int = 1_000, @NodeList nodes: () -> [Node]) {
        self.init(start: start, visits: visits, nodes: nodes())
    }

    /// The node of this name; nil if there is none.
    func node(_ id: String) -> Node? { nodes.first { $0.id == id } }

    /// Collects the nodes of a dialogue.
    @resultBuilder
    public enum NodeList {
        /// One node.
        public static func buildExpression(_ node: Node) -> [Node] { [node] }
        /// Nodes that are made elsewhere.
        public static func buildExpression(_ nodes: [Node]) -> [Node] { nodes }
        /// All of them.
        public static func buildBlock(_ nodes: [Node]...) -> [Node] { nodes.flatMap(\.self) }
        /// Joins the nodes of a loop.
        public static func buildArray(_ nodes: [[Node]]) -> [Node] { nodes.flatMap(\.self) }
        /// Adds the nodes of a condition that may not hold.
        public static func buildOptional(_ nodes: [Node]?) -> [Node] { nodes ?? [] }
        /// Adds the nodes of a condition that holds.
        public static func buildEither(first nodes: [Node]) -> [Node] { nodes }
        /// Adds the nodes of a condition that does not hold.
        public static func buildEither(second nodes: [Node]) -> [Node] { nodes }
    }

    /// Condition on which a way is taken.
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

        /// The entity that is compared; nil for the whole answer.
        var entity: String? {
            switch self {
            case .equals(_, let entity), .below(_, let entity), .above(_, let entity): entity
            }
        }

        private static func subject(_ entity: String?) -> String { entity.map { "\($0) " } ?? "" }
    }

    /// A way to another node.
    struct Way: Sendable, Hashable {
        var condition: Condition
        var next: String
    }

    /// Words that a dialogue takes beside the answers of its requests.
    public enum Global: String, Sendable, Hashable, CaseIterable {
        /// Asks the request again.
        case again = "repeat"
        /// Goes back to the request that was answered before.
        case back
        /// Cancels the request.
        case cancel
        /// Speaks what can be said.
        case help
    }
}

/// The ways out of a node, by the names that steps and graphs have for them.
enum DialogueWay {
    static let next = "next"
    static let otherwise = "otherwise"
    static let cancel = Dialogue.Global.cancel.rawValue
    static let failure = "failure"
    static let afterwards = "afterwards"
    static let again = Dialogue.Global.again.rawValue
    static let back = Dialogue.Global.back.rawValue
    static let help = Dialogue.Global.help.rawValue

    static func on(_ condition: Dialogue.Condition) -> String { "on[\(condition.label)]" }
}
