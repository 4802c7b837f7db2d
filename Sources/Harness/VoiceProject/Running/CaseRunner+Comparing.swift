internal import VoiceDiff
internal import VoiceEngine
internal import VoiceMedia
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

extension CaseRunner {
    /// Compares the traces of `golden`, on the clock of the run, and `session`.
    func diff(
        _ session: RecordedSession, with golden: GoldenSession, _ item: ProjectCase
    ) -> TraceDiff {
        let clock = clock(of: session, golden)
        return TraceDiff(
            golden: golden.events.map { clock?.event($0) ?? $0 }, actual: session.events,
            sampleRate: session.manifest.sampleRate, vocabulary: vocabulary(of: golden.manifest),
            tolerance: tolerance, goldenIsEdited: golden.trace.isEdited,
            standards: standards(of: session, running: item.configuration.programCommand))
    }

    private func clock(of session: RecordedSession, _ golden: GoldenSession) -> ClockChange? {
        ClockChange(
            from: golden.manifest.sampleRate, to: session.manifest.sampleRate,
            vocabulary(of: golden.manifest))
    }

    /// Compares a run of a scenario with its golden session.
    mutating func compare(
        _ session: RecordedSession, _ item: ProjectCase, _ sources: FlowSources
    ) throws -> CaseResult {
        guard item.hasGolden else { return try first(session, item, sources) }
        var paths = sources.paths
        if case .scenario(let path) = item.caller { paths[ProjectEdits.scenarioName] = path }
        let (golden, diff) = try GoldenSession(item.golden).compared(
            as: session.files, paths: paths
        ) { self.diff(session, with: $0, item) }
        let clock = clock(of: session, golden)
        let standards = standards(of: session, running: item.configuration.programCommand)
        let own = ConfigurationChange(
            golden, item.configuration, manifest: session.manifest,
            fieldCall: declaration(of: session.manifest)?.fieldCall ?? "", standards: standards)
        // At another rate every sound is another one.
        let prompts = clock == nil ? session.prompts : PromptIndex()
        func files(_ prompts: PromptIndex) -> [Cause] {
            self.files(golden, session, prompts, item.configuration, sources, paths)
        }
        let version = try diff.isEmpty ? nil : version(of: golden, in: item.golden)
        let others =
            version == nil
            ? []
            : (own.causes + files(golden.told(prompts, by: session.manifest))).map(\.description)
                + golden.recognizerChanges(to: session.manifest)
        let told = session.causes(diff.isEmpty ? nil : golden, factories, asksAnew: asksAnew)
        let changes = golden.marked(files(prompts), by: session.events, session.files, paths)
        let causes = (told + own.causes + changes + golden.renames.causes)
            .adding(version, isAlone: others.isEmpty)
        let came = causes.isEmpty ? InputChange(golden: golden.inputs, actual: session.inputs) : nil
        let accepted = try acceptedFaults(of: golden, in: item.golden)
        let unmet = session.unmetBesideTurns.filter { !accepted.contains($0) }
        var faults = session.objections.map(\.what) + unmet + undeclared(session)
        if !unmet.isEmpty { faults += RefusedCall.sentences(of: session) }
        if diff.isEmpty { faults += declaredOtherwise(session, golden) }
        if clock != nil, diff.isEmpty { faults.append(Self.clockFault(golden, session)) }
        faults += golden.renames.sentences(besides: diff)
        var verdict = Verdict(
            name: item.name, path: item.golden.path, diff: diff, causes: causes,
            flags: try faults + self.faults(of: golden, in: item.golden), input: came)
        if diff.isEmpty, !golden.renames.isEmpty { verdict.effect = .ofNames }
        let later = judge(session, accepted, golden, &verdict)
        return CaseResult(
            verdict: verdict, session: session, golden: golden,
            goldenEvents: golden.events.map { clock?.event($0) ?? $0 },
            comparedEvents: session.events(besides: golden.trace, standards: standards),
            version: version, otherCauses: others,
            notes: session.warnings + session.notes(on: accepted),
            laterRules: later)
    }

    /// Adds to `verdict` where the run does not do what is expected of its turn-taking; gives the
    /// rules that it breaks and that came after the golden.
    private func judge(
        _ session: RecordedSession, _ accepted: AcceptedFaults, _ golden: GoldenSession,
        _ verdict: inout Verdict
    ) -> Set<String> {
        let later = TurnExpectation.laterRules(than: golden.files)
        let broken = turnFaults(of: session, accepted: accepted)
        verdict.add(broken.filter { !later.contains($0.rule) })
        return later.intersection(broken.map(\.rule))
    }

    /// Changes of files between `golden` and `session`, whose prompt requests became `prompts`.
    private func files(
        _ golden: GoldenSession, _ session: RecordedSession, _ prompts: PromptIndex,
        _ configuration: RunConfiguration, _ sources: FlowSources, _ paths: [String: String]
    ) -> [Cause] {
        let declared = factories.lazy.compactMap {
            $0.ownDescriptions(before: golden.files, now: session.files)
        }.first.map { Cause.declared($0) }
        // A scripted recognizer listens for nothing.
        let changes = golden.changes(
            now: session.files.merging(
                sources.taskFiles.filter { session.files[$0.key] != nil }
            ) { _, own in own },
            prompts: prompts, media: configuration.media, language: configuration.language,
            paths: paths,
            unused: (configuration.recognizer == .scripted ? Self.taskNames : [])
                .union([
                    RecordingPlan.rulesName, RecordingPlan.expectationsName, LoadedFiles.fileName,
                ])
                // Calls that are made otherwise are events of their own.
                .union(factories.flatMap(\.filesToAnswerFrom))
                .union(factories.compactMap(\.ownDescriptionFile))
        ).withoutGuesses(taskFiles: Self.taskNames.map { paths[$0] ?? $0 }).withoutWorld()
        return changes + (declared ?? [])
    }

    /// Returns the app's declarations of its own events that were other ones for the golden, in
    /// sentences.
    private func declaredOtherwise(_ session: RecordedSession, _ golden: GoldenSession) -> [String]
    {
        let kind = session.manifest.engine.kind
        guard let factory = factories.first(where: { $0.declaration.kind == kind }),
            let now = factory.vocabulary(declaredIn: session.files)
        else { return [] }
        return factory.declaredOtherwise(in: golden.files, golden.manifest.vocabulary, now: now)
    }

    private static func clockFault(_ golden: GoldenSession, _ session: RecordedSession) -> String {
        "the session runs at \(session.manifest.sampleRate.hertz) Hz, its golden at"
            + " \(golden.manifest.sampleRate.hertz) Hz"
    }
}
