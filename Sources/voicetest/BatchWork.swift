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

    /// Does one step; `progress` is told what share is done.
    func done(
        _ step: SoundPlan.Step, jobs: Int, progress: (Double) -> Void
    ) async throws -> Outcome {
        var options = options
        // Reading for the level first counts for half of the way.
        let share = if case .gain = goal { 0.0 } else { 0.5 }
        options.gainDB = try await goal.gain(for: step.input, jobs: jobs) { progress($0 * share) }
        try DiskFile.makeFolder(DiskFile.parent(of: step.output))
        let rewrite = try SoundRewrite(from: step.input, to: step.output, options: options)
        let report = try rewrite.run { progress(share + $0 * (1 - share)) }
        return Outcome(report: report, gain: options.gainDB)
    }
}
