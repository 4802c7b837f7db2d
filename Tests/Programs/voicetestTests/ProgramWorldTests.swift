import Foundation
import Testing
import VoiceTestSupport

/// Time and place of a program's session, by the program's own commands.
@Suite("Time and place of a program")
struct ProgramWorldTests {
    private let program: Program

    init() { self.init(Program()) }

    private init(_ program: Program) { self.program = program }

    private func write(_ bot: String, _ scenario: String = #"{"caller": []}"#) throws {
        try program.folder.write("import voicetest_app as voice\n" + bot, to: "bot.py")
        try program.folder.write(scenario, to: "a.scenario.json")
        try program.folder.write(
            #"{"engine": "program", "programCommand": "\#(Program.pythonClient) bot.py"}"#,
            to: "voicetest.json")
    }

    /// Runs the program on a machine with these variables.
    private func run(
        _ arguments: [String], _ machine: [String: String] = [:]
    ) throws -> Program.Outcome {
        try program.run(
            arguments, variables: ["HOME": program.folder.path("home")].merging(machine) { $1 })
    }

    private func accepted() throws -> Program.Outcome {
        #expect(try run(["test"]).status == 1)
        return try run(["accept", ".", "--reason", "new"])
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: program.folder.path(path), encoding: .utf8)
    }

    private static let place = """
        import os, pathlib, subprocess, tempfile, time
        child = subprocess.run(["sh", "-c", "echo $TZ $LANG $USER $HOME"], capture_output=True)
        voice.emit("seen", zone=time.strftime("%Z %H"), env=os.environ["LANG"],
                   child=child.stdout.decode(), home=str(pathlib.Path.home()), here=os.getcwd(),
                   temporary=tempfile.gettempdir() + "/x")
        """

    /// Puts the program that tells of its place here, and its session.
    private func acceptedPlace() throws {
        try program.copyShared("place") { maker in
            let tests = Self(maker)
            try tests.write(Self.place)
            let outcome = try tests.accepted()
            guard outcome.status == 0 else { throw Program.Failure(messages: outcome.messages) }
        }
    }

    @Test("is the session's, whatever the machine has and wherever the project is")
    func place() throws {
        try acceptedPlace()
        let trace = try text("a.vsession/trace.jsonl")
        for words in ["UTC 22", "UTC C.UTF-8 voicetest $HOME", "$PROJECT", "$TMPDIR/x"] {
            #expect(trace.contains(words), "\(words)")
        }
        let again = try run(
            ["test"],
            [
                "TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8", "LC_ALL": "tr_TR.UTF-8", "USER": "ada",
                "LOGNAME": "ada", "HOME": program.folder.path("elsewhere"),
                "TMPDIR": program.folder.path("."),
            ])
        #expect(again.status == 0, "\(again.output)\(again.messages)")
    }

    @Test("is that of the scenario, whose change is the cause")
    func scenario() throws {
        try write("import time\nvoice.emit('seen', at=time.strftime('%d %H:%M:%S %Z'))")
        #expect(try accepted().status == 0)
        try program.folder.write(
            #"{"caller": [], "startsAt": "2026-03-29T01:59:50", "timeZone": "Europe/Berlin"}"#,
            to: "a.scenario.json")
        let changed = try run(["test"])
        #expect(changed.status == 1)
        #expect(changed.output.contains(#"startsAt is new as "2026-03-29T01:59:50""#))
        #expect(changed.output.contains("29 01:59:50 CET"), "\(changed.output)")
        #expect(!changed.output.contains("world.json"), "\(changed.output)")
    }

    /// A bot that asks the world, and says what day it is there.
    private static let asking = """
        import time
        @voice.external("today")
        def today():
            with open("asked", "a") as file:
                print("x", file=file)
            return "yes"
        voice.emit("seen", answer=today(), year=time.gmtime().tm_year)
        """

    @Test("begins today where the program asks the world, and stays where it began")
    func today() throws {
        try write(Self.asking)
        let outcome = try accepted()
        #expect(outcome.status == 0, "\(outcome.messages)")
        // Neither the second run of the test nor that of the acceptance asked again.
        #expect(try text("asked") == "x\n")
        let world = try text("a.vsession/flow/world.json")
        #expect(!world.contains("2023-11-14"))
        let again = try run(["test"])
        #expect(again.status == 0, "\(again.output)")
        #expect(try text("a.vsession/flow/world.json") == world)
        #expect(try text("asked") == "x\n")
    }

    @Test("is asked once, and begins once, in both runs of a session that is asked anew now")
    func askedAnewOnce() throws {
        // A run takes until the machine has another second.
        try write(
            Self.asking + """

                import subprocess
                subprocess.run("s=$(date +%s); while [ $(date +%s) = $s ]; do :; done", shell=True)
                voice.emit("seen", at=time.time())
                """)
        let outcome = try run(["test", "--calls", "live", "--now"])
        #expect(outcome.status == 1)
        #expect(!outcome.output.contains("second run"), "\(outcome.output)")
        #expect(try text("asked") == "x\n")
        #expect(try !text("a.vsession.new/flow/world.json").contains("2023-11-14"))
    }

    @Test("is asked once for a new session that does not get what it expects")
    func askedOnce() throws {
        try write(Self.asking, #"{"caller": [], "expect": [{"kind": "never"}]}"#)
        for _ in 0..<2 { #expect(try run(["test"]).status == 1) }
        #expect(try text("asked") == "x\n")
    }

    @Test("says once what it is, for all cases of a test")
    func startedOnce() throws {
        try write("with open('started', 'a') as file:\n    file.write('x')\n")
        try program.write(#"{"caller": []}"#, to: "b.scenario.json")
        #expect(try run(["test"]).status == 1)
        // Each new session is recorded and replayed.
        #expect(try text("started") == "xxxxx")
        #expect(try run(["accept", ".", "--reason", "new"]).status == 0)
        try program.write("", to: "started")
        #expect(try run(["test"]).status == 0 && text("started") == "xxx")
    }

    @Test("a new session that two runs do not share is told with the event and both sides")
    func nondeterminism() throws {
        try write(
            """
            import pathlib
            runs = pathlib.Path("runs")
            count = len(runs.read_text()) if runs.exists() else 0
            runs.write_text("x" * (count + 1))
            voice.emit("seen", runs=count)
            """)
        let outcome = try run(["test"])
        #expect(outcome.status == 1)
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("same answers and without a network differs"), "\(words)")
        #expect(words.contains("expected {\"runs\":"), "\(words)")
        let refused = try run(["accept", ".", "--reason", "new"])
        #expect(refused.status == 65)
        #expect(refused.messages.contains("runs"), "\(refused.messages)")
    }

    /// A bot that counts its runs in a database, and has a child count them in a file.
    private static let counting = """
        import sqlite3, subprocess
        base = sqlite3.connect("x.db")
        base.execute("create table if not exists runs(a)")
        base.execute("insert into runs values(1)")
        base.commit()
        subprocess.run(["sh", "-c", "echo x >> child.txt"])
        voice.emit("seen", rows=base.execute("select count(*) from runs").fetchone()[0],
                   lines=len(open("child.txt").readlines()))
        """

    @Test("a fresh project is the same for each run, and stays as it is")
    func fresh() throws {
        try write(Self.counting)
        let shared = try run(["test"])
        #expect(shared.output.contains("second run"), "\(shared.output)")
        for name in ["x.db", "child.txt"] {
            try FileManager.default.removeItem(atPath: program.folder.path(name))
        }
        let project = try text("voicetest.json")
        try program.folder.write(
            project.replacing("{\"engine\"", with: "{\"state\": \"fresh\", \"engine\""),
            to: "voicetest.json")
        #expect(try accepted().status == 0)
        for name in ["b", "c"] {
            try FileManager.default.copyItem(
                atPath: program.folder.path("a.scenario.json"),
                toPath: program.folder.path("\(name).scenario.json"))
            try FileManager.default.copyItem(
                atPath: program.folder.path("a.vsession"),
                toPath: program.folder.path("\(name).vsession"))
        }
        let again = try run(["test", "--jobs", "3"])
        #expect(again.status == 0, "\(again.output)\(again.messages)")
        let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
        #expect(!names.contains("x.db") && !names.contains("child.txt"), "\(names)")
    }

    @Test("an unknown state of a project is refused with the ones that are known")
    func unknownState() throws {
        try write(Self.place)
        try program.folder.write(
            #"{"engine": "program", "programCommand": "a", "state": "clean"}"#, to: "voicetest.json"
        )
        let outcome = try run(["test"])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("fresh"), "\(outcome.messages)")
    }

    @Test("a child that asks a server reaches it in no replay, and the session is not accepted")
    func confined() throws {
        let server = Listener()
        try write(
            """
            import subprocess, sys
            place = ("127.0.0.1", \(server.port))
            ask = f"import socket; socket.create_connection({place}); print('in')"
            done = subprocess.run([sys.executable, "-S", "-c", ask], capture_output=True)
            voice.emit("seen", answer=done.stdout.decode())
            """)
        let outcome = try run(["test"])
        #expect(outcome.status == 1)
        // A system that confines nothing lets the second run in as well.
        try #require(
            !outcome.messages.contains("not confined"), "the system refuses namespaces")
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("without a network differs"), "\(words)")
        #expect(server.connections() == 1)
        #expect(try run(["accept", ".", "--reason", "new"]).status == 65)
        #expect(server.connections() == 0)
    }

    @Test("a session of an app that does what no replay can repeat is not accepted")
    func escaping() throws {
        try write(
            """
            import socket
            try:
                socket.socket(socket.AF_UNIX).connect("/tmp/nothing-here.sock")
            except OSError:
                pass
            voice.say("Hello.")
            """)
        let outcome = try accepted()
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("bot.py:4: The app does something that voicetest cannot"))
        #expect(try run(["test"]).output.contains("has no golden session yet"))
    }

    @Test("a certificate is one trace on another machine")
    func certificate() throws {
        try acceptedPlace()
        let outcome = try run([
            "replay", "a.vsession", "--program-command", "\(Program.pythonClient) bot.py",
            "--certify", "2",
        ])
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.messages)")
    }

    @Test("a certificate of a bot whose child tells the name of the machine differs")
    func machineName() throws {
        try write(
            """
            import subprocess
            done = subprocess.run(["cat", "/proc/sys/kernel/hostname"], capture_output=True)
            voice.emit("seen", name=done.stdout.decode())
            """)
        #expect(try accepted().status == 0)
        let outcome = try run([
            "replay", "a.vsession", "--program-command", "\(Program.pythonClient) bot.py",
            "--certify", "2",
        ])
        // A system that confines nothing has one name in all runs.
        try #require(
            !outcome.messages.contains("not confined"), "the system refuses namespaces")
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("differs from run 1: event 1"), "\(outcome.messages)")
    }

    @Test("a damaged world is refused with its file")
    func damaged() throws {
        try acceptedPlace()
        let outcome = try program.runShell(
            "sed -i 's/UTC/U C/' a.vsession/flow/world.json; voicetest validate a.vsession")
        #expect(outcome.status == 65, "\(outcome.output)")
    }
}
