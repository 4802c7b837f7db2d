/// What the engine goes by besides its settings: the same for every flow and session.
///
/// They stand here, by name, so that a session's trace can say which of them it was made with.
package struct FlowConstants: Sendable, Equatable {
    /// Modules that may follow each other without time passing.
    package var transitionLimit = 10_000
    /// Leaves that one prompt may come to, and prompts that a listener may have before it: a few
    /// nested collections can name any number.
    package var leafLimit = 10_000
    /// Failures of the recognizer in a row that a listener bears.
    package var failureLimit = 3

    /// The engine's own.
    package init() {}

    /// Every constant by name, in order, with the way to it.
    package static var schema: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("engine.transitionLimit", \.transitionLimit), ("engine.leafLimit", \.leafLimit),
            ("engine.failureLimit", \.failureLimit),
        ]
    }

    /// Every constant by name with its value.
    var named: [String: Int] {
        Dictionary(uniqueKeysWithValues: Self.schema.map { ($0.name, self[keyPath: $0.path]) })
    }
}
