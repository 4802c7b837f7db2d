package import VoiceDiff
internal import VoiceJSON

/// Share of the flows that the sessions of a run have to take: all of them, or those of one
/// project.
///
/// A run has one demand of all sessions, or one a project; a project without its own has 0 there.
/// Shape: `{"percent", "project"?}`.
package struct CoverageDemand: Sendable, Hashable {
    /// The least share of modules and edges in per cent.
    package let percent: Int
    /// The project's folder; nil where an option asks this of the whole run.
    package var project: String? { folder.project }
    private let folder: DemandFolder

    /// A demand of so many per cent.
    package init(percent: Int, project: String? = nil) {
        self.percent = percent
        folder = DemandFolder(project)
    }

    static let codec = JSONCodec<CoverageDemand>(
        JSON.member("percent", JSON.count(0...100)), JSON.optional("project", JSON.text),
        parts: { ($0.percent, $0.project) },
        make: { CoverageDemand(percent: $0, project: $1) })

    /// Demands as a person reads them.
    static func text(_ demands: [CoverageDemand]) -> String {
        let told = demands.map { demand in
            (demand.project.map { "\($0) " } ?? "") + "\(demand.percent) %"
        }
        return told.isEmpty ? "nothing" : told.joined(separator: ", ")
    }

    /// Returns the faults of `sessions` that take less of their flows than `demands` ask for. Only
    /// a whole run can be judged: a shard takes a part.
    package static func faults(
        _ demands: [CoverageDemand], of sessions: [(path: String, coverage: FlowCoverage)]
    ) -> [RunFault] {
        let folders = demands.map(\.folder)
        return demands.compactMap { demand in
            let own = sessions.filter {
                DemandFolder.innermost(of: folders, holding: $0.path) == demand.folder
            }
            let share = FlowCoverage.thousandths(FlowCoverage.merged(own.map(\.coverage)))
            guard share < demand.percent * 10 else { return nil }
            return RunFault(.differs, demand.fault(share))
        }
    }

    private func fault(_ share: Int) -> String {
        let taken = "\(share / 10).\(share % 10) %"
        guard let file = folder.file else {
            return "The sessions cover \(taken) of the flows, and --coverage asks for \(percent) %."
                + " Add scenarios for what is listed as never entered and never taken."
        }
        return "\(file): the sessions cover \(taken) of the flow, and \"coverage\" asks for"
            + " \(percent) %. `voicetest test --coverage \(percent)` lists what is missing."
    }
}
