import ArgumentParser
import Synchronization
import VoiceAudio
import VoiceFiles
import VoiceReports

/// Turns one file into another.
struct BatchWork: Sendable {
    /// Result of one file.
    struct Outcome: Sendable {
        var report: RewriteReport
        /// The gain in decibels.
        var gain = 0.0
        /// The loudness that was reached, in LUFS; nil where none was asked for.
        var loudness: Double?
        /// The frames of the input that were taken; nil where all were.
        var range: Range<Int64>?
    }

    let options: RewriteOptions
    let goal: LevelGoal
    /// Whether the mean of each channel is taken off it.
    let removesOffset: Bool
    /// Files that stand for standard input and output meanwhile.
    let streams: StandardStreams

    /// Does one step, or the part `piece` of it; `progress` is told the share that is done.
    func done(
        _ step: SoundPlan.Step, piece: SoundPiece?, jobs: Int, progress: (Double) -> Void
    ) async throws -> Outcome {
        try await streams.reading(step.input) { input in
            var outcome = try await rewritten(input, step, piece, jobs: jobs, progress: progress)
            outcome.report.notes = outcome.report.notes.map { streams.named(input.named($0)) }
            return outcome
        }
    }

    private func rewritten(
        _ sound: SoundInput, _ step: SoundPlan.Step, _ piece: SoundPiece?, jobs: Int,
        progress: (Double) -> Void
    ) async throws -> Outcome {
        let input = sound.path
        let output = streams.output(step.output)
        var options = options
        if let pick = step.pick { options.pick = pick }
        if step.output == StandardStreams.sign, options.container == nil {
            // No ending says what standard output is to be.
            let container = try SoundFileReader(path: input).coding?.container
            options.container = sound.container == nil ? container ?? .wav : .wav
        }
        let range = try piece?.range(in: input)
        // Sound that is not cut and has no fade may be copied.
        let isCut = range?.isAll == false || options.edges != SoundEdges()
        options.range = isCut ? range?.frames : nil
        options.encoding =
            try options.encoding
            ?? sound.encoding(for: options.container ?? SoundContainer.of(output))
        // Reading for the level first counts for half of the way.
        let share = if case .gain = goal, !removesOffset { 0.0 } else { 0.5 }
        if removesOffset { options.offsets = try SoundOffset.measure(path: input) }
        let plan = try RewritePlan(from: input, to: output, options: options)
        let answer = try await goal.answer(
            for: input, encoding: plan.coding.encoding, ceilingDB: options.ceilingDB,
            offsets: options.offsets, jobs: jobs
        ) { progress($0 * share) }
        options.gainDB = answer.gainDB
        try DiskFile.makeFolder(DiskFile.parent(of: output))
        let rewrite = try SoundRewrite(from: input, to: output, options: options)
        var report = try rewrite.run { progress(share + $0 * (1 - share)) }
        let loudness = try await judged(&report, answer, step.output, at: output, jobs: jobs)
        return Outcome(
            report: report, gain: answer.gainDB, loudness: loudness, range: range?.frames)
    }

    /// Returns the loudness that was reached, where one was asked for, and notes what a coder or
    /// full scale made of the level.
    private func judged(
        _ report: inout RewriteReport, _ answer: LevelGoal.Answer, _ name: String,
        at output: String, jobs: Int
    ) async throws -> Double? {
        let encoding = report.coding.encoding
        // What a coder or full scale made of the level is known behind them.
        let isBent = encoding.isLossy || report.clippedSamples > 0
        let written =
            isBent && goal.isLevel || encoding.isLossy && options.ceilingDB != nil
            ? try await SoundMeter.measure(path: output, jobs: jobs) : nil
        if let ceiling = options.ceilingDB, let written {
            report.notes += Self.excess(written.truePeak, ceiling, name, encoding)
        }
        let loudness = written?.integrated ?? answer.loudness
        switch goal {
        case .loudness(let goal):
            if let reached = answer.loudness, abs(reached - goal) > 0.1 {
                report.notes += Self.shortfall(reached, goal, options.ceilingDB, name)
            } else if let loudness {
                report.notes += Self.miss(
                    loudness, goal, "LUFS", name, report, isLimited: options.ceilingDB != nil
                )
            }
        case .peak(let goal):
            if let written {
                report.notes += Self.miss(
                    written.peak, goal, "dBFS", name, report, isLimited: true)
            }
        case .gain: break
        }
        return answer.loudness.map { loudness ?? $0 }
    }

