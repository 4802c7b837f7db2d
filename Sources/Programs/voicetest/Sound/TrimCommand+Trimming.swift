import VoiceActivity
import VoiceAudio
import VoiceFiles

extension TrimCommand {
    /// Parts that all files of a run share.
    struct Shared: Sendable {
        let scan: ActivityScan
        let heard: (start: Double, end: Double)?
        /// Files that stand for standard input and output meanwhile.
        let streams: StandardStreams
    }

    /// Trims the input to the output; `progress` is told what share is done.
    func trim(
        _ step: SoundPlan.Step, _ shared: Shared, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> TrimResult {
        try await shared.streams.reading(step.input) { sound in
            var result = try await trimmed(sound, step, shared, progress: progress)
            result.notes = result.notes.map { shared.streams.named(sound.named($0)) }
            return result
        }
    }

    private func trimmed(
        _ sound: SoundInput, _ step: SoundPlan.Step, _ shared: Shared,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws -> TrimResult {
        let (input, output) = (sound.path, shared.streams.output(step.output))
        var scan = shared.scan
        let passes = PassProgress(first: 0.5, note: progress)
        scan.onProgress = { passes.update($0) }
        var trimmer = SpeechTrimmer(scan: scan, prePad: prePad, postPad: postPad)
        trimmer.choices = try channels.channels(of: input).map(\.choice)
        let format = try SoundFileReader(path: input).format
        // An output that cannot be is better known before an hour is listened to.
        if !batch.force, DiskFile.exists(output) { throw AudioError.exists(path: output) }
        let plan = try await trimmer.plan(path: input, words: shared.heard)
        var result = TrimResult(
            input: step.input, output: step.output, sampleRate: format.sampleRate,
            frames: plan.frames,
            plan: plan, heard: shared.heard, prePad: prePad, postPad: postPad)
        if gathersEvidence, case .speech(let start, let end) = plan.reason {
            result.evidence = try await scan.evidence(
                path: input, range: plan.range,
                of: [start - plan.range.lowerBound..<end - plan.range.lowerBound],
                sampleRate: format.sampleRate, choice: plan.fold.choice
            ).first
        }
        var options = RewriteOptions()
        if step.output == StandardStreams.sign {
            // No ending says what standard output is to be.
            let container = try SoundFileReader(path: input).coding?.container
            options.container = sound.container == nil ? container ?? .wav : .wav
        }
        options.range = plan.isWhole ? nil : plan.range
        options.overwrite = batch.force
        options.coder = batch.coder
        options.encoding = try sound.encoding(
            for: options.container ?? SoundContainer.of(output))
        try DiskFile.makeFolder(DiskFile.parent(of: output))
        let rewrite = try SoundRewrite(from: input, to: output, options: options)
        result.notes += [plan.fold.notice(on: input)].compactMap(\.self)
        result.notes += try rewrite.run { passes.update($0) }.notes
        if !plan.isWhole, let shortfall = sound.shortfall { result.notes.append(shortfall) }
        if plan.reason == .noSpeech {
            result.notes.append("\(input): no speech found, copied unchanged")
        }
        if let refusal = result.refusal {
            result.notes.append("\(input): \(refusal), so the speech that is found decides")
        }
        return result
    }

    private var gathersEvidence: Bool { explain && rule == .detector && channels.pick != .each }
}
