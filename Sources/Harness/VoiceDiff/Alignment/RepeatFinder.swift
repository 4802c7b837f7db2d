internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Finds groups that say again, as evidence, what another group says.
struct RepeatFinder {
    /// The field that the first cause names: never a repeat.
    private let leader: FieldChange?
    private let start: Frame

    init(_ differences: [Difference], _ vocabulary: EventVocabulary) {
        let first = FirstCause.earliest(differences, vocabulary)
        leader = first.flatMap { FirstCause.leading($0.fields, vocabulary) }
        start = first?.frame ?? 0
    }

    /// The groups with the echoes among them marked.
    func marked(_ groups: [DifferenceGroup]) -> [DifferenceGroup] {
        var isLeaderSeen = false
        return groups.map { group in
            guard group.kind == .changed, let field = group.field else { return group }
            if !isLeaderSeen, field == leader, group.first.frame == start {
                isLeaderSeen = true
                return group
            }
            var group = group
            group.isEcho = repeats(field) || isMeasuredElsewhere(group, field)
            return group
        }
    }

    private func repeats(_ field: FieldChange) -> Bool {
        guard let leader, Self.kind(leader) == .waiting,
            Self.kind(field) == .waiting, let distance = Self.distance(field)
        else { return false }
        return distance == Self.distance(leader)
    }

    private func isMeasuredElsewhere(_ group: DifferenceGroup, _ field: FieldChange) -> Bool {
        guard Self.kind(field) == .measured, let shift = group.first.shift
        else { return false }
        // A threshold that is another one at the same time was set otherwise.
        return shift != 0
    }

    private static func kind(_ field: FieldChange) -> CoreEvidence.Repeat? {
        guard field.name.hasPrefix(TraceEvent.evidencePrefix) else { return nil }
        let name = String(field.name.dropFirst(TraceEvent.evidencePrefix.count))
        return CoreEvidence(rawValue: name)?.repeats
    }

    private static func distance(_ change: FieldChange) -> Int64? {
        guard let expected = change.expected?.integer, let found = change.found?.integer
        else { return nil }
        let (distance, overflow) = found.subtractingReportingOverflow(expected)
        return overflow ? nil : distance
    }
}
