internal import VoiceJSON
internal import VoiceTrace

/// Facts that a reader needs to run a report's sessions again: its label, the commit and the
/// command.
///
/// Shape: `{ "label"?, "commit"?, "folder"?, "command": [text], "paths": [text] }`; `command` is as
/// it was given, without what says where a report goes, how it is printed and which share runs.
package struct RunOrigin: Sendable, Equatable {
    /// The name that `--label` gave the run; nil without.
    package var label: String?
    /// The commit of the working folder, as 7 to 64 hexadecimal digits; nil where there is none.
    package var commit: String?
    /// The words of the command.
    package var command: [String]
    /// Words of the command that name sessions or folders of sessions.
    package var paths: [String]
    /// The working folder below the root of its repository; empty at the root and without one.
    package var folder: String

    /// An origin of these parts.
    package init(
        label: String?, commit: String?, command: [String], paths: [String], folder: String = ""
    ) {
        self.label = label
        self.commit = commit
        self.command = command
        self.paths = paths
        self.folder = folder
    }

    /// Options that change no verdict: they and their values are left out of the command.
    private static let dropped: Set<String> = [
        "--report", "--shard", "--jobs", "--format", "--color", "--label",
    ]
    private static let droppedFlags: Set<String> = [
        "--force", "--keep-sound", "--quiet", "--watch", "--verbose",
    ]

    /// The words of `arguments`, the verb first, that a reader needs.
    package static func command(_ arguments: [String]) -> [String] {
        var kept = ["voicetest"]
        var isValue = false
        for argument in arguments {
            if isValue {
                isValue = false
            } else if dropped.contains(argument) {
                isValue = true
            } else {
                let name = argument.prefix { $0 != "=" }
                let isDropped =
                    droppedFlags.contains(argument)
                    || argument.contains("=") && dropped.contains(String(name))
                if !isDropped { kept.append(argument) }
            }
        }
        return kept
    }

    /// The command as a line for a shell.
    var line: String { Self.line(command) }

    /// The command that runs the session called `name` at `path` alone; nil where the words do not
    /// say which of them are paths.
    func line(for path: String, name: String) -> String? {
        guard let verb = command.dropFirst().first else { return nil }
        if verb == "test" {
            guard !command.contains(where: { $0.hasPrefix("--filter") }) else { return nil }
            var name = name
            if name.hasSuffix(SessionFolder.suffix) {
                name.removeLast(SessionFolder.suffix.count)
            }
            return Self.line(command + ["--filter", name])
        }
        var words = command
        for named in paths {
            let places = words.indices.filter { words[$0] == named }
            guard places.count == 1, let place = places.first else { return nil }
            words.remove(at: place)
        }
        words.insert(path, at: min(2, words.count))
        return Self.line(words)
    }

    /// The words of a command as a line that a POSIX shell takes.
    package static func line(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    /// A word as a POSIX shell takes it.
    private static func quoted(_ word: String) -> String {
        let plain = !word.isEmpty && word.unicodeScalars.allSatisfy { isPlain($0) }
        if plain { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "/", ".", "-", "_", "=", ",", ":", "+", "@", "%": true
        default: false
        }
    }

    private static let wordLimit = 4_096

    static let codec = JSONCodec<RunOrigin>(
        JSON.optional("label", JSON.text), JSON.optional("commit", JSON.text),
        JSON.member("folder", JSON.text, absentFor: ""),
        JSON.member("command", JSON.list(JSON.text, limit: wordLimit)),
        JSON.member("paths", JSON.list(JSON.text, limit: wordLimit)),
        parts: { ($0.label, $0.commit, $0.folder, $0.command, $0.paths) },
        make: { RunOrigin(label: $0, commit: $1, command: $3, paths: $4, folder: $2) })

    /// Returns the origin that the shares of one run agree on; nil where their commands do not
    /// agree.
    static func merged(_ origins: [RunOrigin?]) -> RunOrigin? {
        guard let first = origins.first, var merged = first else { return nil }
        for origin in origins.dropFirst() {
            guard let origin, origin.command == merged.command, origin.paths == merged.paths,
                origin.folder == merged.folder
            else { return nil }
            if origin.label != merged.label { merged.label = nil }
            if origin.commit != merged.commit { merged.commit = nil }
        }
        return merged
    }
}
