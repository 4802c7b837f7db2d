package import VoiceDiff
package import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia
package import VoiceRecognition
package import VoiceSession
package import VoiceSynthesis
package import VoiceTrace

/// Result of one case of a project.
package struct CaseResult: Sendable {
    /// Comparison of the run with the golden session.
    package var verdict: Verdict
    /// The run, as a session in memory; nil for one that could not run.
    package var session: RecordedSession?
    /// The golden session; nil if there is none, or none that can be read.
    package var golden: GoldenSession?
    /// The events of the golden session on the clock of the run; nil without a golden session.
    package var goldenEvents: [TraceEvent]?
    /// The events of the run, whose digest is that of an equal golden: of the settings in force the
    /// first tells what the golden's tells, and what is not at its default; nil where the events of
    /// ``session`` do.
    package var comparedEvents: [TraceEvent]?
    /// The upgrade between golden and run; nil where nothing differs or both versions are the same.
    package var version: VersionChange?
    /// Other possible causes of the differences than ``version``, in sentences.
    package var otherCauses: [String] = []
    /// Remarks that change no verdict.
    package var notes: [String] = []
    /// Rules of telephone calls that the run breaks and that came after the golden.
    package var laterRules: Set<String> = []
    /// Reason why the case could not run; nil where it did.
    package var error: (any Error)?
}

