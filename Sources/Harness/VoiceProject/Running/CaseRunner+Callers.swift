internal import Dispatch
internal import Synchronization
internal import VoiceDiff
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceRecognition
internal import VoiceSession
internal import VoiceTrace

extension CaseRunner {
    /// Runs the cases of callers who call one program at once: each alone, as any case, and then
    /// all together, with the answers that each had alone.
    ///
    /// A caller's trace among the others has to be that of the caller alone. Results are in the
    /// order of `items`.
    package mutating func run(_ items: [ProjectCase], sources: FlowSources) -> [CaseResult] {
        var alone = self
        var results: [CaseResult] = []
        for item in items {
            results.append(alone.run(item, sources: sources))
            let world = results[0].session?.files[SessionWorld.fileName]
            alone.firstBeginning = world.flatMap { SessionWorld(bytes: $0) }?.startsAt
        }
        let sessions = results.compactMap(\.session)
        guard sessions.count == items.count, sessions.allSatisfy(\.objections.isEmpty) else {
            return results
        }
        let faults = faults(of: items, sessions, sources)
        for (index, fault) in faults.enumerated() {
            guard let fault else { continue }
            results[index].verdict.add(besides: fault)
        }
        return results
    }

    /// Returns, for each caller, what its session among the others does not share with its `alone`,
    /// in a sentence; nil where it is the same.
    private func faults(
        of items: [ProjectCase], _ alone: [RecordedSession], _ sources: FlowSources
    ) -> [String?] {
        let kind = items[0].configuration.engine
        let known = factories.first { $0.declaration.kind == kind }
        guard let program = known as? any ProgramFactory else {
            return items.map { _ in "a program alone can have several callers" }
        }
        let starts = Set(
            alone.map { session in
                session.files[SessionWorld.fileName].flatMap { SessionWorld(bytes: $0) }?.startsAt
            })
        guard starts.count == 1 else {
            return items.map { _ in
                "the callers began at different times. Remove their golden sessions, and record"
                    + " all of them again"
            }
        }
        let (results, said) = together(items, alone, sources, program)
        let faults: [String?] = zip(items.indices, results).map { index, result in
            let own = "among \(items.count) callers, caller \(index + 1)"
            switch result {
            case .success(let session):
                let what =
                    difference(of: session, from: alone[index])
                    ?? session.objections.first?.sentence
                return what.map { "\(own) differs from the caller alone: \($0)" }
            case .failure(let error): return "\(own) has no session: \(error)"
            }
        }
        // The runs alone told what the program says where nothing differs.
        if faults.contains(where: { $0 != nil }),
            let note = items[0].configuration.programCommand?.note
        {
            for line in said { note("\(items.count) callers: \(line)") }
        }
        return faults
    }

    /// Returns the first difference of a session from the one of the caller `alone`; nil where
    /// nothing but the order of events at one frame differs, which is another one where an earlier
    /// call has loaded or connected something.
    private func difference(
        of session: RecordedSession, from alone: RecordedSession
    ) -> String? {
        func first(_ alone: [TraceEvent], _ events: [TraceEvent]) -> String? {
            TraceDiff(
                golden: alone, actual: events, sampleRate: session.manifest.sampleRate,
                vocabulary: vocabulary(of: session.manifest), tolerance: tolerance
            ).firstSentence
        }
        guard let sentence = first(alone.events, session.events) else { return nil }
        let isOfOrder =
            first(Self.inOrder(alone.events), Self.inOrder(session.events)) == nil
        return isOfOrder ? nil : sentence
    }

    /// Returns the events with those of one frame in the order of their texts.
    private static func inOrder(_ events: [TraceEvent]) -> [TraceEvent] {
        events.map { (event: $0, text: $0.kind + JSONWriter.text(.object($0.fields))) }
            .sorted { ($0.event.frame, $0.text) < ($1.event.frame, $1.text) }
            .enumerated().map { sequence, one in
                var event = one.event
                event.sequence = sequence
                return event
            }
    }

    /// Runs all callers at once, each in a thread of its own; gives what the program said, too.
    private func together(
        _ items: [ProjectCase], _ alone: [RecordedSession], _ sources: FlowSources,
        _ program: any ProgramFactory
    ) -> (results: [Result<RecordedSession, any Error>], said: [String]) {
        guard case .scenario(let path) = items[0].caller else { return ([], []) }
        let found = Mutex<[Int: Result<RecordedSession, any Error>]>([:])
        let said = Mutex<[String]>([])
        let group = DispatchGroup()
        for (index, seat) in program.shared(by: items.count).enumerated() {
            var item = items[index]
            item.configuration.programCommand?.note = { line in said.withLock { $0.append(line) } }
            let (caller, files) = (item, alone[index].files)
            DispatchQueue(label: "caller \(index + 1)").async(group: group) {
                [synthesizer, createdBy] in
                let result = Result {
                    var runner = CaseRunner(
                        factories: [seat.factory], synthesizer: synthesizer, createdBy: createdBy)
                    runner.answers = files
                    return try runner.record(path, caller, sources)
                }
                seat.leave()
                found.withLock { $0[index] = result }
            }
        }
        group.wait()
        let results = found.withLock { $0 }
        return (items.indices.compactMap { results[$0] }, said.withLock { $0 })
    }
}
