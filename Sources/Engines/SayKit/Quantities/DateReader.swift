/// The words of one language for dates.
public struct DateLexicon: Sendable, Equatable {
    /// Months, 1 through 12.
    public var months: [String: Int] = [:]
    /// Weekdays, 1 for Monday through 7 for Sunday.
    public var weekdays: [String: Int] = [:]
    /// Phrases for a day, in days from today.
    public var relative: [String: Int] = [:]
    /// Words that may stand before a day or a weekday.
    public var leads: [String] = []
    /// Words between a day and its month.
    public var links: [String] = []
    /// Words for the weekday after the coming one.
    public var next: [String] = []
    /// Units in days, for "in three days".
    public var spans: [String: Int] = [:]
    /// Phrases that make a number of units a day to come; `…` stands for number and unit: "in …".
    public var ahead: [String] = []
    /// Phrases that make a number of units a day that is over: "… ago".
    public var behind: [String] = []

    /// A lexicon without words.
    public init() {}
}

/// Reads dates.
struct DateReader: Sendable {
    private typealias Reading = QuantityReading<SpokenDate>

    private let months: PhraseTable<Int>
    private let weekdays: PhraseTable<Int>
    private let relative: PhraseTable<Int>
    private let leads: PhraseTable<Bool>
    private let links: PhraseTable<Bool>
    private let next: PhraseTable<Bool>
    private let spans: PhraseTable<Int>
    private let frames: [Frame]

    /// Words before and behind a number of days, and the sign that they give it.
    private struct Frame: Sendable {
        let before: [String]
        let behind: [String]
        let sign: Int

        init(_ text: String, _ sign: Int) {
            let halves = text.split(separator: "…", omittingEmptySubsequences: false)
            before = SpokenText(String(halves.first ?? "")).words.map(\.normal)
            behind =
                halves.count > 1 ? SpokenText(String(halves[1])).words.map(\.normal) : []
            self.sign = sign
        }
    }

    private static let mostDays = 36_500
    private static let monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    init(_ lexicon: DateLexicon) {
        func table(_ words: [String: Int]) -> PhraseTable<Int> {
            PhraseTable(words.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
        months = table(lexicon.months)
        weekdays = table(lexicon.weekdays)
        relative = table(lexicon.relative)
        leads = PhraseTable(lexicon.leads)
        links = PhraseTable(lexicon.links)
        next = PhraseTable(lexicon.next)
        spans = table(lexicon.spans)
        frames = lexicon.ahead.map { Frame($0, 1) } + lexicon.behind.map { Frame($0, -1) }
    }

    /// Every date that begins at word `start`.
    func readings(in sentence: inout InterpretedSentence, from start: Int) -> [QuantityReading<
        SpokenDate
    >] {
        let words = sentence.text.words
        var found: [Reading] = []
        for (count, days) in relative.matches(in: words, at: start) {
            var date = SpokenDate()
            date.daysFromToday = days
            found.append(Reading(end: start + count, value: date))
        }
        found += spannedDays(&sentence, from: start)
        let place = skip(leads, words, start)
        let after = skip(next, words, place)
        if let weekday = weekdays.longest(in: words, at: after) {
            var date = SpokenDate()
            date.weekday = weekday.value
            date.isNext = after > place
            let end = after + weekday.count
            found.append(Reading(end: end, value: date))
            found += calendarDays(&sentence, from: end, after: date).filter(\.isMarked)
        }
        return found + calendarDays(&sentence, from: start, after: SpokenDate())
    }

    /// "in three days", "a week from today", "two weeks ago".
    private func spannedDays(_ sentence: inout InterpretedSentence, from start: Int) -> [Reading] {
        let words = sentence.text.words.map(\.normal)
        var found: [Reading] = []
        for frame in frames where words[start...].starts(with: frame.before) {
            let first = start + frame.before.count
            var amounts = sentence.numbers(from: first).compactMap { number in
                number.kind == .cardinal
                    ? number.whole(to: Self.mostDays).map { (number.words.upperBound, $0) } : nil
            }
            if sentence.isArticle(first) { amounts.append((first + 1, 1)) }
            for (end, amount) in amounts {
                guard let span = spans.longest(in: sentence.text.words, at: end) else { continue }
                let after = end + span.count
                guard amount * span.value <= Self.mostDays,
                    words[after...].starts(with: frame.behind)
                else { continue }
                var date = SpokenDate()
                date.daysFromToday = frame.sign * amount * span.value
                found.append(Reading(end: after + frame.behind.count, value: date))
            }
        }
        return found
    }

    private func skip(_ table: PhraseTable<Bool>, _ words: [SpokenText.Word], _ start: Int) -> Int {
        start + (table.longest(in: words, at: start)?.count ?? 0)
    }

    /// "May third", "the third of May", each with or without a year; "May 2026"; "the third".
    private func calendarDays(
        _ sentence: inout InterpretedSentence, from start: Int, after base: SpokenDate
    ) -> [Reading] {
        let words = sentence.text.words
        var found: [Reading] = []
        if let month = months.longest(in: words, at: start) {
            var date = base
            date.month = month.value
            let end = start + month.count
            found.append(Reading(end: end, value: date))
            found += years(&sentence, from: end, of: date)
            for (end, day) in days(&sentence, from: skip(leads, words, end)) {
                guard let full = complete(date, day: day) else { continue }
                found.append(Reading(end: end, value: full))
                found += years(&sentence, from: end, of: full)
            }
        }
        for (end, day) in days(&sentence, from: skip(leads, words, start)) {
            var date = base
            date.day = day.value
            if day.isOrdinal { found.append(Reading(end: end, value: date, isMarked: false)) }
            guard let month = months.longest(in: words, at: skip(links, words, end)) else {
                continue
            }
            date.month = month.value
            guard let full = complete(date, day: day) else { continue }
            let monthEnd = skip(links, words, end) + month.count
            found.append(Reading(end: monthEnd, value: full))
            found += years(&sentence, from: monthEnd, of: full)
        }
        return found
    }

    private func complete(_ date: SpokenDate, day: (value: Int, isOrdinal: Bool)) -> SpokenDate? {
        guard let month = date.month, day.value <= Self.monthLengths[month - 1] else { return nil }
        var full = date
        full.day = day.value
        return full
    }

    private func days(
        _ sentence: inout InterpretedSentence, from start: Int
    ) -> [(end: Int, day: (value: Int, isOrdinal: Bool))] {
        sentence.numbers(from: start).compactMap { number in
            guard number.kind == .ordinal || number.kind == .cardinal,
                let day = number.whole(to: 31), day > 0
            else { return nil }
            return (number.words.upperBound, (day, number.kind == .ordinal))
        }
    }

    private func years(
        _ sentence: inout InterpretedSentence, from start: Int, of date: SpokenDate
    ) -> [Reading] {
        sentence.numbers(from: start).compactMap { number in
            guard number.kind == .year || number.kind == .cardinal || number.kind == .digits,
                let year = number.whole(to: 9_999), year >= 1_000,
                date.month != 2 || date.day != 29 || Self.isLeap(year)
            else { return nil }
            var full = date
            full.year = year
            return Reading(end: number.words.upperBound, value: full)
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}
