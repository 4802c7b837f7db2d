package import VoiceDiff
internal import VoiceJSON

/// The budgets that the latencies of a run have to keep: of all sessions, or of one project's.
///
/// A run has one demand of all sessions, or one a project, also of projects without budgets.
/// Shape: `{"project"?, "max": [budget as text], "unmeasured"?: "ignore"}`.
package struct LatencyDemand: Sendable, Hashable {
    /// The budgets, in the order in which they are judged.
    package let budgets: [LatencyBudget]
    /// Whether what was not measured is left out; it is over every budget otherwise.
    package let ignoresUnmeasured: Bool
    /// The project's folder; nil where an option asks this of the whole run.
    package var project: String? { folder.project }
    let folder: DemandFolder

    /// Value that leaves out what was not measured.
    package static let ignore = "ignore"

    /// A demand of these budgets.
    package init(
        budgets: [LatencyBudget], ignoresUnmeasured: Bool = false, project: String? = nil
    ) {
        self.budgets = budgets
        self.ignoresUnmeasured = ignoresUnmeasured
        folder = DemandFolder(project)
    }

    static let codec = JSONCodec<LatencyDemand>(
        JSON.member("max", JSON.list(budget)), JSON.optional("project", JSON.text),
        JSON.optional("unmeasured", JSON.text),
        parts: { ($0.budgets, $0.project, $0.ignoresUnmeasured ? ignore : nil) },
        make: { LatencyDemand(budgets: $0, ignoresUnmeasured: $2 == ignore, project: $1) })

    private static let budget = JSONCodec<LatencyBudget>(
        write: { .string($0.text) },
        read: { $0.string.flatMap { text in try? LatencyBudget(text) } })

    /// Demands as a person reads them.
    static func text(_ demands: [LatencyDemand]) -> String {
        let told = demands.filter { !$0.budgets.isEmpty }.map { demand in
            let texts = demand.budgets.map(\.text) + (demand.ignoresUnmeasured ? ["ignoring"] : [])
            return (demand.project.map { "\($0) " } ?? "") + texts.joined(separator: " ")
        }
        return told.isEmpty ? "nothing" : told.joined(separator: ", ")
    }

    /// Judges every budget of `demands` in a whole run of `sessions`: a shard cannot be judged,
    /// because it has a part of the turns.
    package static func judge(
        _ demands: [LatencyDemand], _ sessions: [(path: String, places: [LatencyPlace])]
    ) -> [JudgedBudget] {
        let folders = demands.map(\.folder)
        return demands.filter { !$0.budgets.isEmpty }.flatMap { demand in
            BudgetVerdict.verdicts(
                on: demand.budgets, ignoresUnmeasured: demand.ignoresUnmeasured,
                of: sessions.filter {
                    DemandFolder.innermost(of: folders, holding: $0.path) == demand.folder
                }
            ).map { JudgedBudget(verdict: $0, file: demand.folder.file) }
        }
    }
}
