import Testing
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceProject
import VoiceTestSupport
import VoiceTrace

@Suite("Cases of a project")
struct ProjectCasesTests {
    private let folder = TemporaryFolder()

    private func cases() throws -> ProjectCases {
        try ProjectCases(of: ProjectReader(folder: folder.path, usual: VoiceflowFactory()).project)
    }

    @Test("pairs scenarios with the goldens beside them, folders included")
    func pairsScenariosWithGoldens() throws {
        for name in [
            "voicetest.json", "b.scenario.json", "sub/a.scenario.json", ".git/x.scenario.json",
            "other/voicetest.json", "other/c.scenario.json", "b.vsession/flow/scenario.json",
            "b.vsession.new/session.json", "caller.vsession/session.json",
        ] {
            try folder.write("{}", to: name)
        }
        try folder.write(#"{"caller": []}"#, to: "gone.vsession/flow/scenario.json")
        let found = try cases()
        #expect(found.cases.map(\.name) == ["b", "caller", "sub/a"])
        #expect(found.cases.map(\.hasGolden) == [true, true, false])
        #expect(found.cases[1].caller == .recording)
        #expect(found.cases[2].golden.path == folder.path("sub/a.vsession"))
        #expect(found.orphans.map(\.path) == [folder.path("gone.vsession")])
        #expect(found.renamed.isEmpty)
    }

    @Test("a scenario under another name keeps its golden, and two of them keep none")
    func keepsGoldensOfRenamedScenarios() throws {
        try folder.write("{}", to: "voicetest.json")
        try folder.write(#"{"caller": []}"#, to: "old.vsession/flow/scenario.json")
        try folder.write(#"{ "caller": [] }"#, to: "new.scenario.json")
        let found = try cases()
        #expect(found.cases.map(\.golden.path) == [folder.path("old.vsession")])
        #expect(
            found.renamed.mapValues(\.golden.path)
                == [folder.path("old.vsession"): folder.path("new.vsession")])
        try folder.write(#"{"caller": []}"#, to: "other.scenario.json")
        #expect(try cases().renamed.isEmpty)
    }

    @Test("a live take stays a recorded caller when the scenario of its app is gone")
    func keepsLiveTakes() throws {
        let opened = SessionInput.device(
            DeviceNews.opened(name: "default", rate: 16_000, latency: 480))
        for (name, inputs) in [("live", [opened, .run]), ("simulated", [.run])] {
            let events = inputs.enumerated().map {
                InputEvent(sequence: $0.offset, frame: 0, after: 0, input: $0.element)
            }
            try folder.write("{}", to: "\(name).vsession/flow/scenario.json")
            try folder.write(
                RecordedInputs(inputs: events).fileBytes(), to: "\(name).vsession/inputs.jsonl")
        }
        try folder.write("{}", to: "voicetest.json")
        let found = try cases()
        #expect(found.cases.map(\.name) == ["live"])
        #expect(found.cases.map(\.caller) == [.recording])
        #expect(found.orphans.map(\.path) == [folder.path("simulated.vsession")])
    }

    @Test("keeps the cases below the paths that were named")
    func keepsNamedCases() throws {
        for name in ["voicetest.json", "a.scenario.json", "sub/b.scenario.json"] {
            try folder.write("{}", to: name)
        }
        var below = try cases()
        below.keep(below: [folder.path("sub")])
        #expect(below.cases.map(\.name) == ["sub/b"])
        var one = try cases()
        one.keep(below: [folder.path("a.scenario.json")])
        #expect(one.cases.map(\.name) == ["a"])
    }

    #if canImport(Glibc)
        @Test(
            "names what cannot be opened because its name is not UTF-8",
            arguments: ["", Project.scenarioSuffix])
        func namesUnnameable(ending: String) throws {
            try folder.write("{}", to: "voicetest.json")
            try folder.write("{}", to: "a.scenario.json")
            folder.makeUnnameable(ending)
            let found = try cases()
            #expect(found.cases.map(\.name) == ["a"])
            #expect(found.unreadable.map(\.description).count == 1)
            #expect(found.unreadable.first?.description.contains("its name is not UTF-8") == true)
        }
    #endif

    @Test("finds the project that a folder belongs to")
    func findsProjectAbove() throws {
        try folder.write("{}", to: "voicetest.json")
        try folder.write("", to: "a/b/c.txt")
        #expect(
            Project.folder(above: folder.path("a/b")).map { DiskFile.realPath($0) }
                == DiskFile.realPath(folder.path))
    }

    @Test("a folder that is gone belongs to no project")
    func gone() {
        #expect(Project.folder(above: "no-such-folder/nor-this") == nil)
    }
}
