internal import VoiceFiles
internal import VoiceLanguage

/// A TextGrid of Praat, in its long or its short form: each tier of intervals is a speaker.
///
/// Source: Praat manual, TextGrid file formats: numbers, texts in quotes and flags that stand free
/// count, in order; all else is for people.
struct TextGrid {
    private(set) var lines: [SpeakerLabels.Line] = []

    /// A number, a text or a flag.
    private enum Token: Equatable {
        case number(Double)
        case text(String)
        case flag
    }

    /// The most tiers of a grid.
    private static let tierLimit = 1_000

    private let path: String
    private var tokens: ArraySlice<Token>

    /// Reads the grid in `bytes`.
    ///
    /// - Throws: ``ActivityError/labels(path:reason:)``.
    init(bytes: [UInt8], path: String) throws(ActivityError) {
        self.path = path
        tokens = Self.tokens(of: Self.text(of: bytes))[...]
        guard try text() == "ooTextFile", try text() == "TextGrid" else { throw Self.bad(path) }
        _ = try number()
        _ = try number()
        guard tokens.popFirst() == .flag else { throw Self.bad(path) }
        for _ in 0..<(try count(most: Self.tierLimit)) {
            let kind = try text()
            let speaker = try text()
            _ = try number()
            _ = try number()
            for _ in 0..<(try count(most: SpeakerLabels.limit)) {
                let start = try number()
                let end = kind == "IntervalTier" ? try number() : start
                let said = String(try text().trimmed)
                guard !said.isEmpty, start < end else { continue }
                lines.append(.init(speaker: speaker, start: start, end: end, text: said))
            }
        }
    }

    private static func bad(_ path: String) -> ActivityError {
        .labels(path: path, reason: "it is no TextGrid, or it is cut")
    }

    private mutating func text() throws(ActivityError) -> String {
        guard case .text(let text)? = tokens.popFirst() else { throw Self.bad(path) }
        return text
    }

    private mutating func number() throws(ActivityError) -> Double {
        guard case .number(let number)? = tokens.popFirst() else { throw Self.bad(path) }
        return number
    }

    private mutating func count(most: Int) throws(ActivityError) -> Int {
        let number = try number()
        guard number >= 0, number <= Double(most) else {
            throw .labels(path: path, reason: "it has more than \(most) tiers or intervals")
        }
        return Int(number)
    }

    /// The text of a file in UTF-8 or, as Praat often writes it, in UTF-16.
    private static func text(of bytes: [UInt8]) -> String {
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        guard isBig || bytes.starts(with: [0xFF, 0xFE]) else { return String(textFile: bytes) }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place -> UInt16 in
            let (one, two) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBig ? one << 8 | two : two << 8 | one
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "\"" {
                tokens.append(.text(quoted(&rest)))
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                rest = rest.dropFirst(word.count)
                if word == "<exists>" {
                    tokens.append(.flag)
                } else if let number = Double(word), number.isFinite {
                    tokens.append(.number(number))
                } else if word.first == "!" {
                    rest = rest.drop { !$0.isNewline }
                }
            }
        }
        return tokens
    }

    /// A text in quotes; two quotes in it are one.
    private static func quoted(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var text = ""
        while let next = rest.popFirst() {
            guard next == "\"" else {
                text.append(next)
                continue
            }
            guard rest.first == "\"" else { break }
            text.append(rest.removeFirst())
        }
        return text
    }
}
