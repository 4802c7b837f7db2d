import Foundation
import Testing
import VoiceTestSupport

/// Every form says from which stage a session was really replayed, and `--from` is kept or fails.
@Suite("Stages of a replay")
struct ReplayStageTests {
    private let program = Program()

    /// A session of which not all sound was kept, beside a whole one.
    private func sessions() throws {
        for name in ["whole", "words"] {
            try FileManager.default.copyItem(
                atPath: "\(Program.package)/Corpora/shutdown/field-set.vsession",
                toPath: program.folder.path("\(name).vsession"))
        }
        let path = program.folder.path("words.vsession/session.json")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let marked = "{\n  \"replayFrom\": \"words\"," + text.dropFirst()
        try marked.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("without --from a session that replays from its words agrees and says so")
    func byItself() throws {
        try sessions()
        let replayed = try program.run(
            ["replay", "whole.vsession", "words.vsession", "--report", "out"])
        #expect(replayed.status == 0)
        #expect(replayed.output.contains("whole.vsession agrees, replayed from audio"))
        #expect(replayed.output.contains("words.vsession agrees, replayed from words"))
        let result = try String(
            contentsOfFile: program.folder.path("out/result.json"), encoding: .utf8)
        #expect(result.contains(#""from":"words","#) && result.contains(#""from":"audio","#))
        let file = program.folder.path("out/index.html")
        let page = try String(contentsOfFile: file, encoding: .utf8)
        #expect(page.contains(">from words</i>") && page.contains(">from audio</i>"))
        #expect(page.contains("<dd>audio (1), words (1)</dd>"))
        for format in Program.machineForms {
            let told = try program.run(
                ["replay", "words.vsession", "--format", format])
            #expect(told.status == 0 && told.output.contains("words"), "\(format)")
            #expect(!told.output.contains("from audio"), "\(format)")
        }
    }

    @Test("a session of injected words never had a microphone, so no sound of it is missing")
    func neverHadSound() throws {
        try sessions()
        let missing = "part of its sound is missing or changed"
        #expect(try program.run(["replay", "words.vsession"]).messages.contains(missing))
        let folder = program.folder.path("whole.vsession")
        let path = "\(folder)/session.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let without = text.replacing(/"audio\/mic.flac": \{[^}]*\},/, with: "")
            .replacing(/^\{/, with: "{\n  \"microphone\": false,")
        #expect(without != text)
        try without.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(atPath: "\(folder)/audio/mic.flac")
        let replayed = try program.run(["replay", "whole.vsession"])
        #expect(replayed.output.contains("whole.vsession agrees, replayed from words"))
        #expect(!replayed.messages.contains(missing))
    }

    @Test("--from audio or speech that cannot be kept fails for that session alone")
    func refused() throws {
        try sessions()
        for stage in ["audio", "speech"] {
            let replayed = try program.run(
                ["replay", "whole.vsession", "words.vsession", "--from", stage])
            #expect(replayed.status == 65)
            #expect(replayed.output.contains("whole.vsession agrees, replayed from \(stage)"))
            #expect(replayed.output.contains("words.vsession cannot be used: "))
            #expect(replayed.output.contains("Pass --from words, or leave --from out."))
        }
        let words = ["replay", "whole.vsession", "words.vsession", "--from", "words"]
        #expect(try program.run(words).status == 0)
        let certified = ["replay", "words.vsession", "--certify", "2"]
        #expect(try program.run(certified).output.contains("2 of 2, replayed from words"))
        #expect(try program.run(certified + ["--from", "audio"]).status == 65)
    }
}
