import Foundation
import Testing
import VoiceDiff
import VoiceProject
import VoiceReports
import VoiceTestSupport

@testable import voicetest

@Suite("What a watch runs again")
struct WatchMachineTests {
    /// Files with a number that grows as they are saved.
    private struct Disk {
        var files: [String: Int] = [:]

        func stamps(_ paths: Set<String>) -> [String: FileStamp?] {
            var stamps: [String: FileStamp?] = [:]
            for path in paths {
                let stamp = files[path].map {
                    FileStamp(inode: 1, bytes: 1, seconds: Int64($0), nanoseconds: 0)
                }
                stamps.updateValue(stamp, forKey: path)
            }
            return stamps
        }

        mutating func save(_ path: String) { files[path, default: 0] += 1 }
    }

    private static let first = WatchMachine.Case(name: "a", files: ["flow", "a.json"])
    private static let second = WatchMachine.Case(name: "b", files: ["flow", "b.json", "b.wav"])

    private var machine = WatchMachine()
    private var disk = Disk()

    /// A machine whose cases have run.
    init() {
        for path in ["flow", "a.json", "b.json", "folder"] { disk.save(path) }
        machine.update([Self.first, Self.second], layout: ["folder"])
        _ = next()
    }

    private mutating func next() -> WatchMachine.Action { machine.step(disk.stamps(machine.paths)) }

    @Test("all cases run first, and then nothing until a file is saved")
    func beginning() {
        var machine = WatchMachine()
        machine.update([Self.first, Self.second], layout: ["folder"])
        #expect(machine.step(disk.stamps(machine.paths)) == .run(["a", "b"], changed: []))
        for _ in 0..<3 { #expect(machine.step(disk.stamps(machine.paths)) == .wait) }
    }

    @Test("a saved scenario runs its own case, a file that cases share all of them")
    mutating func affected() {
        disk.save("b.json")
        #expect(next() == .wait)
        #expect(next() == .run(["b"], changed: ["b.json"]))
        disk.save("flow")
        _ = next()
        #expect(next() == .run(["a", "b"], changed: ["flow"]))
        #expect(next() == .wait)
    }

    @Test("nothing runs while files still change, and all that changed is named")
    mutating func settles() {
        disk.save("a.json")
        #expect(next() == .wait)
        disk.save("a.json")
        #expect(next() == .wait)
        disk.save("b.json")
        #expect(next() == .wait)
        #expect(next() == .run(["a", "b"], changed: ["a.json", "b.json"]))
    }

    @Test("a file that goes and one that comes count as saved")
    mutating func appears() {
        disk.save("b.wav")
        _ = next()
        #expect(next() == .run(["b"], changed: ["b.wav"]))
        disk.files["b.wav"] = nil
        _ = next()
        #expect(next() == .run(["b"], changed: ["b.wav"]))
    }

    @Test("what is saved during a run is seen after it")
    mutating func duringRun() {
        disk.save("a.json")
        _ = next()
        #expect(next() == .run(["a"], changed: ["a.json"]))
        disk.save("a.json")
        _ = next()
        #expect(next() == .run(["a"], changed: ["a.json"]))
    }

    @Test("a new scenario is read and runs alone; one that is gone is red no more")
    mutating func newCase() {
        machine.update("b", isRed: true)
        disk.save("folder")
        disk.save("c.json")
        #expect(next() == .wait)
        #expect(next() == .read)
        machine.update(
            [Self.first, .init(name: "c", files: ["flow", "c.json"])], layout: ["folder"])
        #expect(machine.red == [])
        #expect(next() == .run(["c"], changed: []))
        #expect(next() == .wait)
    }

    @Test("a case that reads other files than before runs again")
    mutating func otherFiles() {
        machine.update(
            [.init(name: "a", files: ["flow", "a.json", "phrases"]), Self.second],
            layout: ["folder"])
        #expect(next() == .run(["a"], changed: []))
    }

    @Test("while a project cannot be read nothing runs; what was to run does when it can again")
    mutating func broken() {
        disk.save("a.json")
        disk.save("folder")
        _ = next()
        #expect(next() == .read)
        machine.noteBroken([])
        for _ in 0..<3 { #expect(next() == .wait) }
        disk.save("folder")
        _ = next()
        #expect(next() == .read)
        machine.update([Self.first, Self.second], layout: ["folder"])
        #expect(next() == .run(["a"], changed: ["a.json"]))
    }

    @Test(
        "options that make no sense beside a watch are refused",
        arguments: [
            ["--last-failed"], ["--format", "json"], ["--coverage", "100"], ["--report", "r"],
        ])
    func refusesOptions(more: [String]) throws {
        let outcome = try Program().run(["test", "--watch"] + more)
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("leave \(more[0]) out"))
    }
}

@Suite("Files that a watch looks at")
struct FileStampTests {
    @Test("a file that is written anew, grows or goes has another stamp")
    func stamps() throws {
        let folder = TemporaryFolder()
        #expect(FileStamp(path: folder.path("a")) == nil)
        try folder.write("one", to: "a")
        let first = FileStamp(path: folder.path("a"))
        #expect(first != nil && first == FileStamp(path: folder.path("a")))
        try folder.write("longer", to: "a")
        #expect(FileStamp(path: folder.path("a")) != first)
    }
}

@Suite("Which files a case is run from")
struct WatchedFilesTests {
    private let folder = TemporaryFolder()

