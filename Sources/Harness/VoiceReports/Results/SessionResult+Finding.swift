internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTrace

extension SessionResult.Finding {
    /// Groups, and faults, that are told of one session at most.
    private static let limit = 50

    /// Returns the findings in `verdict`: the first cause, then faults of turn-taking, then every
    /// further group of differences; nothing where it agrees.
    static func all(of verdict: Verdict) -> [Self] {
        guard let diff = verdict.diff else {
            return [Self(rule: "damaged", text: SessionRecord(verdict, place: 0).reason ?? "")]
        }
        guard let cause = verdict.firstCause else { return [] }
        let first = cause.difference
        let groups = diff.groups.prefix(limit).filter { $0.first != first }
        var faults = verdict.faults.prefix(limit).map { Self($0) }
        var leading = Self(
            first, rule: first?.kind.rawValue ?? "edited", text: cause.sentence,
            field: cause.field?.name, diff.vocabulary)
        if let key = verdict.cause?.key, verdict.cause?.kind == .flag,
            faults.first?.event == key
        {
            // The fault stands at its own place.
            leading = faults.removeFirst()
            leading.text = cause.sentence
        }
        return [leading]
            + faults
            + groups.map { group in
                let cells = GroupRow(group: group, diff: diff).cells
                return Self(
                    group.first, rule: group.kind.rawValue,
                    text: cells.filter { !$0.isEmpty }.joined(separator: " · "),
                    field: group.field?.name, diff.vocabulary)
            }
    }

    init(_ fault: TurnFault) {
        self.init(
            rule: fault.kind.rawValue, text: fault.sentence,
            line: min(max(fault.line, 1), SessionResult.lineLimit), module: fault.module,
            event: fault.rule)
    }

    /// A finding about `difference`: an event stands at the line of its number; what is not in
    /// the golden trace is shown where it would stand.
    init(
        _ difference: Difference?, rule: String, text: String, field: String?,
        _ vocabulary: EventVocabulary
    ) {
        let number = difference.map { ($0.golden ?? $0.actual)?.sequence ?? 0 } ?? 0
        self.init(
            rule: rule, text: text, line: min(max(number, 0), SessionResult.lineLimit - 1) + 1,
            module: difference?.module,
            event: difference.map { vocabulary.identity(of: $0.event) } ?? "", field: field)
    }

    static let codec = JSONCodec<Self>(
        JSON.member("rule", JSON.text), JSON.member("text", JSON.text),
        JSON.member("event", JSON.text),
        JSON.optional("line", JSON.count(1...SessionResult.lineLimit)),
        JSON.optional("module", JSON.text),
        JSON.optional("field", JSON.text),
        parts: { ($0.rule, $0.text, $0.event, $0.line, $0.module, $0.field) },
        make: { Self(rule: $0, text: $1, line: $3, module: $4, event: $2, field: $5) })
}
