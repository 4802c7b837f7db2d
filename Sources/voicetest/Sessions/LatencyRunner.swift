import VoiceDiff
import VoiceJSON
import VoiceMedia
import VoiceTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Measures sessions, several at once, with results in the order of the sessions.
struct LatencyRunner: Sendable {
    /// What came of one session.
    struct Outcome: Sendable {
        let result: Result<SessionLatency, any Error>
        let notes: [String]
    }

    /// Whether the work of each session's replay is counted.
    let countsWork: Bool
    let jobs: Int
    /// Who hears sessions again that a program of the user's heard.
    let programs: RecognizerPrograms
    /// The first stage that runs; nil for all that a session has the input for.
    var tap: StartingTap?

    /// What came of `folders`, in their order. Allocations are counted for the whole process, so
    /// that sessions are measured one by one where they are counted.
    func run(_ folders: [SessionFolder]) async -> [Outcome] {
        let names = Self.names(of: folders)
        let jobs = countsWork && WorkCounter.countsAllocations ? 1 : jobs
        let progress = ProgressLine(count: folders.count, unit: "sessions")
        defer { progress.clear() }
        return await withTaskGroup(of: [(Int, Outcome)].self) { group in
            // As for a replay, which worker measures what never changes.
            for worker in 0..<min(jobs, max(1, folders.count)) {
                group.addTask {
                    var gatherer = LatencyGatherer(
                        countsWork: countsWork, programs: programs, tap: tap)
                    return stride(from: worker, to: folders.count, by: jobs).map { index in
                        defer { progress.note(1, of: index) }
                        let result = Result {
                            SessionLatency(
                                try gatherer.replayed(folders[index], name: names[index]))
                        }
                        return (index, Outcome(result: result, notes: gatherer.takeNotes()))
                    }
                }
            }
            var outcomes: [(Int, Outcome)] = []
            for await part in group { outcomes += part }
            return outcomes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// The folder and its session's name, as `digits/seven`; more of the path where two sessions
    /// would be called alike.
    static func names(of folders: [SessionFolder]) -> [String] {
        var names: Set<String> = []
        return folders.map { folder in
            let parts = parts(of: folder)
            for count in min(2, parts.count)...max(2, parts.count) {
                let name = parts.suffix(count).joined(separator: "/")
                if names.insert(name).inserted { return name }
            }
            return parts.joined(separator: "/")
        }
    }

    private static func parts(of folder: SessionFolder) -> [Substring] {
        var path = folder.path
        if let real = realpath(path, nil) {
            path = String(cString: real)
            free(real)
        }
        if path.hasSuffix(SessionFolder.suffix) {
            path.removeLast(SessionFolder.suffix.count)
        }
        return path.split(separator: "/")
    }
}
