internal import VoiceJSON
internal import VoiceTrace

/// Change of an app's deed in an event that only one of two traces has, as in `says “Bye.” instead
/// of “Hello.”`.
struct DeedChange {
    /// The change, with what the app says or asks.
    let what: String
    /// The change without it.
    let key: String

    /// The change that `difference` tells; nil for an event that is no deed of the app.
    init?(_ difference: Difference, in diff: TraceDiff) {
        guard [.missing, .extra].contains(difference.kind) else { return nil }
        let vocabulary = diff.vocabulary
        func deed(_ event: TraceEvent, _ text: String? = nil) -> String? {
            var told = event
            if let own = event.fields[CoreKey.text]?.string {
                told.fields[CoreKey.text] = .string(text.map { "“\($0)”" } ?? Quotation.text(own))
            }
            return vocabulary.deed(of: told)
        }
        let own = deed(difference.event)
        let label = vocabulary.label(of: difference.event)
        let isGone = difference.kind == .missing
        if isGone, Self.isOfNothing(diff) {
            let first = own.map { "no longer \($0)" } ?? "\(label) is missing"
            what = "does nothing: \(first), and so on to the end"
            key = "does nothing"
            return
        }
        guard let own else { return nil }
        let verb = own.prefix { $0 != " " && $0 != ":" }
        let other = diff.differences.first { $0.stands(for: difference, vocabulary) }
        guard let other, vocabulary.label(of: other.event) != label
        else {
            what = isGone ? "no longer \(own)" : "now \(own)"
            key = isGone ? "no longer \(verb) what it did" : "now \(verb) more"
            return
        }
        let (before, now) =
            isGone ? (difference.event, other.event) : (other.event, difference.event)
        let texts = [before, now].map { $0.fields[CoreKey.text]?.string }
        let sides = texts[0].flatMap { old in texts[1].map { TextChange.sides(old, $0) } }
        guard let old = deed(before, sides?.before), let new = deed(now, sides?.now) else {
            return nil
        }
        let isShared = old.hasPrefix(verb + " ") && new.hasPrefix(verb + " ")
        what = "\(new) instead of \(isShared ? String(old.dropFirst(verb.count + 1)) : old)"
        key = "\(verb) something else"
    }

    /// Whether nothing happened in the run but that it started and ended.
    private static func isOfNothing(_ diff: TraceDiff) -> Bool {
        let missing = diff.differences.count { $0.kind == .missing }
        let isNew = diff.differences.contains { $0.kind == .extra }
        return !isNew && diff.counts.actual <= frameCount && missing >= diff.counts.actual
    }

    /// Events of a run in which nothing happens.
    private static let frameCount = 2
}
