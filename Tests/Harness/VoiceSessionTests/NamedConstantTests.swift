import Foundation
import Testing
import VoiceFlow
import VoiceSession
import VoiceTrace

/// The first cause names the constant that was changed, though only the traces are known.
///
/// By default every constant is tried in a few sessions; with `VOICETEST_MUTATIONS=all`, as
/// `scripts/measures/measure-causes` sets it, in the whole corpus.
@Suite("Named constants")
struct NamedConstantTests {
    private static let corpora =
        "\(#filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })/Corpora"
    private static var isWhole: Bool {
        ProcessInfo.processInfo.environment["VOICETEST_MUTATIONS"] == "all"
    }

    private static func sessions() throws -> [SessionFolder] {
        let all = try SessionFolder.find(at: corpora)
        guard !isWhole else { return all }
        // Together these take nearly every kind of limit, and need no recognizer.
        let few = ["sleep-mode/app-rejects", "listeners/every-way", "recordings/every-way"]
        return all.filter { folder in few.contains { folder.path.hasSuffix("/\($0).vsession") } }
    }

    @Test("nine of ten constants that make a difference are named by the traces alone")
    func named() throws {
        let sessions = try Self.sessions()
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        var rows: [ConstantMutations.Row] = []
        for mutation in ConstantMutations.all {
            rows.append(
                try ConstantMutations.row(
                    mutation, in: sessions, values: Self.isWhole ? .max : 2, with: &replayer))
        }
        let effective = rows.filter(\.isEffective)
        let named = effective.filter(\.isNamed)
        for row in rows { print(Self.line(row)) }
        print("\(named.count) of \(effective.count) named, \(rows.count) tried")
        #expect(effective.count >= 10)
        #expect(10 * named.count >= 9 * effective.count)
    }

    private static func line(_ row: ConstantMutations.Row) -> String {
        guard let after = row.after else {
            return "  no effect  \(row.name) \(row.before)"
        }
        let verdict = row.isNamed ? "named  " : "MISSED "
        return
            "  \(verdict)    \(row.name) \(row.before) -> \(after), \(row.session): \(row.sentence)"
    }
}
