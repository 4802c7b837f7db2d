import VoiceDiff
import VoiceEngine
import VoiceFiles
internal import VoiceMedia
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTrace

/// Change that waits to become golden, checked and compared: a trace that a replay left beside a
/// session's golden, or a session that a test left beside it.
struct PendingChange {
    /// Golden session; it may not exist yet where a session is pending.
    let folder: SessionFolder
    /// Folder of the manifest, the inputs and the sound of the pending trace: `folder`, or the
    /// pending session.
    let origin: SessionFolder
    let manifest: SessionManifest
    /// The trace that is golden now; nil where none can be read.
    let golden: RecordedTrace?
    let pending: RecordedTrace
    let verdict: Verdict
    /// The version of the engine that it comes from.
    let engineVersion: String
    /// Declaration that the engine that wrote a pending trace makes of its events; nil for a
    /// pending session, which has it in its manifest.
    var vocabulary: EventVocabulary?
    /// The upgrade between golden and pending trace; nil where both have the same versions.
    var version: VersionChange?
    /// Faults of the pending turn-taking, by what its own files and its project expect.
    var turnFaults: [TurnFault] = []
    /// Causes besides the version that may be behind the change, in sentences.
    var otherCauses: [String] = []

    /// Whether a whole session is pending, not a trace alone.
    var isSession: Bool { origin != folder }
}

extension PendingChange {
    /// Reads the pending change of `folder`, and runs it again to see that it still comes out. A
    /// pending session comes before a pending trace. What a program of the user's heard is heard
    /// again by one of `programs`; nil knows those of the session's project.
    ///
    /// - Throws: where a part cannot be used, was changed by hand, or is stale.
    init(_ folder: SessionFolder, programs: RecognizerPrograms? = nil) throws {
        let programs = programs ?? RecognizerPrograms(for: [folder])
        self =
            DiskFile.exists(folder.pending.path)
            ? try Self.session(folder, programs) : try Self.trace(folder, programs)
    }

    private static func trace(
        _ folder: SessionFolder, _ programs: RecognizerPrograms
    ) throws -> PendingChange {
        let manifest = try folder.open()
        let pending = try RecordedTrace(path: folder.pendingTracePath)
        guard !pending.isEdited else {
            throw CommandError(
                .badData,
                "\(folder.pendingTracePath): was changed by hand since the replay wrote it."
                    + " Replay again.")
        }
        let golden = try readable(folder)
        let options = try programs.replayOptions(for: folder, heardBy: manifest)
        let result = try replayed(pending, in: folder, manifest, golden: golden, options)
        let diff = TraceDiff(
            golden: golden?.events ?? [], actual: pending.events, sampleRate: manifest.sampleRate,
            vocabulary: result.comparedVocabulary, goldenIsEdited: golden?.isEdited ?? false,
            standards: result.standards)
        // An anchor that cannot be read is named where drift is measured against it.
        let state = golden.flatMap {
            try? GoldenState(of: $0, manifest, in: folder)
        }
        let version = state.flatMap { result.version(since: $0) }
        let isAlone = state.map { result.isAlike($0) } ?? false
        let cause = version.flatMap { $0.isOfEngine || isAlone ? $0 : nil }
        var change = PendingChange(
            folder: folder, origin: folder, manifest: manifest, golden: golden, pending: pending,
            verdict: Verdict(
                name: DiskFile.name(of: folder.path), path: folder.path, diff: diff,
                causes: result.changedRecognizer + (cause.map { [$0.cause] } ?? []),
                flags: state?.faults ?? []),
            engineVersion: result.engineVersion, vocabulary: result.vocabulary)
        change.turnFaults = JudgedRun(result, of: folder).ownFaults()
        change.version = version
        change.otherCauses =
            result.outdated
            + (state?.isAccepted == false ? ["trace.jsonl is not the accepted one"] : [])
        return change
    }

    /// The golden trace of `folder`; nil where none can be read.
    static func readable(_ folder: SessionFolder) throws -> RecordedTrace? {
        do {
            return try folder.golden()
        } catch {
            if case .conflict = error { throw error }
            return nil
        }
    }

    /// Replays the session to see that `pending` still comes out, also beside a golden that is
    /// missing or damaged.
    private static func replayed(
        _ pending: RecordedTrace, in folder: SessionFolder, _ manifest: SessionManifest,
        golden: RecordedTrace?, _ options: ReplayOptions
    ) throws -> ReplayResult {
        let hears =
            manifest.firstTap(for: .audio) == .audio
            && manifest.files.contains { $0.path == SessionFolder.Part.microphone }
        guard golden != nil || hears else {
            throw CommandError(
                .badData,
                "\(folder.path): replays from the words in trace.jsonl, which cannot be used."
                    + " Restore it from version control.")
        }
        var replayer = ReplayRunner.replayer()
        let result = try replayer.replay(folder, options: options, golden: golden ?? pending)
        guard RecordedTrace.digest(of: result.events) == pending.digest else {
            throw CommandError(
                .badData,
                "\(folder.pendingTracePath): is stale: a replay now yields another trace."
                    + " Run voicetest replay \(folder.path) and look at the difference again.")
        }
        try refuseUnjudged(result, in: folder)
        return result
    }

    /// Refuses a session whose own expectations cannot be read: no replay of it could agree.
    static func refuseUnjudged(_ result: ReplayResult, in folder: SessionFolder) throws {
        guard let finding = JudgedRun(result, of: folder).unreadable.first else { return }
        throw CommandError(
            .badData,
            "\(folder.path): what it expects cannot be judged: \(finding) Correct the file and"
                + " record the session again.")
    }

    /// Every session below `paths` with something pending, and the gravest trouble on the way.
    static func search(_ paths: [String]) -> (folders: [SessionFolder], status: ExitStatus) {
        let waiting = paths.flatMap { PendingSessions.find(at: $0) }
        // A path with nothing but pending sessions holds no session yet.
        let rest = paths.filter { path in
            DiskFile.exists(path) || !waiting.contains { $0.path == SessionFolder(path: path).path }
        }.filter { path in
            waiting.allSatisfy { !DiskFile.lies($0.pending.path, inside: path) }
                || (try? SessionFolder.search(path))?.sessions.isEmpty == false
        }.filter { !$0.hasSuffix(SessionFolder.pendingSuffix) }
        let search = rest.isEmpty ? nil : SessionSearch(rest)
        let traces = (search?.folders ?? []).filter {
            DiskFile.exists($0.pendingTracePath) && !waiting.contains($0)
        }
        let folders = waiting + traces
        var status = search?.status ?? .agrees
        if folders.isEmpty, status == .agrees {
            Console.report(
                "\(paths.joined(separator: ", ")): nothing is pending. Run voicetest test or"
                    + " voicetest replay first: a session that differs leaves a pending change.")
            status = .missing
        }
        return (folders, status)
    }

    /// Path that is removed when the change is rejected.
    var pendingPath: String { isSession ? origin.path : folder.pendingTracePath }

    /// Whether golden and pending trace still are those that were compared.
    var isCurrent: Bool {
        let trace = isSession ? origin.tracePath : folder.pendingTracePath
        return (try? RecordedTrace(path: trace)) == pending && (try? folder.golden()) == golden
    }

    /// Throws the pending change away; the golden stays.
    func reject() throws { try DiskFile.remove(pendingPath) }
}
