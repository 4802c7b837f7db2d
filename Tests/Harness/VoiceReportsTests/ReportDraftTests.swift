import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport

@testable import VoiceReports

@Suite("Drafts of reports")
struct ReportDraftTests {
    private let folder = TemporaryFolder()
    /// The files of a report without sessions.
    private static let names = ["index.html", "result.json", "result.jsonl"]

    private func result(_ program: String) -> RunResult {
        RunResult(
            createdBy: program, settings: ["from": "auto"], shard: .whole, all: [], sessions: [])
    }

    @Test("of two that write into one folder one is told to wait, and writes nothing")
    func busy() throws {
        let target = ResultFolder(path: folder.path("out"))
        let first = try ReportDraft(in: target, replacing: false)
        #expect(throws: ReportError.busy(path: target.path)) {
            try ReportDraft(in: target, replacing: true)
        }
        try first.folder.finish(result("first"))
        try first.publish()
        #expect(try target.result().createdBy == "first")
        #expect(ReportError.busy(path: "p").description.contains("Wait until it ends"))
    }

    @Test("an older report stays until the new one is whole, and where none comes")
    func keepsOlder() throws {
        let target = ResultFolder(path: folder.path("out"))
        for program in ["old", "failed", "new"] {
            let draft = try ReportDraft(in: target, replacing: true)
            try draft.folder.finish(result(program))
            if program != "old" { #expect(try target.result().createdBy == "old") }
            if program != "failed" { try draft.publish() }
        }
        #expect(try target.result().createdBy == "new")
        #expect(try DiskFile.names(in: target.path) == Self.names)
    }

    @Test("what a killed run left in the folder counts as nothing")
    func killed() throws {
        try folder.write("half", to: "out/.writing/sessions/0001.json")
        let target = ResultFolder(path: folder.path("out"))
        let draft = try ReportDraft(in: target, replacing: false)
        try draft.folder.finish(result("new"))
        try draft.publish()
        #expect(try DiskFile.names(in: target.path) == Self.names)
    }

    @Test(
        "a report that was complete when its run was killed takes its place",
        arguments: [".written", ".moving"])
    func completes(name: String) throws {
        let target = ResultFolder(path: folder.path("out"))
        for program in ["old", "new"] {
            let draft = try ReportDraft(in: target, replacing: true)
            try draft.folder.finish(result(program))
            if program == "old" {
                try draft.publish()
            } else {
                try DiskFile.move(draft.folder.path, to: "\(target.path)/\(name)")
            }
        }
        if name == ".moving" {
            for part in Self.names {
                try DiskFile.remove("\(target.path)/\(part)")
            }
        }
        try ReportDraft.complete(in: target)
        #expect(try target.result().createdBy == "new")
        #expect(try DiskFile.names(in: target.path) == Self.names)
    }
}
