import VoiceDiff
import VoiceMedia
import VoiceReports
import VoiceSession
import VoiceTrace

/// A trace that a replay left beside a session's golden, checked and compared.
struct PendingChange {
    let folder: SessionFolder
    let manifest: SessionManifest
    /// The trace that is golden now; nil where none can be read.
    let golden: RecordedTrace?
    let pending: RecordedTrace
    let verdict: Verdict
    /// The version of the engine that it comes from.
    let engineVersion: String

    /// Reads what is pending in `folder`, and replays the session to see that it still is what
    /// comes out.
    ///
    /// - Throws: where a part cannot be used, was changed by hand, or is stale.
    init(_ folder: SessionFolder) throws {
        self.folder = folder
        manifest = try folder.open()
        pending = try RecordedTrace(path: folder.pendingTracePath)
        guard !pending.isEdited else {
            throw CommandError(
                .badData,
                "\(folder.pendingTracePath): was changed by hand since the replay wrote it."
                    + " Replay again.")
        }
        do {
            golden = try folder.golden()
        } catch {
            if case .conflict = error { throw error }
            golden = nil
        }
        let result = try Self.replayed(pending, in: folder, manifest, golden: golden)
        engineVersion = result.engineVersion
        let diff = TraceDiff(
            golden: golden?.events ?? [], actual: pending.events, sampleRate: manifest.sampleRate,
            goldenIsEdited: golden?.isEdited ?? false)
        // An anchor that cannot be read is named where drift is measured against it.
        let state = golden == nil ? nil : try? GoldenState(result, in: folder)
        verdict = Verdict(
            name: DiskFile.name(of: folder.path), path: folder.path, diff: diff,
            flags: state?.faults ?? [])
    }

    /// Replays the session to see that `pending` still is what comes out, also beside a golden
    /// that is missing or damaged.
    private static func replayed(
        _ pending: RecordedTrace, in folder: SessionFolder, _ manifest: SessionManifest,
        golden: RecordedTrace?
    ) throws -> ReplayResult {
        var options = ReplayOptions()
        options.takesWordsForMissingAudio = true
        let hears =
            manifest.firstTap(for: .audio) == .audio
            && manifest.files.contains { $0.path == SessionFolder.Part.microphone }
        guard golden != nil || hears else {
            throw CommandError(
                .badData,
                "\(folder.path): is replayed from the words in trace.jsonl, which cannot be used."
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
        return result
    }

    /// Every session below `paths` with something pending, and the gravest trouble on the way.
    static func search(_ paths: [String]) -> (folders: [SessionFolder], status: ExitStatus) {
        let search = SessionSearch(paths)
        let folders = search.folders.filter { DiskFile.exists($0.pendingTracePath) }
        var status = search.status
        if folders.isEmpty, status == .agrees {
            Console.note(
                "nothing is pending in \(paths.joined(separator: ", "))."
                    + " Run voicetest replay first: where one differs it leaves its trace.")
            status = .missing
        }
        return (folders, status)
    }

    /// Whether golden and pending trace still are those that were compared.
    var isCurrent: Bool {
        (try? RecordedTrace(path: folder.pendingTracePath)) == pending
            && (try? folder.golden()) == golden
    }

    /// Throws the pending trace away; the golden stays.
    func reject() throws { try DiskFile.remove(folder.pendingTracePath) }
}
