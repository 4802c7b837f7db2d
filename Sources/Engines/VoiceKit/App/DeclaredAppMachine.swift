internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// A declared app and the machine that it drives: one engine.
///
/// The app makes the same calls that a façade makes. Their ids are negative, so that no answer of
/// its own leaves the engine.
struct DeclaredAppMachine: EngineUnderTest {
    /// A step that is under way.
    private struct Doing {
        let step: DeclaredApp.Step
        /// Calls that it waits for.
        var open: Set<Int> = []
        /// The call whose answer decides where it leads.
        var decisive: Int?
        var transcript = ""
        var failure: String?
        /// Numbers of the speeches beside its listening.
        var beside: [Int] = []
    }

    private let app: DeclaredApp
    private var machine: VoiceKitMachine
    private var doing: Doing?
    /// The step that begins as soon as all else is worked off.
    private var next: String?
    private var counts: [String: Int] = [:]
    private var stepCount = 0
    private var values: [String: String] = [:]
    private var callCount = 0
    private var speechCount = 0
    /// Actions that go out of the step that is under way.
    private var output: [EngineAction] = []
    /// Answers of the app's own calls that it has not taken yet.
    private var answers: [(call: Int, result: CallResult)] = []
    private var now: Frame = 0

    /// Numbers of a declared app's speeches begin here: a façade beside it has lower ones.
    private static let firstSpeech = 1_000_000