    @Test("its scenario, golden, clips, labels and what the project shares; no session, no report")
    func files() throws {
        for name in ["voiceflow.json", "prompts.json"] {
            try folder.write(
                String(
                    contentsOfFile: "\(Program.package)/Corpora/yes-no/\(name)", encoding: .utf8),
                to: name)
        }
        try folder.write(#"{"media": "."}"#, to: "voicetest.json")
        try folder.write(
            #"{"caller": [{"atMs": 5, "play": "cough.wav"}]}"#, to: "deep/a.scenario.json")
        try folder.write("{}", to: "b.scenario.json")
        try folder.write("", to: "said.wav")
        try folder.write("", to: "b.vsession.new/audio/mic.flac")
        let set = try ProjectSet([folder.path])
        let unread = Result<FlowSources, any Error>.failure(CommandError(.missing, "not read"))
        let work = set.members.flatMap(\.cases.cases).map {
            TestWork(item: $0, sources: unread, tolerance: .exact)
        }
        let watched = WatchedFiles(work, in: [folder.path], more: ["more"])
        func paths(_ names: String...) -> Set<String> { Set(names.map { folder.path($0) }) }
        let shared = paths("voicetest.json", "voiceflow.json", "prompts.json", "said.wav")
            .union(["more"])
        let own = paths(
            "deep/a.scenario.json", "deep/cough.wav", "./cough.wav",
            "deep/a.vsession/session.json", "deep/a.vsession/trace.jsonl",
            "deep/cough.labels.json", "deep/cough.rttm", "deep/cough.labels.txt",
            "cough.labels.json", "cough.rttm", "cough.labels.txt")
        let first = try #require(watched.cases.first { $0.name.contains("/a.") })
        func plain(_ paths: Set<String>) -> Set<String> {
            Set(paths.map { $0.replacingOccurrences(of: "/./", with: "/") })
        }
        #expect(plain(first.files) == plain(shared.union(own)))
        #expect(
            plain(watched.layout)
                == plain(paths("voicetest.json", "deep", ".").union([folder.path])))
    }

    @Test("does not make a project anew whose folder was removed while a case ran")
    func removedProject() async throws {
        let folder = TemporaryFolder()
        let project = folder.path("app")
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/Corpora/yes-no", toPath: project)
        var work = try ProjectSet([project]).work(tellsWarnings: false) { $0 }
        work.removeAll { $0.item.name != "nobody-answers" }
        try FileManager.default.removeItem(atPath: project)
        let outcomes = await TestRunner(writesPending: true).run(work, jobs: 1)
        #expect(outcomes.map(\.verdict.path) == ["\(project)/nobody-answers.vsession"])
        #expect(!FileManager.default.fileExists(atPath: project))
    }
}
