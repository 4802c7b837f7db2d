internal import VoiceDiff
internal import VoiceJSON
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
package struct JSONReport: VerdictForm {
    /// The version of the shape.
    private static let formatVersion: Int64 = 1

    package func bytes(of run: RunSummary) -> [UInt8] {
        var object: JSONObject = [
            "formatVersion": .integer(Self.formatVersion),
            "sessions": .array(run.verdicts.map { .object($0.object) }),
            "causes": .array(Self.causes(run.verdicts)),
        ]
        if !run.coverages.isEmpty { object["coverage"] = CoverageReport(run.coverages).value }
        object["selfTest"] = run.selfTest?.value
        object["exit"] = run.ending.map { .integer(Int64($0.exit.rawValue)) }
        object["incomplete"] = run.ending.map { .array($0.faults.map(\.value)) }
        return PrintableText.bytes(of: .object(object))
    }

    private static func causes(_ verdicts: [VerdictSummary]) -> [JSONValue] {
        CauseGroups(verdicts).groups.map { group in
            var object = group.cause.value.object ?? [:]
            object["sessions"] = .array(group.places.map { .string(verdicts[$0].path) })
            return .object(object)
        }
    }

    /// Returns the session of `verdict`, with at most `limit` of its differences, and of groups of
    /// them.
    static func session(_ verdict: Verdict, limit: Int = 1_000) -> JSONObject {
        var object: JSONObject = [
            "name": .string(verdict.name), "path": .string(verdict.path),
            "outcome": .string(verdict.outcome.name),
        ]
        if case .damaged(let reason) = verdict.outcome { object["reason"] = .string(reason) }
        object["from"] = verdict.start.map { .string($0.rawValue) }
        guard let diff = verdict.diff else { return object }
        let values = DiffValues(diff)
        let listed = diff.differences.prefix(limit)
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
            diff.groups.prefix(limit).map { .object(values.group($0)) })
        object["differences"] = .array(listed.map { .object(values.difference($0)) })
        object["differencesLeftOut"] = .integer(Int64(diff.differences.count - listed.count))
        return object
    }
}
