/// Layout of a history, version by version.
enum HistorySchema {
    /// State of a database before anything is written to it.
    enum State {
        /// Nothing is in it.
        case empty
        /// A history of this version.
        case own
        /// A database of another program.
        case foreign
        /// A history of a version that is not known yet.
        case newer
    }

    /// Stands in the file's header: `vtlh`.
    private static let application: Int64 = 0x7674_6C68
    /// The version of the layout, as the file's `user_version`.
    private static let version: Int64 = 1
    /// Table in which earlier versions of voicetest kept the steps that they had taken.
    private static let steps = "grdb_migrations"
    private static let knownStep = "1: runs and figures"

    private static let layout = [
        """
        CREATE TABLE run (id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL,
        time INTEGER NOT NULL, sessions INTEGER NOT NULL, scope TEXT NOT NULL)
        """,
        """
        CREATE TABLE figure (run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
        metric TEXT NOT NULL, measured INTEGER NOT NULL, censored INTEGER NOT NULL,
        talkedOver INTEGER NOT NULL, excluded INTEGER NOT NULL, count INTEGER, p50 INTEGER,
        p90 INTEGER, p99 INTEGER, max INTEGER, atLeast INTEGER NOT NULL,
        PRIMARY KEY (run, metric)) WITHOUT ROWID
        """,
        "PRAGMA application_id = \(application)",
        "PRAGMA user_version = \(version)",
    ]

    /// Lays out an empty database; leaves a history as it is.
    ///
    /// - Throws: ``SQLiteError``, or ``HistoryError/foreign(path:)`` and
    ///   ``HistoryError/newer(path:)`` with `path`.
    static func prepare(
        _ database: borrowing SQLiteDatabase, path: String, isReadOnly: Bool = false
    ) throws {
        if try check(database, path) == .own { return }
        guard !isReadOnly else {
            throw HistoryError.damaged(path: path, what: "it holds no run")
        }
        try database.run("BEGIN IMMEDIATE")
        do {
            // Another program may have laid it out meanwhile.
            if try check(database, path) == .empty {
                for statement in layout { try database.run(statement) }
            }
            try database.run("COMMIT")
        } catch {
            try? database.run("ROLLBACK")
            throw error
        }
    }

    private static func check(
        _ database: borrowing SQLiteDatabase, _ path: String
    ) throws -> State {
        let state = try state(of: database)
        switch state {
        case .empty, .own: return state
        case .foreign: throw HistoryError.foreign(path: path)
        case .newer: throw HistoryError.newer(path: path)
        }
    }

    private static func state(of database: borrowing SQLiteDatabase) throws -> State {
        let tables = try database.number("SELECT count(*) FROM sqlite_master") ?? 0
        guard tables > 0 else { return .empty }
        guard try database.pragma("application_id") == application else { return .foreign }
        if try database.pragma("user_version") ?? 0 > version { return .newer }
        let hasSteps = try database.number(
            "SELECT count(*) FROM sqlite_master WHERE name = '\(steps)'")
        guard hasSteps == 1 else { return .own }
        let unknown = try database.number(
            "SELECT count(*) FROM \(steps) WHERE identifier <> '\(knownStep)'")
        return unknown == 0 ? .own : .newer
    }
}
