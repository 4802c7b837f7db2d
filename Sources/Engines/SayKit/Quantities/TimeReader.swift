/// The words of one language for times of day.
public struct TimeLexicon: Sendable, Equatable {
    /// Phrases for a time, in minutes from midnight.
    public var named: [String: Int] = [:]
    /// Words for half an hour before "past" or an hour.
    public var halves: [String] = []
    /// Words for a quarter of an hour.
    public var quarters: [String] = []
    /// Words for three quarters of an hour on the way to the next one.
    public var threeQuarters: [String] = []
    /// Words between minutes and the hour before them.
    public var past: [String] = []
    /// Words between minutes and the hour after them.
    public var to: [String] = []
    /// Words behind an hour.
    public var hourMarks: [String] = []
    /// Words behind minutes.
    public var minuteMarks: [String] = []
    /// Phrases for the first half of the day.
    public var morning: [String] = []
    /// Phrases for the second half of the day.
    public var afternoon: [String] = []
    /// Phrases for the night, which is in both halves.
    public var night: [String] = []
    /// Whether parts without "past" or "to" lead to the hour that follows: "halb acht" is 7:30.
    public var partsLeadToHour = false

    /// A lexicon without words.
    public init() {}
}

/// Reads times of day.
struct TimeReader: Sendable {
    private enum Half: Sendable { case morning, afternoon, night }
    private typealias Reading = QuantityReading<SpokenTime>

    private let lexicon: TimeLexicon
    private let named: PhraseTable<Int>
    private let partPhrases: PhraseTable<Int>
    private let halves: PhraseTable<Bool>
    private let past: PhraseTable<Bool>
    private let hourMarks: PhraseTable<Bool>
    private let minuteMarks: PhraseTable<Bool>
    private let halfPhrases: PhraseTable<Half>

