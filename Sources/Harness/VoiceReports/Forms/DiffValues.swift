internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The parts of a diff as JSON objects.
struct DiffValues {
    private let diff: TraceDiff
    private var rate: SampleRate { diff.sampleRate }

    init(_ diff: TraceDiff) { self.diff = diff }

    func counts(_ counts: TraceDiff.Counts) -> JSONObject {
        var object: JSONObject = [
            "golden": .integer(Int64(counts.golden)), "actual": .integer(Int64(counts.actual)),
            "ignored": .integer(Int64(counts.ignored)),
            "differences": .integer(Int64(counts.differences)),
        ]
        for kind in Difference.Kind.allCases {
            object[kind.rawValue] = .integer(Int64(counts[kind]))
        }
        return object
    }

    /// Returns the place where the first cause shows, its settings and its proof.
    func cause(_ cause: FirstCause, _ proof: ProvenCauses?) -> JSONObject {
        var object: JSONObject = [
            "settings": .array(
                cause.settings.map { .object(field($0.name, $0.expected, $0.found)) })
        ]
        object["proof"] = proof.map { proof in
            var object: JSONObject = [
                "text": .string(proof.text), "edits": .integer(Int64(proof.edits)),
                "together": .integer(Int64(proof.causes.first?.count ?? 0)),
                "replays": .integer(Int64(proof.runs)),
                "withoutEffect": .bool(proof.rest == .withoutEffect),
            ]
            object["proofOf"] = proof.proofOf.map { .string($0) }
            return .object(object)
        }
        object["module"] = cause.difference?.module.map { .string($0) }
        object["event"] = cause.difference.map { .object(event($0.event)) }
        object["field"] = cause.field.map { .object(field($0)) }
        return object
    }

    /// A fault of turn-taking, at its line of the run's trace.
    func fault(_ fault: TurnFault) -> JSONObject {
        let ends = [fault.frames.lowerBound, fault.frames.upperBound]
        var object: JSONObject = [
            "kind": .string(fault.kind.rawValue), "rule": .string(fault.rule),
            "sentence": .string(fault.sentence), "line": .integer(Int64(fault.line)),
            "from": .integer(ends[0]), "to": .integer(ends[1]),
            "ms": .array(ends.map { .string(milliseconds($0)) }),
        ]
        object["module"] = fault.module.map { .string($0) }
        return object
    }

    /// Milliseconds without their unit.
    func milliseconds(_ frame: Frame) -> String {
        let time = FieldUnit.time(frame, rate: rate)
        return time.hasSuffix(" ms") ? String(time.dropLast(3)) : time
    }

    func group(_ group: DifferenceGroup) -> JSONObject {
        var object: JSONObject = [
            "kind": .string(group.kind.rawValue), "count": .integer(Int64(group.count)),
            "uniform": .bool(group.isUniform), "reachesEnd": .bool(group.reachesEnd),
            "first": .object(difference(group.first)),
        ]
        if group.stretches > 1 { object["places"] = .integer(Int64(group.stretches)) }
        object["growth"] = group.growth.map { .integer($0) }
        object["field"] = group.field.map { .object(field($0)) }
        object["shift"] = group.shifts.map {
            ["least": .integer($0.lowerBound), "most": .integer($0.upperBound)]
        }
        return object
    }

    func difference(_ difference: Difference) -> JSONObject {
        var object: JSONObject = [
            "kind": .string(difference.kind.rawValue),
            "fields": .array(difference.fields.map { .object(field($0)) }),
        ]
        object["module"] = difference.module.map { .string($0) }
        object["golden"] = difference.golden.map { .object(event($0)) }
        object["actual"] = difference.actual.map { .object(event($0)) }
        object["shift"] = difference.shift.map { .integer($0) }
        object["move"] = difference.move.map { move in
            [
                "past": .object(event(move.past)), "earlier": .bool(move.isEarlier),
                "swap": .bool(move.isSwap),
            ]
        }
        return object
    }

    func event(_ event: TraceEvent) -> JSONObject {
        var object: JSONObject = [
            "t": .integer(event.frame), "ms": .string(milliseconds(event.frame)),
            "seq": .integer(Int64(event.sequence)), "tap": .string(event.tap.rawValue),
            "kind": .string(event.kind), "label": .string(diff.vocabulary.label(of: event)),
            "fields": .object(event.fields),
        ]
        if !event.why.isEmpty { object["why"] = .object(event.why) }
        return object
    }

    private func field(_ change: FieldChange) -> JSONObject {
        field(change.name, change.expected, change.found)
    }

    private func field(_ name: String, _ expected: JSONValue?, _ found: JSONValue?) -> JSONObject {
        var object: JSONObject = ["name": .string(name)]
        object["expected"] = expected
        object["found"] = found
        return object
    }
}
