internal import VoiceJSON

/// Line of an app's code that made an event happen, as its evidence says: `bot.py:12 main`.
package struct AppLine {
    /// The file, as the app names it.
    package let file: String
    /// The line in the file, from 1.
    package let line: Int
    /// The line, its function and where that was called from, as the app says it.
    package let text: String

    /// Caller of the line, as ` (called from bot.py:9 main)`; empty where it is not told.
    package var caller: String { Self.caller(in: text) }

    /// ``caller`` of a line that an app tells as `text`.
    package static func caller(in text: String) -> String {
        guard let from = text.firstRange(of: " from ") else { return "" }
        return " (called from \(text[from.upperBound...]))"
    }

    /// Returns the file and the line that an app tells as `text`, as in `bot.py:9`.
    package static func place(in text: String) -> String {
        String(text.prefix { $0 != " " })
    }

    /// Returns the place in front of a sentence about what an app tells as `text`, as in
    /// `bot.py:9: `; empty for nil.
    package static func lead(_ text: String?) -> String {
        text.map { "\(place(in: $0)): " } ?? ""
    }

    /// The line of `event`; nil where it names none.
    package init?(_ event: TraceEvent?) {
        guard let text = event?.why[TraceEvent.lineKey]?.string else { return nil }
        self.init(text)
    }

    private init?(_ text: String) {
        let place = Self.place(in: text)
        guard let colon = place.lastIndex(of: ":"),
            let line = Int(place[place.index(after: colon)...]), line > 0
        else { return nil }
        file = String(place[..<colon])
        self.line = line
        self.text = text
    }

    /// The line, and those that it was called from, the nearest first.
    package var callers: [AppLine] {
        text.split(separator: " from ").compactMap { Self(String($0)) }
    }
}