    /// Returns a note on how far a coder or full scale missed a level, if by more than a tenth of a
    /// decibel.
    private static func miss(
        _ reached: Double, _ goal: Double, _ unit: String, _ output: String,
        _ report: RewriteReport, isLimited: Bool
    ) -> [String] {
        guard abs(reached - goal) > 0.1 else { return [] }
        let level = "\(Decimal.text(reached, digits: 1)) \(unit)"
        let wanted = Decimal.text(goal, digits: 1)
        let isCut = report.clippedSamples > 0 && !isLimited && !report.coding.encoding.isLossy
        return [
            "\(output): has \(level) and not \(wanted): "
                + (isCut
                    ? "samples were cut off. --limit turns peaks down instead"
                    : "\(report.coding.encoding.rawValue) changes the level")
        ]
    }

    /// Returns a note on how far a lossy coder went over a ceiling, if by more than a tenth of a
    /// decibel.
    private static func excess(
        _ peak: Double, _ ceiling: Double, _ output: String, _ encoding: SoundEncoding
    ) -> [String] {
        guard peak > ceiling + 0.1 else { return [] }
        let over = Decimal.text(peak, digits: 1)
        let lower = Decimal.text(2 * ceiling - peak - 0.1, digits: 1)
        return [
            "\(output): \(encoding.rawValue) raised the true peak to \(over) dBTP, above the"
                + " ceiling of \(Decimal.text(ceiling, digits: 1)). --ceiling \(lower) leaves room"
        ]
    }

    /// Returns the reason why a loudness was not reached, if it was not within a tenth of a LU.
    private static func shortfall(
        _ reached: Double, _ goal: Double, _ ceiling: Double?, _ output: String
    ) -> [String] {
        guard let ceiling, abs(reached - goal) > 0.1 else { return [] }
        return [
            "\(output): reached \(Decimal.text(reached, digits: 1)) LUFS and not"
                + " \(Decimal.text(goal, digits: 1)): the limiter keeps peaks below"
                + " \(Decimal.text(ceiling, digits: 1)) dBTP, and up to 20 dB more gain"
                + " does not get there. Ask for less, or raise --ceiling"
        ]
    }
}

/// Files that are worked on side by side and shown in their order, with progress on a terminal.
enum FileBatch {
    /// Works on files 0 up to `count`, at most `jobs` at once, and exits with the gravest status;
    /// `status` is the one from before.
    ///
    /// - Parameters:
    ///   - count: the number of files.
    ///   - jobs: files that are worked on at once.
    ///   - status: the gravest exit code before.
    ///   - work: works on one file; notes now and then what share of it is done, 0 through 1.
    ///   - show: shows what came of one file. What either throws is noted, and the rest goes on;
    ///     an exit code ends everything.
    /// - Throws: an exit code, where something went wrong.
    static func run<Outcome: Sendable>(
        count: Int, jobs: Int, status: ExitStatus,
        work:
            @escaping @Sendable (
                _ file: Int, _ progress: @escaping @Sendable (Double) -> Void
            ) async throws -> Outcome,
        show: (_ file: Int, _ outcome: Outcome) throws -> Void
    ) async throws {
        var status = status
        let line = ProgressLine(count: count)
        try await OrderedWork.run(count: count, jobs: jobs) { file in
            let result: Result<Outcome, any Error>
            do {
                result = .success(try await work(file) { line.update($0, of: file) })
            } catch { result = .failure(error) }
            line.update(1, of: file)
            return result
        } take: { file, result in
            line.clear()
            do {
                try show(file, try result.get())
            } catch let code as ExitCode {
                throw code
            } catch {
                Console.report("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        if status != .agrees { throw ExitCode(status.rawValue) }
    }
}

/// The progress of a file that is read an unknown number of times: the first
/// pass counts for a share of the whole, every other for half of what is left.
final class PassProgress: Sendable {
    private struct State {
        var done = 0.0
        var span: Double
        var last = -1.0
    }

    private let state: Mutex<State>
    private let note: @Sendable (Double) -> Void

    /// Notes to `note`; the first pass counts for the share `first` of the whole.
    init(first: Double, note: @escaping @Sendable (Double) -> Void) {
        state = Mutex(State(span: first))
        self.note = note
    }

    /// Updates what share of the present pass is done; one no greater than before begins the next.
    func update(_ share: Double) {
        note(
            state.withLock { state in
                if share <= state.last {
                    state.done += state.span
                    state.span = (1 - state.done) / 2
                }
                state.last = share
                return state.done + state.span * share
            })
    }
}
