package import VoiceJSON
package import VoiceTrace

/// Failures of a golden's run that an acceptance took with a reason: faults of turn-taking by rule
/// and place, which stay while times move, and all else by its sentence.
///
/// Shape of the faults in a line of the ledger: `"faults": [[rule, place]]`.
package struct AcceptedFaults: Sendable, Equatable {
    private let sentences: [String]
    /// Nil where the line of the ledger has sentences alone.
    private let faults: [Fault]?

    private struct Fault: Sendable, Equatable {
        let rule: String
        let place: String
    }

    private static let key = "faults"
    private static let codec = JSON.list(
        JSONCodec<Fault>(
            row: JSON.text, JSON.text, parts: { ($0.rule, $0.place) },
            make: { Fault(rule: $0, place: $1) }))

    /// Nothing that was accepted.
    package static let none = AcceptedFaults([], AcceptanceLedger())

    /// Reads what the last acceptance in `ledger` took of `unmet`, which tells it in sentences;
    /// nothing without an acceptance.
    package init(_ unmet: [String], _ ledger: AcceptanceLedger) {
        sentences = ledger.entries.isEmpty ? [] : unmet
        faults = ledger.entries.last?[Self.key].flatMap(Self.codec.read)
    }

    /// Writes into `entry` of a ledger which faults it takes.
    package static func write(_ faults: [TurnFault], into entry: inout JSONObject) {
        entry[key] = codec.write(faults.map { Fault(rule: $0.rule, place: $0.place) })
    }

    /// Whether this was taken, in a sentence.
    package func contains(_ sentence: String) -> Bool { sentences.contains(sentence) }

    /// Whether `fault` was taken: at its place, whenever it happens, or as its sentence tells it.
    package func contains(_ fault: TurnFault) -> Bool {
        contains(fault.sentence)
            || faults?.contains { $0.rule == fault.rule && $0.place == fault.place } == true
    }

    /// Advice where the line of the ledger has sentences alone; nil where it has faults.
    package var advice: String? {
        guard faults == nil, !sentences.isEmpty else { return nil }
        return "what was accepted with a reason is known by its sentence alone, with its times."
            + " Accept the session anew with `voicetest accept --unmet --reason` when it changes."
    }
}
