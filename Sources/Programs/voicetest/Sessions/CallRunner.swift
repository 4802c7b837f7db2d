import VoiceActivity
import VoiceDiff
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTrace

/// Measures recordings of calls, several at once, with outcomes in their order.
struct CallRunner: Sendable {
    /// How a recording is read.
    let reading: HeardCall.Reading
    let recorded: RecordedOutcome
    let jobs: Int
    /// Whether budgets judge the run.
    let hasBudgets: Bool

    /// What came of `calls`: latencies, or why there are none.
    func run(_ calls: [SoundSearch.Found]) async -> [ReplayOutcome] {
        guard !calls.isEmpty else { return [] }
        let progress = ProgressLine(count: calls.count, unit: "calls")
        defer { progress.clear() }
        let workers = min(jobs, calls.count)
        return await withTaskGroup(of: [(Int, (outcome: ReplayOutcome, why: String?))].self) {
            group in
            for worker in 0..<workers {
                group.addTask {
                    stride(from: worker, to: calls.count, by: workers).map { index in
                        defer { progress.update(1, of: index) }
                        return (index, outcome(of: calls[index]))
                    }
                }
            }
            var outcomes: [(Int, (outcome: ReplayOutcome, why: String?))] = []
            for await part in group { outcomes += part }
            return Self.tellingSides(outcomes.sorted { $0.0 < $1.0 }.map(\.1))
        }
    }

    /// `outcomes` with a note on the sides that were guessed, one for all calls of one guess.
    private static func tellingSides(
        _ guessed: [(outcome: ReplayOutcome, why: String?)]
    ) -> [ReplayOutcome] {
        var outcomes = guessed.map(\.outcome)
        var groups: [(side: String, places: [Int])] = []
        for (place, one) in guessed.enumerated() {
            guard let why = one.why else { continue }
            if let known = groups.firstIndex(where: { $0.side == why }) {
                groups[known].places.append(place)
            } else {
                groups.append((why, [place]))
            }
        }
        for (side, places) in groups {
            let calls =
                places.count <= namedLimit
                ? places.map { outcomes[$0].verdict.path }.joined(separator: ", ")
                : "\(places.count) calls"
            outcomes[places[0]].notes.insert("\(calls): \(side)", at: 0)
        }
        return outcomes
    }

    /// Calls of one guess that are named; more of them are counted.
    private static let namedLimit = 3

    /// Says which channel is taken for the app's, and why; nil where that is no guess.
    private static func side(of call: HeardCall) -> String? {
        guard let channel = call.appChannel, let why = call.sideReasons else { return nil }
        return "channel \(channel + 1) is taken for the app's, since \(why)."
    }

    private func outcome(
        of call: SoundSearch.Found
    ) -> (outcome: ReplayOutcome, why: String?) {
        do {
            if let second = call.second { return try paired(call, second) }
            return try SoundInput.reading(call.path) { input in
                let recording = try CallRecording(path: input.path, from: call.path)
                let heard = try HeardCall(recording, reading: reading(of: call))
                return try measured(heard, call, notes: [], named: input.named)
            }
        } catch {
            let verdict = Verdict(name: call.relative, path: call.path, error: error)
            return (ReplayOutcome(verdict: verdict, status: ExitStatus(error), digest: nil), nil)
        }
    }

    /// Returns the way to read `call`: options of the command go before answers of its folder.
    private func reading(of call: SoundSearch.Found) -> HeardCall.Reading {
        var own = reading
        own.appChannel = reading.appChannel ?? call.answer.appChannel
        own.isOutbound = call.answer.isOutbound ?? reading.isOutbound
        own.spans = call.answer.spans
        return own
    }

    /// Measures two files that are one call.
    private func paired(
        _ call: SoundSearch.Found, _ second: String
    ) throws -> (outcome: ReplayOutcome, why: String?) {
        try SoundInput.reading(call.path) { one in
            try SoundInput.reading(second) { other in
                let recording = try CallRecording(first: one.path, second: other.path)
                let heard = try HeardCall(recording, reading: reading(of: call))
                let note = "\(call.path) and \(second) are one call: channels 1 and 2."
                return try measured(heard, call, notes: [note]) { other.named(one.named($0)) }
            }
        }
    }

    /// Measures a call that was heard; `notes` go before those on it.
    private func measured(
        _ heard: HeardCall, _ call: SoundSearch.Found, notes: [String], named: (String) -> String
    ) throws -> (outcome: ReplayOutcome, why: String?) {
        let session = SessionFolder(path: call.path)
        var run = heard.run(named: call.relative, createdBy: Voicetest.program)
        run.path = call.path
        var outcome =
            recorded.report == nil
            ? recorded.outcome(of: run, in: session)
            : try imported(heard, run, in: session)
        outcome.notes += notes + Self.findings(of: heard).map(named)
        outcome.notes += Self.ignoredLabels(beside: call.path, heard)
        // They take three times the memory of the latencies.
        if !hasBudgets { outcome.places = [] }
        return (outcome, Self.side(of: heard))
    }

    /// The outcome with what a report shows of it: the call is imported into a folder that only
    /// this user may read, and that is removed.
    private func imported(
        _ heard: HeardCall, _ run: MeasuredRun, in session: SessionFolder
    ) throws -> ReplayOutcome {
        let folder = try PrivateFolder(files: [])
        defer { folder.remove() }
        let written = SessionFolder(path: "\(folder.path)/call\(SessionFolder.suffix)")
        _ = try CallImport(heard, createdBy: Voicetest.program).write(
            to: SessionWriter(path: written.path, isReplacing: false))
        var shown = try MeasuredRun(of: written, name: run.name) { .now($0) }
        shown.path = run.path
        return recorded.outcome(of: shown, in: session)
    }

    /// Which side is the app's, where that is a guess, and what makes the recording unfit.
    static func notes(on call: HeardCall) -> [String] {
        let guess = side(of: call).map { "\(call.recording.path): \($0)" }
        return (guess.map { [$0] } ?? []) + findings(of: call)
    }

    /// That labels beside a call with a channel a side are left out.
    static func ignoredLabels(beside path: String, _ call: HeardCall) -> [String] {
        guard call.appChannel != nil, let labels = SpeakerLabels.beside(path) else { return [] }
        return ["\(path): has a channel for each side, so \(labels) is ignored."]
    }

    /// By which labels the sides are told, and what makes the recording unfit.
    private static func findings(of call: HeardCall) -> [String] {
        let path = call.recording.path
        var notes: [String] = []
        if case .labelled(_, let labels) = call.recording, let speaker = call.appSpeaker {
            let callers = call.callerSpeakers
            let others =
                callers.count > 1
                ? ", and all others are the caller: " + callers.joined(separator: ", ") : ""
            let fit = call.labelFit.map { " \($0)" } ?? ""
            notes.append("\(path): sides by \(labels); the app is \(speaker)\(others).\(fit)")
        }
        let unfit = call.unfit.map { "\($0.name): \($0.sentence)" }.joined(separator: "; ")
        let reasons = unfit.isEmpty ? [] : ["warning: \(path): unfit to be measured. \(unfit)."]
        return notes + call.findings.map { "warning: \(path): \($0.sentence)" } + reasons
    }
}
