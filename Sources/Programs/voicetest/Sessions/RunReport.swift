import VoiceAudio
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceReports
import VoiceSession
import VoiceTime
import VoiceTrace

#if canImport(Darwin)
    import Darwin
#endif

/// Writes the data of each session for a report while it is replayed.
struct RunReport: Sendable {
    let folder: ResultFolder
    /// The place of every session among all of the run, by its path.
    let places: [NameBytes: Int]
    /// Origin of the run: what was run.
    let origin: RunOrigin?
    /// Whether the beginnings of sessions that agree are kept too.
    let keepsSound: Bool
    /// Whether the worst turns of sessions that agree are kept.
    let keepsTurns: Bool

    /// A report in `folder` on a run of `all` sessions, of which this may be a share.
    init(
        folder: ResultFolder, all: [SessionFolder], origin: RunOrigin? = nil,
        keepsSound: Bool = false, keepsTurns: Bool = false
    ) {
        self.keepsTurns = keepsTurns
        self.folder = folder
        self.origin = origin
        self.keepsSound = keepsSound
        places = Dictionary(all.enumerated().map { (NameBytes($1.path), $0) }) { first, _ in
            first
        }
    }

    /// Facts of one run that a report shows beside its verdict.
    struct Shown {
        /// Manifest of the run's session.
        let manifest: SessionManifest
        /// The digest of the golden trace; nil if there is none yet.
        let golden: String?
        /// The events of the golden trace, on the clock of this run.
        let goldenEvents: [TraceEvent]
        /// Events of this run.
        let events: [TraceEvent]
        /// Inputs that came in.
        let inputs: [InputEvent]
        /// Meaning of the events.
        let vocabulary: EventVocabulary
        /// Sounds of the run that can be heard.
        let sounds: SessionSounds
        /// Whether the inputs are those of the golden session.
        let hasGoldenInputs: Bool
        /// Whether a scenario ran; nil leaves that to the manifest, which lists the files of a
        /// session that is written.
        var hasScenario: Bool?

        /// Returns the run in the form in which latencies are measured.
        func run(in session: SessionFolder) -> MeasuredRun {
            var run = MeasuredRun(
                name: DiskFile.name(of: session.path), path: session.path, manifest: manifest,
                events: events, vocabulary: vocabulary, inputs: inputs, sounds: sounds)
            if let hasScenario { run.hasScenario = hasScenario }
            return run
        }
    }

    /// Writes the session's data for the page and notes its record in `outcome`, whose latencies
    /// are measured by then.
    func add(_ shown: Shown, in session: SessionFolder, _ outcome: inout ReplayOutcome) {
        guard let place = places[NameBytes(session.path)] else { return }
        var record = SessionRecord(
            outcome.verdict, place: place, frames: shown.manifest.frames, golden: shown.golden,
            actual: outcome.digest, coverage: outcome.coverage)
        record.selfTest = outcome.selfTest
        // A session with an unknown caller has no latencies, and still has its verdict.
        if let latency = outcome.latency {
            record.measured[ResultLatency.name] = ResultLatency.value(
                latency, places: outcome.places, golden: golden(shown, in: session, &outcome))
        }
        let isHeard = keepsSound || outcome.verdict.outcome != .agrees
        let detail = SessionDetail(
            outcome.verdict, golden: shown.goldenEvents, actual: shown.events,
            frames: shown.manifest.frames, sounds: shown.sounds, keepsSound: isHeard,
            turns: isHeard || keepsTurns ? outcome.latency.map(SlowTurn.stretches) ?? [] : [])
        do {
            record.detail = try folder.write(detail, of: record, origin: origin)
            record.trace = try folder.write(RecordedTrace(events: shown.events), of: record)
            let result = SessionResult(outcome.verdict, record: record)
            record.verdict = try folder.write(result)
            try folder.stream(result)
        } catch {
            outcome.notes.append("\(error)")
            outcome.faults.append(RunFault(ExitStatus(error), "\(error)"))
        }
        outcome.record = record
    }

    /// Returns the latencies of the golden trace; nil without one, and where nothing tells when its
    /// caller spoke. A failure to measure them is a fault of the run.
    private func golden(
        _ shown: Shown, in session: SessionFolder, _ outcome: inout ReplayOutcome
    ) -> SessionLatency? {
        // What the caller says is an input: where inputs and events are the same, so are turns.
        if shown.golden == outcome.digest, shown.hasGoldenInputs { return outcome.latency }
        guard shown.golden != nil else { return nil }
        var gatherer = LatencyGatherer()
        defer { outcome.notes += gatherer.takeNotes() }
        do {
            return SessionLatency(
                try gatherer.recorded(session, name: outcome.verdict.name))
        } catch SessionError.noCaller {
            return nil
        } catch {
            outcome.notes.append("\(error)")
            outcome.faults.append(RunFault(ExitStatus(error), "\(error)"))
            return nil
        }
    }

