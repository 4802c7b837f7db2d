import VoiceCalls
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceMedia
import VoiceProject
import VoiceRecognition
import VoiceReports
import VoiceSession
import VoiceTrace

/// Sources that `latency` measures: the cases of projects, as `test` runs them, and sessions that
/// no project tests or that are named alone, which are replayed.
struct LatencySources {
    /// The cases of projects.
    private(set) var work: [TestWork] = []
    /// The sessions that are replayed.
    private(set) var sessions: [SessionFolder] = []
    /// The recordings of calls that are measured.
    private(set) var calls: [SoundSearch.Found] = []
    /// The projects; nil without one.
    private(set) var projects: ProjectSet?
    /// Faults of what could not be found, read or used.
    private(set) var faults: [RunFault] = []
    private let roots: [String]

    /// The golden sessions of all, the cases first.
    var folders: [SessionFolder] { work.map(\.item.golden) + sessions }
    /// Sessions and the recordings of calls, as a report names them.
    var all: [SessionFolder] { folders + calls.map { SessionFolder(path: $0.path) } }

    /// Finds the sources that the paths stand for. A replay that begins at `tap` is one of a
    /// recording: then every session is replayed, whether a project tests it or not.
    init(
        _ paths: [String], from tap: StartingTap?, heardBy command: RecognizerCommand?,
        running app: ProgramCommand? = nil
    ) throws {
        roots = paths.map { DiskFile.realPath($0) }
        var tested: [String] = []
        var searched: [String] = []
        var isInProject = false
        for path in paths {
            let isInside = !Self.isSession(path) && Project.folder(above: path) != nil
            let isTested = isInside || !Self.isSession(path) && ProjectSet.holdsProject(path)
            if takeCalls(at: path, isInside: isInside, isTested: isTested) { continue }
            isInProject = isInProject || isTested
            guard DiskFile.exists(path), isTested, tap == nil else {
                searched.append(path)
                continue
            }
            tested.append(path)
            if !isInside, Self.holdsOthers(path) { searched.append(path) }
        }
        if isInProject, let tap {
            Console.report(
                "With --from \(tap.rawValue) the sessions of projects are replayed as they were"
                    + " recorded: flows and scenarios as they are now are not measured, and the"
                    + " projects' budgets are not judged.")
        }
        if !tested.isEmpty { try read(tested, command, app) }
        let told = CallSearch(calls)
        calls = told.calls
        faults += told.faults
        for fault in told.faults { Console.report(fault.text) }
        guard !searched.isEmpty else { return }
        let named = Set(searched.filter(Self.isSession).map { DiskFile.realPath($0) })
        let search = SessionSearch(searched, takesCalls: true)
        let known = Set(work.map { DiskFile.realPath($0.item.golden.path) })
        sessions = search.folders.filter { session in
            let real = DiskFile.realPath(session.path)
            guard !known.contains(real) else { return false }
            return tap != nil || named.contains(real) || !Self.isInProject(session)
        }
        faults += search.faults
    }

    private mutating func read(
        _ paths: [String], _ command: RecognizerCommand?, _ app: ProgramCommand?
    ) throws {
        let set = try ProjectSet(paths)
        projects = set
        faults += set.faults
        work = try set.work { configuration in
            var result = configuration
            result.hear(with: command)
            result.test(app)
            return result
        }
        for orphan in set.members.flatMap(\.cases.orphans) {
            Console.report(
                "\(orphan.path): its scenario is gone, so that no test runs it and it is not"
                    + " measured. Name the session to measure its recording.")
        }
        if work.isEmpty, set.faults.isEmpty {
            // Recordings that are kept in a project of their app.
            let found = paths.filter { !DiskFile.exists("\($0)/\(Project.fileName)") }
                .compactMap { try? SoundSearch.calls($0) }.flatMap(\.self)
            calls += found
            if !found.isEmpty { return }
            let names = set.members.map(\.project.folder).joined(separator: ", ")
            let text = "\(names): no scenario and no session here. Name another folder."
            Console.report(text)
            faults.append(RunFault(.missing, text))
        }
    }

