package import VoiceHypothesis

/// Costs of the steps of reading aloud, in thousandths of one word skipped.
///
/// A word wrong costs a little more than a word skipped, so that a word that fits later is taken as
/// read. Several words skipped at once cost less each, as a line is lost at once; two words that
/// fit behind them tell of up to four skipped. A word too many costs a little more than a word
/// wrong. Going back costs less than a word too many for up to 40 words, and more with every word,
/// so that the nearest repetition counts.
package enum ReadingCosts {
    /// Passing over words of the text.
    package static let skip: Int32 = 700
    /// Every word that is passed over.
    package static let wordSkipped: Int32 = 300
    /// Another word instead of a word of the text.
    package static let misread: Int32 = 1_050
    /// A word that belongs to none of the text.
    package static let extra: Int32 = 1_100
    /// A beginning of the next word of the text.
    package static let falseStart: Int32 = 300
    /// A beginning of any other word.
    package static let strayStart: Int32 = 800
    /// Going back in the text.
    package static let goBack: Int32 = 700
    /// Every word that is gone back over.
    package static let wordBack: Int32 = 10
}

/// Follows a reader through a text, with words skipped, misread, repeated and begun falsely.
///
/// The cheapest way by ``ReadingCosts`` from the beginning of the text to any place in it, through
/// all words heard; of several the one that ends earliest in the text. A step reads the next word,
/// passes it over, adds a word, begins a word, or goes back. Time and memory are proportional to
/// the words heard times the words of the text, five bytes each.
package struct ReadingAligner: Sendable {
    /// Most words of the text and most words heard, and most of both multiplied.
    package static let wordLimit = 20_000
    static let cellLimit = 1 << 22

    /// The words of the text.
    package let reference: [ScoringWord]
    private var words: [ScoringWord] = []
    private var rows: [ReadingRow]

    /// Cost of the cheapest way.
    var leastCost: Int32 { rows.last?.costs.min() ?? 0 }

    /// A reader at the beginning of `text`.
    ///
    /// - Throws: ``RecognitionError/textTooLong(words:limit:)``.
    package init(reference text: String) throws(RecognitionError) {
        reference = ScoringText.words(of: text)
        guard reference.count <= Self.wordLimit else {
            throw .textTooLong(words: reference.count, limit: Self.wordLimit)
        }
        rows = [ReadingRow(start: reference)]
    }

    /// Aligns the text with `text` as all that was heard.
    ///
    /// - Throws: ``RecognitionError/textTooLong(words:limit:)``.
    package func aligned(_ text: String) throws(RecognitionError) -> ReadingAlignment {
        var copy = self
        return try copy.align(text)
    }

    /// Aligns as ``aligned(_:)``, and remembers the work: what `text` has in common with the
    /// beginning of the text before is not done again. The result is the same.
    ///
    /// - Throws: ``RecognitionError/textTooLong(words:limit:)``; then nothing has changed.
    package mutating func align(_ text: String) throws(RecognitionError) -> ReadingAlignment {
        let heard = ScoringText.words(of: text)
        let limit = min(Self.wordLimit, Self.cellLimit / (reference.count + 1) - 1)
        guard heard.count <= limit else {
            throw .textTooLong(words: heard.count, limit: limit)
        }
        let shared = zip(words, heard).prefix { $0 == $1 }.count
        rows.removeSubrange((shared + 1)...)
        words = heard
        for word in heard.dropFirst(shared) {
            rows.append(ReadingRow(after: rows[rows.count - 1], word: word, reference: reference))
        }
        return alignment()
    }

    /// Follows the cheapest way back, then forward again.
    private func alignment() -> ReadingAlignment {
        guard let last = rows.last?.costs, let cheapest = last.min(),
            var place = last.firstIndex(of: cheapest)
        else { return ReadingAlignment(reference) }
        var taken: [(step: ReadingRow.Taking, place: Int)] = []
        for row in rows.dropFirst().reversed() {
            place = row.origin(of: place)
            taken.append((row.taking(at: place), place))
            if row.taking(at: place) == .reads { place -= 1 }
        }
        var result = ReadingAlignment(reference)
        var passed = 0
        for ((step, place), word) in zip(taken.reversed(), words) {
            result.add(word, step, at: place)
            if step == .reads { passed = max(passed, place) }
        }
        for index in result.reference.indices.prefix(passed)
        where result.reference[index].state == .unread {
            result.reference[index].state = .skipped
        }
        return result
    }
}

