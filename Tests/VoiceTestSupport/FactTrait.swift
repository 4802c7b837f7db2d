package import Testing

/// Names the published facts that a test holds.
///
/// The facts of an engine stand in `Tests/Facts/ENGINE.txt`, each with an id.
/// `scripts/checks/make-facts` reads this trait in the sources of the tests and writes the table of
/// facts and tests.
package struct FactTrait: TestTrait {
    /// Ids of facts, as in `keenasr-3.5-4`.
    package let ids: [String]
}

extension Trait where Self == FactTrait {
    /// Names facts by their ids, as in `.fact("keenasr-3.5-1", "keenasr-3.5-2")`.
    package static func fact(_ ids: String...) -> Self { FactTrait(ids: ids) }
}
