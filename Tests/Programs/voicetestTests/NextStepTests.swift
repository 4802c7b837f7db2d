import Testing
import VoiceFiles
import VoiceTestSupport

@Suite("What a wrong input is told to do next")
struct NextStepTests {
    private let program = Program()
    private static let corpus = "\(Program.package)/Corpora"

    @Test(
        "a command that is misspelt behind help or another command is named",
        arguments: [
            (["help", "relpay"], "Unknown command 'relpay'. Did you mean 'replay'?"),
            (["bundle", "mak"], "Unknown command 'mak'. Did you mean 'make'?"),
            (["help", "bundle", "chek"], "Unknown command 'chek'. Did you mean 'check'?"),
        ])
    func commands(words: [String], message: String) throws {
        let outcome = try program.run(words)
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains(message))
    }

    @Test("help of a command is still shown")
    func help() throws {
        #expect(try program.run(["help", "replay"]).status == 0)
        #expect(try program.run(["help", "bundle", "check"]).status == 0)
    }

    @Test("a setting that no engine has is refused once, before anything is replayed")
    func setting() throws {
        let outcome = try program.run([
            "replay", "\(Self.corpus)/yes-no", "--set", "endpoint.offsetM=1",
        ])
        #expect(outcome.status == 64)
        let told = outcome.messages.split(separator: "\n")
        #expect(
            told == [
                "voicetest: Unknown setting 'endpoint.offsetM'. Did you mean 'endpoint.offsetMs'?"
            ])
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "an option with a value of the wrong form shows one of the right form",
        arguments: [
            (["replay", "x", "--set", "a=fast"], "for example endpoint.offsetMs=200."),
            (["replay", "x", "--shard", "two"], "for example 2/5, or auto."),
            (["resample", "a", "b", "--rate", "16k"], "for example 16000."),
        ])
    func values(words: [String], example: String) throws {
        let outcome = try program.run(words)
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains(example), "\(outcome.messages)")
    }

    @Test("a watch of nothing ends with 66")
    func watch() throws {
        let outcome = try program.run(["test", "--watch", "nowhere"])
        #expect(outcome.status == 66)
        #expect(outcome.messages.contains("nowhere: no such file"))
    }

    @Test("a folder that is no report, no bundle or no sessions says what to name instead")
    func folders() throws {
        try DiskFile.makeFolder(program.folder.path("clips"))
        let report = try program.run(["report", "clips", "--output", "out"])
        #expect(report.status == 66)
        #expect(report.messages.contains("clips is not a folder that --report wrote."))
        let bundle = try program.run(["bundle", "check", "clips"])
        #expect(bundle.status == 66)
        #expect(bundle.messages.contains("clips is not an ASR bundle"))
        let validate = try program.run(["validate", "clips"])
        #expect(validate.status == 66)
        #expect(validate.messages.contains("clips: no session and no project in this folder."))
    }

    @Test("validate looks at every session of a folder")
    func sessions() throws {
        let outcome = try program.run(["validate", "\(Self.corpus)/yes-no"])
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("not checked"))
    }

    @Test("flow names the file that it draws where it is given another of the engine's")
    func flow() throws {
        let outcome = try program.run(["flow", "\(Self.corpus)/yes-no/prompts.json"])
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("Name a file of the kind voiceflow.json."))
    }

    @Test("a phrase that cannot be listened for is named with its file and line")
    func phrases() throws {
        try program.write("yes\n# a remark\nno 12\n", to: "phrases.txt")
        let outcome = try program.run(["listen", "none.wav", "--phrases", "phrases.txt"])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("phrases.txt:3: "), "\(outcome.messages)")
    }

    @Test("spans that are not JSON show the form that they have")
    func spans() throws {
        try program.write("yes\n", to: "phrases.txt")
        let outcome = try program.run([
            "redact", "\(Self.corpus)/yes-no/answers-yes.vsession", "--output", "r.vsession",
            "--spans", "phrases.txt",
        ])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("phrases.txt: not JSON: "))
        #expect(outcome.messages.contains(#"[{"startMs": 1200, "endMs": 2450}]"#))
    }

    @Test("a path that is missing is told once")
    func missing() throws {
        let outcome = try program.run(["replay", "nope"])
        #expect(outcome.status == 66)
        #expect(outcome.messages.contains("nope: no such file"))
        #expect(outcome.output.isEmpty)
    }

    @Test("latencies are the same with one job and with several")
    func jobs() throws {
        let reports = try ["1", "3"].map { jobs in
            try program.run([
                "latency", "\(Self.corpus)/yes-no", "--jobs", jobs, "--format", "json",
            ])
        }
        #expect(reports.map(\.status) == [0, 0])
        #expect(reports[0].output == reports[1].output)
    }
}
