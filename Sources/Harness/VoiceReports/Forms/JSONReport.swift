package import VoiceDiff
package import VoiceJSON
internal import VoiceTime

/// Verdicts as JSON, for programs.
///
/// Shape:
///
///     { "formatVersion": 1,
///       "sessions": [ {
///         "name": text, "path": text,
///         "outcome": "agrees" | "differs" | "damaged",
///         "reason": text,                        damaged sessions only
///         "from": "audio" | "speech" | "words",  the first stage that was replayed; absent
///                                                when damaged, and when nothing was replayed
///         "goldenEdited": true | false,          absent when damaged, like all below
///         "sampleRate": frames a second,
///         "counts": { "golden", "actual", "ignored": events that count, and that do not,
///                     "differences", "missing", "extra", "moved", "retimed", "changed" },
///         "notShared"?: [text],                  what else two sessions do not share
///         "callerTiming"?: [text],               where a recorded caller no longer fits
///         "faults"?: [ { "kind": "expectation" | "budget", "rule", "sentence", "line",
///                        "from", "to": frames, "ms": [text, text], "module"? } ],
///         "firstCause": null | { "sentence", "module"?, "event"?: EVENT, "field"?: FIELD,
///                                "causes": [CAUSE],     the likeliest first, at most 20
///                                "settings": [FIELD], "flags": [text] },
///         "groups": [ { "kind", "count", "uniform", "reachesEnd", "first": DIFFERENCE,
///                       "field"?: FIELD, "shift"?: { "least", "most": frames } } ],
///         "differences": [DIFFERENCE],           in order of time, at most the limit
///         "differencesLeftOut": how many more } ],
///       "causes": [ CAUSE and { "sessions": [path] } ],   each once, the most frequent first
///       "exit"?: the exit code of the run, "incomplete"?: [ { "exit", "what" } ],
///       "coverage"?: see ``CoverageReport``,
///       "selfTest"?: { "found", "silent": counts, "failures": [ { "what", "place" } ] } }
///     CAUSE       { "kind": see `Cause.Kind`, "file"?, "line"?: where it was made, "key"?: what
///                   was changed, "what": the change, with its values }
///     DIFFERENCE  { "kind": "missing" | "extra" | "moved" | "retimed" | "changed",
///                   "module"?, "golden"?: EVENT, "actual"?: EVENT, "fields": [FIELD],
///                   "shift"?: frames,
///                   "move"?: { "past": EVENT, "earlier": flag, "swap": flag } }
///     EVENT       { "t": frame, "ms": "1234.5", "seq", "tap", "kind", "label", "fields", "why"? }
///     FIELD       { "name", "expected"?: value, "found"?: value }      absent: there is none
///
/// Numbers are integers; milliseconds are text with at most one decimal. Keys are sorted.
package struct JSONReport: Sendable, Equatable {
    /// The version of the shape.
    package static let formatVersion: Int64 = 1

    /// Differences, and groups of them, that are listed at most for one session.
    package var differenceLimit: Int

    /// A report that lists at most `differenceLimit` differences for one session.
    package init(differenceLimit: Int = 1_000) {
        precondition(differenceLimit >= 0, "a limit counts from zero")
        self.differenceLimit = differenceLimit
    }

    /// The report on `verdicts`, in their order, on the coverage of their flows, on the run's
    /// self-test and on how it ended.
    package func value(
        _ verdicts: [Verdict], coverages: [FlowCoverage] = [],
        selfTest: GateSelfTest.Outcome? = nil, ending: RunEnding? = nil
    ) -> JSONValue {
        value(
            verdicts.map(session), Self.causes(verdicts.map { ($0.path, $0.cause) }), coverages,
            selfTest, ending)
    }

    private func value(
        _ sessions: [JSONObject], _ causes: [JSONValue], _ coverages: [FlowCoverage],
        _ selfTest: GateSelfTest.Outcome?, _ ending: RunEnding?
    ) -> JSONValue {
        var object: JSONObject = [
            "formatVersion": .integer(Self.formatVersion),
            "sessions": .array(sessions.map { .object($0) }), "causes": .array(causes),
        ]
        if !coverages.isEmpty { object["coverage"] = CoverageReport(coverages).value }
        object["selfTest"] = selfTest?.value
        object["exit"] = ending.map { .integer(Int64($0.exit.rawValue)) }
        object["incomplete"] = ending.map { .array($0.faults.map(\.value)) }
        return .object(object)
    }

    /// The same as the bytes of a file, laid out for people.
    package func bytes(
        _ verdicts: [Verdict], coverages: [FlowCoverage] = [],
        selfTest: GateSelfTest.Outcome? = nil, ending: RunEnding? = nil
    ) -> [UInt8] {
        PrintableText.bytes(
            of: value(verdicts, coverages: coverages, selfTest: selfTest, ending: ending))
    }

    /// The report on `verdicts` that were summed up with the usual limit.
    package func bytes(
        _ verdicts: [VerdictSummary], coverages: [FlowCoverage],
        selfTest: GateSelfTest.Outcome? = nil, ending: RunEnding? = nil
    ) -> [UInt8] {
        PrintableText.bytes(
            of: value(
                verdicts.map(\.object), Self.causes(verdicts.map { ($0.path, $0.cause) }),
                coverages, selfTest, ending))
    }

    private static func causes(_ told: [(path: String, cause: Cause?)]) -> [JSONValue] {
        let causes = told.enumerated().compactMap { place, session in
            session.cause.map { (place, $0) }
        }
        return CauseGroups(causes).groups.map { group in
            var object = group.cause.value.object ?? [:]
            object["sessions"] = .array(group.places.map { .string(told[$0].path) })
            return .object(object)
        }
    }

    func session(_ verdict: Verdict) -> JSONObject {
        var object: JSONObject = [
            "name": .string(verdict.name), "path": .string(verdict.path),
            "outcome": .string(verdict.outcome.name),
        ]
        if case .damaged(let reason) = verdict.outcome { object["reason"] = .string(reason) }
        object["from"] = verdict.start.map { .string($0.rawValue) }
        guard let diff = verdict.diff else { return object }
        let values = DiffValues(diff)
        let listed = diff.differences.prefix(differenceLimit)
        object["goldenEdited"] = .bool(diff.goldenIsEdited)
        object["sampleRate"] = .integer(Int64(diff.sampleRate.hertz))
        object["counts"] = .object(values.counts(diff.counts))
        if !verdict.notShared.isEmpty {
            object["notShared"] = .array(verdict.notShared.map { .string($0) })
        }
        if !verdict.callerTiming.isEmpty {
            object["callerTiming"] = .array(verdict.callerTiming.map { .string($0) })
        }
        if !verdict.faults.isEmpty {
            object["faults"] = .array(verdict.faults.map { .object(values.fault($0)) })
        }
        object["firstCause"] =
            verdict.firstCause.map {
                .object(values.cause($0, first: verdict.cause))
            } ?? .null
        object["groups"] = .array(
            diff.groups.prefix(differenceLimit).map { .object(values.group($0)) })
        object["differences"] = .array(listed.map { .object(values.difference($0)) })
        object["differencesLeftOut"] = .integer(Int64(diff.differences.count - listed.count))
        return object
    }
}
