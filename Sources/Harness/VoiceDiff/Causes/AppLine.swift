internal import VoiceJSON
internal import VoiceTrace

/// Where in its code an app made an event happen, as its evidence says: `bot.py:12 main`.
struct AppLine {
    let file: String
    let line: Int
    /// The line, its function and where that was called from, as the app says it.
    let text: String

    /// Where the line was called from, as ` (called from bot.py:9 main)`; empty where that is not
    /// told.
    var caller: String {
        guard let from = text.firstRange(of: " from ") else { return "" }
        return " (called from \(text[from.upperBound...]))"
    }

    /// The line of `event`; nil where it names none.
    init?(_ event: TraceEvent?) {
        guard let text = event?.why[TraceEvent.lineKey]?.string,
            let place = text.split(separator: " ").first, let colon = place.lastIndex(of: ":"),
            let line = Int(place[place.index(after: colon)...]), line > 0
        else { return nil }
        file = String(place[..<colon])
        self.line = line
        self.text = text
    }
}