    /// Writes the result and the page and puts the report in its place; says what went wrong.
    func publish(
        _ draft: ReportDraft, _ outcomes: [ReplayOutcome], _ run: () throws -> RunResult
    ) -> [RunFault] {
        do {
            try finish(outcomes, run())
            try draft.publish()
            return []
        } catch {
            Console.report("\(error)")
            return [RunFault(ExitStatus(error), "\(error)")]
        }
    }

    /// Writes the result of `run`, which has no sessions yet, and the page.
    private func finish(_ outcomes: [ReplayOutcome], _ run: RunResult) throws {
        var result = run
        result.sessions = outcomes.map { outcome in
            outcome.record
                ?? SessionRecord(
                    outcome.verdict, place: places[NameBytes(outcome.verdict.path)] ?? 0,
                    damage: outcome.status)
        }
        result.origin = origin
        try folder.finish(result)
    }

    /// The largest file that a run is known by, in bytes: reading a greater one takes seconds.
    private static let listedLimit: Int64 = 1 << 30

    /// The session as the whole run lists it.
    static func listed(_ session: SessionFolder) -> RunResult.Listed {
        var digest = Digest()
        var isWhole = true
        for path in [session.manifestPath, session.tracePath] {
            guard let entry = try? DiskFile.entry(of: path, limit: Self.listedLimit) else {
                isWhole = false
                continue
            }
            digest.update(Array(entry.sha256.utf8))
        }
        return RunResult.Listed(
            path: session.path, digest: isWhole ? digest.hex() : "",
            milliseconds: milliseconds(session))
    }

    /// The session's length; 0 where its manifest does not say.
    static func milliseconds(_ session: SessionFolder) -> Int64 {
        guard let manifest = try? SessionManifest(path: session.manifestPath) else { return 0 }
        return manifest.sampleRate.milliseconds(manifest.frames)
    }
}

extension RunResult {
    /// Notes what a run over `all` was told, and what it found beside the outcomes of its sessions.
    ///
    /// - Throws: where the program's own file cannot be read.
    init(
        settings: JSONObject, shard: Shard, all: [SessionFolder], faults: [RunFault],
        demands: [CoverageDemand] = [], budgets: [LatencyDemand] = [],
        toleranceRules: ToleranceRules? = nil
    ) throws {
        self.init(
            createdBy: Voicetest.program, build: try ProgramFile.digest(), settings: settings,
            shard: shard, all: all.map(RunReport.listed), sessions: [], faults: faults)
        self.demands = demands
        self.budgets = budgets
        self.toleranceRules = toleranceRules
    }
}

/// The file of the program that runs.
enum ProgramFile {
    /// SHA-256 of the file: equal for the same build only.
    static func digest() throws -> String { try DiskFile.entry(of: path).sha256 }

    private static var path: String {
        #if canImport(Darwin)
            var size = UInt32(PATH_MAX)
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            guard _NSGetExecutablePath(&bytes, &size) == 0 else { return CommandLine.arguments[0] }
            return String(
                decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #else
            // The file that was started, whatever stands under its name by now.
            return "/proc/self/exe"
        #endif
    }
}

extension RunReport.Shown {
    /// Collects what a report shows of the replay `result` of the session in `folder`.
    init(_ result: ReplayResult, in folder: SessionFolder) {
        self.init(
            manifest: result.manifest, golden: result.golden.digest,
            goldenEvents: result.golden.events, events: result.events,
            inputs: result.recordedInputs, vocabulary: result.vocabulary,
            sounds: SessionSounds(of: folder, result.manifest).held(), hasGoldenInputs: true)
    }
}

extension SessionSounds {
    /// Frames of a microphone's track that is held in memory at most: four minutes at 16 kHz.
    private static let heldFrames: Int64 = 4 << 20

    /// Returns the same sounds, decoded once for all that is worked out from them: turns and
    /// outlines.
    func held() -> SessionSounds {
        var held = remembering()
        guard case .file? = microphone,
            let sound = try? microphone?.part(0..<Self.heldFrames),
            Int64(sound.frames) < Self.heldFrames
        else { return held }
        held.microphone = .sound(sound)
        return held
    }
}
