import Foundation
import Synchronization
import VoiceTestSupport

/// Folders that tests of one run share: each is made once, and all are removed with the process.
enum SharedFolders {
    /// A folder, once it is made.
    private final class Entry: Sendable {
        let path = Mutex<String?>(nil)
    }

    private static let entries = Mutex<[String: Entry]>([:])

    /// Where they are, with the programs' cache of speech.
    static let root: String = {
        let path = NSTemporaryDirectory() + "voicetest-shared-\(getpid())"
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: SharedFolders.root) }
        return path
    }()

    /// The folder called `name`, which `make` fills as that of a test.
    static func path(_ name: String, _ make: (Program) throws -> Void) throws -> String {
        let entry = entries.withLock { entries in
            let entry = entries[name] ?? Entry()
            entries[name] = entry
            return entry
        }
        return try entry.path.withLock { path in
            if let path { return path }
            let program = Program()
            try make(program)
            // What its last command said.
            for name in ["stdout.txt", "stderr.txt"] {
                try? FileManager.default.removeItem(atPath: program.folder.path(name))
            }
            let made = "\(root)/\(name)"
            try FileManager.default.moveItem(atPath: program.folder.path, toPath: made)
            path = made
            return made
        }
    }
}

extension Program {
    /// Copies what `make` leaves in the folder called `name`, made once, into the test's folder.
    func copyShared(_ name: String, _ make: (Program) throws -> Void) throws {
        let shared = try SharedFolders.path(name, make)
        for part in try FileManager.default.contentsOfDirectory(atPath: shared) {
            try FileManager.default.copyItem(
                atPath: "\(shared)/\(part)", toPath: folder.path(part))
        }
    }

    /// Puts the project that `voicetest init` writes at `place`; the path of it.
    @discardableResult
    func makeProject(at place: String = "pizza") throws -> String {
        try putProject(at: place, "project") { program in
            let begun = try program.run(["init", "pizza"])
            guard begun.status == 0 else { throw Failure(messages: begun.messages) }
        }
    }

    /// The same with the scripted recognizer, which takes a third of the time.
    @discardableResult
    func makeScriptedProject(at place: String = "pizza") throws -> String {
        try putProject(at: place, "scripted project") { program in
            try program.makeProject()
            try program.folder.write(#"{"recognizer": "scripted"}"#, to: "pizza/voicetest.json")
            let recorded = try program.runShell(
                """
                set -e; cd pizza; rm -r *.vsession
                for name in *.scenario.json; do voicetest record --scenario $name; done
                """)
            guard recorded.status == 0 else { throw Failure(messages: recorded.messages) }
        }
    }

    private func putProject(
        at place: String, _ name: String, _ make: (Program) throws -> Void
    ) throws -> String {
        let shared = try SharedFolders.path(name, make)
        let path = folder.path(place)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(shared)/pizza", toPath: path)
        return path
    }

    /// A command that a shared folder needs went wrong.
    struct Failure: Error {
        let messages: String
    }
}
