internal import VoiceDiff
internal import VoiceEngine
internal import VoiceRecognition
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// Limits and sources for the proofs of the causes of differences.
package struct ProofOptions: Sendable, Equatable {
    /// Runs at most for each cause: of a flow or a dialogue, and of a program. The number is the
    /// same on each machine, so a proof is, too.
    package var (dialogues, programs) = (64, 24)
    /// The commit that has a program's files as its golden sessions were made from them; nil for
    /// the one that last changed the session.
    package var since: String?

    /// The usual way.
    package init() {}

    /// Runs at most for each cause of a project's case.
    func budget(of configuration: RunConfiguration) -> Int {
        configuration.programCommand == nil ? dialogues : programs
    }

    /// Proofs of at most `runs` runs for each cause; 0 proves nothing.
    package init(runs: Int) { (dialogues, programs) = (runs, runs) }

    /// No proofs.
    package static let off = ProofOptions(runs: 0)
}

extension CaseRunner {
    /// Runs a case with parts of the edits since its golden session, to see which of them make it
    /// differ, and notes this in the verdict of `result`.
    ///
    /// Nothing is proven where no event differs, where nothing is known to be edited, and where
    /// calls are made for real, because their answers differ from run to run.
    mutating func prove(_ result: inout CaseResult, _ item: ProjectCase, _ sources: FlowSources) {
        guard !asksAnew, let golden = result.golden, let diff = result.verdict.diff,
            result.verdict.outcome == .differs, !result.verdict.isNew,
            let mark = DifferenceMark(diff),
            case let budget = proof.budget(of: item.configuration), budget > 0
        else { return }
        let edits: ProjectEdits
        do {
            edits = try self.edits(since: golden, result, item, sources)
        } catch let fault as ProjectHistory.Fault {
            return result.verdict.prove(ProvenCauses(stop: fault.clause))
        } catch { return }
        defer { edits.removeFiles() }
        guard !edits.causes.isEmpty else { return }
        let order = edits.causes.places(orderedFor: diff)
        var silent = self
        silent.proof = .off
        var (quiet, stop) = (apart(item, after: result), String?.none)
        let start = now?()
        var orders = [mark: Array(order.indices)]
        let (firsts, place, changes) = (firstProofs, place, order.map { edits.causes[$0] })
        var search = ProofSearch(
            count: order.count, budget: budget, likely: { orders[$0] ?? Array(order.indices) },
            isTold: { found in
                let causes = found.flatMap { changes[$0] }
                return firsts?.session(with: causes, at: diff.sampleRate, before: place) != nil
            }
        ) { [now] places in
            // A number of runs ends a proof; the clock only ends one that would never end.
            if let start, let now, now() - start > Self.proofSeconds {
                stop = "it took longer than \(Self.proofSeconds) s"
                return nil
            }
            let made = edits.made(Set(places.map { order[$0] }), in: quiet.configuration, sources)
            do throws(ProgramCommandError) {
                guard let diff = try silent.diff(made, &quiet, golden) else { return .fails }
                guard let mark = DifferenceMark(diff) else { return .agrees }
                if orders[mark] == nil {
                    orders[mark] = edits.causes.places(orderedFor: diff).compactMap(
                        order.firstIndex)
                }
                return .parts(mark)
            } catch {
                stop = error.description
                return nil
            }
        }
        let found = search.proof(of: mark)
        note(found, changes, stop: found.isStopped ? stop : nil, at: diff.sampleRate, in: &result)
    }

    /// Notes what was `found` of edits that made `changes`, here and for the sessions after this.
    private func note(
        _ found: CauseProof, _ changes: [[Cause]], stop: String?, at rate: SampleRate,
        in result: inout CaseResult
    ) {
        let proof = ProvenCauses(found, changes, stop: stop)
        let first = (found.causes.first ?? []).flatMap { changes[$0] }
        let path =
            found.isConfirmation ? firstProofs?.session(with: first, at: rate, before: place) : nil
        result.verdict.prove(path.map(proof.confirmed) ?? proof)
        guard path == nil, !first.isEmpty else { return }
        firstProofs?.note(first, at: rate, of: result.verdict.path, in: place)
    }

    /// The case as it runs with parts of the edits: what a run writes and says was written and said
    /// in the run with all edits, which came to `result`.
    private func apart(_ item: ProjectCase, after result: CaseResult) -> ProjectCase {
        var quiet = item
        quiet.configuration.programCommand?.note = nil
        quiet.configuration.programCommand?.isApart = true
        quiet.configuration.programCommand?.description = descriptionFile(of: item)
            .flatMap { result.session?.files[$0] }
        return quiet
    }

