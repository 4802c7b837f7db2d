import VoiceActivity
import VoiceAudio
import VoiceTrace

/// Trims one file.
struct TrimWork: Sendable {
    let scan: ActivityScan
    let prePad: Double
    let postPad: Double
    let heard: (start: Double, end: Double)?
    let force: Bool
    let gathersEvidence: Bool

    /// Trims the input to the output; `progress` is told what share is done.
    func trim(
        _ sound: SoundInput, to output: String, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> TrimResult {
        let input = sound.path
        var scan = scan
        let passes = PassProgress(first: 0.5, note: progress)
        scan.onProgress = { passes.take($0) }
        let trimmer = SpeechTrimmer(scan: scan, prePad: prePad, postPad: postPad)
        let format = try SoundFileReader(path: input).format
        // An output that cannot be is better known before an hour is listened to.
        if !force, DiskFile.exists(output) { throw AudioError.exists(path: output) }
        let plan = try await trimmer.plan(path: input, words: heard)
        var result = TrimResult(
            input: sound.name, output: output, sampleRate: format.sampleRate, frames: plan.frames,
            plan: plan, heard: heard, prePad: prePad, postPad: postPad)
        if gathersEvidence, case .speech(let start, let end) = plan.reason {
            result.evidence = try await scan.evidence(
                path: input, range: plan.range,
                of: [start - plan.range.lowerBound..<end - plan.range.lowerBound],
                sampleRate: format.sampleRate
            ).first
        }
        var options = RewriteOptions()
        options.range = plan.isWhole ? nil : plan.range
        options.overwrite = force
        options.encoding = try sound.encoding(for: SoundContainer.of(output))
        try DiskFile.makeFolder(DiskFile.parent(of: output))
        let rewrite = try SoundRewrite(from: input, to: output, options: options)
        result.notes += try rewrite.run { passes.take($0) }.notes.map(sound.named)
        if !plan.isWhole, let shortfall = sound.shortfall { result.notes.append(shortfall) }
        if plan.reason == .noSpeech {
            result.notes.append("\(sound.name): no speech found, copied unchanged")
        }
        return result
    }
}
