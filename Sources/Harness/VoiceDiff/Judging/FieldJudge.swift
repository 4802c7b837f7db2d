internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Compares the particulars of two events that are the same one.
struct FieldJudge {
    let tolerance: Tolerance
    let rate: SampleRate
    let vocabulary: EventVocabulary
    /// The defaults of settings.
    var standards = JSONObject()

    /// Name of a change of the tap, as in a trace's line.
    static let tapName = "tap"

    /// Settings in force explain differences and are none, but for ``lone(_:_:)``; so does the
    /// app's own line.
    private static let explaining: Set<String> = [
        TraceEvent.evidencePrefix + TraceEvent.settingsKey,
        TraceEvent.evidencePrefix + TraceEvent.lineKey,
    ]

    /// Whether the particulars agree, instants and evidence left aside.
    static func hasFields(
        _ first: TraceEvent, of second: TraceEvent, instants: Set<String>
    ) -> Bool {
        if first.fields == second.fields { return true }
        let members = first.fields.members
        let others = second.fields.members
        guard members.count == others.count else { return false }
        return members.indices.allSatisfy { index in
            members[index].key == others[index].key
                && (members[index].value == others[index].value
                    || instants.contains(members[index].key))
        }
    }

    /// Whether the events are further apart in time than is allowed.
    func isRetimed(_ golden: TraceEvent, _ actual: TraceEvent) -> Bool {
        golden.frame != actual.frame && !isNear(golden.frame, actual.frame, golden, actual)
    }

    /// Returns the changes beyond what is allowed, fields before evidence.
    func changes(_ golden: TraceEvent, _ actual: TraceEvent) -> [FieldChange] {
        allChanges(golden, actual).filter { !tolerance.allows($0, golden, actual) }
    }

    /// Returns all changes, fields before evidence.
    func allChanges(_ golden: TraceEvent, _ actual: TraceEvent) -> [FieldChange] {
        var changes: [FieldChange] = []
        if golden.tap != actual.tap {
            changes.append(
                FieldChange(
                    name: Self.tapName, expected: .string(golden.tap.rawValue),
                    found: .string(actual.tap.rawValue)))
        }
        if golden.fields != actual.fields {
            Self.collect(golden.fields, actual.fields, prefix: "", into: &changes)
        }
        if golden.why != actual.why {
            Self.collect(golden.why, actual.why, prefix: TraceEvent.evidencePrefix, into: &changes)
        }
        return changes.filter { change in
            !Self.explaining.contains(change.name) && !followsTime(change, golden, actual)
        } + lone(golden, actual)
    }

    /// Settings that one event tells and the other does not, and that are not at their standard:
    /// the other trace was made without them, so with their standard.
    private func lone(_ golden: TraceEvent, _ actual: TraceEvent) -> [FieldChange] {
        guard !standards.isEmpty, let before = golden.settingsInForce,
            let now = actual.settingsInForce, before != now
        else { return [] }
        return SettingsEvidence.lone(before, now, standards: standards).map { change in
            FieldChange(
                name: SettingsEvidence.fieldName(of: change.name), expected: change.expected,
                found: change.found)
        }
    }

    private func isNear(
        _ first: Frame, _ second: Frame, _ golden: TraceEvent, _ actual: TraceEvent
    ) -> Bool {
        let (distance, overflow) = second.subtractingReportingOverflow(first)
        let allowed = tolerance.timeFrames(golden, actual, rate: rate)
        return !overflow && distance.magnitude <= allowed.magnitude
    }

    private func followsTime(
        _ change: FieldChange, _ golden: TraceEvent, _ actual: TraceEvent
    ) -> Bool {
        guard vocabulary.instants.contains(change.name), let expected = change.expected?.integer,
            let found = change.found?.integer
        else { return false }
        let (distance, overflow) = found.subtractingReportingOverflow(expected)
        return !overflow && distance == actual.frame - golden.frame
            || isNear(expected, found, golden, actual)
    }

    private static func collect(
        _ golden: JSONObject, _ actual: JSONObject, prefix: String,
        into changes: inout [FieldChange]
    ) {
        var rest = actual.members[...]
        for member in golden.members {
            while let next = rest.first, next.key < member.key {
                changes.append(
                    FieldChange(name: prefix + next.key, expected: nil, found: next.value))
                rest.removeFirst()
            }
            var found: JSONValue?
            if let next = rest.first, next.key == member.key {
                found = next.value
                rest.removeFirst()
            }
            guard found != member.value else { continue }
            changes.append(
                FieldChange(name: prefix + member.key, expected: member.value, found: found))
        }
        for next in rest {
            changes.append(FieldChange(name: prefix + next.key, expected: nil, found: next.value))
        }
    }
}
