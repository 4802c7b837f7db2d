internal import GRDB
public import VoiceDiff

/// The latencies of many runs in one SQLite database: two years of continuous integration.
///
/// Several programs may add at once: one waits for the other. What stands in the file is never
/// trusted: a value of the wrong type is damage, not a crash.
/// Source: GRDB 7, `DatabaseQueue` and `DatabaseMigrator`.
public struct LatencyHistory: Sendable {
    /// Runs that are read at most: the newest.
    public static let runLimit = 100_000
    /// Longest wait for another program, in seconds.
    private static let patience = 20.0

    private let path: String
    private let database: DatabaseQueue

    /// Opens the history at `path`, or makes it; a history of an older version is brought up.
    ///
    /// - Throws: ``HistoryError``.
    public init(path: String) throws(HistoryError) {
        self.path = path
        database = try Self.calling(path) {
            var configuration = Configuration()
            configuration.busyMode = .timeout(Self.patience)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let state = try queue.read(HistorySchema.state(of:))
            switch state {
            case .own: break
            case .foreign: throw HistoryError.foreign(path: path)
            case .newer: throw HistoryError.newer(path: path)
            }
            try HistorySchema.migrator.migrate(queue)
            return queue
        }
    }

    /// Adds a run.
    ///
    /// - Throws: ``HistoryError``; then nothing of the run was added.
    public func add(_ run: LatencyRun) throws(HistoryError) {
        try Self.calling(path) {
            try database.write { database in
                try database.execute(
                    sql: "INSERT INTO run (label, time, sessions, scope) VALUES (?, ?, ?, ?)",
                    arguments: [run.label, run.time, run.sessions, run.scope])
                let id = database.lastInsertedRowID
                for metric in LatencyMetric.allCases {
                    guard let figure = run.figures[metric] else { continue }
                    try database.execute(
                        sql: """
                            INSERT INTO figure (run, metric, measured, censored, talkedOver,
                            excluded, count, p50, p90, p99, max, atLeast)
                            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                            """, arguments: Self.arguments(id, metric, figure))
                }
            }
        }
    }

    private static func arguments(
        _ run: Int64, _ metric: LatencyMetric, _ figure: LatencyRun.Figure
    ) -> StatementArguments {
        let all = figure.percentiles?.all ?? []
        var arguments: StatementArguments = [
            run, metric.rawValue, figure.measured, figure.censored, figure.talkedOver,
            figure.excluded, figure.percentiles?.count,
        ]
        for index in 0..<4 {
            let value = all.indices.contains(index) ? all[index].value.microseconds : nil
            arguments += [value]
        }
        // A bit for each percentile, the lowest for the median.
        arguments += [
            all.enumerated().reduce(0) { $1.element.value.isAtLeast ? $0 | 1 << $1.offset : $0 }
        ]
        return arguments
    }

    /// The runs, oldest first; the newest ``runLimit`` of them.
    ///
    /// - Throws: ``HistoryError``.
    public func runs() throws(HistoryError) -> [LatencyRun] {
        try Self.calling(path) {
            try database.read { database in
                var figures = try Self.figures(database, path)
                let rows = try Row.fetchAll(
                    database,
                    sql: "SELECT * FROM run ORDER BY id DESC LIMIT ?",
                    arguments: [Self.runLimit])
                return try rows.reversed().map { row in
                    guard let id = Int64.fromDatabaseValue(row["id"]),
                        let label = String.fromDatabaseValue(row["label"]),
                        let time = Int64.fromDatabaseValue(row["time"]),
                        let sessions = Int.fromDatabaseValue(row["sessions"]),
                        let scope = String.fromDatabaseValue(row["scope"])
                    else { throw HistoryError.damaged(path: path, what: "a run lacks a value") }
                    return LatencyRun(
                        label: label, time: time, sessions: sessions, scope: scope,
                        figures: figures.removeValue(forKey: id) ?? [:])
                }
            }
        }
    }

    private static func figures(
        _ database: Database, _ path: String
    ) throws -> [Int64: [LatencyMetric: LatencyRun.Figure]] {
        var figures: [Int64: [LatencyMetric: LatencyRun.Figure]] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT * FROM figure WHERE run IN (SELECT id FROM run ORDER BY id DESC LIMIT ?)
                """, arguments: [Self.runLimit])
        while let row = try rows.next() {
            func number(_ column: String) -> Int64? { Int64.fromDatabaseValue(row[column]) }
            guard let run = number("run"), let name = String.fromDatabaseValue(row["metric"]),
                let measured = number("measured"), let censored = number("censored"),
                let talkedOver = number("talkedOver"), let excluded = number("excluded")
            else { throw HistoryError.damaged(path: path, what: "a figure lacks a value") }
            // A metric that a newer version measures is none of ours.
            guard let metric = LatencyMetric(rawValue: name) else { continue }
            figures[run, default: [:]][metric] = LatencyRun.Figure(
                measured: Int(clamping: measured), censored: Int(clamping: censored),
                talkedOver: Int(clamping: talkedOver), excluded: Int(clamping: excluded),
                percentiles: percentiles(number))
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

    /// What SQLite refuses in our words.
    private static func calling<Value>(
        _ path: String, _ body: () throws -> Value
    ) throws(HistoryError) -> Value {
        do {
            return try body()
        } catch let error as HistoryError {
            throw error
        } catch let error as DatabaseError {
            let reason = error.message ?? "\(error.resultCode)"
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_FORMAT, .SQLITE_SCHEMA,
                .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_CONSTRAINT:
                throw .damaged(path: path, what: reason)
            case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
                throw .cannotOpen(path: path, reason: reason)
            default: throw .failed(path: path, reason: reason)
            }
        } catch {
            throw .failed(path: path, reason: "\(error)")
        }
    }
}

/// Why a history cannot be used.
public enum HistoryError: Error, Sendable, Equatable, CustomStringConvertible {
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

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .damaged(let path, let what):
            "\(path): is no history that can be read: \(what)."
                + " Restore it from a copy, or name a new file."
        case .foreign(let path):
            "\(path): is a database of another program. Name a file of its own for the history."
        case .newer(let path):
            "\(path): was written by a newer voicetest. Update voicetest, or name a new file."
        case .cannotOpen(let path, let reason):
            "\(path): cannot be opened (\(reason)). Check the folder and your right to write there."
        case .failed(let path, let reason):
            "\(path): reading or writing failed (\(reason)). Free some space, or try again."
        }
    }
}
