internal import VoiceDiff
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceMedia
internal import VoiceSession
internal import VoiceTrace

extension CaseRunner {
    /// Records a scenario whose app is a program.
    ///
    /// A scenario with a golden session begins when that began, and has its answers. One without
    /// is answered by the session that an earlier test left. Where that lacks an answer, the
    /// program is stopped before it asks the world; then it runs again, from today, and its calls
    /// are made.
    func record(
        _ plan: RecordingPlan, of item: ProjectCase, _ factory: any EngineFactory,
        with recorder: inout SessionRecorder
    ) throws -> RecordedSession {
        let names = factory.filesToAnswerFrom
        let isKnown = answers != nil || item.hasGolden
        var before = answers ?? [:]
        if answers == nil, item.hasGolden {
            before = try GoldenSession(item.golden).files
        } else if answers == nil, DiskFile.exists(item.golden.pending.path) {
            before = (try? GoldenSession(item.golden.pending).files) ?? [:]
        }
        var plan = plan
        let began = before[SessionWorld.fileName].flatMap { SessionWorld(bytes: $0) }
        if !asksAnew {
            for name in names { plan.setup.files[name] = before[name] ?? (isKnown ? nil : []) }
        }
        if beginsNow {
            plan.place(like: today(began))
        } else if isKnown {
            plan.place(like: began)
        } else {
            plan.place(
                like: asksAnew || firstBeginning != nil ? today(began) : began ?? SessionWorld())
        }
        // Traffic that is no call reaches the network as in the run behind it.
        plan.setup.keepsNetwork = !isKnown
        let session = try recorder.record(plan)
        let lacksAnswer =
            factory.lacksAnswer(to: session.events)
            || !before.isEmpty && !session.objections.isEmpty
        guard !isKnown, !asksAnew, lacksAnswer else { return session }
        for name in names { plan.setup.files[name] = nil }
        plan.place(like: today(began))
        return try recorder.record(plan)
    }

    private func today(_ world: SessionWorld?) -> SessionWorld {
        var world = world ?? SessionWorld()
        world.startsAt = firstBeginning ?? now?() ?? SessionWorld.usualStart
        return world
    }

    /// Runs a new session of a program once more, with the same answers: a sentence on the first
    /// event that differs; nil where none does, and where the app is no program.
    mutating func secondRun(
        of session: RecordedSession, _ item: ProjectCase, _ sources: FlowSources
    ) throws -> String? {
        guard answers == nil, session.objections.isEmpty,
            let engine = declaration(of: session.manifest), engine.givesWorld,
            case .scenario(let path) = item.caller
        else { return nil }
        var again = self
        again.answers = session.files
        (again.asksAnew, again.beginsNow) = (false, false)
        // Anything else that it says was said in the first run.
        var silent = item
        let note = item.configuration.programCommand?.note
        silent.configuration.programCommand?.note = {
            if $0.hasPrefix(ProgramCommand.notConfined) { note?($0) }
        }
        let second = try again.record(path, silent, sources)
        let diff = TraceDiff(
            golden: session.events, actual: second.events,
            sampleRate: session.manifest.sampleRate, vocabulary: vocabulary(of: session.manifest))
        let what = diff.firstSentence ?? second.objections.first?.sentence
        return what.map {
            "a second run with the same answers and without a network differs: \($0)"
        }
    }
}
