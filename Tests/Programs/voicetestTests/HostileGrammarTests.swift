import Foundation
import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport

/// A grammar of a few lines that stands for more than there is memory.
@Suite("Hostile grammars")
struct HostileGrammarTests {
    private let program = Program()

    /// Thirty rules, each of which names the next one twice.
    private static let doubling =
        "#JSGF V1.0;\ngrammar g;\npublic <a> = <r0>;\n"
        + (0..<30).map { "<r\($0)> = (<r\($0 + 1)> | <r\($0 + 1)>);\n" }.joined()
        + "<r30> = yes;\n"

    /// A session that listens for `grammar`, sealed as if it had been recorded so.
    private func session(listeningFor grammar: String) throws -> String {
        let path = try program.copySession("digits/seven")
        let manifest = "\(path)/session.json"
        try FileManager.default.removeItem(atPath: "\(path)/flow/phrases.txt")
        try grammar.write(toFile: "\(path)/flow/grammar.jsgf", atomically: true, encoding: .utf8)
        var root = try JSONReader.value(of: Array(Data(contentsOf: URL(filePath: manifest)))).object
        var files = root?["files"]?.object ?? [:]
        files["flow/phrases.txt"] = nil
        files["flow/grammar.jsgf"] = [
            "sha256": .string(Digest.hex(of: Array(grammar.utf8))),
            "size": .integer(Int64(grammar.utf8.count)),
        ]
        root?["files"] = .object(files)
        try Data(JSONWriter.prettyBytes(.object(root ?? [:]))).write(to: URL(filePath: manifest))
        return path
    }

    @Test("a grammar that is too large fails its session alone; validate names its file")
    func session() throws {
        let bad = try session(listeningFor: Self.doubling)
        let good = "\(Program.package)/Corpora/digits/six.vsession"
        let outcome = try program.run(["replay", bad, good, "--from", "audio"])
        #expect(outcome.status == 65)
        #expect((outcome.output + outcome.messages).contains("too large"))
        #expect(outcome.output.contains("1 agree"), "\(outcome.output)")
        let checked = try program.run(["validate", bad])
        #expect(checked.status == 65)
        #expect(checked.messages.contains("flow/grammar.jsgf: The grammar is too large"))
    }

    @Test("listen and record refuse it before they load a model")
    func commands() throws {
        try program.write(Self.doubling, to: "huge.jsgf")
        let mic = "\(Program.package)/Corpora/digits/seven.vsession/audio/mic.flac"
        let heard = try program.run(["listen", mic, "--grammar", "huge.jsgf"])
        #expect(heard.status == 65)
        let flow = "\(Program.package)/Corpora/digits"
        let recorded = try program.run([
            "record", "--flow", "\(flow)/voiceflow.json", "--prompts", "\(flow)/prompts.json",
            "--scenario", "\(flow)/seven.scenario.json", "--grammar", "huge.jsgf",
            "--output", "new.vsession",
        ])
        #expect(recorded.status == 65)
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("new.vsession")))
    }

    @Test("phrases are counted, and a grammar that imports another file is refused")
    func otherForms() throws {
        try program.write(String(repeating: "yes\n", count: 10_001), to: "many.txt")
        try program.write(
            "#JSGF V1.0; grammar g; import <other.*>; public <a> = yes;", to: "imports.jsgf")
        let mic = "\(Program.package)/Corpora/digits/seven.vsession/audio/mic.flac"
        let many = try program.run(["listen", mic, "--phrases", "many.txt"])
        #expect(many.status == 65)
        #expect(many.messages.contains("10001 phrases are too many"))
        let imports = try program.run(["listen", mic, "--grammar", "imports.jsgf"])
        #expect(imports.status == 65)
        #expect(imports.messages.contains("cannot be imported"))
    }
}
