/// The words of one language for lengths of time.
public struct DurationLexicon: Sendable, Equatable {
    /// Units in seconds.
    public var units: [String: Int] = [:]
    /// Words for half of a unit.
    public var halves: [String] = []
    /// Phrases between a part and its unit: "of an".
    public var links: [String] = []

    /// A lexicon without words.
    public init() {}
}

/// Reads lengths of time.
struct DurationReader: Sendable {
    private typealias Reading = QuantityReading<SpokenDuration>

    private let units: PhraseTable<Int>
    private let halves: PhraseTable<Bool>
    private let links: PhraseTable<Bool>

    /// More units are not said in one length.
    private static let unitLimit = 5

    init(_ lexicon: DurationLexicon) {
        units = PhraseTable(lexicon.units.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        halves = PhraseTable(lexicon.halves)
        links = PhraseTable(lexicon.links)
    }

    /// Every length that begins at word `start`: units from the longest to the shortest.
    func readings(
        in sentence: inout InterpretedSentence, from start: Int
    ) -> [QuantityReading<SpokenDuration>] {
        var found: [Reading] = []
        var total = ExactNumber(0)
        var (place, limit) = (start, Int.max)
        for _ in 0..<Self.unitLimit {
            guard let next = segment(&sentence, from: place), next.unit < limit,
                let sum = total.adding(next.seconds)
            else { break }
            (total, limit) = (sum, next.unit)
            found.append(Reading(end: next.end, value: SpokenDuration(seconds: sum)))
            found += sixtieths(&sentence, from: next.end, of: next.unit, after: sum)
            place = next.end
            guard sentence.isConnector(place) else { continue }
            // "an hour and a half"
            let after = place + (sentence.isArticle(place + 1) ? 2 : 1)
            if let half = halves.longest(in: sentence.text.words, at: after),
                let more = ExactNumber(significand: Int128(next.unit) * 5, decimals: 1),
                let sum = total.adding(more)
            {
                found.append(
                    Reading(end: after + half.count, value: SpokenDuration(seconds: sum)))
                break
            }
            place += 1
        }
        return found
    }

    /// Minutes behind hours and seconds behind minutes, said without unit: "one hour fifteen".
    private func sixtieths(
        _ sentence: inout InterpretedSentence, from start: Int, of unit: Int,
        after total: ExactNumber
    ) -> [Reading] {
        guard unit == 3_600 || unit == 60, total.isWhole else { return [] }
        return sentence.numbers(from: start).compactMap { number in
            guard number.kind == .cardinal, let value = number.whole(to: 59), value >= 10,
                let sum = total.adding(ExactNumber(value * unit / 60))
            else { return nil }
            return Reading(
                end: number.words.upperBound, value: SpokenDuration(seconds: sum))
        }
    }

    /// One amount of one unit; the longest amount that a unit follows.
    private func segment(
        _ sentence: inout InterpretedSentence, from start: Int
    ) -> (end: Int, unit: Int, seconds: ExactNumber)? {
        let words = sentence.text.words
        var amounts: [(end: Int, value: ExactNumber)] = sentence.numbers(from: start).reversed()
            .filter { $0.kind != .ordinal && $0.kind != .year && $0.value >= ExactNumber(0) }
            .map { ($0.words.upperBound, $0.value) }
        let half = ExactNumber(significand: 5, decimals: 1) ?? ExactNumber(0)
        if sentence.isArticle(start) {
            amounts.append((start + 1, ExactNumber(1)))
            if let found = halves.longest(in: words, at: start + 1) {
                amounts.append((start + 1 + found.count, half))
            }
        }
        if let found = halves.longest(in: words, at: start) {
            let end = start + found.count
            amounts.append((sentence.isArticle(end) ? end + 1 : end, half))
        }
        for (end, value) in amounts {
            let linked = end + (links.longest(in: words, at: end)?.count ?? 0)
            if let unit = units.longest(in: words, at: linked),
                let seconds = value.multiplied(by: ExactNumber(unit.value))
            {
                return (linked + unit.count, unit.value, seconds)
            }
        }
        return nil
    }
}
