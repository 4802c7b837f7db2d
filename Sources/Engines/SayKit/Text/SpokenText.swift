/// A sentence as words for comparison, each with its place in the original.
///
/// Words are lower case, without marks and apostrophes; other punctuation separates. A number in
/// figures is one word with its separators (`1,234.5`, `7:30`, `2/3`, `2026-05-03`), apart from
/// letters beside it; a minus, a point or a currency sign directly before a figure is a word, a
/// currency sign behind one as well.
public struct SpokenText: Sendable, Equatable {
    /// A word as it is compared, and where it came from.
    public struct Word: Sendable, Equatable {
        /// The form for comparison.
        public var normal: String
        /// The place in the original, in Unicode scalars.
        public var range: Range<Int>
        /// Whether it touches the word before it: `st` of `1st`.
        public var isJoined: Bool
        /// Whether punctuation other than a hyphen stands between it and the word before it.
        public var isAfterPause: Bool
        /// Whether it is written in figures.
        public var isFigures: Bool
    }

    /// Longer sentences are cut here, in words; nothing matches a cut sentence.
    public static let wordLimit = 400
    /// Longer sentences are cut here, in Unicode scalars.
    public static let scalarLimit = 20_000

    /// The sentence as it came.
    public let original: String
    /// Its words in order.
    public private(set) var words: [Word] = []
    /// Whether the sentence exceeds ``wordLimit`` or ``scalarLimit``.
    public private(set) var isCut = false
    private let scalars: [Unicode.Scalar]

    /// Splits `original` into words.
    public init(_ original: String) {
        self.original = original
        let scalars = Array(original.unicodeScalars.prefix(Self.scalarLimit + 1))
        self.scalars = scalars
        var scanner = WordScanner(scalars: scalars.prefix(Self.scalarLimit))
        while words.count <= Self.wordLimit, let word = scanner.next() { words.append(word) }
        isCut = scalars.count > Self.scalarLimit || words.count > Self.wordLimit
        if words.count > Self.wordLimit { words.removeLast() }
    }

    /// The forms for comparison, in order.
    public var normals: [String] { words.map(\.normal) }

    /// The words joined by single blanks.
    public var normal: String { normals.joined(separator: " ") }

    /// The original spelling of the words `range`, from the first to the last one.
    public func spelling(of range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last, words.indices.contains(last) else {
            return ""
        }
        var text = String.UnicodeScalarView()
        text.append(
            contentsOf: scalars[words[first].range.lowerBound..<words[last].range.upperBound])
        return String(text)
    }
}

/// Takes one word after the other from a sentence.
private struct WordScanner {
    let scalars: ArraySlice<Unicode.Scalar>
    var offset = 0
    var end = -1
    var sawPause = false

    private static let separators: Set<Unicode.Scalar> = [",", ".", ":", "'", "/"]
    private static let currencies: Set<Unicode.Scalar> = ["$", "€", "£"]

    mutating func next() -> SpokenText.Word? {
        while offset < scalars.endIndex {
            let scalar = scalars[offset]
            if WordFolding.isDigit(scalar) { return figures() }
            if isSign(scalar) { return sign() }
            if WordFolding.isLetter(scalar), let word = letters() { return word }
            if offset < scalars.endIndex, !WordFolding.isLetter(scalars[offset]),
                !WordFolding.isDigit(scalars[offset])
            {
                skip(scalars[offset])
            }
        }
        return nil
    }

    private mutating func skip(_ scalar: Unicode.Scalar) {
        let isQuiet =
            scalar.properties.isWhitespace || scalar == "-" || WordFolding.isApostrophe(scalar)
        if !isQuiet { sawPause = true }
        offset += 1
    }

    /// Whether a sign at the current place is a word of its own.
    private func isSign(_ scalar: Unicode.Scalar) -> Bool {
        let isBeforeDigit =
            offset + 1 < scalars.endIndex && WordFolding.isDigit(scalars[offset + 1])
        if scalar == "-" || scalar == "\u{2212}" || scalar == "." {
            let isFirst = offset == 0 || scalars[offset - 1].properties.isWhitespace
            return isBeforeDigit && isFirst
        }
        guard Self.currencies.contains(scalar) else { return false }
        let earlier = scalars[..<offset].last { !$0.properties.isWhitespace }
        return isBeforeDigit || earlier.map(WordFolding.isDigit) == true
    }

    private mutating func sign() -> SpokenText.Word {
        let scalar = scalars[offset]
        offset += 1
        return word(
            scalar == "\u{2212}" ? "-" : String(scalar), from: offset - 1, isFigures: false)
    }

    private mutating func figures() -> SpokenText.Word {
        let start = offset
        while offset < scalars.endIndex {
            let scalar = scalars[offset]
            let isSeparator = Self.separators.contains(scalar) || isDateHyphen(start)
            let isInner =
                isSeparator && offset + 1 < scalars.endIndex
                && WordFolding.isDigit(scalars[offset + 1])
            guard WordFolding.isDigit(scalar) || isInner else { break }
            offset += 1
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start..<offset])
        return word(String(text), from: start, isFigures: true)
    }

    /// Whether a hyphen stands within a date as `2026-05-03` that begins at `start`.
    private func isDateHyphen(_ start: Int) -> Bool {
        guard scalars[offset] == "-", offset - start == 4 || offset - start == 7 else {
            return false
        }
        let date = scalars[start...].prefix(11).map(WordFolding.isDigit)
        return date.count >= 10 && !(date.count == 11 && date[10])
            && date.prefix(10).enumerated().allSatisfy { $0.element != [4, 7].contains($0.offset) }
            && scalars[start + 4] == "-" && scalars[start + 7] == "-"
    }

    private mutating func letters() -> SpokenText.Word? {
        let start = offset
        var normal = ""
        var last = offset
        while offset < scalars.endIndex {
            let scalar = scalars[offset]
            if WordFolding.isLetter(scalar) {
                WordFolding.append(scalar, to: &normal)
                last = offset
            } else if !WordFolding.isApostrophe(scalar) {
                break
            }
            offset += 1
        }
        offset = last + 1
        return normal.isEmpty ? nil : word(normal, from: start, isFigures: false)
    }

    private mutating func word(
        _ normal: String, from start: Int, isFigures: Bool
    ) -> SpokenText.Word {
        let word = SpokenText.Word(
            normal: normal, range: start..<offset, isJoined: start == end,
            isAfterPause: sawPause, isFigures: isFigures)
        end = offset
        sawPause = false
        return word
    }
}
