package import VoiceDiff
internal import VoiceJSON

/// Recorded calls of a run that are unfit to be measured, and their part in its exit code.
///
/// An unfit call keeps no budget and no expectation, and a run in which nothing was measured shows
/// nothing.
package struct UnfitCalls {
    private let unfit: [(path: String, reasons: String)]
    private let measured: Int
    private let isJudged: Bool
    private let isIgnored: Bool

    /// The calls of a run.
    ///
    /// - Parameters:
    ///   - sessions: the sessions that have latencies, by the paths that messages name.
    ///   - isJudged: whether budgets or expectations judge the run.
    ///   - isIgnored: whether what is not measured is left out of these.
    package init(
        _ sessions: [(path: String, latency: SessionLatency)], isJudged: Bool, isIgnored: Bool
    ) {
        unfit = sessions.compactMap { path, latency in
            guard let faults = latency.call?.unfit, !faults.isEmpty else { return nil }
            return (path, faults.map(\.name).joined(separator: ", "))
        }
        measured = sessions.count - unfit.count
        self.isJudged = isJudged
        self.isIgnored = isIgnored
    }

    /// Faults of the run, each with exit code 1.
    package var faults: [RunFault] {
        guard !unfit.isEmpty else { return [] }
        guard measured > 0 else {
            return [RunFault(.differs, "No call is fit to be measured, of \(count).")]
        }
        guard isJudged, !isIgnored else { return [] }
        return unfit.map { RunFault(.differs, "\($0.path): \(Self.what($0.reasons))") }
    }

    /// Says how many calls the budgets and expectations leave out; nil where none.
    package var warning: String? {
        guard isJudged, isIgnored, measured > 0, !unfit.isEmpty else { return nil }
        return "warning: left out as unfit to be measured: \(count)."
    }

    /// Returns the words by which the call at `path` keeps no budget; nil where it may.
    package func objection(to path: String) -> String? {
        guard isJudged && !isIgnored || measured == 0 else { return nil }
        return unfit.first { $0.path == path }.map { Self.what($0.reasons) }
    }

    private var count: String { TerminalReport.count(unfit.count, "call") }

    private static func what(_ reasons: String) -> String {
        "unfit to be measured (\(reasons)), so it keeps no budget and no expectation."
            + " Mend the recording, or leave such calls out with --ignore-unmeasured."
    }
}

extension RunResult {
    /// The setting of a run of `latency` in which what is not measured is left out.
    package static let ignoresUnmeasuredKey = "ignoreUnmeasured"

    /// Faults of unfit calls in a whole run of `latency`.
    var unfitFaults: [RunFault] {
        guard isOfLatency, shard == .whole else { return [] }
        let sessions = sessions.compactMap { record in
            ResultLatency.latency(record).map { (record.path, $0) }
        }
        return UnfitCalls(
            sessions, isJudged: !judgedBudgets.isEmpty || settings["expect"] != nil,
            isIgnored: settings[Self.ignoresUnmeasuredKey] == true
        ).faults
    }
}