    init(_ app: DeclaredApp, _ machine: VoiceKitMachine) {
        self.app = app
        self.machine = machine
    }

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        now = frame
        output.removeAll(keepingCapacity: true)
        guard !machine.hasEnded else { return [] }
        pass(event)
        if case .run = event { begin() }
        // Every turn begins a step or takes an answer, and steps are limited.
        while !machine.hasEnded {
            if let name = next {
                next = nil
                enter(name)
            } else if !answers.isEmpty {
                let answer = answers.removeFirst()
                handle(answer.call, answer.result)
            } else {
                break
            }
        }
        return output
    }

    /// Lets the machine take an event, and keeps answers of the app's own calls back.
    private mutating func pass(_ event: EngineEvent) {
        var hasWords = false
        for action in machine.step(event, at: now) {
            switch action {
            case .reply(let call, let result) where call < 0: answers.append((call, result))
            case .callback(let callback):
                output.append(action)
                if callback.name == VoiceKitCallback.transcriptChanged.rawValue,
                    callback.arguments["transcript"]?.string?.isEmpty == false
                {
                    hasWords = true
                }
            default: output.append(action)
            }
        }
        if hasWords { wordsCame() }
    }

    @discardableResult
    private mutating func call(_ call: VoiceKitCall, _ arguments: JSONObject) -> Int {
        callCount += 1
        let id = -callCount
        pass(
            .call(
                EngineCall(
                    facade: VoiceKitFactory.kind, name: call.rawValue, arguments: arguments,
                    id: call.isAnswered ? id : nil)))
        return id
    }

    private mutating func begin() {
        if let config = app.config { call(.configure, ["config": .object(config)]) }
        if let tuning = app.tuning { call(.setTuning, ["tuning": .object(tuning)]) }
        for voice in app.voices { call(.setVoiceProfile, ["profile": .object(voice.profile)]) }
        next = app.start
    }

    // MARK: Steps

    private mutating func enter(_ name: String) {
        guard let step = app[name] else { return end("no step \(name)") }
        stepCount += 1
        guard stepCount <= app.stepLimit else { return end("stepLimit") }
        counts[name, default: 0] += 1
        if let most = step.atMost, counts[name, default: 0] > most {
            // The step is not done again.
            return leave(step, by: "afterwards", to: step.afterwards)
        }
        output.append(.emit(kind: "step", fields: ["step": .string(name)], why: [:]))
        doing = Doing(step: step)
        start(step)
        goOnWhenDone()
    }

    private mutating func start(_ step: DeclaredApp.Step) {
        switch step.action {
        case .speak(let lines):
            prepareClip(after: step, lines)
            for line in lines { wait(for: speak(line)) }
        case .listen(let hearing):
            for line in hearing.beside {
                wait(for: speak(line))
                doing?.beside.append(speechCount)
            }
            let id = call(
                .listen,
                [
                    "timeoutMs": .integer(hearing.timeoutMilliseconds),
                    "inactivityMs": .integer(hearing.inactivityMilliseconds),
                    "record": .bool(hearing.isRecorded), "context": hearing.context,
                ])
            wait(for: id, isDecisive: true)
        case .clip(let file, let gain, let channel):
            let isPrepared = machine.isPrepared(file, gainMilliDB: gain, channel)
            let id =
                isPrepared
                ? call(.startPreparedClip, ["channel": .integer(Int64(channel))])
                : call(.playClip, Self.clip(file, gain, channel))
            wait(for: id, isDecisive: true)
        case .pause(let milliseconds, let channel):
            wait(
                for: call(
                    .pause,
                    ["ms": .integer(milliseconds), "channel": .integer(Int64(channel))]),
                isDecisive: true)
        case .none: break
        }
    }

    /// Prepares the clip that alone can follow speech on its channel, so that it leaves no gap.
    private mutating func prepareClip(after step: DeclaredApp.Step, _ lines: [DeclaredApp.Line]) {
        guard step.branches.isEmpty, let next = step.next.flatMap({ app[$0] }),
            case .clip(let file, let gain, let channel) = next.action,
            lines.contains(where: { $0.channel == channel }),
            next.atMost.map({ counts[next.name, default: 0] < $0 }) ?? true,
            !machine.isPrepared(file, gainMilliDB: gain, channel)
        else { return }
        // One that cannot be played fails the clip's own step.
        wait(for: call(.prepareClip, Self.clip(file, gain, channel)))
    }

    private static func clip(_ file: String, _ gain: Int64, _ channel: Int) -> JSONObject {
        [
            "file": .string(file), "gainMilliDB": .integer(gain),
            "channel": .integer(Int64(channel)),
        ]
    }

    private mutating func wait(for id: Int, isDecisive: Bool = false) {
        doing?.open.insert(id)
        if isDecisive { doing?.decisive = id }
    }

    private mutating func speak(_ line: DeclaredApp.Line) -> Int {
        speechCount += 1
        return call(
            .speak,
            [
                "text": .string(DeclaredApp.filled(line.text, with: values)),
                "voice": line.voice.map { .string($0) } ?? .null,
                "channel": .integer(Int64(line.channel)),
                "speech": .integer(Int64(Self.firstSpeech + speechCount)),
            ])
    }

    /// Words came: a caller who talks over the app stops it.
    private mutating func wordsCame() {
        guard let doing, case .listen(let hearing) = doing.step.action, hearing.allowsBargeIn
        else { return }
        silence(doing)
    }

    private mutating func silence(_ doing: Doing) {
        self.doing?.beside = []
        for speech in doing.beside {
            call(.cancelSpeaking, ["speech": .integer(Int64(Self.firstSpeech + speech))])
        }
    }

    // MARK: What came of them

    private mutating func handle(_ id: Int, _ result: CallResult) {
        guard let open = doing, open.open.contains(id) else { return }
        doing?.open.remove(id)
        if id == open.decisive {
            switch result {
            case .value(let value):
                doing?.transcript = value.object?["transcript"]?.string ?? ""
            case .failure(let reason):
                doing?.failure = String(reason.prefix { $0 != ":" })
            }
            if case .listen(let hearing) = open.step.action, hearing.allowsBargeIn {
                silence(open)
            }
        }
        goOnWhenDone()
    }

    private mutating func goOnWhenDone() {
        guard let done = doing, done.open.isEmpty else { return }
        doing = nil
        if let name = done.step.saves { values[name] = done.transcript }
        let branch = done.step.branches.first {
            $0.condition.fits(transcript: done.transcript, failure: done.failure)
        }
        if let branch { return leave(done.step, by: branch.label, to: branch.next) }
        if let failure = done.failure { return end(failure) }
        if done.step.isEnd { return end("finished") }
        leave(done.step, by: "next", to: done.step.next)
    }

    private mutating func leave(_ step: DeclaredApp.Step, by way: String, to next: String?) {
        guard let next else { return end("finished") }
        output.append(
            .emit(
                kind: "edge",
                fields: ["from": .string(step.name), "by": .string(way), "to": .string(next)],
                why: [:]))
        self.next = next
    }

    /// Ends the run.
    private mutating func end(_ reason: String) {
        doing = nil
        next = nil
        call(.hardReset, [:])
        answers = []
        output += machine.ended(because: reason)
    }
}
