import Testing
import VoiceAudio
import VoiceEngine
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// A live session driven by arithmetic: sound and news in, orders out, and a replay that agrees.
@Suite struct LiveSessionTests {
    private static let identity = RecognizerIdentity(kind: "scripted")
    /// How late words come, in hops.
    private static let lateHops = 7

    /// A dialog that wants to know what is understood before the caller has finished.
    private static var tellingPartials: Stage {
        var stage = Stage()
        let wish = #""recognizeAudioParams": {"srSessionParams": {"enablePartialResults": true}}, "#
        stage.flow = Stage.dialog.replacing(
            #""recordAudioParams""#, with: wish + #""recordAudioParams""#)
        return stage
    }

    /// Drives a session hop by hop with a caller who says yes at 1.2 s.
    private func run(
        _ stage: Stage, plan: RecordingPlan, hops: Int = 500, lateHops: Int = Self.lateHops,
        words: String = "yes", at hook: (Int, inout LiveSession) -> Void = { _, _ in }
    ) throws -> (session: RecordedSession, orders: [String]) {
        var session = try LiveSession(
            plan, factory: stage.factory, synthesizer: stage.synthesizer,
            recognizer: Self.identity)
        session.begin(on: .opened(name: "fake", rate: 16_000, latency: 480))
        let clip = SpeechLikeSound.syllables(frames: 11_200)
        let tone = RoomTone(seed: 3)
        var orders: [String] = []
        var waiting: [(hop: Int, LiveNews)] = []
        // A replay knows the caller's words from the session, as with a scripted caller.
        let said = CallerLine(
            line: 0, start: 19_200, end: 30_400, active: 19_200..<30_400, words: words)
        let script = ScriptedLine(range: said.active, words: words)
        session.mailbox.post(.input(.caller(said)))
        for hop in 0..<hops where !session.isOver {
            for order in session.takeOrders() {
                switch order {
                case .play(let job, _, let sound): orders.append("play \(job) \(sound.frames)")
                case .stop(let job): orders.append("stop \(job)")
                case .hold(let job, let isHeld):
                    orders.append(isHeld ? "hold \(job)" : "go on \(job)")
                case .gain(let job, let permille): orders.append("gain \(job) \(permille)")
                case .recognize(let job, let utterance):
                    orders.append("recognize \(job)")
                    let outcome = ScriptedRecognizer(lines: [script]).recognize(utterance)
                    waiting.append((hop + lateHops, .words(job: job, outcome)))
                case .recognizeSoFar(let job, let utterance):
                    orders.append("soFar \(job)")
                    let soFar = ScriptedRecognizer(lines: [script]).recognizeSoFar(utterance)
                    waiting.append((hop + lateHops, .wordsSoFar(job: job, soFar)))
                }
            }
            for (due, news) in waiting where due == hop { session.mailbox.post(news) }
            hook(hop, &session)
            let start = hop * 160
            session.post(
                (start..<(start + 160)).map { frame -> Int16 in
                    let place = frame - 19_200
                    return tone.sample(at: Int64(frame))
                        &+ (clip.indices.contains(place) ? clip[place] : 0)
                })
        }
        return (session.finish(reason: "interrupt"), orders)
    }

    private func hash(_ events: [TraceEvent]) -> String {
        RecordedTrace(events: events).digest
    }

    private func replayed(
        _ session: RecordedSession, _ stage: Stage, from tap: StartingTap = .audio,
        block: Int? = 160
    ) throws -> [TraceEvent] {
        let path = stage.folder.path("live.vsession")
        try SessionWriter(path: path, isReplacing: true).write(session, timing: [:])
        var replayer = SessionReplayer(factories: [stage.factory])
        var options = ReplayOptions()
        options.tap = tap
        options.blockFrames = block
        return try replayer.replay(SessionFolder(path: path), options: options).events
    }

    @Test("replays to the very same trace, from every tap and in blocks of any size")
    func replays() throws {
        let stage = Stage()
        let session = try run(stage, plan: try stage.plan()).session
        let recorded = hash(session.events)
        for block in [nil, 1, 160, 441] {
            #expect(hash(try replayed(session, stage, block: block)) == recorded)
        }
        for tap in StartingTap.allCases {
            #expect(hash(try replayed(session, stage, from: tap)) == recorded)
        }
    }

    @Test("orders what is heard and recognised, and delivers words when they came")
    func orders() throws {
        let stage = Stage()
        let result = try run(stage, plan: try stage.plan())
        #expect(result.orders.first == "play 1 8000")
        #expect(result.orders.contains { $0.hasPrefix("recognize") })
        let delays = result.session.inputs.compactMap { input -> Frame? in
            if case .recognizerDelay(let frames) = input.input { frames } else { nil }
        }
        #expect(delays == [Frame(Self.lateHops * 160 + 1)])
        let transitions = result.session.events.filter { $0.kind == "transition" }
        #expect(transitions.contains { $0.fields["to"]?.string == "SayYes" })
        #expect(result.session.inputs.last?.input == .end(reason: "flowEnd"))
    }

    @Test("stamps what is posted behind the last frame that was worked off, and replays it there")
    func mail() throws {
        let stage = Stage()
        let intent = EngineCall(
            facade: "voiceflow", name: "setIntent",
            arguments: ["intent": "Agreed"])
        let result = try run(stage, plan: try stage.plan()) { hop, session in
            if hop == 60 { session.mailbox.post(.input(.call(intent))) }
        }
        let call = try #require(
            result.session.inputs.first {
                if case .call = $0.input { true } else { false }
            })
        #expect(call.frame == 60 * 160 + 1)
        #expect(hash(try replayed(result.session, stage)) == hash(result.session.events))
    }

