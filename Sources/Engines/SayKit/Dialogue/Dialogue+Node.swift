extension Dialogue {
    /// One node: it says something, asks something, or both.
    public struct Node: Sendable, Equatable {
        /// Name of the node.
        public var id: String
        /// Utterance that is spoken first; nil for nothing.
        var say: SAYSpeechUtterance?
        /// Request that is asked; nil for a node that only speaks.
        var ask: RequestForm?
        /// The name under which the answer is kept.
        var save: String?
        /// Ways by the answer; the first that fits is taken.
        var ways: [Way] = []
        /// Node that follows an answer that fits none of ``ways``, or a node that only speaks; nil
        /// ends.
        var next: String?
        /// Node that cancelling leads to; nil ends the dialogue as cancelled.
        public var onCancel: String?
        /// Node that a request without an answer leads to; nil ends the dialogue as failed.
        public var onFailure: String?
        /// Text that is spoken when the user asks for help; nil for a sentence with the choices.
        public var help: String?
        /// Words that a dialogue takes everywhere and the node does not.
        public var without: Set<Global> = []
        /// Number of times that answers and ways may lead to the node, "back" and "repeat" not
        /// counted; nil without a limit.
        public var atMost: Int?
        /// Node that follows when the limit is exceeded; nil ends.
        public var afterwards: String?
        /// Whether the dialogue ends here.
        var ends = false

        init(id: String) { self.id = id }

        /// A node that speaks `text` and leads to `next`; `{name}` in it is the answer that was
        /// kept under this name.
        public init(_ id: String, say text: String, next: String) {
            self.init(id: id)
            say = SAYSpeechUtterance(text)
            self.next = next
        }

        /// A node that speaks `text`, if any, and ends the dialogue.
        public init(_ id: String, say text: String? = nil, ends: Bool) {
            self.init(id: id)
            say = text.map { SAYSpeechUtterance($0) }
            self.ends = ends
        }

        /// A node that speaks `text`, if any, and asks `request`. The answer is kept under the name
        /// `save`. The first of `edges` that fits the answer is taken; any other answer leads to
        /// `next`, and nil there ends the dialogue.
        public init<Answer: Sendable>(
            _ id: String, say text: String? = nil, request: Request<Answer>,
            save: Key<Answer>? = nil, edges: [Edge<Answer>] = [], otherwise next: String? = nil
        ) {
            self.init(id: id)
            say = text.map { SAYSpeechUtterance($0) }
            ask = request.form
            self.save = save?.name
            ways = edges.map(\.way)
            self.next = next
        }

        /// The node with other ways out of a request that has no answer; nil leaves one as it is.
        public func leading(
            onCancel: String? = nil, onFailure: String? = nil
        ) -> Node {
            var node = self
            node.onCancel = onCancel ?? node.onCancel
            node.onFailure = onFailure ?? node.onFailure
            return node
        }

        /// The node, entered `count` times at most; then `node` follows, or the dialogue ends.
        public func atMost(_ count: Int, afterwards node: String? = nil) -> Node {
            var limited = self
            limited.atMost = max(count, 0)
            limited.afterwards = node
            return limited
        }

        /// The node with `text` for "help".
        public func help(_ text: String) -> Node {
            var node = self
            node.help = text
            return node
        }

        /// Returns the node without some of the words that a dialogue takes everywhere.
        public func without(_ globals: Global...) -> Node {
            var node = self
            node.without.formUnion(globals)
            return node
        }
    }
}
