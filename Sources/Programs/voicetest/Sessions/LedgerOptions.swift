import ArgumentParser
import VoiceReports

/// Options on what an acceptance may take, and what drift is measured against; see
/// ``AcceptanceLedger``.
struct LedgerOptions: ParsableArguments {
    @Option(help: .init("Allows this much drift from now on, in milliseconds.", valueName: "ms"))
    var budget: Int64?

    @Flag(help: "Measures drift against this trace from now on.")
    var reAnchor = false

    @Flag(
        help: """
            Takes sessions whose scenario did not get what it asks for, too: an event of \
            "expect" never came, the turn-taking was otherwise, or a caller line never played.
            """)
    var unmet = false

    func validate() throws {
        if let budget, !(0...600_000).contains(budget) {
            throw ValidationError("--budget takes 0 to 600000 milliseconds.")
        }
    }

    var acceptor: Acceptor {
        Acceptor(budgetMs: budget, reanchors: reAnchor, takesUnmet: unmet)
    }

    /// A golden is a person's decision.
    static func refuseCI(_ verb: String) throws {
        guard Console.isCI else { return }
        throw CommandError(
            .usage,
            "\(verb) does not run with CI set. Accept on your machine and commit.")
    }
}
