import Foundation
import Testing
import VoiceReports
import VoiceTestSupport

@testable import voicetest

@Suite("The folder of a new project")
struct ProjectFolderTests {
    private let program = Program()

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: program.folder.path(folder)).sorted()
    }

    @Test("what fails takes away what it wrote, and nothing that others put there meanwhile")
    func undo() throws {
        let path = program.folder.path("above/project")
        var folder = try ProjectFolder(path)
        try folder.write([1], to: "flow.json")
        try folder.write([1], to: ".github/workflows/test.yml")
        try program.write("an hour of work", to: "above/project/notes.txt")
        folder.undo()
        #expect(try names("above") == ["project", "project/notes.txt"])
    }

    @Test("what fails leaves no folder that it made")
    func undoAll() throws {
        var folder = try ProjectFolder(program.folder.path("above/project"))
        try folder.write([1], to: "flow.json")
        folder.undo()
        #expect(try !names("").contains("above"))
    }

    @Test("a new folder stays empty until the project in it is whole")
    func publishes() throws {
        let path = program.folder.path("project")
        var folder = try ProjectFolder(path)
        try folder.write([1], to: "flow.json")
        #expect(try names("project").isEmpty)
        try folder.publish()
        #expect(try names("") == ["project", "project/flow.json"])
    }

    @Test("what a killed run left beside a new folder is not written into, nor taken away")
    func leftover() throws {
        let path = program.folder.path("project")
        try FileManager.default.createDirectory(
            atPath: "\(path).\(getpid()).partial", withIntermediateDirectories: true)
        try program.write("half", to: "project.\(getpid()).partial/flow.json")
        var folder = try ProjectFolder(path)
        try folder.write([1], to: "flow.json")
        folder.undo()
        #expect(
            try names("") == [
                "project.\(getpid()).partial", "project.\(getpid()).partial/flow.json",
            ])
    }

    @Test("the name of a new folder may end with slashes", arguments: ["/", "//"])
    func slashes(end: String) throws {
        var folder = try ProjectFolder(program.folder.path("above/project") + end)
        try folder.write([1], to: "flow.json")
        #expect(try names("above/project").isEmpty)
        try folder.publish()
        #expect(try names("above") == ["project", "project/flow.json"])
    }

    @Test("a project takes no place that another program wrote into")
    func meanwhile() throws {
        var folder = try ProjectFolder(program.folder.path("project"))
        try folder.write([1], to: "flow.json")
        try program.write("an hour of work", to: "project/notes.txt")
        let error = #expect(throws: CommandError.self) { try folder.publish() }
        #expect(error?.status == .cannotCreate)
        #expect(error?.description.contains("wrote there meanwhile") == true)
        folder.undo()
        #expect(try names("") == ["project", "project/notes.txt"])
    }

    @Test("one run at a time writes a project into a folder")
    func claimed() throws {
        let path = program.folder.path("project")
        let first = try ProjectFolder(path)
        let error = #expect(throws: CommandError.self) { _ = try ProjectFolder(path) }
        #expect(error?.status == .cannotCreate)
        #expect(error?.description.contains("another run of voicetest") == true)
        #expect(try names("project").isEmpty)
        _ = consume first
        _ = try ProjectFolder(path)
    }
}
