import VoiceActivity
import VoiceCalls
import VoiceDiff
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTrace

/// Measures recordings of calls, several at once, with outcomes in their order.
struct CallRunner: Sendable {
    /// Way in which a recording is read.
    let reading: HeardCall.Reading
    let recorded: RecordedOutcome
    let jobs: Int
    /// Whether budgets judge the run.
    let hasBudgets: Bool

    /// Outcome of a call, with the reason why a channel is taken for the app's.
    private struct Measured {
        var outcome: ReplayOutcome
        var why: String?
        /// Prints of what is said; nil of a call that cannot be used.
        var prints: CallPrints?
    }

    /// Measures `calls`: latencies, or why there are none. A side that a call leaves open is
    /// settled by the prompts of the others where these recur.
    func run(_ calls: [SoundSearch.Found]) async -> [ReplayOutcome] {
        guard !calls.isEmpty else { return [] }
        let progress = ProgressLine(count: calls.count, unit: "calls")
        defer { progress.clear() }
        var measured = await measure(calls) { progress.update(1, of: $0) }
        var prompts = RecurringPrompts()
        for (call, one) in zip(calls, measured) {
            if let prints = one.prints { prompts.add(prints, of: call.path) }
        }
        let settled = prompts.settled(calls)
        let again = await measure(settled.map(\.call)) { _ in }
        for (place, one) in zip(settled.map(\.place), again) { measured[place] = one }
        return Self.tellingSides(measured)
    }

    /// Measures `calls` side by side; the results are in their order.
    private func measure(
        _ calls: [SoundSearch.Found], each done: @escaping @Sendable (Int) -> Void
    ) async -> [Measured] {
        let workers = min(jobs, calls.count)
        return await withTaskGroup(of: [(Int, Measured)].self) { group in
            for worker in 0..<workers {
                group.addTask {
                    stride(from: worker, to: calls.count, by: workers).map { index in
                        defer { done(index) }
                        return (index, outcome(of: calls[index]))
                    }
                }
            }
            var all: [(Int, Measured)] = []
            for await part in group { all += part }
            return all.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// `outcomes` with a note on the sides that were guessed, one for all calls of one guess.
    private static func tellingSides(_ guessed: [Measured]) -> [ReplayOutcome] {
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

    /// Largest number of calls of one guess that are named; more of them are counted.
    private static let namedLimit = 3

    /// Explains which channel is taken for the app's, and why; nil where that is no guess.
    private static func side(of call: HeardCall) -> String? {
        guard let channel = call.appChannel, let why = call.sideReasons else { return nil }
        return "channel \(channel + 1) is taken for the app's, since \(why)."
    }

    private func outcome(of call: SoundSearch.Found) -> Measured {
        do {
            return try call.opened(reading) { recording, reading, named in
                switch try HeardCall.read(recording, reading: reading) {
                case .heard(let heard): try measured(heard, call, named: named)
                case .open(let error, let prints): failed(call, error, prints: .open(prints))
                }
            }
        } catch {
            return failed(call, error)
        }
    }

    private func failed(
        _ call: SoundSearch.Found, _ error: any Error, prints: CallPrints? = nil
    ) -> Measured {
        let verdict = Verdict(name: call.relative, path: call.path, error: error)
        let outcome = ReplayOutcome(verdict: verdict, status: ExitStatus(error), digest: nil)
        return Measured(outcome: outcome, prints: prints)
    }

    /// Measures a call that was heard.
    private func measured(
        _ heard: HeardCall, _ call: SoundSearch.Found, named: (String) -> String
    ) throws -> Measured {
        let session = SessionFolder(path: call.path)
        var run = heard.run(named: call.relative, createdBy: Voicetest.program)
        run.path = call.path
        var outcome =
            recorded.report == nil
            ? recorded.outcome(of: run, in: session)
            : try imported(heard, run, in: session)
        outcome.notes += call.pairing + Self.findings(of: heard).map(named)
        outcome.notes += Self.ignoredLabels(beside: call.path, heard)
        // They take three times the memory of the latencies.
        if !hasBudgets { outcome.places = [] }
        return Measured(outcome: outcome, why: Self.side(of: heard), prints: .app(heard.appPrints))
    }

    /// Adds to the outcome what a report shows of it: the call is imported into a folder that only
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

    /// Returns a note on the app's side, where that is a guess, and on what makes the recording
    /// unfit.
    static func notes(on call: HeardCall) -> [String] {
        let guess = side(of: call).map { "\(call.recording.path): \($0)" }
        return (guess.map { [$0] } ?? []) + findings(of: call)
    }

    /// Returns a note that labels beside a call with a channel a side are left out.
    static func ignoredLabels(beside path: String, _ call: HeardCall) -> [String] {
        guard call.appChannel != nil, let labels = SpeakerLabels.beside(path) else { return [] }
        return ["\(path): has a channel for each side, so \(labels) is ignored."]
    }

    /// Returns the labels by which the sides are told, and what makes the recording unfit.
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
