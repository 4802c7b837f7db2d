import VoiceActivity
import VoiceAudio
import VoiceFiles

/// Finds the speech in one file.
struct VadWork: Sendable {
    /// Speech of one channel of the file.
    struct Found: Sendable {
        let channel: PickedChannel
        let activity: FileActivity
        /// SHA-256 of the file; nil where it is not written down.
        var sha256: String?
        var evidence: [SegmentEvidence]?
        /// Keys that were pressed, in frames of the activity; nil where nobody asked for keys.
        var keys: [HeardSound.Key]?
    }

    let scan: ActivityScan
    /// Live detector that finds the speech instead, where one is asked for.
    let live: LiveScan?
    let printsFrames: Bool
    let explains: Bool
    let findsKeys: Bool
    let format: VadFormat
    let force: Bool
    let channels: ChannelOptions

    /// Detects the speech in the file at `path`, which results call `name`; `target` is where they
    /// are to be written, if they are.
    func find(
        in path: String, called name: String, for target: String?,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws -> [Found] {
        // An output that cannot be is better known before an hour is listened to.
        if let target, !force, DiskFile.exists(target) { throw DiskError.exists(path: target) }
        let picked = try channels.channels(of: path)
        let digest = format == .json ? try DiskFile.entry(of: path).sha256 : nil
        var found: [Found] = []
        for channel in picked {
            let (done, share) = (Double(found.count), 1 / Double(picked.count))
            var one = try await find(in: path, channel, called: name) {
                progress((done + $0) * share)
            }
            if findsKeys {
                one.keys = try HeardSound.Key.all(
                    in: path, sampleRate: one.activity.sampleRate,
                    choice: one.activity.fold.choice)
            }
            one.sha256 = digest
            found.append(one)
        }
        return found
    }

    private func find(
        in path: String, _ channel: PickedChannel, called name: String,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws -> Found {
        if let live {
            let activity = try hear(live, path, channel, called: name, progress)
            return Found(channel: channel, activity: activity)
        }
        var scan = scan
        let passes = PassProgress(first: explains ? 0.5 : 1, note: progress)
        scan.onProgress = { passes.update($0) }
        var printed: @Sendable () throws -> Void = {}
        if printsFrames {
            // Nothing but what is printed would be seen on a terminal.
            scan.onProgress = nil
            printed = try FrameEvidence.attach(
                to: &scan, path: path, called: name, format: format)
        }
        var found = Found(
            channel: channel, activity: try await scan.run(path: path, choice: channel.choice))
        try printed()
        if explains {
            scan.onProgress = { passes.update($0) }
            found.evidence = try await scan.evidence(
                path: path, of: found.activity.segments, sampleRate: found.activity.sampleRate,
                choice: found.activity.fold.choice)
        }
        return found
    }

    private func hear(
        _ live: LiveScan, _ path: String, _ channel: PickedChannel, called name: String,
        _ progress: @escaping @Sendable (Double) -> Void
    ) throws -> FileActivity {
        var scan = live
        if printsFrames {
            try LiveEvidence.attach(to: &scan, path: path, called: name, format: format)
        } else {
            scan.onProgress = { share in
                progress(share)
                try Task.checkCancellation()
            }
        }
        return try scan.run(path: path, choice: channel.choice)
    }
}
