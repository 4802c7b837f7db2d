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
        var subject = try recorded(folder, name: name)
        var options = try programs.replayOptions(for: folder, heardBy: folder.manifest())
        options.stepWithoutCommand += " Or measure from its words with --from words."
        if let tap {
            options.tap = tap
            options.takesWordsForMissingAudio = false
        }
        let result: ReplayResult
        if countsWork {
            let counted = try counter.replayCounted(folder, options)
            result = counted.result
            subject.work = counted.work
        } else {
            result = try counter.replay(folder, options)
        }
        try ReplayRunner.check(result.tap, isStartOf: folder, options)
        subject.events = result.events
        subject.vocabulary = result.vocabulary
        // A flow that comes late goes on past the recorded end.
        subject.frames = max(subject.frames, result.events.last?.frame ?? 0)
        let state = try GoldenState(
            of: result.golden, result.manifest, engineVersion: result.engineVersion, in: folder)
        let verdict = ReplayRunner.verdict(on: result, folder: folder, faults: state.faults)
        if let cause = verdict.firstCause {
            notes.append(
                "\(folder.path): the replay, which is measured, differs from its golden:"
                    + " \(cause.sentence)")
        }
        return subject
    }

    /// The notes on the sessions since the last call.
    mutating func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// The session in `folder` as it was recorded: its golden trace. `name` is what it is called.
    mutating func recorded(_ folder: SessionFolder, name: String) throws -> LatencySubject {
        var recorded: RecordedInputs?
        var hasMicrophone = false
        let manifest = try folder.open { (name, bytes) throws(TraceError) in
            if name == SessionFolder.Part.inputs {
                recorded = try RecordedInputs(bytes: bytes, path: folder.inputsPath)
            } else if name == SessionFolder.Part.microphone {
                hasMicrophone = true
            }
        }
        let golden = try folder.golden()
        if golden.isEdited {
            notes.append("\(folder.path): the trace was changed by hand since it was written")
        }
        let inputs = recorded?.inputs ?? []
        var turns = SpokenTurn.turns(in: inputs)
        var source = SpokenTurn.Source.scenario
        if turns.isEmpty, !Self.isScripted(manifest) {
            source = .offlinePass
            turns = try offlineTurns(hasMicrophone, manifest, golden.events, folder: folder)
        }
        var subject = LatencySubject(
            name: name, path: folder.path, sampleRate: manifest.sampleRate,
            frames: manifest.frames, events: golden.events, vocabulary: .now(manifest),
            turns: turns, source: source)
        subject.blocks = Self.blocks(folder)
        return subject
    }

    /// Whether the caller was scripted, even if the script says nothing.
    private static func isScripted(_ manifest: SessionManifest) -> Bool {
        manifest.files.contains { $0.path == "\(SessionFolder.Part.flow)/scenario.json" }
    }

    private func offlineTurns(
        _ hasMicrophone: Bool, _ manifest: SessionManifest, _ events: [TraceEvent],
        folder: SessionFolder
    ) throws -> [SpokenTurn] {
        guard hasMicrophone else {
            throw CommandError(
                .badData, "\(folder.path): has neither a scripted caller nor a microphone track")
        }
        let (segments, rate) = try SpeechActivity.offlineSegments(
            path: "\(folder.path)/\(SessionFolder.Part.microphone)")
        guard rate == manifest.sampleRate.hertz else {
            throw CommandError(
                .badData,
                "\(folder.path): the clock runs at \(manifest.sampleRate.hertz) Hz, but the "
                    + "microphone track has \(rate) Hz. Restore the session, or record it again.")
        }
        let pause = manifest.settings["speech.endSilenceMs"]?.integer ?? 500
        return SpokenTurn.turns(
            of: segments, pause: manifest.sampleRate.frames(milliseconds: pause), in: events,
            vocabulary: .now(manifest))
    }

    /// Wall times of the recording; a file that is gone or broken is never the session's fault.
    private static func blocks(_ folder: SessionFolder) -> BlockTiming? {
        guard let bytes = try? DiskFile.read(folder.timingPath, limit: FileLimit.text),
            case .object(let timing)? = try? JSONReader.value(of: bytes)
        else { return nil }
        return BlockTiming(timing: timing)
    }
}
