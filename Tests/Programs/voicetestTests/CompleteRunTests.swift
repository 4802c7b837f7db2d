import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A run that is not complete says so in its exit code, its result and every merge of it.
@Suite("Complete runs")
struct CompleteRunTests {
    private let program = Program()

    private func session(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: program.folder.path(DiskFile.parent(of: name)),
            withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/Corpora/shutdown/field-set.vsession",
            toPath: program.folder.path(name))
    }

    @Test("shares that found nothing merge to 66, and the merge says what was missing")
    func nothing() throws {
        for number in 1...2 {
            let share = ["replay", "nope", "--shard", "\(number)/2", "--report", "z\(number)"]
            #expect(try program.run(share).status == 66)
        }
        let merged = try program.run(["report", "z1", "z2", "--output", "m"])
        #expect(merged.status == 66)
        #expect(merged.output.contains("The run is not complete: nope: no such file"))
        let json = try program.run(
            ["report", "z1", "z2", "--output", "j", "--format", "json"])
        #expect(json.status == 66 && json.output.contains(#""exit": 66"#))
    }

    /// Folders in each other until the path is too long for the system: what is in there cannot
    /// be read, by anybody. Gives a way to remove them.
    private func makeUnreadable(_ name: String) throws -> () -> Void {
        let step = String(repeating: "d", count: 240)
        var folders = [open(program.folder.path, O_RDONLY | O_DIRECTORY)]
        #expect(mkdirat(folders[0], name, 0o755) == 0)
        folders.append(openat(folders[0], name, O_RDONLY | O_DIRECTORY))
        for _ in 0..<17 {
            #expect(mkdirat(folders[folders.count - 1], step, 0o755) == 0)
            folders.append(openat(folders[folders.count - 1], step, O_RDONLY | O_DIRECTORY))
        }
        return {
            for folder in folders.reversed() {
                _ = unlinkat(folder, step, AT_REMOVEDIR)
                close(folder)
            }
        }
    }

    @Test(
        "a merge of one result exits as the replay did, and names why",
        arguments: [
            ("empty", "empty: no session in or below", 66),
            ("missing", "nope: no such file", 66), ("unreadable", "cannot be read", 74),
            ("orphan", "trace.jsonl: has no session.json", 65),
            ("stale", "trace.new.jsonl: is stale", 1),
            ("damaged", "damaged.vsession", 65),
        ])
    func asGrave(what: String, text: String, status: Int32) throws {
        try session("c/a.vsession")
        var paths = ["c"]
        switch what {
        case "empty":
            try program.folder.write("", to: "empty/notes.txt")
            paths.append("empty")
        case "missing": paths.append("nope")
        case "orphan": try program.folder.write("", to: "c/lost/trace.jsonl")
        case "stale":
            try FileManager.default.copyItem(
                atPath: program.folder.path("c/a.vsession/trace.jsonl"),
                toPath: program.folder.path("c/a.vsession/trace.new.jsonl"))
        case "damaged": try program.folder.write("{}", to: "c/damaged.vsession/session.json")
        default: break
        }
        let clean = what == "unreadable" ? try makeUnreadable("c/locked") : {}
        defer { clean() }
        let replayed = try program.run(
            ["replay"] + paths + ["--report", "one"], variables: ["CI": "true"])
        #expect(replayed.status == status)
        let merged = try program.run(["report", "one", "--output", "two"])
        #expect(merged.status == status)
        #expect(merged.output.contains(text))
        for format in Program.machineForms {
            let told = try program.run(
                ["report", "one", "--output", format, "--format", format])
            #expect(told.status == status && told.output.contains(text), "\(format)")
        }
        let file = program.folder.path("two/index.html")
        let page = try String(contentsOfFile: file, encoding: .utf8)
        #expect(page.contains(text) && page.contains(#"<header class="top red">"#))
    }

    @Test("a session that is skipped is named, and fails with CI, --shard or --report")
    func skipped() throws {
        try session("c/a.vsession")
        try session("c/.hidden/b.vsession")
        program.folder.link("c/link.vsession", to: "a.vsession")
        let plain = try program.run(["replay", "c"])
        #expect(plain.status == 0)
        #expect(plain.messages.contains("c/.hidden/b.vsession: is a session in a hidden folder"))
        #expect(plain.messages.contains("c/link.vsession: is a link to a session"))
        #expect(try program.run(["replay", "c"], variables: ["CI": "1"]).status == 65)
        #expect(try program.run(["replay", "c", "--shard", "1/1"]).status == 65)
        let kept = try program.run(["replay", "c", "--report", "out"])
        #expect(kept.status == 65 && kept.output.contains("a.vsession agrees"))
        #expect(try program.run(["report", "out", "--output", "m"]).status == 65)
        let flow = "\(Program.package)/Corpora/shutdown/voiceflow.json"
        for verb in [["latency", "c"], ["flow", flow, "--sessions", "c"]] {
            let strict = try program.run(verb, variables: ["CI": "1"])
            #expect(strict.status == 65 && !strict.output.isEmpty, "\(verb[0])")
            #expect(strict.messages.contains("c/link.vsession: is a link to a session"))
            #expect(try program.run(verb).status == 0)
        }
    }

    @Test("an unfinished recording, and a link to sessions that are found, are worth a note only")
    func notes() throws {
        try session("c/real/a.vsession")
        program.folder.link("c/link", to: "real")
        try program.folder.write("", to: "c/live.vsession.partial/journal/story")
        let replayed = try program.run(["replay", "c"], variables: ["CI": "1"])
        #expect(replayed.status == 0)
        #expect(replayed.messages.contains("c/link: is a link to a folder with 1 session"))
        #expect(replayed.messages.contains("voicetest recover c/live.vsession.partial"))
    }

    @Test("of two replays into one folder the second is told, and a report is never mixed")
    func twoAtOnce() throws {
        try session("a.vsession")
        try FileManager.default.createDirectory(
            atPath: program.folder.path("out"), withIntermediateDirectories: true)
        let other = try FolderClaim(existing: program.folder.path("out"))
        let isClaimed = other != nil
        #expect(isClaimed)
        let refused = try program.run(["replay", "a.vsession", "--report", "out", "--force"])
        #expect(refused.status == 73 && refused.output.isEmpty)
        #expect(refused.messages.contains("another voicetest writes a report"))
        _ = consume other
    }

    @Test("a report is not written over a result it reads, in or around it, however it is named")
    func overItself() throws {
        try session("a.vsession")
        #expect(try program.run(["replay", "a.vsession", "--report", "in/p1"]).status == 0)
        program.folder.link("link", to: "in/p1")
        let path = program.folder.path("in/p1/result.json")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for output in ["./in/p1", "in/../in/p1/", "link", "in", "in/p1/new", "link/new"] {
            let refused = try program.run(["report", "in/p1", "--output", output, "--force"])
            #expect(refused.status == 64, "\(output)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
        let inside = try program.run(["replay", "a.vsession", "--report", "a.vsession/out"])
        #expect(inside.status == 64)
        let diff = try program.run(
            ["diff", "a.vsession", "a.vsession", "--report", "a.vsession/trace.jsonl", "--force"])
        #expect(diff.status == 64)
    }

    @Test("accept takes what it finds beside a path that is missing")
    func accept() throws {
        let (session, _) = try program.pending(dropping: "segment")
        let accepted = try program.run(["accept", "nope", session, "--reason", "a"])
        #expect(accepted.status == 66)
        #expect(accepted.output.contains("accepted 2 extra"))
    }

    @Test("one bad session costs no other its part of a flow's coverage")
    func coverage() throws {
        try session("c/a.vsession")
        try program.folder.write("{}", to: "c/bad.vsession/session.json")
        let flow = "\(Program.package)/Corpora/shutdown/voiceflow.json"
        let told = try program.run(
            ["flow", flow, "--sessions", "c", "--format", "json"])
        #expect(told.status == 65)
        #expect(told.output.contains(#""count": 1"#))
    }

    @Test("nothing is certified where there is no session")
    func certify() throws {
        try session("a.vsession")
        let empty = ["replay", "a.vsession", "--shard", "2/2", "--certify", "2"]
        #expect(try program.run(empty).status == 66)
        #expect(try program.run(["replay", "nope", "--certify", "2"]).status == 66)
    }
}