    /// Takes the recordings of calls that `path` stands for: a file, or the sounds in a folder that
    /// stand in no session and no project of it. Beside sessions and projects there may be sounds
    /// that are no calls: those are left out and named.
    ///
    /// - Returns: whether `path` stands for nothing else.
    private mutating func takeCalls(at path: String, isInside: Bool, isTested: Bool) -> Bool {
        guard DiskFile.exists(path), !Self.isSession(path),
            !Self.isSession(DiskFile.parent(of: path))
        else { return false }
        guard DiskFile.isFolder(path) else {
            // What no sound is named alone in a project is for the project to judge.
            guard !isInside || SoundSearch.isSound(path) else { return false }
            calls.append(SoundSearch.Found(path: path, relative: DiskFile.name(of: path)))
            return true
        }
        guard !isInside, let found = try? SoundSearch.calls(path) else { return false }
        let isAlone =
            !isTested && (try? SessionFolder.search(path))?.sessions.isEmpty == true
        let paired = isAlone ? [] : CallSearch(found).calls.filter { $0.second != nil }
        let sides = Set(paired.flatMap { [$0.path, $0.second ?? ""] })
        let others =
            isAlone
            ? []
            : found.filter { !sides.contains($0.path) && !CallRecording.tellsSides($0.path) }
        let left = Set(others.map(\.path))
        calls += found.filter { !left.contains($0.path) }
        if let first = others.first {
            Console.report(
                "\(path): \(others.count) sound files that do not tell two sides apart are not"
                    + " measured. The first is \(first.path).")
        }
        return isAlone
    }

    private static func isSession(_ path: String) -> Bool {
        let folder = SessionFolder(path: path)
        return folder.path.hasSuffix(SessionFolder.suffix)
            || DiskFile.exists(folder.manifestPath)
    }

    /// Whether a session in or below `path` belongs to no project.
    private static func holdsOthers(_ path: String) -> Bool {
        let found = (try? SessionFolder.search(path))?.sessions ?? []
        return found.contains { !isInProject($0) }
    }

    /// Whether the session stands in a project; a `voicetest.json` inside of it makes none.
    private static func isInProject(_ session: SessionFolder) -> Bool {
        let parent = DiskFile.parent(of: session.path)
        return Project.folder(above: parent.isEmpty ? "." : parent) != nil
    }

    /// Names of each of ``folders``, as `ordering/happy`: its path as seen from the path that it
    /// was found through, so that every checkout calls it alike; more of its path where two would
    /// be called alike.
    var names: [String] {
        let paths = folders.map(Self.parts)
        var counts = zip(folders, paths).map { folder, parts in
            let real = "/" + parts.joined(separator: "/")
            let depths = roots.filter { real.hasPrefix($0 == "/" ? $0 : $0 + "/") }
                .map { $0.split(separator: "/").count }
            return max(1, parts.count - (depths.max() ?? parts.count - 1))
        }
        func name(_ index: Int) -> String {
            paths[index].suffix(counts[index]).joined(separator: "/")
        }
        for _ in 0..<(paths.map(\.count).max() ?? 0) {
            let groups = Dictionary(grouping: folders.indices, by: name)
            let doubled = groups.values.filter { $0.count > 1 }.flatMap { $0 }
            if doubled.isEmpty { break }
            for index in doubled where counts[index] < paths[index].count { counts[index] += 1 }
        }
        return folders.indices.map(name)
    }

    /// The parts of a session's real path, the last without its suffix.
    private static func parts(of folder: SessionFolder) -> [Substring] {
        let parent = DiskFile.parent(of: folder.path)
        var path =
            DiskFile.exists(folder.path)
            ? DiskFile.realPath(folder.path)
            : DiskFile.realPath(parent.isEmpty ? "." : parent) + "/"
                + DiskFile.name(of: folder.path)
        if path.hasSuffix(SessionFolder.suffix) { path.removeLast(SessionFolder.suffix.count) }
        return path.split(separator: "/")
    }
}
