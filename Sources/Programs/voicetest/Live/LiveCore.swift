import VoiceAudio
import VoiceDevices
import VoiceEngine
import VoiceJSON
import VoiceLive
import VoiceRecognition
import VoiceSession
import VoiceTime
import VoiceTrace

/// The core of a live recording: from the ring into the session, from the session to the
/// loudspeaker. A pure machine; its driver brings the device and the time.
struct LiveCore: ~Copyable {
    private(set) var session: LiveSession
    private(set) var device: DeviceCore
    /// The greatest sample since the meter was read.
    private var peak: Int16 = 0

    /// Writer of the journal, and its options.
    struct JournalPlace {
        var writer: SessionWriter
        var options: JournalOptions
    }

    private let place: JournalPlace?
    /// Journal of the session; nil until a device is open: before that there is nothing to keep.
    private var journal: SessionJournal?

    /// A core of a session; without a place everything stays in memory.
    init(session: consuming LiveSession, rate: SampleRate, place: JournalPlace? = nil) {
        self.session = session
        device = DeviceCore(rate: rate)
        self.place = place
    }

    /// Begins on a device, or goes on after one was away for so many frames.
    ///
    /// - Throws: ``SessionError`` when the journal cannot be written.
    mutating func open(
        _ pipe: consuming LivePipe, _ news: DeviceNews, after frames: Frame?
    ) throws(SessionError) {
        if let frames {
            handle(device.reopen(pipe, news, after: frames))
        } else {
            device.open(pipe)
            if let place {
                journal = try session.journal(at: place.writer, options: place.options)
            }
            session.begin(on: news)
        }
    }

    /// Asks a flight recorder to keep what it has, on a signal from outside.
    mutating func pullTrigger() { session.pullTrigger() }

    /// The device is gone: the audio session is interrupted until it is back.
    mutating func miss(_ name: String) { handle(device.miss(name)) }

    /// Takes everything that the device brought; returns what is to be recognised.
    ///
    /// - Throws: ``SessionError`` when the journal cannot be written.
    mutating func step(
        _ port: inout DuplexPort
    ) throws(SessionError) -> [LiveQuestion] {
        // What was ordered before any sound came is not to wait for it.
        var questions = device.perform(session.takeOrders(), on: &port)
        for work in device.read(from: &port) {
            handle([work])
            questions += device.perform(session.takeOrders(), on: &port)
        }
        try journal?.write(from: &session)
        return questions
    }

    private mutating func handle(_ works: [DeviceWork]) {
        for work in works where !session.isOver {
            switch work {
            case .sound(let samples):
                for sample in samples {
                    peak = max(peak, sample == .min ? .max : abs(sample))
                }
                session.post(samples)
            case .gap(let frames): session.lose(frames)
            case .input(let input): session.mailbox.post(.input(input))
            }
        }
    }

    /// Takes the events since the last call.
    mutating func takeEvents() -> [TraceEvent] { session.takeEvents() }

    /// The level of the microphone since the last look, in dBFS.
    mutating func takeLevel() -> Float {
        defer { peak = 0 }
        return Level.peak(CollectionOfOne(peak))
    }

    /// Ends the session and seals its journal, or drops it where a flight recorder was not
    /// triggered; `timing` is the content of the timing file.
    ///
    /// - Throws: ``SessionError`` when that cannot be written.
    mutating func seal(
        reason: String, timing: () -> JSONObject
    ) throws(SessionError) -> RecordingOutcome {
        session.end(reason: reason)
        try journal?.write(from: &session)
        var outcome = session.outcome
        guard let journal = journal.take() else { return outcome }
        outcome.record(
            try journal.seal(timing: timing(), unmet: outcome.unmet, session.choice))
        return outcome
    }
}

extension SessionJournal {
    /// Takes what came since the last call.
    fileprivate mutating func write(from session: inout LiveSession) throws(SessionError) {
        try session.write(to: &self)
    }
}

extension LiveQuestion {
    /// The answer, as a session's mailbox takes it.
    func answer(_ outcome: RecognitionOutcome) -> LiveNews {
        if isOver { return .words(job: job, outcome) }
        guard case .final(let hypothesis) = outcome else { return .wordsSoFar(job: job, nil) }
        return .wordsSoFar(job: job, hypothesis)
    }
}
