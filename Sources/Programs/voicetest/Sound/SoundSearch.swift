import VoiceActivity
import VoiceAudio
import VoiceCalls
import VoiceFiles
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTrace

/// The sound files that paths of the command line stand for.
enum SoundSearch {
    /// A file, and what remains of its path below the folder it was found in.
    struct Found {
        let path: String
        /// The path below the folder that was searched; the last name for a file that was named.
        let relative: String
        /// The file of the other side, where two files are one call.
        var second: String?
        /// The answer on the sides of a call.
        var answer = SideAnswers.Answer()
        /// Channels that other calls of its folder name as the app's.
        var hints: [SideHint] = []
    }

    private static let depthLimit = 64
    /// The endings of the files that a folder is searched for.
    private static let endings = Set(
        SoundContainer.searchedExtensions + ForeignContainer.extensions)

    /// Returns the files of a path: a path that is no folder stands for itself; a folder for every
    /// file in it and below it whose ending is that of a sound, in the order of their names, hidden
    /// ones left out. `spared`, by whatever name, is not looked into.
    ///
    /// - Throws: a `CommandError` for a folder without any, and what keeps one from being read.
    static func files(_ path: String, sparing spared: String? = nil) throws -> [Found] {
        try files(path) { folder in spared.map { DiskFile.areSame(folder, $0) } ?? false }
    }

    /// Returns the files of a path that are recordings of calls: sounds of sessions and projects
    /// are none.
    static func calls(_ path: String, sparing spared: String? = nil) throws -> [Found] {
        try files(path) { folder in
            folder.hasSuffix(SessionFolder.suffix) || folder.hasSuffix(SessionFolder.partialSuffix)
                || DiskFile.exists("\(folder)/\(Project.fileName)")
                || DiskFile.exists(SessionFolder(path: folder).manifestPath)
                || spared.map { DiskFile.areSame(folder, $0) } ?? false
        }
    }

    /// Whether the name of the file at `path` ends as those of sounds do.
    static func isSound(_ path: String) -> Bool {
        endings.contains(SoundContainer.ending(of: path))
    }

    private static func files(
        _ path: String, sparing isSpared: (String) -> Bool
    ) throws -> [Found] {
        guard path != StandardStreams.sign, DiskFile.isFolder(path) else {
            return [Found(path: path, relative: DiskFile.name(of: path))]
        }
        var found: [Found] = []
        try search(path, below: "", depth: 0, isSpared, &found)
        if found.isEmpty {
            throw CommandError(
                .missing,
                "\(path): no sound file in or below this folder. Name files, or check the folder.")
        }
        return found
    }

    /// Returns the files that several paths stand for; errors are noted in `status`.
    static func files(_ paths: [String], _ status: inout ExitStatus) -> [Found] {
        paths.flatMap { path in
            do {
                return try files(path)
            } catch {
                Console.report("\(error)")
                status = status.graver(ExitStatus(error))
                return []
            }
        }
    }

    /// A path without the ending of its last name.
    static func withoutEnding(_ path: String) -> String {
        let ending = SoundContainer.ending(of: path)
        return ending.isEmpty ? path : String(path.dropLast(ending.count + 1))
    }

    private static func search(
        _ folder: String, below prefix: String, depth: Int,
        _ isSpared: (String) -> Bool, _ found: inout [Found]
    ) throws {
        guard depth < depthLimit else {
            throw CommandError(
                .badData,
                "\(folder): Searched \(depthLimit) folders deep only. Look for a link to a parent"
                    + " folder.")
        }
        for name in try DiskFile.names(in: folder) where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if DiskFile.isFolder(path) {
                if isSpared(path) { continue }
                try search(
                    path, below: "\(prefix)\(name)/", depth: depth + 1, isSpared, &found)
            } else if isSound(name) {
                found.append(Found(path: path, relative: prefix + name))
            }
        }
    }
}
