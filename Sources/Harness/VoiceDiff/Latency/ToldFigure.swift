internal import VoiceJSON
package import VoiceTime
internal import VoiceTrace

/// A time that an app measured itself and told, such as a framework's time to the first byte.
///
/// It stands beside what was heard and is part of no latency.
package struct ToldFigure: Sendable, Hashable {
    /// Subject of the figure, as in `llm first byte`.
    package var name: String
    /// Frame at which it was told.
    package var frame: Frame
    /// The time; negative where the app says so.
    package var microseconds: Int64
    /// The caller's turn that ended last before it, from 0; nil before the first.
    package var turn: Int?

    /// The figures among the events of `subject`, in order.
    static func figures(of subject: LatencySubject) -> [ToldFigure] {
        let vocabulary = subject.vocabulary
        let kinds = Set(vocabulary.kinds(of: .figure))
        guard !kinds.isEmpty else { return [] }
        return subject.events.compactMap { event in
            guard kinds.contains(event.kind), let kind = vocabulary[event.kind],
                let field = kind.fields.first(where: { $0.role == .figure }),
                let time = event.fields[field.name]?.integer,
                let microseconds = microseconds(time, field.unit, subject.sampleRate)
            else { return nil }
            let words = kind.fields.filter(\.isIdentity).compactMap {
                event.fields[$0.name]?.string
            }
            return ToldFigure(
                name: words.isEmpty ? event.kind : words.joined(separator: " "),
                frame: event.frame, microseconds: microseconds,
                turn: subject.turns.lastIndex { $0.active.upperBound <= event.frame })
        }
    }

    /// A time in microseconds; nil of a unit that counts no time, and beyond 48 hours.
    private static func microseconds(
        _ time: Int64, _ unit: EventUnit?, _ rate: SampleRate
    ) -> Int64? {
        let limit = -48 * 3_600...Int64(48 * 3_600)
        return switch unit {
        case .milliseconds where limit.contains(time / 1_000): time * 1_000
        case .frames where limit.contains(time / Int64(rate.hertz)): rate.microseconds(time)
        default: nil
        }
    }
}
