internal import VoiceDiff
internal import VoiceSession
internal import VoiceTrace

extension CaseRunner {
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
        verdict.add(
            own.filter { !accepted.contains($0) } + judged.faults(of: expectations))
        return own
    }
}
