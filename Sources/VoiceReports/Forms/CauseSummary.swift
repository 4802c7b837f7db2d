public import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// What made sessions fail, each cause told once, with how many sessions it explains.
public struct CauseSummary: Sendable, Equatable {
    /// One of them.
    struct Cause: Sendable, Equatable {
        /// The cause in a few words: those of its sessions where all say the same, otherwise what
        /// they share.
        var title: String
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
    init(_ told: [(place: Int, cause: SharedCause)]) {
        var causes: [Cause] = []
        var places: [String: Int] = [:]
        for (place, cause) in told {
            if let known = places[cause.kind] {
                causes[known].count += 1
                if causes[known].title != cause.title { causes[known].title = cause.kind }
            } else {
                places[cause.kind] = causes.count
                causes.append(Cause(title: cause.title, count: 1, first: place))
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
                SharedCause(verdict).map { (place, $0) }
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
            let title = PrintableText.line(
                cause.title.split(separator: "\n").joined(separator: " "))
            let isSentence = title.hasSuffix(".") || title.hasSuffix("?")
            return isSentence
                ? "in \(cause.count) sessions: \(title)"
                : "\(title): the first cause in \(cause.count) sessions"
        }
    }
}
