import VoiceAudio
import VoiceTrace

/// Turns one file into another.
struct BatchWork: Sendable {
    /// What came of one file.
    struct Outcome: Sendable {
        let report: RewriteReport
        /// The gain in decibels.
        let gain: Double
    }

    let options: RewriteOptions
    let goal: LevelGoal
    /// Where standard input and output stand meanwhile.
    let streams: StandardStreams

    /// Does one step; `progress` is told what share is done.
    func done(
        _ step: SoundPlan.Step, jobs: Int, progress: (Double) -> Void
    ) async throws -> Outcome {
        try await streams.naming {
            try await rewritten(step, jobs: jobs, progress: progress)
        }
    }

    private func rewritten(
        _ step: SoundPlan.Step, jobs: Int, progress: (Double) -> Void
    ) async throws -> Outcome {
        let input = streams.input(step.input)
        let output = streams.output(step.output)
        var options = options
        if step.output == StandardStreams.sign, options.container == nil {
            // No ending says what standard output is to be.
            options.container = try SoundFileReader(path: input).coding?.container ?? .wav
        }
        // Reading for the level first counts for half of the way.
        let share = if case .gain = goal { 0.0 } else { 0.5 }
        options.gainDB = try await goal.gain(for: input, jobs: jobs) { progress($0 * share) }
        try DiskFile.makeFolder(DiskFile.parent(of: output))
        let rewrite = try SoundRewrite(from: input, to: output, options: options)
        let report = try rewrite.run { progress(share + $0 * (1 - share)) }
        return Outcome(report: report, gain: options.gainDB)
    }
}
