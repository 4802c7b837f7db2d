internal import Synchronization
package import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Plays the rules of the protocol against a program, and ways to break them.
package struct ProgramConformance {
    /// Report of what was found.
    package struct Report: Sendable {
        /// Rules that were broken, each with the first place.
        package fileprivate(set) var breaches: [ProgramBreach] = []
        /// Breaches that the app told of itself: escapes, and that it failed.
        package fileprivate(set) var notes: [ProgramBreach] = []
        /// Things that the app did in no run, so that their rules were not checked.
        package fileprivate(set) var unseen: [String] = []
        /// The last lines of its standard error in the runs that broke a rule.
        package fileprivate(set) var said: [String] = []
        /// Number of times that the program was started.
        package fileprivate(set) var runs = 0
    }

    let command: ProgramCommand
    private var report = Report()
    private var tape = ProgramSceneCalls.Tape()
    var features: Set<ProgramTranscript.Feature> = []
    private var base: ProgramTranscript?

    private let said = ProgramWords()

    private init(_ command: ProgramCommand) {
        var command = command
        command.note = { [said] in said.add($0) }
        self.command = command
    }

    /// Runs `checks` on the program of `command`.
    ///
    /// Its outside calls go out for real in one run; the others are answered from that one.
    ///
    /// - Parameters:
    ///   - command: the program and its limits.
    ///   - checks: what to play, in this order.
    ///   - progress: called before each check.
    /// - Returns: what was found.
    /// - Throws: `ProgramCommandError` where the program does not start.
    package static func report(
        on command: ProgramCommand, _ checks: [ProgramCheck] = ProgramCheck.allCases,
        progress: (ProgramCheck) -> Void = { _ in }
    ) throws(ProgramCommandError) -> Report {
        var own = Self(command)
        for check in checks {
            progress(check)
            try own.run(check)
            // A program that does not start or hangs would do so in each further run.
            let isHopeless = own.report.breaches.contains { $0.rule == .ready || $0.rule == .time }
            if isHopeless { break }
        }
        own.report.unseen = ProgramTranscript.Feature.allCases
            .filter { !own.features.contains($0) }.map(\.rawValue)
        return own.report
    }

    private mutating func run(_ check: ProgramCheck) throws(ProgramCommandError) {
        switch check {
        case .start: try converse { trial throws(ProgramBreach) in try Self.start(trial) }
        case .otherProtocol:
            try converse { trial throws(ProgramBreach) in try Self.otherProtocol(trial) }
        case .settings: try checkSettings()
        case .brokenLine: try checkBrokenLines()
        case .endOfInput:
            try converse { trial throws(ProgramBreach) in try Self.endOfInput(trial) }
        case .talk: try compare(ProgramScene(caller: .answers), Self.steps)
        case .silence: try compare(ProgramScene(caller: .silent), Self.steps)
        case .late: try compare(ProgramScene(caller: .late), Self.steps)
        case .interruption: try compare(ProgramScene(caller: .interrupts), Self.steps)
        case .keys: try compare(ProgramScene(caller: .presses), Self.steps)
        case .repetition: try vary(.repeats) { _ in }
        case .unknownMembers: try vary(.unknownMembers) { $0.hasUnknownMembers = true }
        case .unknownInputs: try vary(.unknownInput) { $0.hasUnknownInputs = true }
        case .emptyTurns: try vary(.emptyTurn) { $0.hasEmptyTurns = true }
        case .anyText:
            let text = "Zoë 😀 \u{2028} \"quoted\" \\ \t \u{1} {\"kind\":\"end\"}"
            try vary(.anyText, isSame: false) { $0.field = text }
        case .longInput:
            let text = String(repeating: "a", count: 1_000_000)
            try vary(.longInput, isSame: false) { $0.field = text }
        case .otherRate: try checkOtherRate()
        case .calls: try checkCalls()
        case .pieces: try checkAnswers(.streamed)
        case .breaks: try checkAnswers(.cut)
        case .refusals: try checkAnswers(.refused)
        case .waiting: try checkAnswers(.none)
        }
    }

    /// Reaches of one `go`, in frames: one that is not a whole number of blocks among them.
    private static let steps: [Int64] = [100_000, 320, 2_240, 12_345]

    // MARK: Runs

    private mutating func play(
        _ scene: ProgramScene
    ) throws(ProgramCommandError) -> ProgramTranscript {
        begin()
        let transcript = try ProgramTranscript.of(scene, command, tape)
        features.formUnion(transcript.features)
        for note in transcript.notes where !report.notes.contains(note) {
            report.notes.append(note)
        }
        return transcript
    }

    mutating func begin() {
        report.runs += 1
        said.clear()
    }

    mutating func add(_ breach: ProgramBreach?) {
        guard let breach, !report.breaches.contains(where: { $0.rule == breach.rule }) else {
            return
        }
        report.breaches.append(breach)
        report.said += said.lines
    }

    /// The calls of the app, made for real, where that was not done yet.
    private mutating func record() throws(ProgramCommandError) -> ProgramTranscript? {
        guard base == nil else { return nil }
        let recording = try play(ProgramScene(answers: .made))
        add(recording.breach)
        tape = recording.tape
        base = try play(ProgramScene())
        add(base?.breach)
        return recording
    }

    private mutating func compare(
        _ scene: ProgramScene, _ steps: [Int64]
    ) throws(ProgramCommandError) {
        _ = try record()
        var first: ProgramTranscript?
        for step in steps {
            var scene = scene
            scene.step = step
            let transcript = try play(scene)
            add(transcript.breach)
            guard transcript.breach == nil else { return }
            if let first, let difference = first.difference(from: transcript) {
                add(
                    ProgramBreach(
                        .steps,
                        "\(difference) in steps of \(step) frames, and not in those of"
                            + " \(steps[0]) (\(scene.caller.rawValue))"))
                return
            }
            first = first ?? transcript
        }
    }

    /// Plays the usual run with something else in it, which breaks `rule` where it matters.
    private mutating func vary(
        _ rule: ProgramRule, isSame: Bool = true, _ change: (inout ProgramScene) -> Void
    ) throws(ProgramCommandError) {
        _ = try record()
        guard let base, base.breach == nil else { return }
        var scene = ProgramScene()
        change(&scene)
        let transcript = try play(scene)
        if let breach = transcript.breach {
            add(ProgramBreach(rule, breach.what))
        } else if isSame, let difference = base.difference(from: transcript) {
            add(ProgramBreach(rule, "\(difference), and did not before"))
        }
    }

    private mutating func checkOtherRate() throws(ProgramCommandError) {
        let scene = ProgramScene(caller: .silent)
        var slow = scene
        slow.rate = SampleRate(hertz: 8_000) ?? .standard
        let (usual, half) = (try play(scene), try play(slow))
        if let breach = half.breach, usual.breach == nil {
            add(ProgramBreach(.otherRate, breach.what))
        }
        let hearsWords = usual.ready["hears"]?.string == ProgramDescription.Level.words.rawValue
        guard hearsWords, usual.breach == nil, half.breach == nil,
            !usual.features.contains(.calls)
        else { return }
        for (one, other) in zip(usual.entries, half.entries)
        where one.kind != other.kind || abs(one.frame - 2 * other.frame) > 32 {
            add(
                ProgramBreach(
                    .otherRate,
                    "does \"\(one.kind)\" at the frame \(one.frame) at 16000 Hz and"
                        + " \"\(other.kind)\" at the frame \(other.frame) at 8000 Hz"))
            return
        }
    }

    private mutating func checkCalls() throws(ProgramCommandError) {
        base = nil
        guard let recording = try record(), let base, features.contains(.calls) else { return }
        guard recording.breach == nil, base.breach == nil else { return }
        if let difference = recording.difference(from: base) {
            add(ProgramBreach(.recording, "\(difference) with recorded answers only"))
        }
    }

    private mutating func checkAnswers(
        _ answers: ProgramScene.Answers
    ) throws(ProgramCommandError) {
        _ = try record()
        guard features.contains(.calls) else { return }
        try compare(ProgramScene(answers: answers), [100_000, 320])
    }
}

/// The last lines that a program wrote to standard error in one run.
private final class ProgramWords: Sendable {
    private let kept = Mutex<[String]>([])
    private static let most = 10

    var lines: [String] { kept.withLock { $0 } }

    func add(_ line: String) {
        kept.withLock { $0 = $0.suffix(Self.most - 1) + [line] }
    }

    func clear() { kept.withLock { $0 = [] } }
}
