import CSQLite
import Foundation
import Testing
import VoiceDiff
import VoiceHistory
import VoiceTestSupport

@Suite("A history of latencies")
struct LatencyHistoryTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("history.db") }

    private static func run(_ number: Int64) -> LatencyRun {
        func value(_ microseconds: Int64, _ isAtLeast: Bool = false) -> Percentiles.Value {
            .init(microseconds: microseconds, isAtLeast: isAtLeast)
        }
        let percentiles = Percentiles(
            count: 9, p50: value(900 + number), p90: value(1_000, true), p99: value(1_100),
            max: value(1_200, true))
        return LatencyRun(
            label: "commit \(number)", time: 1_700_000_000 + number, sessions: 3, scope: "abc",
            figures: [
                .response: .init(
                    measured: 8, censored: 1, talkedOver: 2, excluded: 3, percentiles: percentiles),
                .bargeIn: .init(
                    measured: 0, censored: 0, talkedOver: 0, excluded: 14, percentiles: nil),
            ])
    }

    @Test("runs come back as they were added, oldest first, also after opening again")
    func returnsRunsOldestFirst() throws {
        for number in 0..<3 { try LatencyHistory(path: path).add(Self.run(Int64(number))) }
        #expect(try LatencyHistory(path: path).runs() == (0..<3).map(Self.run))
    }

    @Test("many runs are kept and read")
    func manyRuns() throws {
        let history = try LatencyHistory(path: path)
        for number in 0..<200 { try history.add(Self.run(Int64(number))) }
        let runs = try history.runs()
        #expect(runs.count == 200)
        #expect(runs.last == Self.run(199))
    }

    @Test("a file that is not a database is refused and left as it is")
    func noDatabase() throws {
        let text = String(repeating: "not a database. ", count: 100)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: HistoryError.self) { _ = try LatencyHistory(path: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("a database of another program is refused and left as it is")
    func foreign() throws {
        change("CREATE TABLE run (id INTEGER)")
        #expect(throws: HistoryError.foreign(path: path)) { _ = try LatencyHistory(path: path) }
    }

    /// What an earlier voicetest left in a history beside the same tables.
    private static let earlier = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1: runs and figures'); PRAGMA user_version = 0
        """

    @Test("a history of an earlier voicetest is read and added to")
    func earlierLayout() throws {
        try LatencyHistory(path: path).add(Self.run(1))
        change(Self.earlier)
        try LatencyHistory(path: path).add(Self.run(2))
        #expect(try LatencyHistory(path: path).runs() == [Self.run(1), Self.run(2)])
    }

    @Test(
        "a history of a newer version is refused with that reason",
        arguments: [
            "PRAGMA user_version = 2",
            earlier + "; INSERT INTO grdb_migrations VALUES ('9: from the future')",
        ])
    func newer(step: String) throws {
        try LatencyHistory(path: path).add(Self.run(1))
        change(step)
        #expect(throws: HistoryError.newer(path: path)) { _ = try LatencyHistory(path: path) }
    }

    @Test(
        "a damaged history is refused, whatever is wrong in it",
        arguments: [
            "DROP TABLE figure", "UPDATE run SET time = 'noon'",
            "UPDATE figure SET measured = 'many'", "UPDATE run SET label = x'ff'",
        ])
    func damaged(statement: String) throws {
        try LatencyHistory(path: path).add(Self.run(1))
        change(statement)
        let error = #expect(throws: HistoryError.self) {
            _ = try LatencyHistory(path: path).runs()
        }
        #expect(error?.description.contains(path) == true)
    }

    @Test("a history that is cut short is refused")
    func cutShort() throws {
        let history = try LatencyHistory(path: path)
        for number in 0..<200 { try history.add(Self.run(Int64(number))) }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
        #expect(throws: HistoryError.self) { _ = try LatencyHistory(path: path).runs() }
    }

    @Test("a folder that is not there is named")
    func noFolder() {
        let error = #expect(throws: HistoryError.self) {
            _ = try LatencyHistory(path: folder.path("nowhere/history.db"))
        }
        #expect(error?.description.contains("nowhere") == true)
    }

    private func change(_ statements: String) {
        var database: OpaquePointer?
        #expect(sqlite3_open(path, &database) == SQLITE_OK)
        #expect(sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(database)
    }
}
