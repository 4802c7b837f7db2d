package import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Differences that an upgrade made in all its sessions: one row for each kind of event and of
/// difference.
package struct UpgradeTable: Sendable, Equatable {
    /// Events of one kind that differ alike.
    struct Row: Sendable, Equatable {
        let event: String
        let kind: Difference.Kind
        var sessions = 0
        var events = 0
        /// The least and the greatest time that an event moved by, in milliseconds; nil where none
        /// did.
        var shift: ClosedRange<Int64>?
    }

    /// One row of a session, before sessions are put together.
    private struct Key: Hashable {
        let event: String
        let kind: Difference.Kind
    }

    /// Changes, as in `voicetest 0.1.0 -> 0.2.0`; several where sessions have several.
    let sentences: [String]
    let sessions: Int
    /// The rows that concern most sessions first, then those of most events.
    let rows: [Row]

    /// The table of `sessions`, each with the version that alone explains its difference; nil
    /// without any.
    package init?(_ sessions: [(version: String, diff: TraceDiff)]) {
        guard !sessions.isEmpty else { return nil }
        var known = Set<String>()
        sentences = sessions.map(\.version).filter { known.insert($0).inserted }
        self.sessions = sessions.count
        var rows: [Key: Row] = [:]
        for (_, diff) in sessions {
            var counted = Set<Key>()
            for difference in diff.differences {
                let key = Key(event: difference.event.kind, kind: difference.kind)
                var row = rows[key] ?? Row(event: key.event, kind: key.kind)
                row.events += 1
                if counted.insert(key).inserted { row.sessions += 1 }
                if let shift = difference.shift, shift != 0, difference.kind != .moved {
                    let time = diff.sampleRate.milliseconds(shift)
                    row.shift =
                        row.shift.map { min($0.lowerBound, time)...max($0.upperBound, time) }
                        ?? time...time
                }
                rows[key] = row
            }
        }
        self.rows = rows.values.sorted { first, second in
            (second.sessions, second.events, first.event, first.kind.rawValue)
                < (first.sessions, first.events, second.event, second.kind.rawValue)
        }
    }

    /// Rows that are told at most.
    private static let rowLimit = 24

    /// The table for a terminal of so many `columns`; nil makes it as wide as it is.
    package func text(columns: Int? = nil) -> String {
        let title =
            "\(sentences.joined(separator: "; ")) moves"
            + " \(sessions) \(sessions == 1 ? "session" : "sessions"):"
        guard !rows.isEmpty else { return "\(title) no event changed" }
        var table = TextTable(
            head: ["event", "difference", "sessions", "events", "time"], rightAligned: [2, 3])
        for row in rows.prefix(Self.rowLimit) {
            table.add([
                row.event, row.kind.rawValue, "\(row.sessions)", "\(row.events)",
                row.shift.map(Self.words) ?? "",
            ])
        }
        var lines = [title] + table.lines(columns: columns.map { $0 - 2 }).map { "  \($0)" }
        if rows.count > Self.rowLimit {
            lines.append("  … and \(rows.count - Self.rowLimit) more rows")
        }
        return lines.joined(separator: "\n")
    }

    /// `200 ms later`, `10 to 200 ms later`, `20 ms earlier to 10 ms later`.
    private static func words(_ shift: ClosedRange<Int64>) -> String {
        let (least, most) = (shift.lowerBound, shift.upperBound)
        if least < 0, most > 0 { return "\(-least) ms earlier to \(most) ms later" }
        let (near, far) = (min(abs(least), abs(most)), max(abs(least), abs(most)))
        let range = near == far ? "\(far)" : "\(near) to \(far)"
        return "\(range) ms \(most > 0 ? "later" : "earlier")"
    }
}
