internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTrace

/// Puts the results of shares together, and proves that they are one whole run.
package enum ResultMerge {
    /// Merges the results of `folders` into one; returns it, and the folder that each of its
    /// sessions comes from. It is as complete as the least complete of them.
    ///
    /// - Throws: ``ReportError/notOneRun(_:)`` naming every session that is missing or stands in
    ///   two results, and every result of another version, setting or run; what reading throws.
    package static func merge(
        _ folders: [ResultFolder]
    ) throws(ReportError) -> (result: RunResult, sources: [ResultFolder]) {
        var results: [RunResult] = []
        for folder in folders { results.append(try folder.result()) }
        guard let first = results.first else { throw .notOneRun(["there is no result"]) }
        var faults: [String] = []
        for (folder, result) in zip(folders, results).dropFirst() {
            faults += differences(
                first, result, names: (folders[0].path, folder.path))
        }
        // Places mean something only where all list the same sessions.
        guard faults.isEmpty else { throw .notOneRun(faults) }
        var found: [Int: [ResultFolder]] = [:]
        for (folder, result) in zip(folders, results) {
            for record in result.sessions { found[record.place, default: []].append(folder) }
        }
        var sources: [ResultFolder] = []
        for (place, listed) in first.all.enumerated() {
            let stands = found[place] ?? []
            if stands.isEmpty { faults.append("\(listed.path): missing") }
            if stands.count > 1 {
                let names = stands.map(\.path).joined(separator: ", ")
                faults.append("\(listed.path): ran \(stands.count) times (\(names))")
            }
            sources += stands.prefix(1)
        }
        guard faults.isEmpty else { throw .notOneRun(faults) }
        var merged = RunResult(
            createdBy: first.createdBy, build: first.build, settings: first.settings, shard: .whole,
            all: first.all, sessions: results.flatMap(\.sessions),
            faults: results.flatMap(\.ending.faults))
        merged.demands = first.demands
        merged.budgets = first.budgets
        merged.toleranceRules = ToleranceRules.merged(results.compactMap(\.toleranceRules))
        merged.origin = RunOrigin.merged(results.map(\.origin))
        return (merged, sources)
    }

    private static func differences(
        _ first: RunResult, _ other: RunResult, names: (String, String)
    ) -> [String] {
        var faults: [String] = []
        func differ(_ what: String, _ left: String, _ right: String) {
            faults.append("\(what) differs: \(left) in \(names.0), \(right) in \(names.1)")
        }
        if first.createdBy != other.createdBy {
            differ("the program", first.createdBy, other.createdBy)
        }
        if first.build != other.build {
            differ("the build of the program", first.build, other.build)
        }
        if first.settings != other.settings {
            let keys = Set((first.settings.members + other.settings.members).map(\.key))
            for key in keys.sorted() where first.settings[key] != other.settings[key] {
                func text(_ object: JSONObject) -> String {
                    object[key].map(JSONWriter.text) ?? "nothing"
                }
                differ("the setting \(key)", text(first.settings), text(other.settings))
            }
        }
        let demands = [first, other].map { CoverageDemand.text($0.demands) }
        if demands[0] != demands[1] {
            differ("the coverage that is asked for", demands[0], demands[1])
        }
        let budgets = [first, other].map { LatencyDemand.text($0.budgets) }
        if budgets[0] != budgets[1] {
            differ("the latency that is allowed", budgets[0], budgets[1])
        }
        if let commits = [first.origin?.commit, other.origin?.commit] as? [String],
            commits[0] != commits[1]
        {
            differ("the commit", commits[0], commits[1])
        }
        if first.shard.count != other.shard.count {
            differ("the number of shards", "\(first.shard.count)", "\(other.shard.count)")
        }
        return faults + (first.all == other.all ? [] : differences(of: first, other, names, faults))
    }

    /// Returns the sessions that both results do not list alike; only their order where nothing
    /// else differs.
    private static func differences(
        of first: RunResult, _ other: RunResult, _ names: (String, String), _ before: [String]
    ) -> [String] {
        var faults: [String] = []
        let (left, right) = (first.all.map(\.path), other.all.map(\.path))
        let (ones, others) = (Set(left.map(NameBytes.init)), Set(right.map(NameBytes.init)))
        let single =
            left.filter { !others.contains(NameBytes($0)) }
            + right.filter { !ones.contains(NameBytes($0)) }
        for path in single.sorted(by: NameBytes.precedes) {
            faults.append("\(path): listed in one of \(names.0) and \(names.1) only")
        }
        let known = Dictionary(first.all.map { (NameBytes($0.path), $0) }) { first, _ in first }
        for listed in other.all where known[NameBytes(listed.path)].map({ $0 != listed }) == true {
            faults.append("\(listed.path): not the same session in \(names.0) and \(names.1)")
        }
        if faults.isEmpty, before.isEmpty {
            faults.append("\(names.0) and \(names.1) list the sessions in another order")
        }
        return faults
    }

    /// Writes `result` of the sessions in `sources` into `target`, which is prepared, and its page.
    ///
    /// - Returns: the result as it is written.
    /// - Throws: what ``merge(_:)`` throws, and what writing throws.
    @discardableResult
    package static func write(
        _ result: RunResult, from sources: [ResultFolder], to target: ResultFolder
    ) throws(ReportError) -> RunResult {
        var result = result
        for (index, source) in sources.enumerated() {
            let record = result.sessions[index]
            let detail = try source.wholeDetail(of: record)
            let trace = try source.trace(of: record)
            var copied = record
            // It names the command of the whole run, which shares agree on or not.
            copied.detail = try detail.map { (detail) throws(ReportError) in
                try target.write(detail, of: record, origin: result.origin)
            }
            copied.trace = try trace.flatMap { (trace) throws(ReportError) in
                try target.write(trace, of: record)
            }
            if record.outcome != .damaged {
                copied.verdict = try target.write(source.session(of: record))
            }
            let happened = trace.map { RecordedTrace.digest(of: $0.events) }
            guard copied.trace == record.trace, copied.verdict == record.verdict,
                happened == nil || happened == record.actual
            else {
                throw .damaged(path: source.path, what: "\(record.path) is not what was written")
            }
            result.sessions[index].detail = copied.detail
        }
        return try target.finish(result)
    }
}
