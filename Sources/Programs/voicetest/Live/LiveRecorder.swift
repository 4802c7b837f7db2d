import VoiceDevices
import VoiceEngine
import VoiceJSON
import VoiceLive
import VoiceSession
import VoiceSynthesis
import VoiceTime

/// Records a session on a device: the shell around ``LiveCore`` that waits, opens and reopens.
struct LiveRecorder {
    let options: LiveOptions
    let device: String
    let synthesizer: SpeechSynthesizer
    private let stop = StopRequest()
    /// Signal on which a flight recorder keeps what it has; nil where it waits for none.
    let sign: SealRequest?
    private let watch = Stopwatch()
    private(set) var timing = BlockTimes()
    private(set) var busyMicroseconds: Int64 = 0
    private(set) var figures = JSONObject()

    /// Records until the flow, a limit or the user ends the session, or no device comes back.
    mutating func record(
        _ plan: RecordingPlan, factory: any EngineFactory, to place: SessionWriter,
        keeping: JournalOptions
    ) async throws -> RecordingOutcome {
        let mailbox = LiveMailbox()
        let recognition = try recognition(for: plan, factory: factory, mailbox)
        let rate = plan.setup.sampleRate
        let journal = LiveCore.JournalPlace(writer: place, options: keeping)
        var core = LiveCore(
            session: try LiveSession(
                plan, factory: factory, synthesizer: synthesizer, recognizer: recognition?.identity,
                mailbox: mailbox), rate: rate, place: journal)
        var display = LiveDisplay(rate: rate, factory.declaration.vocabulary)
        var reason = "interrupt"
        var lostAt: ContinuousClock.Instant?
        var wish = SoundCard.Wish(name: device)
        wish.rate = options.deviceRate
        wish.blockFrames = options.blockFrames
        wish.bufferMilliseconds = options.bufferMs
        let isStopped = { @Sendable [stop, sign] in stop.isPending || sign?.isPending == true }
        while let card = try await SoundCard.open(
            wish, for: rate, after: lostAt, isStopped: isStopped)
        {
            lostAt = try await run(card, &core, recognition, &display, rate: rate, lostAt: lostAt)
            if lostAt == nil { break }
        }
        if lostAt != nil, !isStopped() { reason = "deviceLost" }
        takeSign(&core)
        display.clear()
        for warning in core.device.warnings { Console.report("warning: \(warning)") }
        figures["lostFrames"] = .integer(core.device.lost.frames)
        figures["gaps"] = .integer(Int64(core.device.lost.gaps))
        figures["lostOutputFrames"] = .integer(core.device.lostOutputFrames)
        figures["busyMicroseconds"] = .integer(busyMicroseconds)
        let (frames, timing, figures) = (core.session.frames, timing, figures)
        return try core.seal(reason: reason) {
            var object = timing.timing(frames: frames)
            object["live"] = .object(figures)
            return object
        }
    }

    private func takeSign(_ core: inout LiveCore) {
        if let sign, sign.isPending { core.pullTrigger() }
    }

    private func recognition(
        for plan: RecordingPlan, factory: any EngineFactory, _ mailbox: LiveMailbox
    ) throws -> LiveRecognition? {
        var setup = plan.setup
        setup.settings = plan.settings.engine
        let kind = plan.recognizer.kind
        guard try factory.recognizes(setup), kind == .pocketsphinx || kind == .process else {
            return nil
        }
        let command = kind == .process ? plan.recognizer.command : nil
        return try LiveRecognition(
            task: plan.recognizer.task, command: command, saying: plan.recognizer.pronunciations
        ) { question, outcome in
            mailbox.post(question.answer(outcome))
        }
    }

    /// One device, from its opening until the session is over; when it was lost, if it was.
    private mutating func run(
        _ card: consuming SoundCard, _ core: inout LiveCore,
        _ recognition: LiveRecognition?, _ display: inout LiveDisplay,
        rate: SampleRate, lostAt: ContinuousClock.Instant?
    ) async throws -> ContinuousClock.Instant? {
        let pipe = try card.pipe(to: rate, cancelsEcho: !options.keepEcho)
        try core.open(
            pipe, card.news(for: rate),
            after: lostAt.map { SoundCard.frames(since: $0, at: rate) })
        var looked = watch.microseconds
        while !core.session.isOver, !stop.isPending {
            let start = watch.microseconds
            takeSign(&core)
            for question in try core.step(&card.stream.port) { recognition?.work(on: question) }
            display.show(core.takeEvents())
            if display.isDue() {
                display.draw(level: core.takeLevel(), at: core.session.frames)
            }
            let end = watch.microseconds
            timing.record(blockNanoseconds: (end - start) * 1_000)
            timing.record(
                wakeUpNanoseconds: max(0, start - looked - SoundCard.pause.microseconds) * 1_000)
            busyMicroseconds += end - start
            looked = end
            if let last = card.lostSince() {
                core.miss(card.stream.input.name)
                return last
            }
            try await Task.sleep(for: SoundCard.pause)
        }
        record(card.stream)
        return nil
    }

    private mutating func record(_ stream: borrowing DuplexStream) {
        func thousandths(_ value: Double?) -> JSONValue {
            value.map { .integer(Int64(($0 * 1_000).rounded())) } ?? .null
        }
        let drift = stream.port.drift
        figures["device"] = .string(stream.input.name)
        figures["deviceRate"] = .integer(Int64(stream.port.rate))
        figures["longestBlockFrames"] = .integer(Int64(stream.port.longestBlockFrames))
        figures["latencyMicroseconds"] = .integer(
            Int64((drift.latencySeconds ?? 0) * 1_000_000))
        figures["captureDriftMilliPPM"] = thousandths(drift.captureMillionths)
        figures["playbackDriftMilliPPM"] = thousandths(drift.playbackMillionths)
        figures["driftMilliPPM"] = thousandths(drift.driftMillionths)
    }
}
