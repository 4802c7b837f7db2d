internal import GRDB

/// How a history is laid out, version by version.
enum HistorySchema {
    /// What a database turns out to be before anything is written to it.
    enum State {
        /// Empty, or a history.
        case own
        /// Somebody else's.
        case foreign
        /// A history of a version that is not known yet.
        case newer
    }

    /// Stands in the file's header: `vtlh`.
    private static let application = 0x7674_6C68

    /// Every step from an empty file on. Steps are never changed, only added.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: runs and figures") { database in
            try database.execute(sql: "PRAGMA application_id = \(application)")
            try database.create(table: "run") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("label", .text).notNull()
                table.column("time", .integer).notNull()
                table.column("sessions", .integer).notNull()
                table.column("scope", .text).notNull()
            }
            try database.create(table: "figure", options: .withoutRowID) { table in
                table.column("run", .integer).notNull().references("run", onDelete: .cascade)
                table.column("metric", .text).notNull()
                for name in ["measured", "censored", "talkedOver", "excluded"] {
                    table.column(name, .integer).notNull()
                }
                for name in ["count", "p50", "p90", "p99", "max"] { table.column(name, .integer) }
                table.column("atLeast", .integer).notNull()
                table.primaryKey(["run", "metric"])
            }
        }
        return migrator
    }

    /// What `database` is.
    static func state(of database: Database) throws -> State {
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        guard tables > 0 else { return .own }
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == application else {
            return .foreign
        }
        return try migrator.hasBeenSuperseded(database) ? .newer : .own
    }
}
