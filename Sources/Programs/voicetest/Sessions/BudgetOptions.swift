import ArgumentParser
import VoiceDiff
import VoiceProject
import VoiceReports

/// Options on the largest latencies, and on how a run is judged by them.
struct BudgetOptions: ParsableArguments {
    @Option(
        name: .customLong("max"), parsing: .unconditionalSingleValue,
        help: .init(
            """
            Fails where a latency takes longer than this, in milliseconds: response.p90=1200; \
            without a percentile (p50, p90, p99, max) the largest counts; @module:NAME and \
            @kind:final, rejected or bargeIn judge some turns, and * each by itself. Repeatable; \
            takes the place of "latency" in voicetest.json.
            """, valueName: "latency=ms"),
        transform: BudgetOptions.read)
    var budgets: [LatencyBudget] = []

    @Flag(
        name: .customLong("ignore-unmeasured"),
        help: """
            Leaves turns that were not measured, and calls that are unfit to be measured, out of \
            --max and --expect; they are over it otherwise.
            """)
    var ignoresUnmeasured = false

    /// Refuses `--ignore-unmeasured` where nothing judges the run.
    func refuseIdle(expects: Bool = false) throws {
        if ignoresUnmeasured, budgets.isEmpty, !expects {
            throw ValidationError("--ignore-unmeasured is about --max: give both.")
        }
    }

    private static func read(_ text: String) throws -> LatencyBudget {
        do {
            return try LatencyBudget(text)
        } catch { throw ValidationError("--max: \(error)") }
    }

    /// Returns the budgets of the option, else those of each project that is run as a whole; none
    /// where no budget is given.
    func demands(_ set: ProjectSet? = nil) -> [LatencyDemand] {
        if !budgets.isEmpty {
            return [LatencyDemand(budgets: budgets, ignoresUnmeasured: ignoresUnmeasured)]
        }
        let demands = (set?.members ?? []).map { member in
            LatencyDemand(
                budgets: member.isWhole ? member.project.budgets : [],
                ignoresUnmeasured: member.project.ignoresUnmeasured,
                project: member.project.folder)
        }
        return demands.allSatisfy(\.budgets.isEmpty) ? [] : demands
    }

    /// Returns the turns of `outcomes` that take longer than `demands` allow; a shard leaves that
    /// to `voicetest report`, and says so.
    static func faults(
        _ demands: [LatencyDemand], _ outcomes: [ReplayOutcome], in shard: Shard
    ) -> [RunFault] {
        guard shard == .whole else {
            if !demands.isEmpty {
                Console.inform(
                    "The latency budgets of all shards are judged by `voicetest report`.")
            }
            return []
        }
        let faults = judged(demands, outcomes).compactMap(\.fault)
        for fault in faults { Console.report(fault.text) }
        return faults
    }

    /// Judges every budget.
    static func judged(
        _ demands: [LatencyDemand], _ outcomes: [ReplayOutcome]
    ) -> [JudgedBudget] {
        LatencyDemand.judge(demands, outcomes.map { ($0.verdict.path, $0.places) })
    }
}
