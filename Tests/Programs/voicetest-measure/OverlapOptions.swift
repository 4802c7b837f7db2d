import ArgumentParser
import VoiceFiles
import VoiceRun
import VoiceTrace

/// Settings of an app with overlapping calls, for `scripts/proofs/prove-async`.
struct OverlapOptions: ParsableArguments {
    /// Places of the code that calls.
    enum Place: String, CaseIterable, ExpressibleByArgument { case main, actor, both }

    @Option(help: "Where the app's code stands: main, actor or both.")
    var on = Place.both

    @Option(help: "How often it is run.")
    var runs = 1

    func validate() throws {
        if !(1...1_000_000).contains(runs) { throw ValidationError("--runs takes 1 to 1000000.") }
    }

    /// Runs `app` so often, and prints each hash with how many runs have it.
    func printHashes(of app: @MainActor (Place, SimulatedHost) throws -> () -> [String]) throws {
        let counts = try MainActor.assumeIsolated {
            var counts: [String: Int] = [:]
            for _ in 0..<runs { counts[try hash(of: app), default: 0] += 1 }
            return counts
        }
        for (hash, count) in counts.sorted(by: { $0.key < $1.key }) { print(hash, count) }
    }

    /// The hash of one run: its trace, its inputs and what `app` says it was told.
    @MainActor
    private func hash(
        of app: @MainActor (Place, SimulatedHost) throws -> () -> [String]
    ) throws -> String {
        let host = SimulatedHost()
        let told = try app(on, host)
        for words in ["one", "two", "three"] {
            host.advance(milliseconds: 2_000)
            host.say(words)
        }
        host.go()
        if let failure = host.run?.failure { throw failure }
        guard let run = host.run, run.isOver else {
            throw ValidationError("the app did not stop its run: nothing was proved.")
        }
        var digest = Digest()
        digest.update(Array(RecordedTrace.digest(of: run.events).utf8))
        digest.update(Array(run.inputs.map { "\($0)" }.joined(separator: "\n").utf8))
        digest.update(Array(told().joined(separator: "\n").utf8))
        return digest.hex()
    }
}
