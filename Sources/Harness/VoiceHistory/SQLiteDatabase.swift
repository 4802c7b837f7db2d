internal import CSQLite

/// One open SQLite database; closed with its owner.
///
/// Shape: rows are read one after the other; a value is given as what it is stored as.
/// Source: SQLite 3 C API, `sqlite3_prepare_v2`, `sqlite3_step`.
struct SQLiteDatabase: ~Copyable {
    /// A value of a row, or to be bound to a question mark of a statement.
    enum Value: Sendable, Hashable, ExpressibleByNilLiteral {
        case null
        case integer(Int64)
        case text(String)
        /// Bytes, a floating-point number, or text that is not UTF-8: no history has such.
        case other

        init(nilLiteral: ()) { self = .null }

        init(_ number: Int64?) { self = number.map(Self.integer) ?? .null }
    }

    /// One row, by the names of its columns.
    struct Row {
        fileprivate let statement: OpaquePointer
        fileprivate let columns: [String: Int32]

        /// The whole number in a column; nil for every other kind of value.
        func integer(_ column: String) -> Int64? {
            guard case .integer(let number) = value(column) else { return nil }
            return number
        }

        /// The text in a column; nil for every other kind of value.
        func text(_ column: String) -> String? {
            guard case .text(let text) = value(column) else { return nil }
            return text
        }

        private func value(_ column: String) -> Value {
            guard let index = columns[column] else { return .null }
            switch sqlite3_column_type(statement, index) {
            case SQLITE_NULL: return .null
            case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
            case SQLITE_TEXT:
                guard let bytes = sqlite3_column_text(statement, index) else { return .other }
                let count = Int(sqlite3_column_bytes(statement, index))
                let text = UnsafeBufferPointer(start: bytes, count: count)
                return String(validating: text, as: UTF8.self).map(Value.text) ?? .other
            default: return .other
            }
        }
    }

    private let raw: OpaquePointer

    /// Opens the database at `path`, or makes it unless it is only read; waits up to `patience`
    /// milliseconds for others.
    ///
    /// - Throws: ``SQLiteError``.
    init(path: String, patience: Int32, isReadOnly: Bool = false) throws(SQLiteError) {
        var opened: OpaquePointer?
        let access =
            isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let flags = access | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let reason = opened.map { String(cString: sqlite3_errmsg($0)) }
            sqlite3_close_v2(opened)
            throw SQLiteError(code: code, reason: reason ?? String(cString: sqlite3_errstr(code)))
        }
        raw = opened
        sqlite3_busy_timeout(raw, patience)
    }

    deinit { sqlite3_close_v2(raw) }

    /// The number that the row inserted last has.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(raw) }

    /// Runs one statement with these values for its question marks, and gives each row to `take`.
    ///
    /// - Throws: ``SQLiteError``, or what `take` throws.
    func run(
        _ sql: String, _ values: [Value] = [], _ take: (Row) throws -> Void = { _ in }
    ) throws {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(raw, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
            throw failure
        }
        defer { sqlite3_finalize(prepared) }
        for (index, value) in values.enumerated() {
            guard bind(value, at: Int32(index + 1), of: prepared) == SQLITE_OK else {
                throw failure
            }
        }
        var columns: [String: Int32] = [:]
        for index in 0..<sqlite3_column_count(prepared) {
            columns[String(cString: sqlite3_column_name(prepared, index))] = index
        }
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW: try take(Row(statement: prepared, columns: columns))
            case SQLITE_DONE: return
            default: throw failure
            }
        }
    }

    /// The whole number in the first column of the first row; nil for none.
    ///
    /// - Throws: ``SQLiteError``.
    func number(_ sql: String) throws -> Int64? {
        var number: Int64?
        try run("SELECT (\(sql)) AS number") { number = number ?? $0.integer("number") }
        return number
    }

    /// The number that a PRAGMA of this name has; nil for none.
    ///
    /// - Throws: ``SQLiteError``.
    func pragma(_ name: String) throws -> Int64? {
        var number: Int64?
        try run("PRAGMA \(name)") { number = $0.integer(name) }
        return number
    }

    private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer) -> Int32 {
        switch value {
        case .null, .other: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                let count = Int32(clamping: bytes.count)
                return bytes.withMemoryRebound(to: CChar.self) {
                    vt_sqlite3_bind_text(statement, index, $0.baseAddress, count)
                }
            }
        }
    }

    private var failure: SQLiteError {
        SQLiteError(
            code: sqlite3_errcode(raw) & 0xFF, reason: String(cString: sqlite3_errmsg(raw)))
    }
}

/// Reason why SQLite refuses something.
struct SQLiteError: Error, Equatable {
    /// The primary result code.
    let code: Int32
    /// SQLite's words.
    let reason: String
}
