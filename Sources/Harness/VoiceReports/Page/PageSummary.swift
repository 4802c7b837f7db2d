internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTrace

/// Parts of a page above and below its sessions.
struct PageSummary {
    private let result: RunResult
    /// Whether nothing stands beside the page.
    private let isWhole: Bool
    private let counts: (agrees: Int, differs: Int, damaged: Int)

    /// Flows with more modules are listed and not drawn.
    static let pictureLimit = 150
    /// Faults of a run that is not complete that are listed at most.
    static let faultLimit = 40
    /// Modules and ways that are listed for one flow at most.
    static let missedLimit = 40

    init(_ result: RunResult, isWhole: Bool) {
        self.result = result
        self.isWhole = isWhole
        func count(_ outcome: SessionRecord.Outcome) -> Int {
            result.sessions.count { $0.outcome == outcome }
        }
        counts = (count(.agrees), count(.differs), count(.damaged))
    }

    /// Everything but sessions, sections and data, by the template's names.
    var context: [String: Any] {
        let total = result.sessions.count
        let red = counts.differs + counts.damaged
        var context: [String: Any] = [
            "program": result.createdBy, "settings": settings, "ran": total > 0,
            "state": result.isRed ? "red" : total == 0 ? "grey" : "green",
            "headline": headline, "lead": lead([:]),
            "allCount": "\(total)", "redCount": "\(red)", "greenCount": "\(counts.agrees)",
            "isPart": result.shard != .whole, "share": "\(result.shard)",
            "nothingWhy": nothingWhy, "shareText": shareText,
            "shares": [
                ("differs", counts.differs), ("damaged", counts.damaged),
                ("agrees", counts.agrees),
            ].filter { $0.1 > 0 }.map { ["kind": $0.0, "count": "\($0.1)"] },
            "facts": facts.map { ["label": $0.0, "value": $0.1] },
        ]
        addOrigin(to: &context)
        let warning = result.selfTest?.warning
        context["hasWarning"] = warning != nil
        context["warning"] = TerminalReport.printable(warning ?? "")
        let faults = result.ending.faults
        context["hasFaults"] = !faults.isEmpty
        context["failure"] = result.ending.failure
        context["faults"] = faults.prefix(Self.faultLimit).map { TerminalReport.printable($0.text) }
        context["hasMoreFaults"] = faults.count > Self.faultLimit
        context["moreFaults"] = "\(faults.count - Self.faultLimit)"
        let coverages = result.coverages
        context["hasCoverage"] = !coverages.isEmpty
        context["coverage"] = Self.percent(FlowCoverage.thousandths(coverages))
        context["flows"] = flows(coverages)
        return context
    }

    private func addOrigin(to context: inout [String: Any]) {
        let label = TerminalReport.printable(result.origin?.label ?? "")
        let commit = result.origin?.commit ?? ""
        let command = TerminalReport.printable(result.origin?.line ?? "")
        context["hasOrigin"] = result.origin != nil
        context["hasLabel"] = !label.isEmpty
        context["label"] = label
        context["hasCommit"] = !commit.isEmpty
        context["commit"] = commit
        context["runCommand"] = command
    }

    private var headline: String {
        let total = result.sessions.count
        let red = counts.differs + counts.damaged
        let sessions = TerminalReport.count(total, "session")
        if total == 0 { return "Nothing ran" }
        if red == 0, !result.ending.faults.isEmpty { return result.ending.failure }
        if red == 0 { return total == 1 ? "The session agrees" : "All \(total) sessions agree" }
        if let only, total == 1 {
            let name = TerminalReport.printable(only.name)
            return only.outcome == .damaged ? "\(name) cannot be used" : "\(name) differs"
        }
        if counts.damaged == red {
            return "\(red) of \(sessions) cannot be used"
        }
        return "\(red) of \(sessions) \(red == 1 ? "fails" : "fail")"
    }

    /// The sentence below the headline; `effects` are what callers notice, by place.
    func lead(_ effects: [Int: CallerEffect]) -> String {
        if result.sessions.isEmpty { return "There is no verdict." }
        let red = counts.differs + counts.damaged
        if result.isOfLatency, counts.damaged == 0 {
            if result.sessions.allSatisfy({ $0.vocabulary == .call }) {
                return "Nothing was replayed: the figures are those of what was recorded."
            }
            return red == 0
                ? "Every run is what its golden trace says."
                : "\(red) of \(TerminalReport.count(result.sessions.count, "run"))"
                    + " \(red == 1 ? "is" : "are") not what the golden traces say; each was"
                    + " measured as it is."
        }
        let part =
            result.shard == .whole
            ? "" : " This is shard \(result.shard) of \(result.all.count) sessions."
        if red == 0 {
            let ran = result.ending.faults.isEmpty ? "" : " of the sessions that ran"
            return "Every event, field and time\(ran) is what the golden traces say." + part
        }
        if let only, let why = effects[only.place]?.sentence ?? only.reason ?? only.sentence {
            return TerminalReport.printable(why) + part
        }
        var parts: [String] = []
        if counts.differs > 0 {
            parts.append("\(counts.differs) \(counts.differs == 1 ? "differs" : "differ")")
        }
        if counts.damaged > 0 { parts.append("\(counts.damaged) cannot be used") }
        if counts.agrees > 0 {
            parts.append("\(counts.agrees) \(counts.agrees == 1 ? "agrees" : "agree")")
        }
        return parts.joined(separator: ", ") + "." + part
    }

