internal import VoiceDiff
internal import VoiceTime

/// Figures of calls of which only the sound was recorded, a row a call, the one with the longest
/// wait first.
struct CallRows {
    /// One call.
    struct Row {
        let name: String
        /// The longest response, in milliseconds.
        let wait: String
        /// Number and length of the times that each side talks over the other, and that neither
        /// speaks.
        let byApp: String
        let byCaller: String
        let deadAir: String
        /// Whether it is fit to be measured, or the reason why it is not.
        let fit: String
        /// Sentences on the recording: faults that make it unfit, and those that make a part of it
        /// so.
        let findings: [String]
    }

    let rows: [Row]

    /// The calls of `report`.
    init(_ report: LatencyReport) {
        rows = report.sessions.compactMap { session in
            session.call.map { (session: session, call: $0, wait: Self.longestWait(session)) }
        }.sorted { $0.wait > $1.wait }.map { session, call, wait in
            let (byApp, byCaller) = (
                call.talkOvers.filter(\.isByApp), call.talkOvers.filter { !$0.isByApp }
            )
            return Row(
                name: session.name,
                wait: call.unfit.isEmpty ? LatencyValues.text(microseconds: wait) : "-",
                byApp: Self.spans(byApp.map(\.range), session.sampleRate),
                byCaller: Self.spans(byCaller.map(\.range), session.sampleRate),
                deadAir: Self.spans(call.deadAirs.map(\.range), session.sampleRate),
                fit: call.unfit.isEmpty ? "fit" : call.unfit.map(\.name).joined(separator: ", "),
                findings: call.unfit.map { "Unfit by \($0.name): \($0.sentence)." }
                    + call.findings.map(\.sentence))
        }
    }

    /// The longest response of a session in microseconds, at least so long where none came; 0
    /// without one.
    private static func longestWait(_ session: SessionLatency) -> Int64 {
        let waits = session.turns.compactMap { turn -> Frame? in
            switch turn.response {
            case .measured(let frames), .censored(let frames, _): frames
            case .talkedOver, .excluded: nil
            }
        }
        return session.sampleRate.microseconds(waits.max() ?? 0)
    }

    /// Describes the number of stretches, and their length together.
    private static func spans(_ ranges: [Range<Frame>], _ rate: SampleRate) -> String {
        guard !ranges.isEmpty else { return "-" }
        let frames = ranges.reduce(Frame(0)) { $0 + $1.upperBound - $1.lowerBound }
        return "\(ranges.count), \(LatencyValues.text(microseconds: rate.microseconds(frames))) ms"
    }
}