/// The costs of every place in the text after one more word was heard, and the steps there.
struct ReadingRow: Sendable {
    /// Step of the word that was heard last.
    enum Taking: UInt8 {
        case reads, adds, begins
    }

    /// Move by which the reader got to a place after the word.
    private enum Move: UInt8 {
        case stayed, skipped, wentBack
    }

    /// The least cost of standing behind the first 0, 1, 2 … words of the text.
    private(set) var costs: [Int32]
    /// Steps that took the word, for every place, and four times the move, 16 where going back goes
    /// on, and 32 where skipping does.
    private var ways: [UInt8]

    /// Creates the row before any word.
    init(start reference: [ScoringWord]) {
        costs =
            [0]
            + reference.indices.map {
                ReadingCosts.skip + Int32($0 + 1) * ReadingCosts.wordSkipped
            }
        ways = []
    }

    init(after row: ReadingRow, word: ScoringWord, reference: [ScoringWord]) {
        let before = row.costs
        costs = before
        ways = [UInt8](repeating: 0, count: before.count)
        for place in before.indices { add(word, at: place, before, reference) }
        goBack()
        skip()
    }

    /// The step that took the word, for a place where ``origin(of:)`` leads.
    func taking(at place: Int) -> Taking { Taking(rawValue: ways[place] & 3) ?? .adds }

    /// Returns the place of the reader right behind the word that was heard, before skipping or
    /// going back.
    func origin(of place: Int) -> Int {
        var place = place
        if Move(rawValue: ways[place] >> 2 & 3) == .skipped {
            while ways[place] & 32 != 0 { place -= 1 }
            place -= 1
        }
        guard Move(rawValue: ways[place] >> 2 & 3) == .wentBack else { return place }
        while ways[place] & 16 != 0 { place += 1 }
        return place + 1
    }

    private mutating func add(
        _ word: ScoringWord, at place: Int, _ before: [Int32], _ reference: [ScoringWord]
    ) {
        let isStart = word.isFalseStart
        var best = before[place] + (isStart ? ReadingCosts.strayStart : ReadingCosts.extra)
        var taking = Taking.adds
        if isStart, place < reference.count, reference[place].text == word.text {
            best = before[place] + ReadingCosts.falseStart
            taking = .begins
        }
        if !isStart, place > 0 {
            let isRight = reference[place - 1].text == word.text
            let cost = before[place - 1] + (isRight ? 0 : ReadingCosts.misread)
            if cost <= best { (best, taking) = (cost, .reads) }
        }
        costs[place] = best
        ways[place] = taking.rawValue
    }

    /// Lets the reader go back once from where a word led.
    private mutating func goBack() {
        var back = Int32.max / 2
        var ahead = costs[costs.count - 1]
        for place in costs.indices.dropLast().reversed() {
            let begun = ahead + ReadingCosts.goBack + ReadingCosts.wordBack
            ahead = costs[place]
            if back + ReadingCosts.wordBack < begun { ways[place] |= 16 }
            back = min(back + ReadingCosts.wordBack, begun)
            guard back < costs[place] else { continue }
            costs[place] = back
            ways[place] |= Move.wentBack.rawValue << 2
        }
    }

    /// Lets the reader pass over words once from every place.
    private mutating func skip() {
        var skipping = Int32.max / 2
        var behind = costs[0]
        for place in costs.indices.dropFirst() {
            let begun = behind + ReadingCosts.skip + ReadingCosts.wordSkipped
            behind = costs[place]
            if skipping + ReadingCosts.wordSkipped < begun { ways[place] |= 32 }
            skipping = min(skipping + ReadingCosts.wordSkipped, begun)
            guard skipping < costs[place] else { continue }
            costs[place] = skipping
            ways[place] = ways[place] & ~12 | Move.skipped.rawValue << 2
        }
    }
}
