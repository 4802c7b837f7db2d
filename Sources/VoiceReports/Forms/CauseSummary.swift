public import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// What made sessions fail, each cause told once, with how many sessions it explains.
public struct CauseSummary: Sendable, Equatable {
    /// One of them.
    struct Cause: Sendable, Equatable {
        /// The cause in a few words, the same in every session that has it.
        let title: String
        /// The sessions it explains.
        var count: Int
        /// The first of them, by its place among those that were given.
        let first: Int
    }

    /// The causes, the most frequent first.
    let causes: [Cause]
    /// Causes that are listed at most.
    static let limit = 8

    /// The summary of failing sessions: the place of each, in order, and its cause.
    init(_ titles: [(place: Int, title: String)]) {
        var causes: [Cause] = []
        var places: [String: Int] = [:]
        for (place, title) in titles {
            if let known = places[title] {
                causes[known].count += 1
            } else {
                places[title] = causes.count
                causes.append(Cause(title: title, count: 1, first: place))
            }
        }
        self.causes = causes.enumerated().sorted { left, right in
            (-left.element.count, left.offset) < (-right.element.count, right.offset)
        }.map(\.element)
    }

    /// The summary of those of `verdicts` that do not agree.
    public init(_ verdicts: [Verdict]) {
        self.init(
            verdicts.enumerated().compactMap { place, verdict in
                Self.title(verdict).map { (place, $0) }
            })
    }

    /// The summary of those of `verdicts` that do not agree.
    public init(_ verdicts: [VerdictSummary]) {
        self.init(
            verdicts.enumerated().compactMap { place, verdict in
                verdict.cause.map { (place, $0) }
            })
    }

    /// A line for every cause that explains several sessions, as text without an end of line.
    public var lines: [String] {
        causes.filter { $0.count > 1 }.prefix(Self.limit).map { cause in
            let title = PrintableText.line(cause.title)
            let isSentence = title.hasSuffix(".") || title.hasSuffix("?")
            return isSentence
                ? "in \(cause.count) sessions: \(title)"
                : "\(title): the first cause in \(cause.count) sessions"
        }
    }

    /// The cause of a verdict that does not agree, in words that other sessions may share.
    static func title(_ verdict: Verdict) -> String? {
        if case .damaged(let reason) = verdict.outcome { return reason }
        guard let cause = verdict.firstCause, let diff = verdict.diff else { return nil }
        if !cause.settings.isEmpty {
            var parts = cause.settings.prefix(2).map { setting in
                "\(setting.name) \(text(setting.expected)) → \(text(setting.found))"
            }
            if cause.settings.count > 2 { parts.append("\(cause.settings.count - 2) more") }
            return parts.joined(separator: ", ")
        }
        // An input or a file is named in the sentence, at a time of this session.
        guard let difference = cause.difference, !cause.sentence.contains("first seen: ") else {
            return cause.sentence
        }
        let label = diff.vocabulary.label(of: difference.event)
        if let field = cause.field {
            let unit = FieldUnit(field: field.name, in: diff.vocabulary)
            let values = [field.expected, field.found].map { unit.text($0, rate: diff.sampleRate) }
            return "\(label): \(field.name) \(values[0]) → \(values[1])"
        }
        return switch difference.kind {
        case .missing: "\(label) is missing"
        case .extra: "\(label) was not expected"
        case .moved: "\(label) comes in another order"
        case .retimed: "\(label) comes at another time"
        case .changed: "\(label) changed"
        }
    }

    private static func text(_ value: JSONValue?) -> String {
        value.map { $0.string ?? JSONWriter.text($0) } ?? "nothing"
    }
}
