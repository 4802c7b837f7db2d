import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport

@Suite("Names in two Unicode forms")
struct UnicodeNamesTests {
    private let program = Program()

    @Test("two Unicode forms of one name are two sessions, in reports too")
    func unicodeForms() throws {
        #expect(try program.run(["init", "app"]).status == 0)
        let happy = program.folder.path("app/happy.scenario.json")
        for name in ["caf\u{E9}", "cafe\u{301}"] {
            try DiskFile.write(
                DiskFile.read(happy, limit: 1 << 20),
                to: program.folder.path("app/\(name).scenario.json"))
        }
        _ = try program.run(["test", "app"])
        #expect(try program.run(["accept", "app", "--reason", "first"]).status == 0)
        let report = try program.run(["test", "app", "--report", "rep"])
        #expect(report.status == 0, "\(report.messages)")
        let result = try String(
            contentsOfFile: program.folder.path("rep/result.json"), encoding: .utf8)
        #expect(result.unicodeScalars.contains("\u{E9}") && result.contains("place"))
        let told = try program.run(["validate", "app"])
        #expect(told.status == 0)
        #expect(told.output.contains("another Unicode form"))
    }
}
