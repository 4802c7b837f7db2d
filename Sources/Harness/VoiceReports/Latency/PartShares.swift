internal import VoiceDiff

/// Shares of the time that callers waited: every part of the measured responses, summed.
struct PartShares {
    /// One part over all turns.
    struct Share {
        let name: String
        /// Setting, callback or prompt that decided it; empty where nothing says so.
        let owner: String
        /// Number of turns that have it.
        let turns: Int
        let microseconds: Int64
        /// Share of all the time that was waited, in thousandths.
        let thousandths: Int
    }

    /// The parts, the longest first.
    let shares: [Share]

    init(_ report: LatencyReport) {
        var sums: [LatencyPlace.Part: (turns: Int, microseconds: Int64)] = [:]
        for session in report.sessions {
            for turn in session.turns {
                for part in turn.namedParts(session.sampleRate) where part.microseconds != 0 {
                    let key = LatencyPlace.Part(
                        name: part.name, owner: part.owner, microseconds: 0)
                    sums[key, default: (0, 0)].turns += 1
                    sums[key, default: (0, 0)].microseconds += part.microseconds
                }
            }
        }
        let all = max(1, sums.values.reduce(0) { $0 + $1.microseconds })
        shares = sums.map { part, sum in
            Share(
                name: part.name, owner: part.owner ?? "", turns: sum.turns,
                microseconds: sum.microseconds, thousandths: Int(sum.microseconds * 1_000 / all))
        }.sorted { ($1.microseconds, $0.name, $0.owner) < ($0.microseconds, $1.name, $1.owner) }
    }

    /// Returns the sum of a part over its turns, divided by the number of turns.
    static func mean(_ share: Share) -> Int64 { share.microseconds / Int64(max(1, share.turns)) }

    /// A share in per cent with one digit after the point.
    static func percent(_ share: Share) -> String {
        "\(share.thousandths / 10).\(share.thousandths % 10) %"
    }
}
