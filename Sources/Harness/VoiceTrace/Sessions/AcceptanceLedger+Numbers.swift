package import VoiceJSON

/// Inputs name the event they were made during by its number in the trace they were recorded with.
/// A golden that was accepted since may number its events otherwise: the ledger says how.
extension AcceptanceLedger {
    private static let numbersKey = "numbers"

    /// The numbers of events of the recording in `golden`; those that are not named are the same.
    ///
    /// A golden that was not accepted counts as the last one that was, but for the one
    /// before the first acceptance: that was broken off.
    private func numbers(in golden: RecordedTrace) -> JSONObject? {
        guard !entries.isEmpty else { return nil }
        let digest: JSONValue = .string(golden.digest)
        let own = entries.last { $0["after"] == digest }
        if own == nil, entries.first?["before"] == digest { return nil }
        return (own ?? entries.last)?[Self.numbersKey]?.object
    }

    private static func number(of recorded: Int, _ numbers: JSONObject?) -> Int {
        (numbers?["\(recorded)"]?.integer).map { Int(clamping: $0) } ?? recorded
    }

    /// `inputs` with the numbers of `golden`.
    package func renumbered(_ inputs: [InputEvent], for golden: RecordedTrace) -> [InputEvent] {
        guard let numbers = numbers(in: golden) else { return inputs }
        return inputs.map { input in
            var input = input
            input.during = input.during.map { during in
                var during = during
                during.event = Self.number(of: during.event, numbers)
                return during
            }
            return input
        }
    }

    /// Writes into `entry` how `accepted` numbers the events that `inputs` name and that `golden`,
    /// the one until now, holds: those of the same identity and the same place among these. One
    /// that is no longer there is -1.
    package func addNumbers(
        to entry: inout JSONObject, of inputs: [InputEvent], golden: RecordedTrace,
        accepted: RecordedTrace, vocabulary: EventVocabulary
    ) {
        let places = Self.places(of: golden.events, vocabulary)
        let numbers = Dictionary(
            Self.places(of: accepted.events, vocabulary).map { ($1, $0) }
        ) { first, _ in first }
        let before = self.numbers(in: golden)
        var found: JSONObject = [:]
        for recorded in Set(inputs.compactMap { $0.during?.event }) {
            guard let place = places[Self.number(of: recorded, before)] else { continue }
            let now = numbers[place] ?? -1
            if now != recorded { found["\(recorded)"] = .integer(Int64(now)) }
        }
        if !found.members.isEmpty { entry[Self.numbersKey] = .object(found) }
    }

    private struct Place: Hashable {
        let identity: String
        let occurrence: Int
    }

    private static func places(
        of events: [TraceEvent], _ vocabulary: EventVocabulary
    ) -> [Int: Place] {
        var counts: [String: Int] = [:]
        var places: [Int: Place] = [:]
        for event in events {
            let identity = vocabulary.identity(of: event)
            let occurrence = counts[identity, default: 0]
            counts[identity] = occurrence + 1
            places[event.sequence] = Place(identity: identity, occurrence: occurrence)
        }
        return places
    }
}
