public import VoiceDiff
internal import VoiceTrace

/// How much of the flows the sessions of a run have to take: all of them, or those of one project.
///
/// A run has one demand of all sessions, or one a project; a project without its own has 0 there.
/// Shape: `{"percent", "project"?}`.
public struct CoverageDemand: Sendable, Hashable {
    /// The least share of modules and edges in per cent.
    public let percent: Int
    /// The project's folder; nil where an option asks this of the whole run.
    public let project: String?

    /// A demand of so many per cent.
    public init(percent: Int, project: String? = nil) {
        self.percent = percent
        var folder = project ?? ""
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.project = project == nil ? nil : folder
    }

    var value: JSONValue {
        var object: JSONObject = ["percent": .integer(Int64(percent))]
        object["project"] = project.map { .string($0) }
        return .object(object)
    }

    /// Reads what ``value`` holds; nil when it is not what should stand there.
    init?(_ value: JSONValue) {
        guard let object = value.object, let percent = object["percent"]?.integer,
            (0...100).contains(percent),
            (object["project"] == nil) == (object["project"]?.string == nil)
        else { return nil }
        self.init(percent: Int(percent), project: object["project"]?.string)
    }

    /// Demands as a person reads them.
    static func text(_ demands: [CoverageDemand]) -> String {
        let told = demands.map { demand in
            (demand.project.map { "\($0) " } ?? "") + "\(demand.percent) %"
        }
        return told.isEmpty ? "nothing" : told.joined(separator: ", ")
    }

    /// What `sessions` take less of their flows than `demands` ask for. Only a whole run can be
    /// judged: a shard takes a part.
    public static func faults(
        _ demands: [CoverageDemand], of sessions: [(path: String, coverage: FlowCoverage)]
    ) -> [RunFault] {
        demands.compactMap { demand in
            let own = sessions.filter { Self.demand(demands, of: $0.path) == demand }
            let share = FlowCoverage.thousandths(FlowCoverage.merged(own.map(\.coverage)))
            guard share < demand.percent * 10 else { return nil }
            return RunFault(.differs, demand.fault(share))
        }
    }

    /// The demand of the project whose folder holds `path`: the innermost one.
    private static func demand(_ demands: [CoverageDemand], of path: String) -> CoverageDemand? {
        demands.filter { $0.holds(path) }.max { $0.depth < $1.depth }
    }

    private var depth: Int { project.map { $0 == "." ? 1 : $0.utf8.count + 1 } ?? 0 }

    private func holds(_ path: String) -> Bool {
        guard let folder = project else { return true }
        if folder == "." { return !path.hasPrefix("/") }
        return path.hasPrefix(folder == "/" ? folder : folder + "/")
    }

    private func fault(_ share: Int) -> String {
        let taken = "\(share / 10).\(share % 10) %"
        guard let project else {
            return "The sessions cover \(taken) of the flows, and --coverage asks for \(percent) %."
                + " Add scenarios for what is listed as never entered and never taken."
        }
        let file = project == "." ? "voicetest.json" : "\(project)/voicetest.json"
        return "\(file): the sessions cover \(taken) of the flow, and \"coverage\" asks for"
            + " \(percent) %. Pass --coverage \(percent) to list what is missing."
    }
}