    /// The one session of a run of one.
    private var only: SessionRecord? { result.sessions.count == 1 ? result.sessions[0] : nil }

    /// Returns the causes that made sessions fail, by the template's names, where there are several
    /// sessions.
    ///
    /// A cause of one session is told as its caller notices it, where `effects` say that.
    func causes(_ groups: SessionGroups, _ effects: [Int: CallerEffect]) -> [[String: String]] {
        guard result.sessions.count > 1 else { return [] }
        return groups.groups.filter(\.isRed).prefix(CauseGroups.limit).map { group in
            let count = group.records.count
            let first = group.records.first
            let caller = count == 1 ? first.flatMap { effects[$0.place]?.sentence } : nil
            let name = TerminalReport.printable(first?.name ?? "")
            let title = TerminalReport.printable(caller ?? group.title)
            return [
                "anchor": group.id,
                "title": title.hasSuffix(".") ? String(title.dropLast()) : title,
                "what": count == 1
                    ? caller == nil ? ": the first cause in \(name)" : " (\(name))"
                    : ": the first cause in \(count) sessions",
            ]
        }
    }

    private var nothingWhy: String {
        result.shard == .whole
            ? "Name a session or a folder that holds some."
            : "Shard \(result.shard) of \(result.all.count) sessions is empty: there are more"
                + " shards than sessions."
    }

    private var shareText: String {
        "\(counts.differs) differ, \(counts.damaged) cannot be used, \(counts.agrees) agree"
    }

    private var facts: [(String, String)] {
        func sum(_ key: String) -> Int64 {
            result.sessions.reduce(0) { $0 &+ ($1.counts[key]?.integer ?? 0) }
        }
        let milliseconds = result.sessions.reduce(0) { $0 &+ $1.milliseconds }
        var facts = [
            ("sessions", "\(result.sessions.count)"),
            ("recorded time", Self.clock(milliseconds)),
            ("events expected", "\(sum("golden"))"),
            ("differences", "\(sum("differences"))"),
        ]
        if let test = result.selfTest {
            facts.append(
                (
                    "planted regressions found",
                    "\(test.found) of \(test.found + test.failures.count)"
                ))
        }
        let stages = StageCount(result.sessions.map(\.start)).counts
        if !stages.isEmpty {
            let told = stages.map { start, count in
                stages.count == 1 ? start.rawValue : "\(start.rawValue) (\(count))"
            }
            facts.append(("replayed from", told.joined(separator: ", ")))
        }
        if !result.coverages.isEmpty {
            facts.append(
                ("flow coverage", Self.percent(FlowCoverage.thousandths(result.coverages))))
        }
        return facts
    }

    private var settings: String {
        result.settings.members.map { member in
            "\(member.key) \(member.value.string ?? JSONWriter.text(member.value))"
        }.joined(separator: " · ")
    }

    /// The pictures of flows that stand beside the page of a folder, by their names: a wide one and
    /// one for phones of every flow that is drawn.
    var pictures: [(name: String, svg: String)] {
        result.coverages.enumerated().flatMap { place, coverage -> [(name: String, svg: String)] in
            let graph = coverage.graph
            guard graph.modules.count <= Self.pictureLimit else { return [] }
            return [
                (Self.picture(place), FlowPicture.svg(graph, coverage)),
                (Self.picture(place, isNarrow: true), FlowPicture.narrow(graph, coverage)),
            ]
        }
    }

    private static func picture(_ place: Int, isNarrow: Bool = false) -> String {
        "flows/\(ResultFolder.number(place))\(isNarrow ? "-narrow" : "").svg"
    }

    private func flows(_ coverages: [FlowCoverage]) -> [[String: Any]] {
        coverages.enumerated().map { place, coverage in
            let graph = coverage.graph
            let isDrawn = !isWhole && graph.modules.count <= Self.pictureLimit
            let missed =
                coverage.missedModules.map(\.id)
                + coverage.missedEdges.map { "\($0.module) \($0.label) → \($0.target)" }
            let percent = Self.percent(FlowCoverage.thousandths([coverage]))
            return [
                "flow": graph.name, "percent": percent,
                "summary": CoverageReport.sentence(coverage),
                "isOpen": coverages.count == 1, "hasPicture": isDrawn,
                "picture": Self.picture(place), "narrow": Self.picture(place, isNarrow: true),
                "hasMissed": !missed.isEmpty,
                "missed": missed.prefix(Self.missedLimit).map(TerminalReport.printable),
                "hasMoreMissed": missed.count > Self.missedLimit,
                "moreMissed": "\(missed.count - Self.missedLimit)",
            ]
        }
    }

    static func percent(_ thousandths: Int) -> String {
        thousandths % 10 == 0
            ? "\(thousandths / 10)%" : "\(thousandths / 10).\(thousandths % 10)%"
    }

    /// A length as a person reads it: `12.4 s`, `3:05 min`, `2:00:00 h`.
    static func clock(_ milliseconds: Int64) -> String {
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = milliseconds / 1_000
        if seconds < 60 { return "\(seconds).\(milliseconds % 1_000 / 100) s" }
        if seconds < 3_600 { return "\(seconds / 60):\(two(seconds % 60)) min" }
        return "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(two(seconds % 60)) h"
    }
}
