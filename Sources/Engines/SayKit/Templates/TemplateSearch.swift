/// Matches templates with one sentence.
///
/// Works backwards: for each state of a template and each place of the sentence it finds whether
/// the rest of the template fits the rest of the sentence. Then it goes forward once, and takes the
/// first way that leads to the end. Both need at most states × places × spans steps.
struct TemplateSearch {
    /// Score of a way through a template.
    struct Score {
        var literalWords = 0
        var stringWords = 0
    }

    private struct Span {
        var end: Int
        var value: EntityValue
    }

    private var sentence: InterpretedSentence
    private let words: [Int]
    private var known: [[Span]?]
    /// Whether state `s` leads to the end from place `p`, at `s * (count + 1) + p`.
    private var reaches: [Bool] = []
    private(set) var stepCount = 0

    /// Prepares to match `sentence`, whose words have the numbers `words`; -1 for an unknown word.
    init(_ sentence: InterpretedSentence, words: [Int]) {
        self.sentence = sentence
        self.words = words
        known = Array(
            repeating: nil, count: CompiledTemplate.SpanKind.placeCount * (words.count + 1))
    }

    /// Scores the best match; nil where the sentence does not fit.
    mutating func score(_ template: CompiledTemplate) -> Score? {
        findWays(template)
        guard reaches[0] else { return nil }
        var score = Score()
        walk(template) { step in
            switch step {
            case .literal: score.literalWords += 1
            case .words(_, let range): score.stringWords += range.count
            case .span: break
            }
        }
        return score
    }

    /// Returns the words that fill the entities on the chosen way; the sentence fits `template`.
    mutating func captures(_ template: CompiledTemplate) -> [TemplateMatch.Capture] {
        findWays(template)
        guard reaches[0] else { return [] }
        var captures: [TemplateMatch.Capture] = []
        let text = sentence.text
        walk(template) { step in
            switch step {
            case .literal: break
            case .words(let entity, let range):
                let spelling = text.spelling(of: range)
                captures.append(
                    TemplateMatch.Capture(
                        entity: template.entityNames[entity], value: .string(spelling),
                        words: range, spelling: spelling))
            case .span(let entity, let range, let value):
                captures.append(
                    TemplateMatch.Capture(
                        entity: template.entityNames[entity], value: value, words: range,
                        spelling: text.spelling(of: range)))
            }
        }
        return captures
    }

    private mutating func findWays(_ template: CompiledTemplate) {
        let width = words.count + 1
        let size = template.states.count * width
        if reaches.count < size { reaches = Array(repeating: false, count: size) }
        for state in template.states.indices.reversed() {
            let row = state * width
            stepCount += width
            switch template.states[state] {
            case .end:
                for place in 0..<width { reaches[row + place] = place == words.count }
            case .word(let word):
                reaches[row + words.count] = false
                for place in words.indices {
                    reaches[row + place] = words[place] == word && reaches[row + width + place + 1]
                }
            case .words:
                reaches[row + words.count] = false
                for place in words.indices.reversed() {
                    reaches[row + place] =
                        reaches[row + width + place + 1] || reaches[row + place + 1]
                }
            case .branch(let targets):
                stepCount += width * targets.count
                for place in 0..<width {
                    reaches[row + place] = targets.contains { reaches[$0 * width + place] }
                }
            case .span(_, let kind): findSpans(kind, row: row, width: width)
            }
        }
    }

    private mutating func findSpans(_ kind: CompiledTemplate.SpanKind, row: Int, width: Int) {
        reaches[row + words.count] = false
        var leads = false
        for place in words.indices.reversed() {
            // Reading is slow, and useless where nothing behind it leads to the end.
            leads = leads || reaches[row + width + place + 1]
            guard leads else {
                reaches[row + place] = false
                continue
            }
            let found = spans(kind, from: place)
            stepCount += found.count
            reaches[row + place] = found.contains { reaches[row + width + $0.end] }
        }
    }

    private enum Step {
        case literal
        case words(entity: Int, Range<Int>)
        case span(entity: Int, Range<Int>, EntityValue)
    }

    /// Follows the chosen way; the end is reached from the first state.
    private mutating func walk(_ template: CompiledTemplate, _ note: (Step) -> Void) {
        let width = words.count + 1
        var (state, place) = (0, 0)
        while true {
            switch template.states[state] {
            case .end: return
            case .word:
                note(.literal)
                place += 1
                state += 1
            case .words(let entity):
                var end = place + 1
                while end < words.count, !reaches[(state + 1) * width + end] { end += 1 }
                note(.words(entity: entity, place..<end))
                place = end
                state += 1
            case .branch(let targets):
                guard let next = targets.first(where: { reaches[$0 * width + place] }) else {
                    return
                }
                state = next
            case .span(let entity, let kind):
                guard
                    let span = spans(kind, from: place).first(
                        where: { reaches[(state + 1) * width + $0.end] })
                else { return }
                note(.span(entity: entity, place..<span.end, span.value))
                place = span.end
                state += 1
            }
        }
    }

    /// Returns the spans that can be read from place `start`, the longest first.
    private mutating func spans(_ kind: CompiledTemplate.SpanKind, from start: Int) -> [Span] {
        guard let place = kind.place else {
            guard case .listed(let table) = kind else { return [] }
            return table.matches(in: sentence.text.words, at: start).map {
                Span(end: start + $0.count, value: .listed($0.value))
            }
        }
        let key = place * (words.count + 1) + start
        if let found = known[key] { return found }
        let found = read(kind, from: start).sorted { $0.end > $1.end }
        known[key] = found
        return found
    }

    private mutating func read(_ kind: CompiledTemplate.SpanKind, from start: Int) -> [Span] {
        func spans<Value: Sendable>(
            _ readings: [QuantityReading<Value>], _ make: (Value) -> EntityValue
        ) -> [Span] {
            var seen: Set<Int> = []
            return readings.filter { seen.insert($0.end).inserted }
                .map { Span(end: $0.end, value: make($0.value)) }
        }
        let language = sentence.language
        switch kind {
        case .number:
            return sentence.numbers(from: start).map {
                Span(end: $0.words.upperBound, value: .number($0.value))
            }
        case .date:
            return spans(language.dateReader.readings(in: &sentence, from: start)) { .date($0) }
        case .time:
            return spans(language.timeReader.readings(in: &sentence, from: start)) { .time($0) }
        case .duration:
            return spans(language.durationReader.readings(in: &sentence, from: start)) {
                .duration($0)
            }
        case .money:
            return spans(language.moneyReader.readings(in: &sentence, from: start)) { .money($0) }
        case .listed: return []
        }
    }
}
