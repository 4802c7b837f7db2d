import ArgumentParser

/// Option that says how much of a verb's work runs at once.
struct JobOptions: ParsableArguments {
    @Option(
        help: .init(
            "How many sessions or files run at once; all cores unless given.", valueName: "n"))
    var jobs: Int?

    /// Number of jobs, 1 through 256.
    var count: Int { jobs ?? min(Self.range.upperBound, Cores.count) }

    private static let range = 1...256

    func validate() throws {
        if let jobs, !Self.range.contains(jobs) {
            throw ValidationError("--jobs takes 1 to 256.")
        }
    }
}
