import VoiceActivity
import VoiceAudio
import VoiceTrace

/// Finds the speech in one file.
struct VadWork: Sendable {
    /// What came of it.
    struct Found: Sendable {
        let activity: FileActivity
        var evidence: [SegmentEvidence]?
    }

    let scan: ActivityScan
    /// What finds it instead, where a live detector is asked for.
    let live: LiveScan?
    let printsFrames: Bool
    let explains: Bool
    let format: VadFormat
    let force: Bool

    /// Finds it in `file`, which the user calls `name`; `target` is where the result is to be
    /// written, if it is.
    func find(
        in file: String, called name: String, for target: String?,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws -> Found {
        // An output that cannot be is better known before an hour is listened to.
        if let target, !force, DiskFile.exists(target) { throw DiskError.exists(path: target) }
        if let live { return Found(activity: try hear(live, file, name, progress)) }
        var scan = scan
        let passes = PassProgress(first: explains ? 0.5 : 1, note: progress)
        scan.onProgress = { passes.take($0) }
        var printed: @Sendable () throws -> Void = {}
        if printsFrames {
            // Nothing but what is printed would be seen on a terminal.
            scan.onProgress = nil
            printed = try FrameEvidence.attach(
                to: &scan, file: file, called: name, format: format)
        }
        // Twice the same sound: its channels are chosen once.
        let choice = explains ? try ChannelChoice.best(path: file) : nil
        var found = Found(activity: try await scan.run(path: file, choice: choice))
        try printed()
        if explains {
            scan.onProgress = { passes.take($0) }
            found.evidence = try await scan.evidence(
                path: file, of: found.activity.segments, sampleRate: found.activity.sampleRate,
                choice: choice)
        }
        return found
    }

    private func hear(
        _ live: LiveScan, _ file: String, _ name: String,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> FileActivity {
        var scan = live
        if printsFrames {
            try LiveEvidence.attach(to: &scan, file: file, called: name, format: format)
        } else {
            scan.onProgress = { share in
                progress(share)
                try Task.checkCancellation()
            }
        }
        return try scan.run(path: file)
    }
}
