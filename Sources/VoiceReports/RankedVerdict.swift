internal import VoiceDiff
internal import VoiceTrace

/// A verdict among others: what is told first where not all can be told.
struct RankedVerdict {
    let verdict: Verdict

    init(_ verdict: Verdict) { self.verdict = verdict }

    /// Those that do not agree: what cannot be used first, then by how much differs, then in the
    /// order they came.
    static func failing(_ verdicts: [Verdict]) -> [RankedVerdict] {
        let failing = verdicts.filter { $0.outcome != .agrees }.map(RankedVerdict.init)
        return failing.enumerated().sorted { left, right in
            (left.element.weight, left.offset) < (right.element.weight, right.offset)
        }.map(\.element)
    }

    private var weight: Int { verdict.diff.map { -$0.counts.differences } ?? .min }

    /// The folder the session stands in, without a slash at its ends.
    var folder: String { DiskFile.parent(of: verdict.path) }

    /// Why it does not agree, in one sentence; empty when it does.
    var sentence: String {
        if case .damaged(let reason) = verdict.outcome { return reason }
        return verdict.firstCause?.sentence ?? ""
    }

    /// The golden trace, where a finding is shown; the session itself when it is damaged.
    var file: String {
        verdict.diff == nil ? verdict.path : "\(verdict.path)/trace.jsonl"
    }

    /// The line of the golden trace that the first cause is about, from 1.
    var line: Int { Self.line(of: verdict.firstCause?.difference) }

    /// The line of the golden trace that a difference is about, from 1: an event stands at the line
    /// of its number; what is not in the golden trace is shown where it would stand.
    static func line(of difference: Difference?) -> Int {
        let number = difference.map { ($0.golden ?? $0.actual)?.sequence ?? 0 } ?? 0
        return min(max(number, 0), 1 << 30) + 1
    }
}
