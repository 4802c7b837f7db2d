import VoiceAudio
import VoiceDevices
import VoiceLive
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceTime
import VoiceTrace

/// The core of a live recording: from the ring into the session, from the session to the
/// loudspeaker. A pure machine; whoever drives it brings the device and the time.
struct LiveCore: ~Copyable {
    private(set) var session: LiveSession
    /// Nil until a device is open.
    private var pipe: LivePipe?
    private let rate: SampleRate
    /// The greatest sample since the meter was read.
    private var peak: Int16 = 0
    /// Frames that were lost, in how many gaps.
    private(set) var lost: (frames: Frame, gaps: Int) = (0, 0)
    /// Frames of silence that were played for something else.
    private(set) var lostOutputFrames: Frame = 0
    /// What could not be played.
    private(set) var warnings: [String] = []

    /// Where the journal is written.
    struct JournalPlace {
        var writer: SessionWriter
        var options: JournalOptions
    }

    private let place: JournalPlace?
    /// Nil until a device is open: before that there is nothing to keep.
    private var journal: SessionJournal?

    /// A core of a session; without a place everything stays in memory.
    init(session: consuming LiveSession, rate: SampleRate, place: JournalPlace? = nil) {
        self.session = session
        self.rate = rate
        self.place = place
    }

    /// Begins on a device, or goes on after one was away for so many frames.
    ///
    /// - Throws: ``SessionError`` when the journal cannot be written.
    mutating func open(
        _ pipe: consuming LivePipe, _ news: DeviceNews, after frames: Frame?
    ) throws(SessionError) {
        self.pipe = .some(pipe)
        if let frames {
            lose(frames)
            session.take(news)
        } else {
            if let place {
                journal = try session.journal(at: place.writer, options: place.options)
            }
            session.begin(on: news)
        }
    }

    /// Somebody outside wants a flight recorder to keep what it has.
    mutating func pullTrigger() { session.pullTrigger() }

    /// The device is gone.
    mutating func miss(_ name: String) { session.take(DeviceNews.lost(name: name)) }

    /// Takes everything that the device brought; gives what is to be recognised.
    ///
    /// - Throws: ``SessionError`` when the journal cannot be written.
    mutating func step(
        _ tap: inout DuplexTap
    ) throws(SessionError) -> [LiveQuestion] {
        var questions: [LiveQuestion] = []
        // What was ordered before any sound came is not to wait for it.
        perform(&tap, &questions)
        for piece in pipe?.take(tap.take()) ?? [] where !session.isOver {
            switch piece {
            case .sound(let samples):
                for sample in samples {
                    peak = max(peak, sample == .min ? .max : abs(sample))
                }
                session.take(samples)
            case .gap(let frames): lose(frames)
            case .lostOutput(let frames):
                lostOutputFrames += frames
                session.take(DeviceNews.underrun(frames: frames))
            }
            perform(&tap, &questions)
        }
        try journal?.take(from: &session)
        return questions
    }

    /// Takes a gap of frames that never came.
    mutating func lose(_ frames: Frame) {
        guard frames > 0 else { return }
        lost = (lost.frames + frames, lost.gaps + 1)
        session.lose(frames)
    }

    private mutating func perform(
        _ tap: inout DuplexTap, _ questions: inout [LiveQuestion]
    ) {
        for order in session.takeOrders() {
            switch order {
            case .play(let job, let request, let sound):
                if let warning = tap.play(sound, request, job: job) { warnings.append(warning) }
            case .stop(let job): tap.stop(job: job)
            case .recognize(let job, let utterance):
                questions.append(LiveQuestion(job: job, utterance: utterance, isOver: true))
            case .recognizeSoFar(let job, let utterance):
                questions.append(LiveQuestion(job: job, utterance: utterance, isOver: false))
            }
        }
    }

    /// What happened since the last call.
    mutating func takeEvents() -> [TraceEvent] { session.takeEvents() }

    /// The level of the microphone since the last look, in dBFS.
    mutating func takeLevel() -> Float {
        defer { peak = 0 }
        return Level.peak(CollectionOfOne(peak))
    }

    /// Ends the session and seals its journal, or drops it where a flight recorder was not
    /// triggered; `timing` is what the timing file says.
    ///
    /// - Throws: ``SessionError`` when that cannot be written.
    mutating func seal(
        reason: String, timing: () -> JSONObject
    ) throws(SessionError) -> RecordingOutcome {
        session.end(reason: reason)
        try journal?.take(from: &session)
        var outcome = session.outcome
        guard let journal = journal.take() else { return outcome }
        if session.isWorthKeeping {
            outcome.manifest = try journal.seal(timing: timing(), unmet: outcome.unmet)
        } else {
            try journal.discard()
        }
        return outcome
    }

    /// Ends the session and gives all of it, where there is no journal.
    consuming func finish(reason: String) -> RecordedSession {
        session.finish(reason: reason)
    }
}

extension SessionJournal {
    /// Takes what came since the last call.
    fileprivate mutating func take(from session: inout LiveSession) throws(SessionError) {
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
