internal import Foundation
internal import VoiceLanguage

/// Reads sounds and pauses out of a text: `[sfx:NAME]`, `<sfx:NAME>` and `<silence:SECONDS>`.
enum InlineSounds {
    /// A piece of a text.
    enum Part: Equatable {
        case text(String)
        case sound(name: String)
        case silence(seconds: TimeInterval)
        /// A mark whose name or number is missing or wrong.
        case unreadable(String)
    }

    /// Most pieces of a text; the rest is one piece of text.
    static let partLimit = 10_000

    private static let marks: [(open: String, close: Character, isSilence: Bool)] = [
        ("[sfx:", "]", false), ("<sfx:", ">", false), ("<silence:", ">", true),
    ]

    /// The pieces in their order; text keeps its blanks, names lose those at their ends.
    static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var plain = ""
        var rest = text[...]
        while let character = rest.first {
            if parts.count < partLimit, character == "[" || character == "<",
                let (part, length) = mark(at: rest)
            {
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(part)
                rest = rest.dropFirst(length)
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        return parts
    }

    /// The mark that the text begins with and its length; nil where it begins with none.
    private static func mark(at text: Substring) -> (Part, Int)? {
        for mark in marks where text.hasPrefix(mark.open) {
            let content = text.dropFirst(mark.open.count)
            guard let end = content.firstIndex(of: mark.close) else { return nil }
            let inner = String(content[..<end].trimmed)
            let whole = text[...end]
            guard !inner.isEmpty else { return (.unreadable(String(whole)), whole.count) }
            guard mark.isSilence else { return (.sound(name: inner), whole.count) }
            guard let seconds = TimeInterval(inner), seconds >= 0,
                seconds <= OutsideWorld.longestPause
            else { return (.unreadable(String(whole)), whole.count) }
            return (.silence(seconds: seconds), whole.count)
        }
        return nil
    }
}
