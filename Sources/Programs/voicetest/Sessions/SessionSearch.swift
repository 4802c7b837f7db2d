import VoiceFiles
import VoiceReports
import VoiceTrace

/// Sessions that a verb was given, and faults of those that it cannot get at.
struct SessionSearch {
    /// The sessions at or below the paths, each once however its path is spelled.
    var folders: [SessionFolder] = []
    /// Faults of what is missing, cannot be read, is skipped or belongs to no session.
    private(set) var faults: [RunFault] = []

    /// Things of one sort below one path that are named.
    private static let namedLimit = 20

    /// The gravest of the faults.
    var status: ExitStatus {
        faults.map(\.status).reduce(ExitStatus.agrees) { $0.graver($1) }
    }

    /// Searches `paths`, and reports obstacles on standard error.
    ///
    /// `isStrict` says whether a session that is skipped is a fault, `takesCalls` whether
    /// recordings of calls were looked for, too.
    init(_ paths: [String], isStrict: Bool = Console.isCI, takesCalls: Bool = false) {
        var known: Set<NameBytes> = []
        var skipped: [(path: String, items: [FoundSessions.Skipped])] = []
        for path in paths {
            do {
                let found = try SessionFolder.search(path)
                folders += found.sessions.filter {
                    known.insert(NameBytes(DiskFile.realPath($0.path))).inserted
                }
                skipped.append((path, found.skipped))
                report(path, found, takesCalls)
            } catch { fault(ExitStatus(error), "\(error)") }
        }
        for (path, items) in skipped {
            // What was found by another way is not lost.
            let lost = items.filter { item in
                item.reason == .link || item.sessions.isEmpty
                    || !item.sessions.allSatisfy { known.contains(NameBytes($0)) }
            }
            for text in Self.named(lost.map(\.description), below: path) {
                if isStrict { fault(.badData, text) } else { Console.report(text) }
            }
            let others = items.filter { !lost.contains($0) }
            for text in Self.named(others.map(\.description), below: path) { Console.report(text) }
        }
    }

    /// Takes the sessions of calls out of ``folders``, and names them on standard error.
    ///
    /// - Throws: ``CommandError`` where there is nothing else.
    mutating func leaveOutCalls() throws(CommandError) {
        let calls = folders.filter(CallSessions.isOne)
        guard !calls.isEmpty else { return }
        folders.removeAll { calls.contains($0) }
        if folders.isEmpty, faults.isEmpty { throw CallSessions.refusal(calls) }
        for text in Self.named(calls.map(CallSessions.notice), below: calls[0].path) {
            Console.report(text)
        }
    }

    private mutating func report(_ path: String, _ found: FoundSessions, _ takesCalls: Bool) {
        for error in found.unreadable { fault(ExitStatus(error), "\(error)") }
        let orphans = SessionFolder.orphans(at: path)
        for text in Self.named(orphans.map(Self.orphan), below: path) { fault(.badData, text) }
        for text in Self.named(found.unfinished.map(Self.unfinished), below: path) {
            Console.report(text)
        }
        if found.sessions.isEmpty, found.unreadable.isEmpty {
            fault(.missing, Self.nothing(at: path, takesCalls))
        }
    }

    private static func nothing(at path: String, _ takesCalls: Bool) -> String {
        guard DiskFile.isFolder(path) else {
            return "\(path): is a file, not a session. Name a session (NAME.vsession), or a folder"
                + " that holds sessions."
        }
        guard !takesCalls else {
            return "\(path): no session and no recording of a call in or below this folder. Name a"
                + " recording of two channels, a session (NAME.vsession), or a folder of them."
        }
        return "\(path): no session in or below this folder. Name a folder with sessions"
            + " (NAME.vsession), or record one with `voicetest record`."
    }

    private static func orphan(_ path: String) -> String {
        "\(path): has no session.json beside it. Restore the session, or remove the"
            + " file."
    }

    private static func unfinished(_ path: String) -> String {
        "\(path): is a recording that was not sealed, and is skipped. When its recording has ended,"
            + " run voicetest recover \(path)"
    }

    private mutating func fault(_ status: ExitStatus, _ text: String) {
        Console.report(text)
        faults.append(RunFault(status, text))
    }

    /// The first of `texts`, and how many more there are.
    private static func named(_ texts: [String], below path: String) -> [String] {
        let more = texts.count - namedLimit
        return texts.prefix(namedLimit)
            + (more > 0 ? ["\(path): \(more) more like the one before"] : [])
    }
}