/// Simulates the scenarios of a project, one after the other, and compares each with its golden.
///
/// Recognizers and the synthesiser's answers are kept from case to case; no case changes what
/// another yields. One thread at a time.
package struct CaseRunner {
    let factories: [any EngineFactory]
    private let recognizers: RecognizerCache
    var replayer: SessionReplayer
    let synthesizer: SpeechSynthesizer
    let createdBy: String
    /// Tolerance for differences.
    package var tolerance: Tolerance
    /// Options for replaying recordings; the sources are those of each case.
    package var replayOptions: ReplayOptions = {
        var options = ReplayOptions()
        options.takesWordsForMissingAudio = true
        return options
    }()
    /// Expectations of the turn-taking of every case beside those of its own files.
    package var expectations: [TurnExpectation] = []
    /// Whether a golden that its ledger does not name makes the verdict differ.
    package var holdsToLedger = true

    /// Whether an app's calls of the outside world are made for real; otherwise the golden session
    /// answers them.
    package var asksAnew = false
    /// The files of a session that answers them, and dates and places the run, in the place of the
    /// golden; nil for none.
    package var answers: [String: [UInt8]]?
    /// The wall clock of now, in seconds since 1970, where programs that ask the world begin; nil
    /// has every program begin at the usual time.
    package var now: (@Sendable () -> Int64)?
    /// Limits for proving which edits make a case differ.
    package var proof = ProofOptions.off
    /// Proofs of the sessions before; nil where each session is searched wholly.
    package var firstProofs: SharedProofs?
    /// The place of the case that runs among all of the run.
    package var place = 0
    /// The beginning of the first caller, in seconds since 1970, while those run who call the same
    /// program at once; nil for any other case.
    var firstBeginning: Int64?
    /// Whether every program begins now, where its scenario does not say when.
    package var beginsNow = false

    /// A runner whose sessions name `createdBy` as the program.
    package init(
        factories: [any EngineFactory], synthesizer: SpeechSynthesizer,
        tolerance: Tolerance = .exact, createdBy: String
    ) {
        self.init(
            factories: factories, synthesizer: synthesizer, tolerance: tolerance,
            createdBy: createdBy, answers: AnswerMemo())
    }

    /// A runner that has what the built-in recognizer heard before in common with others.
    package init(
        factories: [any EngineFactory], synthesizer: SpeechSynthesizer,
        tolerance: Tolerance = .exact, createdBy: String, answers: AnswerMemo
    ) {
        recognizers = RecognizerCache(answers: answers)
        self.factories = factories
        self.tolerance = tolerance
        self.createdBy = createdBy
        self.synthesizer = synthesizer
        replayer = SessionReplayer(factories: factories, recognizers: recognizers)
    }

    /// Runs one case against `sources` and compares what happens with its golden session.
    ///
    /// A scenario is simulated; a recording is replayed through the files as they are now. A case
    /// without a golden session, a caller line that was never reached and an expectation that
    /// failed make the verdict differ.
    package mutating func run(_ item: ProjectCase, sources: FlowSources) -> CaseResult {
        var item = item
        // Each line says whose it is, since several programs may run at once.
        if let note = item.configuration.programCommand?.note {
            let name = item.name
            item.configuration.programCommand?.note = { note("\(name): \($0)") }
        }
        do {
            var result: CaseResult
            switch item.caller {
            case .scenario(let path):
                result = try compare(record(path, item, sources), item, sources)
            case .recording:
                result = try replay(
                    item.golden, name: item.name, item.configuration, sources: sources)
            }
            result.verdict = result.verdict.named(
                AppFiles(of: item.configuration.programCommand, in: result.session?.files))
            prove(&result, item, sources)
            return result
        } catch {
            return CaseResult(
                verdict: Verdict(name: item.name, path: item.golden.path, error: error),
                error: error)
        }
    }

    /// Records the scenario in the file at `path`, or the `scenario` in its place.
    mutating func record(
        _ path: String, _ item: ProjectCase, _ sources: FlowSources, scenario: [UInt8]? = nil
    ) throws -> RecordedSession {
        let kind = item.configuration.engine
        guard let known = factories.first(where: { $0.declaration.kind == kind }) else {
            throw SessionError.unknownEngine(kind: kind, path: path)
        }
        let factory = try known.told(running: item.configuration.programCommand)
        var plan = try item.configuration.plan(
            named: DiskFile.name(of: item.name), sources, engine: factory.declaration,
            createdBy: createdBy)
        plan.folders.offer(factory.sounds)
        plan.caller = item.number
        _ = try plan.read(
            scenario: scenario ?? item.scenario(at: path), path: path,
            rules: item.configuration.app,
            media: item.configuration.media, engine: factory.declaration)
        var recorder = SessionRecorder(
            factory: factory, synthesizer: synthesizer, recognizers: recognizers)
        guard factory.declaration.givesWorld else { return try recorder.record(plan) }
        return try record(plan, of: item, factory, with: &recorder)
    }

    static func scenario(at path: String) throws(ProjectError) -> [UInt8] {
        do {
            return try DiskFile.read(path, limit: scenarioLimit)
        } catch { throw .disk(error) }
    }

    /// Largest scenario that is read, in bytes.
    static let scenarioLimit: Int64 = 16 << 20

    /// The result of a case that has no golden session yet.
    mutating func first(
        _ session: RecordedSession, _ item: ProjectCase, _ sources: FlowSources
    ) throws -> CaseResult {
        let again = try secondRun(of: session, item, sources)
        let diff = TraceDiff(
            golden: session.events, actual: session.events,
            sampleRate: session.manifest.sampleRate, vocabulary: vocabulary(of: session.manifest))
        let missing = "\(item.golden.path) is missing: this scenario has no golden session yet"
        let unmet = session.unmetBesideTurns
        var verdict = Verdict(
            name: item.name, path: item.golden.path, diff: diff,
            flags: [missing] + session.objections.map(\.sentence) + [again].compactMap { $0 }
                + unmet
                + (unmet.isEmpty ? [] : RefusedCall.sentences(of: session)))
        verdict.isNew = true
        verdict.add(turnFaults(of: session))
        // Words explain nothing where the app's own call was refused.
        let isHeard =
            session.unreachedLines.isEmpty && session.failedExpectations.isEmpty
            || session.manifest.recognizer.kind == RecognizerSetup.Kind.none.rawValue
            || !RefusedCall.sentences(of: session).isEmpty
        return CaseResult(
            verdict: verdict, session: session,
            notes: session.warnings + (isHeard ? [] : [heard(session)]))
    }

    /// Describes the results of the recognizer in a run that does not do what its scenario expects.
    private func heard(_ session: RecordedSession) -> String {
        let words = session.events.filter { $0.core == .final || $0.core == .rejected }
            .prefix(Self.heardLimit).map { event in
                let text = event.fields[CoreKey.text]?.string ?? ""
                let confidence = event.fields[CoreKey.confidence]?.integer
                guard event.core == .rejected else { return "\"\(text)\"" }
                return text.isEmpty
                    ? "no phrase"
                    : "\"\(text)\", and rejected it"
                        + (confidence.map { " (confidence \($0) of 1000)" } ?? "")
            }
        let heard = words.isEmpty ? "no words" : words.joined(separator: ", ")
        return "\(session.manifest.name): the recognizer heard \(heard). Compare this with the"
            + " scenario, the rules of the flow and the phrases."
    }

    /// Utterances that ``heard(_:)`` tells at most.
    private static let heardLimit = 10

    /// Files that only a recognizer that hears sound makes use of.
    static let taskNames: Set<String> = [
        RecognizerSetup.FileName.grammar, RecognizerSetup.FileName.phrases,
    ]

    /// Returns the unmet demands of the golden's scenario that an acceptance took with a reason.
    func acceptedFaults(
        of golden: GoldenSession, in folder: SessionFolder
    ) throws -> AcceptedFaults {
        let unmet = golden.manifest.unmet
        return unmet.isEmpty ? .none : AcceptedFaults(unmet, try AcceptanceLedger(in: folder))
    }

    /// Returns the declaration of a session's engine; nil for an engine that is not known.
    func declaration(of manifest: SessionManifest) -> EngineDeclaration? {
        factories.lazy.map(\.declaration).first { $0.kind == manifest.engine.kind }
    }

    /// Returns the vocabulary of the engine, and the events that a session declares beside it.
    func vocabulary(of manifest: SessionManifest) -> EventVocabulary {
        let own = declaration(of: manifest)?.vocabulary ?? .core
        return manifest.vocabulary.map { own.adding($0) } ?? own
    }

    /// Says that the engine emitted events of a kind that it does not declare, in sentences.
    func undeclared(_ session: RecordedSession) -> [String] {
        vocabulary(of: session.manifest).faults(of: session.events)
    }

    /// Finds faults of the golden itself, in sentences.
    func faults(of golden: GoldenSession, in folder: SessionFolder) throws -> [String] {
        guard holdsToLedger else { return [] }
        return try GoldenState(of: golden.trace, golden.manifest, in: folder).faults
    }

    /// Finds the places where a simulated run does not do what is expected of its turn-taking,
    /// beside what was `accepted`.
    func turnFaults(of session: RecordedSession, accepted: AcceptedFaults = .none) -> [TurnFault] {
        let judged = JudgedRun(session, vocabulary: vocabulary(of: session.manifest))
        return session.turnFaults.filter { !accepted.contains($0) }
            + judged.faults(of: expectations)
    }

    /// Adds to `verdict` where a replay of the session in `folder` does not do what its scenario,
    /// its project as it is now and this run expect; gives those of scenario and project.
    func judge(
        _ result: ReplayResult, of folder: SessionFolder, _ configuration: RunConfiguration,
        _ golden: GoldenSession, _ verdict: inout Verdict
    ) throws -> [TurnFault] {
        var judged = JudgedRun(result, of: folder)
        if configuration.projectFile != nil { judged.expect(configuration.expectations) }
        let own = judged.ownFaults()
        let accepted = try acceptedFaults(of: golden, in: folder)
        let later = TurnExpectation.laterRules(than: golden.files)
        verdict.add(
            own.filter { !accepted.contains($0) && !later.contains($0.rule) }
                + judged.faults(of: expectations))
        return own
    }
}
