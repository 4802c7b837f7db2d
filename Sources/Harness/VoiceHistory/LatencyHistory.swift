internal import CSQLite
package import VoiceDiff

/// The latencies of many runs in one SQLite database: two years of continuous integration.
///
/// Several programs may add at once: one waits for the other. What stands in the file is never
/// trusted: a value of the wrong type is damage, not a crash.
/// Source: SQLite 3 C API.
package struct LatencyHistory: Sendable {
    /// Runs that are read at most: the newest.
    package static let runLimit = 100_000
    /// Longest wait for another program, in milliseconds.
    private static let patience: Int32 = 20_000

    private let path: String
    private let isReadOnly: Bool

    /// Opens the history at `path`, or makes it unless it is only read.
    ///
    /// - Throws: ``HistoryError``.
    package init(path: String, isReadOnly: Bool = false) throws(HistoryError) {
        self.path = path
        self.isReadOnly = isReadOnly
        try calling { _ in }
    }

    /// Adds a run.
    ///
    /// - Throws: ``HistoryError``; then nothing of the run was added.
    package func add(_ run: LatencyRun) throws(HistoryError) {
        try calling { database in
            try database.run("BEGIN IMMEDIATE")
            do {
                try Self.insert(run, into: database)
                try database.run("COMMIT")
            } catch {
                try? database.run("ROLLBACK")
                throw error
            }
        }
    }

    private static func insert(
        _ run: LatencyRun, into database: borrowing SQLiteDatabase
    ) throws {
        try database.run(
            "INSERT INTO run (label, time, sessions, scope) VALUES (?, ?, ?, ?)",
            [
                .text(run.label), .integer(run.time), .integer(Int64(run.sessions)),
                .text(run.scope),
            ])
        let id = database.lastInsertedRow
        for metric in LatencyMetric.allCases {
            guard let figure = run.figures[metric] else { continue }
            try database.run(
                """
                INSERT INTO figure (run, metric, measured, censored, talkedOver,
                excluded, count, p50, p90, p99, max, atLeast)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, values(id, metric, figure))
        }
    }

    private static func values(
        _ run: Int64, _ metric: LatencyMetric, _ figure: LatencyRun.Figure
    ) -> [SQLiteDatabase.Value] {
        let all = figure.percentiles?.all ?? []
        let counts = [figure.measured, figure.censored, figure.talkedOver, figure.excluded]
        let percentiles = (0..<4).map { index in
            SQLiteDatabase.Value(
                all.indices.contains(index) ? all[index].value.microseconds : nil)
        }
        // A bit for each percentile, the lowest for the median.
        let open: Int64 = all.enumerated().reduce(0) {
            $1.element.value.isAtLeast ? $0 | 1 << $1.offset : $0
        }
        return [.integer(run), .text(metric.rawValue)] + counts.map { .integer(Int64($0)) }
            + [.init(figure.percentiles?.count)] + percentiles + [.integer(open)]
    }

    /// The runs, oldest first; the newest ``runLimit`` of them.
    ///
    /// - Throws: ``HistoryError``.
    package func runs() throws(HistoryError) -> [LatencyRun] {
        var runs: [LatencyRun] = []
        try calling { database in
            var figures = try Self.figures(database, path)
            try database.run(
                "SELECT * FROM run ORDER BY id DESC LIMIT ?", [.integer(Int64(Self.runLimit))]
            ) { row in
                guard let id = row.integer("id"), let label = row.text("label"),
                    let time = row.integer("time"), let sessions = row.integer("sessions"),
                    let scope = row.text("scope")
                else { throw HistoryError.damaged(path: path, what: "a run lacks a value") }
                runs.append(
                    LatencyRun(
                        label: label, time: time, sessions: Int(clamping: sessions),
                        scope: scope, figures: figures.removeValue(forKey: id) ?? [:]))
            }
        }
        return runs.reversed()
    }

    private static func figures(
        _ database: borrowing SQLiteDatabase, _ path: String
    ) throws -> [Int64: [LatencyMetric: LatencyRun.Figure]] {
        var figures: [Int64: [LatencyMetric: LatencyRun.Figure]] = [:]
        try database.run(
            "SELECT * FROM figure WHERE run IN (SELECT id FROM run ORDER BY id DESC LIMIT ?)",
            [.integer(Int64(runLimit))]
        ) { row in
            guard let run = row.integer("run"), let name = row.text("metric"),
                let measured = row.integer("measured"), let censored = row.integer("censored"),
                let talkedOver = row.integer("talkedOver"),
                let excluded = row.integer("excluded")
            else { throw HistoryError.damaged(path: path, what: "a figure lacks a value") }
            // A newer version may measure other metrics.
            guard let metric = LatencyMetric(rawValue: name) else { return }
            figures[run, default: [:]][metric] = LatencyRun.Figure(
                measured: Int(clamping: measured), censored: Int(clamping: censored),
                talkedOver: Int(clamping: talkedOver), excluded: Int(clamping: excluded),
                percentiles: percentiles(row.integer))
        }
        return figures
    }

    private static func percentiles(_ number: (String) -> Int64?) -> Percentiles? {
        let open = number("atLeast") ?? 0
        func value(_ column: String, _ bit: Int64) -> Percentiles.Value? {
            // More than 48 hours is damage that no plot should suffer from.
            number(column).map {
                Percentiles.Value(
                    microseconds: min(max(0, $0), 48 * 3_600_000_000), isAtLeast: open & bit != 0)
            }
        }
        guard let count = number("count"), let p50 = value("p50", 1), let p90 = value("p90", 2),
            let p99 = value("p99", 4), let max = value("max", 8)
        else { return nil }
        return Percentiles(count: count, p50: p50, p90: p90, p99: p99, max: max)
    }

    /// Opens the database for `body`, and says in our words why SQLite refuses something.
    private func calling(
        _ body: (borrowing SQLiteDatabase) throws -> Void
    ) throws(HistoryError) {
        do {
            let database = try SQLiteDatabase(
                path: path, patience: Self.patience, isReadOnly: isReadOnly)
            try HistorySchema.prepare(database, path: path, isReadOnly: isReadOnly)
            try body(database)
        } catch let error as HistoryError {
            throw error
        } catch let error as SQLiteError {
            switch error.code {
            case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_SCHEMA, SQLITE_MISMATCH,
                SQLITE_ERROR, SQLITE_CONSTRAINT:
                throw .damaged(path: path, what: error.reason)
            case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
                throw .cannotOpen(path: path, reason: error.reason)
            default: throw .failed(path: path, reason: error.reason)
            }
        } catch {
            throw .failed(path: path, reason: "\(error)")
        }
    }
}

/// Reason why a history cannot be used.
package enum HistoryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file is no database, or a damaged one.
    case damaged(path: String, what: String)
    /// A database of another program.
    case foreign(path: String)
    /// A newer program wrote it.
    case newer(path: String)
    /// It cannot be opened or made.
    case cannotOpen(path: String, reason: String)
    /// Reading or writing failed.
    case failed(path: String, reason: String)

    /// The fault, its place, its reason and the next step.
    package var description: String {
        switch self {
        case .damaged(let path, let what):
            "\(path): the history cannot be read: \(what)."
                + " Restore it from a copy, or name a new file."
        case .foreign(let path):
            "\(path): is a database of another program. Name another file for the history."
        case .newer(let path):
            "\(path): was written by a newer voicetest. Update voicetest, or name a new file."
        case .cannotOpen(let path, let reason):
            "\(path): cannot be opened (\(reason)). Check the folder and your right to write there."
        case .failed(let path, let reason):
            "\(path): reading or writing failed (\(reason)). Free some space, or try again."
        }
    }
}
