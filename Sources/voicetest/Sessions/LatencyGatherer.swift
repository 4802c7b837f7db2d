import VoiceActivity
import VoiceAudio
import VoiceDiff
import VoiceJSON
import VoiceMedia
import VoiceProject
import VoiceSession
import VoiceTime
import VoiceTrace

/// Gathers what latencies are worked out from: what happens in a replay, the truth about the
/// caller, wall times.
struct LatencyGatherer {
    /// Whether the work of each session's replay is counted.
    let countsWork: Bool
    /// Who hears sessions again that a program of the user's heard.
    let programs: RecognizerPrograms
    /// The first stage that runs; nil for all that a session has the input for.
    let tap: StartingTap?
    private var counter = WorkCounter()
    /// What the last session gave reason to say.
    private var notes: [String] = []

    init(
        countsWork: Bool, programs: RecognizerPrograms = RecognizerPrograms(),
        tap: StartingTap? = nil
    ) {
        self.countsWork = countsWork
        self.programs = programs
        self.tap = tap
    }

    /// The session in `folder` as this program replays it: from the audio, or from what it has.
    ///
    /// A note names a replay that does not agree with the golden.
    mutating func replayed(_ folder: SessionFolder, name: String) throws -> LatencySubject {
        let run = try measured(folder, name: name)
        var options = try programs.replayOptions(for: folder, heardBy: run.manifest)
        options.stepWithoutCommand += " Or measure from its words with --from words."
        if let tap {
            options.tap = tap
            options.takesWordsForMissingAudio = false
        }
        let result: ReplayResult
        var work: WorkCounts?
        if countsWork {
            let counted = try counter.replayCounted(folder, options)
            result = counted.result
            work = counted.work
        } else {
            result = try counter.replay(folder, options)
        }
        try ReplayRunner.check(result.tap, isStartOf: folder, options)
        let state = try GoldenState(
            of: result.golden, result.manifest, engineVersion: result.engineVersion, in: folder)
        let verdict = ReplayRunner.verdict(on: result, folder: folder, faults: state.faults)
        if let cause = verdict.firstCause {
            notes.append(
                "\(folder.path): the replay, which is measured, differs from its golden:"
                    + " \(cause.sentence)")
        }
        var subject = try MeasuredRun(
            name: name, path: folder.path, manifest: run.manifest, events: result.events,
            vocabulary: result.vocabulary, inputs: run.inputs, sounds: run.sounds
        ).subject()
        subject.work = work
        subject.blocks = Self.blocks(folder)
        return subject
    }

    /// The notes on the sessions since the last call.
    mutating func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// The session in `folder` as it was recorded: its golden trace. `name` is what it is called.
    mutating func recorded(_ folder: SessionFolder, name: String) throws -> LatencySubject {
        var subject = try measured(folder, name: name).subject()
        subject.blocks = Self.blocks(folder)
        return subject
    }

    private mutating func measured(_ folder: SessionFolder, name: String) throws -> MeasuredRun {
        let run = try MeasuredRun(of: folder, name: name) { .now($0) }
        if run.isEdited {
            notes.append("\(folder.path): the trace was changed by hand since it was written")
        }
        return run
    }

    /// Wall times of the recording; a file that is gone or broken is never the session's fault.
    private static func blocks(_ folder: SessionFolder) -> BlockTiming? {
        guard let bytes = try? DiskFile.read(folder.timingPath, limit: FileLimit.text),
            case .object(let timing)? = try? JSONReader.value(of: bytes)
        else { return nil }
        return BlockTiming(timing: timing)
    }
}
