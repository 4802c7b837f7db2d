internal import VoiceDiff
internal import VoiceJSON

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
///                                "settings": [FIELD], "flags": [text],
///                                "proof"?: { "text", "edits", "together": edits of the first
///                                            cause, "replays": counts,
///                                            "withoutEffect": whether the others have none,
///                                            "proofOf"?: path of the session with the same first
///                                            cause that the rest is proven of } },
///         "groups": [ { "kind", "count", "uniform", "reachesEnd", "first": DIFFERENCE,
///                       "field"?: FIELD, "shift"?: { "least", "most": frames } } ],
///         "differences": [DIFFERENCE],           in order of time, at most the limit
///         "differencesLeftOut": how many more } ],
///       "causes": [ CAUSE and { "sessions": [path] } ],   each once, the most frequent first
///       "exit"?: the exit code of the run, "incomplete"?: [ { "exit", "what" } ],
///       "coverage"?: see ``CoverageReport``,
///       "selfTest"?: { "found", "silent": counts, "failures": [ { "what", "place" } ] } }
///     CAUSE       { "kind": see `Cause.Kind`, "file"?, "line"?: where it was made, "key"?: what
///                   was changed, "what": the change, with its values, "proven"?: true where
///                   replays with parts of the edits showed that it makes a difference, false
///                   where they did not settle it }
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
            "sessions": .array(run.sessions.map { .object(Self.session($0)) }),
            "causes": .array(Self.causes(run.sessions)),
        ]
        if !run.coverages.isEmpty { object["coverage"] = CoverageReport(run.coverages).value }
        object["selfTest"] = run.selfTest.map(GateSelfTest.Outcome.codec.write)
        object["exit"] = run.ending.map { ExitStatus.codec.write($0.exit) }
        object["incomplete"] = run.ending.map { .array($0.faults.map(\.value)) }
        return PrintableText.bytes(of: .object(object))
    }

    private static func causes(_ verdicts: [SessionResult]) -> [JSONValue] {
        CauseGroups(verdicts).groups.map { group in
            var object = Cause.codec.write(group.cause).object ?? [:]
            object["sessions"] = .array(group.places.map { .string(verdicts[$0].path) })
            return .object(object)
        }
    }

    /// Causes of one session that are listed at most.
    private static let causeLimit = 20

    /// Returns the session of `result`.
    static func session(_ result: SessionResult) -> JSONObject {
        let record = result.record
        var object = result.listing
        object["name"] = .string(record.name)
        object["path"] = .string(record.path)
        object["outcome"] = .string(record.outcome.rawValue)
        object["reason"] = record.reason.map { .string($0) }
        object["from"] = record.start.map { .string($0.rawValue) }
        guard record.outcome != .damaged else { return object }
        object["sampleRate"] = record.sampleRate.map { .integer(Int64($0)) }
        object["counts"] = .object(record.counts)
        func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        if !result.notShared.isEmpty { object["notShared"] = texts(result.notShared) }
        if !result.callerTiming.isEmpty { object["callerTiming"] = texts(result.callerTiming) }
        if var first = object["firstCause"]?.object {
            first["sentence"] = .string(result.sentence)
            first["causes"] = .array(result.causes.prefix(causeLimit).map(Cause.codec.write))
            first["flags"] = texts(result.flags)
            object["firstCause"] = .object(first)
        }
        return object
    }

    /// Returns the members of `session`, an object of ``session(_:)``, that its record does not
    /// tell.
    static func listing(_ session: JSONObject) -> JSONObject {
        var listing = session
        for key in [
            "name", "path", "outcome", "from", "sampleRate", "counts", "notShared", "callerTiming",
        ] { listing[key] = nil }
        if var first = listing["firstCause"]?.object {
            for key in ["sentence", "causes", "flags"] { first[key] = nil }
            listing["firstCause"] = .object(first)
        }
        return listing
    }

    /// Returns the parts that a session lists beside its result: at most `limit` differences, and
    /// groups of them.
    static func listing(_ verdict: Verdict, limit: Int = 1_000) -> JSONObject {
        guard let diff = verdict.diff else { return [:] }
        let values = DiffValues(diff)
        let listed = diff.differences.prefix(limit)
        var object: JSONObject = [
            "goldenEdited": .bool(diff.goldenIsEdited),
            "firstCause": verdict.firstCause.map { .object(values.cause($0, verdict.proof)) }
                ?? .null,
            "groups": .array(diff.groups.prefix(limit).map { .object(values.group($0)) }),
            "differences": .array(listed.map { .object(values.difference($0)) }),
            "differencesLeftOut": .integer(Int64(diff.differences.count - listed.count)),
        ]
        if !verdict.faults.isEmpty {
            object["faults"] = .array(verdict.faults.map { .object(values.fault($0)) })
        }
        return object
    }
}
