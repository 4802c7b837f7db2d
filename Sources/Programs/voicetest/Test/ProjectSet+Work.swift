import VoiceDiff
import VoiceProject

extension ProjectSet {
    /// The cases of all projects, with their sources: each set of files is read once.
    ///
    /// `tolerance` is a file in place of the projects' own; `configured` says how a case runs.
    func work(
        tolerance: String? = nil, tellsWarnings: Bool = true,
        configured: (RunConfiguration) throws -> RunConfiguration
    ) throws -> [TestWork] {
        var read: [[String?]: Result<FlowSources, any Error>] = [:]
        var work: [TestWork] = []
        let own = try tolerance.map { try Tolerance(file: $0) }
        for member in members {
            for var item in member.cases.cases {
                item.configuration = try configured(item.configuration)
                let names = item.configuration.files.keys.sorted()
                let key =
                    FlowSources.paths(of: item.configuration)
                    + [item.configuration.engine] + names
                let files =
                    read[key]
                    ?? Result {
                        try FlowSources.noted(item.configuration, tellsWarnings: tellsWarnings)
                    }
                read[key] = files
                work.append(
                    TestWork(
                        item: item, sources: files, tolerance: own ?? member.tolerance,
                        unreached: member.unreached,
                        toleranceFile: tolerance ?? member.project.tolerance))
            }
        }
        return work
    }
}
