internal import VoiceAudio
package import VoiceDiff
package import VoiceMedia
package import VoiceTrace

/// A run with everything that its expectations are judged by.
package struct JudgedRun: Sendable {
    /// Events of the run, and the sounds that can be heard of it.
    package var run: MeasuredRun
    /// Outcomes of its prompt requests.
    package var prompts: PromptIndex
    /// The files of its `flow` folder by name.
    package var files: [String: [UInt8]]

    /// A run of these parts.
    package init(_ run: MeasuredRun, prompts: PromptIndex, files: [String: [UInt8]]) {
        self.run = run
        self.prompts = prompts
        self.files = files
    }

    /// Returns the places where the run does not do what `expectations` ask for, in their order,
    /// then in order of time.
    ///
    /// What cannot be judged is a fault, too.
    package func faults(of expectations: [TurnExpectation]) -> [TurnFault] {
        guard !expectations.isEmpty else { return [] }
        let judge = ExpectationJudge(self)
        return expectations.flatMap { judge.faults(of: $0) }
    }

    /// Returns the places where the run does not do what its scenario and its project expect. A
    /// redacted session was judged when it was recorded: noise stands where its caller spoke.
    package func ownFaults() -> [TurnFault] {
        guard run.manifest[other: SessionManifest.redactedKey] == nil else { return [] }
        let own = FileExpectations(files)
        return faults(of: own.expectations)
            + own.unreadable.map { finding in
                TurnFault(
                    .expectation, rule: ExpectationReader.key,
                    what: "cannot be judged: \(finding)", frames: 0..<run.frames, line: 1)
            }
    }

    /// Expectations of its scenario and its project that cannot be read, in sentences.
    package var unreadable: [String] { FileExpectations(files).unreadable }

    /// The numbers of the events that started lines of the scripted caller, by the lines' places.
    func triggers() -> [Int: Int] {
        guard let bytes = files[FileExpectations.scenarioName],
            let reader = ScenarioReader(
                callersIn: bytes, file: FileExpectations.scenarioName, vocabulary: run.vocabulary)
        else { return [:] }
        var triggers: [Int: Int] = [:]
        for (index, line) in reader.scenario.lines.enumerated() {
            guard case .after(let pattern, let count, _) = line.trigger else { continue }
            let fitting = run.events.lazy.filter { pattern.matches($0.kind, $0.fields) }
            triggers[index] = fitting.dropFirst(count - 1).first?.sequence
        }
        return triggers
    }
}

extension JudgedRun {
    /// Puts the project's present expectations in the place of those that the session keeps.
    package mutating func expect(_ expectations: [TurnExpectation]) {
        files[RecordingPlan.expectationsName] = FileExpectations.file(expectations)
    }

    /// A replay of the session in `folder`.
    package init(_ result: ReplayResult, of folder: SessionFolder) {
        let held = SessionSounds(of: folder, result.manifest)
        let own = result.promptSounds
        self.init(
            MeasuredRun(
                name: result.manifest.name, path: folder.path, manifest: result.manifest,
                events: result.events, vocabulary: result.vocabulary,
                inputs: result.inputs.isEmpty ? result.recordedInputs : result.inputs,
                sounds: SessionSounds(microphone: held.microphone) { digest in
                    own[digest] ?? held.prompt(digest)
                }),
            prompts: result.prompts, files: result.flowFiles)
    }

    /// A session in memory as it was recorded.
    package init(_ session: RecordedSession, path: String = "", vocabulary: EventVocabulary) {
        var run = MeasuredRun(
            name: session.manifest.name, path: path, manifest: session.manifest,
            events: session.events, vocabulary: vocabulary, inputs: session.inputs,
            sounds: .init(
                microphone: session.microphone.samples.isEmpty ? nil : session.microphone,
                prompts: session.promptSounds))
        run.hasScenario = session.files[FileExpectations.scenarioName] != nil
        self.init(run, prompts: session.prompts, files: session.files)
    }
}
