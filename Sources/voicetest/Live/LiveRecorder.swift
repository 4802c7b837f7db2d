import VoiceDevices
import VoiceFlow
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceSynthesis
import VoiceTime
import VoiceTrace

/// Records a session on a device: the shell around ``LiveCore`` that waits, opens and reopens.
struct LiveRecorder {
    let options: LiveOptions
    let device: String
    let synthesizer: SpeechSynthesizer
    private let stop = StopRequest()
    /// Somebody's sign that a flight recorder is to keep what it has, where it waits for one.
    private let sign: SealRequest?
    private let watch = Stopwatch()
    private var timing = BlockTimes()
    private var busyMicroseconds: Int64 = 0
    private var figures = JSONObject()

    /// How a device's turn ended.
    private enum Turn {
        case over
        /// It stopped calling; `at` is when its last frame came, in microseconds.
        case lost(at: Int64)
    }

    /// What a device that does not call is given to come, in microseconds.
    private static let patience: Int64 = 2_000_000
    private let bufferMicroseconds: Int64
    /// What one that was just opened is given: some wake up first.
    private static let startPatience: Int64 = 8_000_000
    /// How long a lost device is waited for.
    private static let absence: Int64 = 10_000_000
    private static let pauseMicroseconds: Int64 = 5_000
    private static let pause = Duration.microseconds(pauseMicroseconds)

    init(
        options: LiveOptions, device: String, synthesizer: SpeechSynthesizer, sign: SealRequest?
    ) {
        self.sign = sign
        self.options = options
        bufferMicroseconds = Int64(options.bufferMs) * 1_000
        self.device = device
        self.synthesizer = synthesizer
    }

    /// Records until the flow, a limit or the user ends the session, or no device comes back.
    mutating func record(
        _ plan: RecordingPlan, factory: VoiceflowFactory, to place: SessionWriter,
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
        var display = LiveDisplay(rate: rate)
        var reason = "interrupt"
        var lostAt: Int64?
        while true {
            do {
                let turn = try await run(
                    &core, recognition, &display, rate: rate, lostAt: lostAt)
                guard case .lost(let time) = turn else { break }
                lostAt = time
            } catch let error as DeviceError {
                // A device that never came is an error; one that was there may come back.
                guard lostAt != nil else { throw error }
            }
            let since = watch.microseconds - (lostAt ?? 0)
            if stop.isPending || sign?.isPending == true { break }
            if since > Self.absence {
                core.lose(Frame(rate.hopFrames))
                reason = "deviceLost"
                break
            }
            try await Task.sleep(for: .milliseconds(500))
        }
        takeSign(&core)
        display.clear()
        for warning in core.warnings { Console.note("warning: \(warning)") }
        figures["lostFrames"] = .integer(core.lost.frames)
        figures["gaps"] = .integer(Int64(core.lost.gaps))
        figures["lostOutputFrames"] = .integer(core.lostOutputFrames)
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
        for plan: RecordingPlan, factory: VoiceflowFactory, _ mailbox: LiveMailbox
    ) throws -> LiveRecognition? {
        var setup = plan.setup
        setup.settings = plan.settings.engine
        guard try factory.recognizes(setup), plan.recognizer.kind == .pocketsphinx else {
            return nil
        }
        return try LiveRecognition(task: plan.recognizer.task, mailbox: mailbox)
    }

    /// One device, from its opening until the session is over or it is lost.
    private mutating func run(
        _ core: inout LiveCore, _ recognition: LiveRecognition?, _ display: inout LiveDisplay,
        rate: SampleRate, lostAt: Int64?
    ) async throws -> Turn {
        var stream = try DuplexStream.open(
            named: device, wanted: rate.hertz, rate: options.deviceRate,
            blockFrames: options.blockFrames, bufferMilliseconds: options.bufferMs)
        try await settle(&stream)
        stream.tap.align()
        let latency = stream.tap.drift.latencySeconds ?? 0
        let news = DeviceNews.opened(
            name: stream.input.name, rate: stream.tap.rate,
            latency: Frame(min(10, latency) * Double(rate.hertz)))
        let pipe = try LivePipe(
            deviceRate: stream.tap.rate, sessionRate: rate.hertz,
            cancelsEcho: !options.keepEcho)
        _ = stream.tap.take()
        let away = lostAt.map { (watch.microseconds - $0) * Int64(rate.hertz) / 1_000_000 }
        try core.open(pipe, news, after: away)
        var calls = (count: stream.tap.callbacks, at: watch.microseconds)
        var looked = watch.microseconds
        while !core.session.isOver, !stop.isPending {
            let start = watch.microseconds
            takeSign(&core)
            for question in try core.step(&stream.tap) { recognition?.work(on: question) }
            display.show(core.takeEvents())
            if display.isDue() {
                display.draw(level: core.takeLevel(), at: core.session.frames)
            }
            let end = watch.microseconds
            timing.note(blockNanoseconds: (end - start) * 1_000)
            timing.note(wakeUpNanoseconds: max(0, start - looked - Self.pauseMicroseconds) * 1_000)
            busyMicroseconds += end - start
            looked = end
            if stream.tap.callbacks != calls.count {
                calls = (stream.tap.callbacks, end)
            } else if !stream.isActive
                || end - calls.at > Self.patience + bufferMicroseconds
            {
                core.miss(stream.input.name)
                return .lost(at: calls.at)
            }
            try await Task.sleep(for: Self.pause)
        }
        note(stream)
        return .over
    }

    /// Lets a device that was just opened come into its stride, then waits for its times.
    private func settle(_ stream: inout DuplexStream) async throws {
        try await wait(for: Self.warmUpCount, &stream)
        stream.tap.forgetTimes()
        try await wait(for: Self.timesCount, &stream)
    }

    /// Times a device takes to start, ten a second.
    private static let warmUpCount = 3
    /// Times that a latency is the median of.
    private static let timesCount = 7

    private func wait(for count: Int, _ stream: inout DuplexStream) async throws {
        let start = watch.microseconds
        while stream.tap.drift.count < count, !stop.isPending {
            _ = stream.tap.take()
            guard watch.microseconds - start < Self.startPatience else {
                guard stream.tap.callbacks > 0 else {
                    throw DeviceError.host(
                        doing: "starting the sound device \"\(device)\"",
                        reason: "it brought nothing for \(Self.startPatience / 1_000_000) seconds")
                }
                return
            }
            try await Task.sleep(for: Self.pause)
        }
    }

    private mutating func note(_ stream: borrowing DuplexStream) {
        func thousandths(_ value: Double?) -> JSONValue {
            value.map { .integer(Int64(($0 * 1_000).rounded())) } ?? .null
        }
        let drift = stream.tap.drift
        figures["device"] = .string(stream.input.name)
        figures["deviceRate"] = .integer(Int64(stream.tap.rate))
        figures["longestBlockFrames"] = .integer(Int64(stream.tap.longestBlockFrames))
        figures["latencyMicroseconds"] = .integer(
            Int64((drift.latencySeconds ?? 0) * 1_000_000))
        figures["captureDriftMilliPPM"] = thousandths(drift.captureMillionths)
        figures["playbackDriftMilliPPM"] = thousandths(drift.playbackMillionths)
        figures["driftMilliPPM"] = thousandths(drift.driftMillionths)
    }
}
