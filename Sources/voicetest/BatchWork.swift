import VoiceAudio
import VoiceTrace

/// Turns one file into another, and words what came of it.
struct BatchWork: Sendable {
    /// What came of one file.
    struct Outcome: Sendable {
        var report: RewriteReport?
        /// The gain in decibels.
        var gain = 0.0
        var notes: [String] = []
        var status = ExitStatus.agrees
    }

    let options: RewriteOptions
    let goal: LevelGoal

    /// Does one step; `progress` is told what share is done.
    func done(
        _ step: SoundPlan.Step, jobs: Int, progress: (Double) -> Void
    ) async -> Outcome {
        var outcome = Outcome()
        do {
            var options = options
            var (share, start) = (1.0, 0.0)
            // Reading for the level first counts for half of the way.
            if case .gain = goal {} else { share = 0.5 }
            outcome.gain = try await goal.gain(for: step.input, jobs: jobs) {
                progress($0 * share)
            }
            start = 1 - share
            options.gainDB = outcome.gain
            try DiskFile.makeFolder(DiskFile.parent(of: step.output))
            let rewrite = try SoundRewrite(from: step.input, to: step.output, options: options)
            let report = try rewrite.run { progress(start + $0 * share) }
            outcome.notes = report.notes
            outcome.report = report
        } catch {
            outcome.notes = ["\(error)"]
            outcome.status = ExitStatus(error)
        }
        return outcome
    }
}

/// What a rewrite did, for people and for programs.
enum RewriteText {
    static func line(_ step: SoundPlan.Step, _ report: RewriteReport, gain: Double) -> String {
        let seconds = Double(report.framesOut) / Double(report.sampleRate)
        var parts = [
            "\(Decimal.text(seconds, digits: 3)) s", "\(report.sampleRate) Hz",
            "\(report.channels) channel\(report.channels == 1 ? "" : "s")",
            "\(report.coding.container.rawValue) \(report.coding.encoding.rawValue)",
        ]
        if gain != 0 { parts.append("\(Decimal.text(gain, digits: 3)) dB") }
        if report.clippedSamples > 0 { parts.append("\(report.clippedSamples) clipped") }
        return "\(step.output): " + parts.joined(separator: ", ")
    }

    static func value(
        _ step: SoundPlan.Step, _ report: RewriteReport, _ gain: Double, _ notes: [String]
    ) -> JSONValue {
        [
            "input": .string(step.input), "output": .string(step.output),
            "framesIn": .integer(report.framesIn), "frames": .integer(report.framesOut),
            "sampleRate": .integer(Int64(report.sampleRate)),
            "channels": .integer(Int64(report.channels)),
            "container": .string(report.coding.container.rawValue),
            "encoding": .string(report.coding.encoding.rawValue),
            "gainDB": Decimal.value(gain, digits: 3),
            "clippedSamples": .integer(report.clippedSamples),
            "notes": .array(notes.map { .string($0) }),
        ]
    }
}

/// Numbers with so many digits after the point.
enum Decimal {
    /// The text of a number; "-inf", "inf" or "nan" when it is none.
    static func text(_ value: Double, digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
        var unit = 1.0
        for _ in 0..<digits { unit *= 10 }
        let steps = Int64((abs(value) * unit).rounded())
        let sign = value < 0 && steps > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(steps)" }
        let whole = steps / Int64(unit)
        let rest = String(steps % Int64(unit))
        let zeros = String(repeating: "0", count: digits - rest.count)
        return "\(sign)\(whole).\(zeros)\(rest)"
    }

    /// The same as JSON; null for what is missing or not finite.
    static func value(_ value: Double?, digits: Int) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        return .decimal(text(value, digits: digits))
    }
}
