import Foundation
import Testing
import VoiceFiles
import VoiceJSON
import VoiceReports
import VoiceTrace

@testable import voicetest

/// Keys that were pressed before.
private struct PressedKeys: KeySource {
    var keys: [Character]

    init(_ text: String) { keys = Array(text) }

    mutating func next() -> Character? { keys.isEmpty ? nil : keys.removeFirst() }
}

/// What the review has shown.
private final class Screen {
    var text = ""
}

@Suite("Review")
struct ReviewSessionTests {
    private let program = Program()

    /// A session with one event more than its golden, and the trace that says so.
    private func pending(
        as name: String? = nil, without kind: String = "segment"
    ) throws -> SessionFolder {
        var path = try program.copySession("shutdown/field-set")
        if let name {
            let other = "\(DiskFile.parent(of: path))/\(name).vsession"
            try FileManager.default.moveItem(atPath: path, toPath: other)
            path = other
        }
        let folder = SessionFolder(path: path)
        let fresh = try folder.golden()
        var golden = fresh.events
        golden.removeAll { $0.kind == kind }
        try DiskFile.write(RecordedTrace(events: golden).fileBytes(), to: folder.tracePath)
        try DiskFile.write(fresh.fileBytes(), to: folder.pendingTracePath)
        return folder
    }

    private func review(
        _ keys: String, _ folder: SessionFolder, reason: String? = nil, columns: Int? = nil
    ) throws -> (tally: ReviewSession.Tally, screen: String, status: VoiceReports.ExitStatus) {
        try review(keys, [folder], reason: reason, columns: columns)
    }

    private func review(
        _ keys: String, _ folders: [SessionFolder], reason: String? = nil, columns: Int? = nil
    ) throws -> (tally: ReviewSession.Tally, screen: String, status: VoiceReports.ExitStatus) {
        let screen = Screen()
        let review = ReviewSession(
            acceptor: Acceptor(), reason: reason, report: TerminalReport(columns: columns),
            show: { screen.text += $0 })
        var source = PressedKeys(keys)
        var status = VoiceReports.ExitStatus.agrees
        let tally = try review.run(folders, keys: &source, status: &status)
        return (tally, screen.text, status)
    }

    @Test("a accepts and asks why")
    func accepts() throws {
        let folder = try pending()
        let (tally, screen, _) = try review("asegmentz\u{7F}s are told\n", folder)
        #expect(tally == .init(accepted: 1, rejected: 0, left: 0))
        #expect(screen.contains("first cause") && screen.contains("microphone"))
        #expect(!DiskFile.exists(folder.pendingTracePath))
        #expect(try folder.golden().events.contains { $0.kind == "segment" })
        let ledger = try AcceptanceLedger(in: folder)
        #expect(ledger.entries.first?["reason"] == "segments are told")
    }

    @Test("c accepts all that follow with the same first cause, and asks for the others")
    func acceptsOfOneCause() throws {
        let first = try pending(as: "first")
        let other = try pending(as: "other", without: "transition")
        let last = try pending(as: "last")
        let (tally, screen, _) = try review("csegments are told\nq", [first, other, last])
        #expect(tally == .init(accepted: 2, rejected: 0, left: 1))
        #expect(screen.split(separator: " of 3").count == 3)
        #expect(!DiskFile.exists(last.pendingTracePath))
        #expect(DiskFile.exists(other.pendingTracePath))
        let ledger = try AcceptanceLedger(in: last)
        #expect(ledger.entries.first?["reason"] == "segments are told")
    }

    @Test("without a reason nothing is accepted, and the next key counts")
    func noReason() throws {
        let folder = try pending()
        let (tally, screen, _) = try review("a \ns", folder)
        #expect(tally == .init(accepted: 0, rejected: 0, left: 1))
        #expect(screen.contains("a reason is needed"))
        #expect(DiskFile.exists(folder.pendingTracePath))
    }

    @Test(
        "Ctrl-C, Ctrl-D and a hang-up at the question accept nothing",
        arguments: [("aoops\u{3}\n", true), ("aoops", false), ("a\u{3}", true), ("\u{3}a", true)])
    func abandons(keys: String, isInterrupted: Bool) throws {
        let folder = try pending()
        let golden = try folder.golden()
        let (tally, screen, _) = try review(keys, folder)
        #expect(tally == .init(accepted: 0, rejected: 0, left: 1, isInterrupted: isInterrupted))
        #expect(!screen.contains(": accepted "))
        #expect(try folder.golden() == golden)
        #expect(!DiskFile.exists(folder.ledgerPath) && DiskFile.exists(folder.pendingTracePath))
    }

    @Test("nothing is wider than the terminal", arguments: [40, 60])
    func narrow(columns: Int) throws {
        let folder = try pending()
        let (_, screen, _) = try review("a\nmnq", folder, columns: columns)
        let lines = screen.split(separator: "\n").filter { !$0.contains(folder.path) }
        #expect(lines.count > 20)
        #expect(lines.filter { $0.count > columns } == [])
        #expect(lines.contains { $0.contains("^") && $0.contains(" ms") })
    }

    @Test("r throws the pending trace away and keeps the golden")
    func rejects() throws {
        let folder = try pending()
        let golden = try folder.golden()
        let (tally, _, _) = try review("r", folder)
        #expect(tally == .init(accepted: 0, rejected: 1, left: 0))
        #expect(!DiskFile.exists(folder.pendingTracePath))
        #expect(try folder.golden() == golden)
    }

    @Test("s, q and the end of all keys leave everything", arguments: ["s", "q", "", "x?q"])
    func leaves(keys: String) throws {
        let folder = try pending()
        let (tally, _, status) = try review(keys, folder, reason: "never asked")
        #expect(tally == .init(accepted: 0, rejected: 0, left: 1))
        #expect(status == .agrees)
        #expect(DiskFile.exists(folder.pendingTracePath))
    }

    @Test("n goes on to the next difference, m shows every row")
    func shows() throws {
        let folder = try pending()
        let (_, screen, _) = try review("nmq", folder)
        #expect(
            screen.contains("difference 1 of ") && screen.components(separatedBy: "extra").count > 3
        )
    }

    @Test("what cannot be used is said and left")
    func damaged() throws {
        let folder = try pending()
        try DiskFile.write(Array("{}\n".utf8), to: folder.pendingTracePath)
        let (tally, screen, status) = try review("a", folder)
        #expect(tally.left == 1)
        #expect(status == .badData)
        #expect(screen.contains("line 1"))
    }
}