    /// Seconds of real time after which a proof is stopped.
    private static let proofSeconds: Int64 = 600

    /// The edits of the project since `golden`, whose run came to `result`.
    private func edits(
        since golden: GoldenSession, _ result: CaseResult, _ item: ProjectCase,
        _ sources: FlowSources
    ) throws -> ProjectEdits {
        guard case .scenario(let path) = item.caller, let session = result.session else {
            return ProjectEdits(since: golden, nil, sources, names: [], unused: [], scenario: nil)
        }
        let engine = factories.first { $0.declaration.kind == golden.manifest.engine.kind }
        // Other files of a program's session tell what the program did.
        var names = item.configuration.programCommand == nil ? Set(engine?.fileNames ?? []) : []
        names.formUnion([FlowSources.FileName.aliases, FlowSources.FileName.phonemes])
        names.formUnion(Self.taskNames)
        let change = ConfigurationChange(
            golden, item.configuration, manifest: session.manifest,
            fieldCall: engine?.declaration.fieldCall ?? "",
            standards: standards(of: session, running: item.configuration.programCommand))
        var edits = ProjectEdits(
            since: golden, change, sources, names: names,
            unused: item.configuration.recognizer == .scripted ? Self.taskNames : [],
            scenario: (path, try item.scenario(at: path)))
        addSounds(to: &edits, since: golden, session, item)
        guard let command = item.configuration.programCommand else { return edits }
        let folder = command.folder ?? "."
        var known = Array(sources.paths.values)
        if let bytes = golden.files[LoadedFiles.fileName], let loaded = LoadedFiles(bytes: bytes) {
            let (changed, same) = ProjectHistory.files(of: loaded, in: folder)
            _ = edits.add(changed, in: folder, besides: known)
            known += (changed.map(\.path) + same).map { "\(folder)/\($0)" }
        }
        do throws(ProjectHistory.Fault) {
            let history = try ProjectHistory(of: folder, since: proof.since, golden: item.golden)
            let files = try history.oldFiles()
            guard edits.add(files, in: folder, besides: known) else {
                throw .noEdit(since: history.commit)
            }
        } catch {
            // Other edits can be tried without the old files of the program.
            if edits.causes.isEmpty { throw error }
        }
        return edits
    }

    /// Adds files of prompts that changed, where a repository has them as they were.
    private func addSounds(
        to edits: inout ProjectEdits, since golden: GoldenSession, _ session: RecordedSession,
        _ item: ProjectCase
    ) {
        // At another rate every sound is another one.
        guard golden.manifest.sampleRate == session.manifest.sampleRate else { return }
        let (media, language) = (item.configuration.media, item.configuration.language)
        let sounds = SoundChanges(
            before: golden.prompts, now: session.prompts, media: media, language: language
        ).files
        guard !sounds.isEmpty else { return }
        let folder = media ?? "."
        // Other edits can be tried without the old sounds.
        guard
            let history = try? ProjectHistory(of: folder, since: proof.since, golden: item.golden)
        else { return }
        try? edits.add(sounds, in: folder, of: history)
    }

    /// Compares a case that is made with some of the edits with its golden session; nil where it
    /// cannot run. What the program says of itself is taken from its last run, so that it is
    /// started once.
    ///
    /// - Throws: the error of a program that can have no project for one run alone.
    private mutating func diff(
        _ made: ProjectEdits.Made, _ item: inout ProjectCase, _ golden: GoldenSession
    ) throws(ProgramCommandError) -> TraceDiff? {
        let said = item.configuration.programCommand?.description
        var own = item
        own.configuration = made.configuration
        own.configuration.programCommand?.description = said
        do {
            guard case .scenario(let path) = item.caller else {
                own.configuration.programCommand?.description = nil
                return try replay(
                    own.golden, name: own.name, own.configuration, sources: made.sources
                ).verdict.diff
            }
            var session = try record(path, own, made.sources, scenario: made.scenario)
            if said != nil, let now = descriptionFile(of: own).flatMap({ session.files[$0] }),
                now != said
            {
                item.configuration.programCommand?.description = now
                own.configuration.programCommand?.description = now
                session = try record(path, own, made.sources, scenario: made.scenario)
            }
            return self.diff(session, with: golden, own)
        } catch {
            if case ProgramCommandError.notFresh = error, let error = error as? ProgramCommandError
            {
                throw error
            }
            return nil
        }
    }

    /// The file in which a session keeps what its program says of itself; nil without a program.
    private func descriptionFile(of item: ProjectCase) -> String? {
        factories.first { $0.declaration.kind == item.configuration.engine }?.ownDescriptionFile
    }
}
