/// The modules of a flow and the ways between them, as an engine knows them.
public struct FlowGraph: Sendable, Hashable {
    /// A step of the flow: where edges begin and end.
    public struct Module: Sendable, Hashable {
        /// Identifier by which edges and events name it.
        public var id: String
        /// Its type, as the flow spells it.
        public var type: String
        /// Texts that it says to the caller, one a prompt; for pictures. Two modules that say other
        /// things are equal: sessions of a flow count together when a prompt changes.
        public var says: [String]

        /// A module of `type`.
        package init(id: String, type: String, says: [String] = []) {
            self.id = id
            self.type = type
            self.says = says
        }

        /// Whether id and type are equal.
        public static func == (left: Self, right: Self) -> Bool {
            left.id == right.id && left.type == right.type
        }

        /// Hashes id and type.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(id)
            hasher.combine(type)
        }
    }

    /// The type of a module that is a call of an app's: it is entered where the app calls it.
    package static let callType = "call"

    /// One way out of a module.
    public struct Edge: Sendable, Hashable {
        /// Module at which it begins.
        public var module: String
        /// The key that names it, as the step that takes it does.
        public var key: String
        /// Detail that tells it from others of its key: an intent, or a comparator and an input.
        package var detail: String?
        /// Module to which it leads, as the flow spells it.
        public var target: String
        /// Whether something that is known only at run time decides where it leads.
        package var isDynamic: Bool

        /// A way out of `module`.
        package init(
            module: String, key: String, detail: String? = nil, target: String,
            isDynamic: Bool = false
        ) {
            self.module = module
            self.key = key
            self.detail = detail
            self.target = target
            self.isDynamic = isDynamic
        }

        /// Name of the edge in a report: `DEFAULT`, `userIntentCollection[Sleep]`.
        public var label: String { detail.map { "\(key)[\($0)]" } ?? key }
    }

    /// The flow's name in a report.
    public var name: String
    /// Its modules in the order of the file.
    public var modules: [Module]
    /// Its edges, by module and in the order of its keys.
    public var edges: [Edge]

    /// A graph of these parts.
    package init(name: String, modules: [Module], edges: [Edge]) {
        self.name = name
        self.modules = modules
        self.edges = edges
    }
}