    @Test("keeps gaps as silence of their length, at their frame")
    func gaps() throws {
        let stage = Stage()
        let result = try run(stage, plan: try stage.plan()) { hop, session in
            if hop == 40 { session.lose(333) }
        }
        let gap = try #require(
            result.session.inputs.first {
                if case .gap = $0.input { true } else { false }
            })
        #expect(gap.frame == 6_400)
        #expect(gap.input == .gap(frames: 333))
        let silent = result.session.microphone.samples[6_400..<6_733]
        #expect(silent.allSatisfy { $0 == 0 })
        #expect(hash(try replayed(result.session, stage)) == hash(result.session.events))
    }

    @Test("notes the delay of words that never came, so that a replay waits as long")
    func givenUp() throws {
        let stage = Stage()
        let result = try run(stage, plan: try stage.plan(), hops: 400, lateHops: 1_000)
        guard case .recognizerDelay(let frames)? = result.session.inputs.dropLast().last?.input
        else {
            Issue.record("a delay is the last input but one")
            return
        }
        #expect(frames > 0)
        #expect(result.session.inputs.last?.input == .end(reason: "interrupt"))
        #expect(!result.session.events.contains { $0.kind == "final" })
    }

    @Test(
        "what is understood of speech under way comes when it came, and nobody is asked meanwhile",
        arguments: [3, 9, 40, 1_000])
    func soFar(lateHops: Int) throws {
        let stage = Self.tellingPartials
        var plan = try stage.plan()
        try plan.settings.set("flow.partialResultsMs", to: 100)
        let result = try run(
            stage, plan: plan, lateHops: lateHops, words: "yes indeed now")
        let asked = result.orders.filter { $0.hasPrefix("soFar") }.count
        let delays = result.session.inputs.filter {
            if case .partialDelay = $0.input { true } else { false }
        }
        #expect(asked > 0 && delays.count == asked)
        let told = result.session.events.filter { $0.kind == "partial" }
        #expect(told.isEmpty == (lateHops > 60))
        // Slower answers, fewer questions: the speech lasts 700 ms.
        #expect(lateHops < 10 ? asked >= 5 : asked < 5)
        for tap in StartingTap.allCases {
            let replayed = try replayed(result.session, stage, from: tap)
            #expect(hash(replayed) == hash(result.session.events))
        }
    }

    @Test("words that never came before the recorder died do not come in its replay, either")
    func died() throws {
        let stage = Self.tellingPartials
        for hops in [180, 300] {
            var session = try run(stage, plan: try stage.plan(), hops: hops, lateHops: 1_000)
                .session
            // What a recovery finds: no answer, hence no delay, and no word about the end.
            session.inputs.removeAll { input in
                switch input.input {
                case .recognizerDelay, .partialDelay: true
                default: false
                }
            }
            session.inputs[session.inputs.count - 1].input = .end(reason: "recovered")
            for index in session.inputs.indices { session.inputs[index].sequence = index }
            session.manifest.counts["inputs"] = .integer(Int64(session.inputs.count))
            #expect(hash(try replayed(session, stage)) == hash(session.events))
        }
    }

    @Test("ends at its limit, to the hop")
    func limit() throws {
        let stage = Stage()
        var plan = try stage.plan()
        plan.durationMilliseconds = 505
        let result = try run(stage, plan: plan)
        #expect(result.session.manifest.frames == 8_000)
        #expect(result.session.inputs.last?.input == .end(reason: "duration"))
    }

    @Test("takes news of the device as inputs that the flow need not know")
    func device() throws {
        let stage = Stage()
        let result = try run(stage, plan: try stage.plan()) { hop, session in
            if hop == 20 {
                session.mailbox.post(.input(.device(.lost(name: "fake"))))
                session.lose(1_600)
                session.mailbox.post(
                    .input(.device(.opened(name: "other", rate: 48_000, latency: 960))))
            }
        }
        let events = result.session.inputs.compactMap { input -> String? in
            if case .device = input.input { input.object["event"]?.string } else { nil }
        }
        #expect(events == ["opened", "lost", "opened"])
        #expect(hash(try replayed(result.session, stage)) == hash(result.session.events))
    }
}