    init(_ lexicon: TimeLexicon) {
        self.lexicon = lexicon
        named = PhraseTable(lexicon.named.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        var parts = lexicon.halves.map { ($0, 30) }
        parts += lexicon.quarters.map { ($0, 15) }
        parts += lexicon.threeQuarters.map { ($0, 45) }
        partPhrases = PhraseTable(parts)
        halves = PhraseTable(lexicon.halves)
        var directions = lexicon.past.map { ($0, true) }
        directions += lexicon.to.map { ($0, false) }
        past = PhraseTable(directions)
        hourMarks = PhraseTable(lexicon.hourMarks)
        minuteMarks = PhraseTable(lexicon.minuteMarks)
        var halves = lexicon.morning.map { ($0, Half.morning) }
        halves += lexicon.afternoon.map { ($0, Half.afternoon) }
        halves += lexicon.night.map { ($0, Half.night) }
        halfPhrases = PhraseTable(halves)
    }

    /// Every time that begins at word `start`.
    func readings(in sentence: inout InterpretedSentence, from start: Int) -> [QuantityReading<
        SpokenTime
    >] {
        let words = sentence.text.words
        var bases = clock(words[start]).map { [Reading(end: start + 1, value: $0)] } ?? []
        bases += hours(&sentence, from: start)
        bases += parts(&sentence, from: start)
        var found: [Reading] = []
        for base in bases {
            found.append(base)
            guard let half = halfPhrases.longest(in: words, at: base.end),
                let value = place(base.value, in: half.value)
            else { continue }
            found.append(Reading(end: base.end + half.count, value: value))
        }
        for (count, minutes) in named.matches(in: words, at: start) {
            let time = SpokenTime(hour: minutes / 60 % 24, minute: minutes % 60)
            found.append(Reading(end: start + count, value: time))
        }
        return found
    }

    private func time(_ hour: Int, _ minute: Int) -> SpokenTime? {
        guard (0...23).contains(hour) || hour == 24 && minute == 0, (0...59).contains(minute)
        else { return nil }
        return SpokenTime(
            hour: hour % 24, minute: minute, isHalfOpen: (1...12).contains(hour))
    }

    private func place(_ time: SpokenTime, in half: Half) -> SpokenTime? {
        guard time.isHalfOpen else { return half == .morning && time.hour >= 12 ? nil : time }
        let hour = time.hour % 12
        let isLate = half == .afternoon || half == .night && (6...11).contains(hour)
        return SpokenTime(hour: isLate ? hour + 12 : hour, minute: time.minute)
    }

    /// `7:30` in figures.
    private func clock(_ word: SpokenText.Word) -> SpokenTime? {
        let halves = word.normal.split(separator: ":", omittingEmptySubsequences: false)
        guard word.isFigures, halves.count == 2, halves[0].count <= 2, halves[1].count == 2,
            let hour = Int(halves[0]), let minute = Int(halves[1])
        else { return nil }
        return time(hour, minute)
    }

    /// "seven", "seven thirty", "seven o'clock", "sieben Uhr dreißig", "fifteen hundred hours".
    private func hours(_ sentence: inout InterpretedSentence, from start: Int) -> [Reading] {
        var found = hundreds(&sentence, from: start)
        for hour in hourNumbers(&sentence, from: start) {
            let words = sentence.text.words
            if let time = time(hour.value, 0) {
                found.append(Reading(end: hour.end, value: time, isMarked: false))
            }
            for minute in minutes(&sentence, from: hour.end, least: 10) {
                guard let time = time(hour.value, minute.value) else { continue }
                found.append(Reading(end: minute.end, value: time, isMarked: false))
                if let mark = hourMarks.longest(in: words, at: minute.end) {
                    found.append(Reading(end: minute.end + mark.count, value: time))
                }
            }
            guard let mark = hourMarks.longest(in: words, at: hour.end) else { continue }
            let end = hour.end + mark.count
            if let time = time(hour.value, 0) { found.append(Reading(end: end, value: time)) }
            found += minutes(&sentence, from: end, least: 1).compactMap { minute in
                time(hour.value, minute.value).map { Reading(end: minute.end, value: $0) }
            }
        }
        return found
    }

    /// Full hours as hundreds, with a word for hours behind them: "fifteen hundred hours".
    private func hundreds(_ sentence: inout InterpretedSentence, from start: Int) -> [Reading] {
        let words = sentence.text.words
        return sentence.numbers(from: start).compactMap { number in
            guard number.kind == .cardinal, let value = number.whole(to: 2_400), value >= 100,
                value % 100 == 0, let time = time(value / 100, 0),
                let mark = hourMarks.longest(in: words, at: number.words.upperBound)
            else { return nil }
            // Said like this, the hour counts from midnight: it is never that of the afternoon.
            let whole = SpokenTime(hour: time.hour, minute: 0)
            return Reading(end: number.words.upperBound + mark.count, value: whole)
        }
    }

    /// "half past seven", "ten minutes to eight", "halb acht", "fünf vor halb acht".
    private func parts(_ sentence: inout InterpretedSentence, from start: Int) -> [Reading] {
        let words = sentence.text.words
        var leads = partPhrases.matches(in: words, at: start).map {
            QuantityReading(end: start + $0.count, value: $0.value)
        }
        leads += minutes(&sentence, from: start, least: 1).map {
            QuantityReading(end: $0.end, value: $0.value, isMarked: false)
        }
        var found: [Reading] = []
        for lead in leads {
            let mark = minuteMarks.longest(in: words, at: lead.end)?.count ?? 0
            let end = lead.end + mark
            let direction = past.longest(in: words, at: end)
            guard direction != nil || lead.isMarked else { continue }
            if let direction { found += aroundHalves(&sentence, lead.value, direction, from: end) }
            for hour in hourNumbers(&sentence, from: end + (direction?.count ?? 0)) {
                let isBefore = direction.map { !$0.value } ?? lexicon.partsLeadToHour
                let minute = direction?.value == false ? 60 - lead.value : lead.value
                let number = isBefore ? (hour.value == 0 ? 23 : hour.value - 1) : hour.value
                guard var time = time(number, minute) else { continue }
                if isBefore, hour.value == 1 {
                    time = SpokenTime(hour: 12, minute: minute, isHalfOpen: true)
                }
                found.append(Reading(end: hour.end, value: time))
                if let mark = hourMarks.longest(in: words, at: hour.end) {
                    found.append(Reading(end: hour.end + mark.count, value: time))
                }
            }
        }
        return found
    }

    /// "fünf vor halb acht", "zehn nach halb acht", where halves lead to the hour that follows.
    private func aroundHalves(
        _ sentence: inout InterpretedSentence, _ minutes: Int,
        _ direction: (count: Int, value: Bool), from end: Int
    ) -> [Reading] {
        let place = end + direction.count
        guard lexicon.partsLeadToHour, minutes < 30,
            let half = halves.longest(in: sentence.text.words, at: place)
        else { return [] }
        return hourNumbers(&sentence, from: place + half.count).compactMap { hour in
            let before = hour.value == 1 ? 12 : hour.value == 0 ? 23 : hour.value - 1
            return time(before, direction.value ? 30 + minutes : 30 - minutes).map {
                Reading(end: hour.end, value: $0)
            }
        }
    }

    private func hourNumbers(
        _ sentence: inout InterpretedSentence, from start: Int
    ) -> [QuantityReading<Int>] {
        var found = sentence.numbers(from: start).compactMap { number in
            number.kind == .cardinal && !sentence.scan.isDozen(at: number.words.upperBound - 1)
                ? number.whole(to: 24).map {
                    QuantityReading(end: number.words.upperBound, value: $0)
                } : nil
        }
        // "ein Uhr": the article counts before the mark.
        if start + 1 < sentence.text.words.count, sentence.isArticle(start),
            hourMarks.longest(in: sentence.text.words, at: start + 1) != nil
        {
            found.append(QuantityReading(end: start + 1, value: 1))
        }
        return found
    }

    private func minutes(
        _ sentence: inout InterpretedSentence, from start: Int, least: Int
    ) -> [QuantityReading<Int>] {
        sentence.numbers(from: start).compactMap { number in
            guard let value = number.whole(to: 59) else { return nil }
            let isRow = number.kind == .digits && number.digits?.utf8.count == 2
            guard isRow && value < 10 || number.kind == .cardinal && value >= least else {
                return nil
            }
            return QuantityReading(end: number.words.upperBound, value: value)
        }
    }
}
