import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport

@Suite("The client of apps in Python: copied, installed, and of other releases")
struct ClientReleaseProgramTests {
    private let program = Program()
    private static let source = "\(Program.package)/Sources/Clients/Python"

    /// The version of this program.
    private func version() throws -> String {
        let told = try program.run(["--version"]).output
        return told.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A folder in which Python finds the client as pip installs it, of this release or of another.
    private func install(_ version: String) throws -> String {
        let folder = program.folder.path("site-\(version)")
        let info = "\(folder)/voicetest_app-\(version).dist-info"
        try FileManager.default.createDirectory(
            atPath: info, withIntermediateDirectories: true)
        try "Metadata-Version: 2.1\nName: voicetest-app\nVersion: \(version)\n"
            .write(toFile: "\(info)/METADATA", atomically: true, encoding: .utf8)
        for name in ["voicetest_app.py", "voicetest_pytest.py"] {
            try FileManager.default.copyItem(
                atPath: "\(Self.source)/\(name)", toPath: "\(folder)/\(name)")
        }
        return folder
    }

    private func make(_ name: String, _ more: [String] = [], site: String) throws -> String {
        let begun = try program.run(
            ["init", "--app", "python", name] + more, variables: ["PYTHONPATH": site])
        #expect(begun.status == 0, "\(begun.messages)")
        return begun.output
    }

    /// The manifest of the project's session without calls, which has the digest of each file.
    private func silentSession(of name: String) throws -> [UInt8] {
        let file = program.folder.path("\(name)/says-nothing.vsession/session.json")
        return Array(try #require(FileManager.default.contents(atPath: file)))
    }

    @Test("init names the installed client of its release, else copies it; goldens are the same")
    func installedOrCopied() throws {
        let version = try version()
        let site = try install(version)
        let told = try make("installed", site: site)
        #expect(told.contains("requirements.txt names voicetest-app==\(version)"), "\(told)")
        let names = try DiskFile.names(in: program.folder.path("installed"))
        #expect(names.contains("requirements.txt") && !names.contains("voicetest_app.py"))
        let tested = try program.run(["test", "installed"], variables: ["PYTHONPATH": site])
        #expect(tested.status == 0, "\(tested.output)\(tested.messages)")

        #expect(try make("vendored", ["--vendor"], site: site).contains("has a copy of the client"))
        let other = try install("0.0.9")
        #expect(try make("other", site: other).contains("has a copy of the client"))
        for name in ["vendored", "other"] {
            let names = try DiskFile.names(in: program.folder.path(name))
            #expect(names.contains("voicetest_app.py") && !names.contains("requirements.txt"))
            // A caller who says nothing makes no call: nothing in the session is measured.
            #expect(try silentSession(of: name) == silentSession(of: "installed"))
        }
        // The sessions of one way agree under the other.
        for (sessions, project) in [("installed", "vendored"), ("vendored", "installed")] {
            let moved = """
                set -e; cp -r \(project) moved; rm -r moved/*.vsession
                cp -r \(sessions)/*.vsession moved; voicetest test moved; rm -r moved
                """
            let told = try program.runShell(moved, variables: ["PYTHONPATH": site])
            #expect(told.status == 0, "\(told.output)\(told.messages)")
            #expect(told.output.contains("3 agree, 0 do not"))
        }
    }

    @Test("a client before the first release runs, with one note; one before the oldest is refused")
    func otherReleases() throws {
        let version = try version()
        _ = try make("bot", ["--vendor"], site: "")
        let client = program.folder.path("bot/voicetest_app.py")
        let own = try String(contentsOfFile: client, encoding: .utf8)
        func change(to said: String) throws {
            let text = own.replacing(
                "\nVERSION = \"\(version)\"\n", with: "\nVERSION = \"\(said)\"\n")
            #expect(text != own)
            try text.write(toFile: client, atomically: true, encoding: .utf8)
        }
        try change(to: "1.0")
        let noted = try program.run(["test", "bot"], variables: ["PYTHONPATH": ""])
        #expect(noted.status == 0, "\(noted.output)\(noted.messages)")
        let note = "voicetest_app 1.0 is older than voicetest \(version)"
        #expect(noted.messages.components(separatedBy: note).count == 2, "\(noted.messages)")
        #expect(
            noted.messages.contains("--no-index --find-links FOLDER voicetest-app==\(version)`"))

        try change(to: "0.0.8")
        let refused = try program.run(["test", "bot"], variables: ["PYTHONPATH": ""])
        #expect(refused.status == 65, "\(refused.output)\(refused.messages)")
        let told = refused.output + refused.messages
        #expect(told.contains("needs the client 0.0.9 or a newer one"), "\(told)")
    }

    @Test("doctor names what apps are made with, and what to type for what is missing")
    func doctor() throws {
        let version = try version()
        let site = try install(version)
        let told = try program.run(["doctor"], variables: ["PYTHONPATH": site])
        #expect(told.output.contains("ok       Python: 3."), "\(told.output)")
        #expect(told.output.contains("ok       client voicetest-app: \(version) ("))
        #expect(told.output.contains("pipecat-ai"))
        #expect(told.output.contains("namespaces"))
        let other = try install("0.0.9")
        let old = try program.run(["doctor"], variables: ["PYTHONPATH": other])
        #expect(
            old.output.contains("It is 0.0.9, and this is voicetest \(version)."), "\(old.output)")
        let remedy =
            "Run `pip install --no-index --find-links FOLDER voicetest-app==\(version)`, where"
            + " FOLDER"
        #expect(old.output.contains("\(remedy) has the files of the release."), "\(old.output)")
        #expect(old.status == told.status)
        let bare = try program.run(["doctor"], variables: ["PATH": program.folder.path("none")])
        for part in ["Python", "client voicetest-app", "pipecat-ai", "livekit-agents", "Node"] {
            #expect(bare.output.contains("missing  \(part) ("), "\(part): \(bare.output)")
        }
        #expect(bare.status == told.status)
    }

    @Test("doctor compares a framework with the versions that its adapter is tested with")
    func frameworks() throws {
        let site = try install(try version())
        for (version, state) in [
            ("1.14.3", "ok       pipecat-ai: 1.14.3"), ("0.0.1", "other    pipecat-ai"),
        ] {
            let info = "\(site)/pipecat_ai-1.dist-info"
            try FileManager.default.createDirectory(
                atPath: info, withIntermediateDirectories: true)
            try "Metadata-Version: 2.1\nName: pipecat-ai\nVersion: \(version)\n"
                .write(toFile: "\(info)/METADATA", atomically: true, encoding: .utf8)
            let told = try program.run(["doctor"], variables: ["PYTHONPATH": site])
            #expect(told.output.contains(state), "\(told.output)")
        }
    }
}
