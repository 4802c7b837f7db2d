internal import VoiceActivity
internal import VoiceAudio
internal import VoiceDiff
internal import VoiceFiles
internal import VoiceSession
internal import VoiceTime

extension HeardCall {
    /// The call of which the labels at `labels` tell.
    init(
        labels path: String, of sound: String, _ recording: CallRecording, _ reading: Reading
    ) throws(SessionError) {
        let (hertz, frames, scan) = try Self.scan(sound, isWhole: reading.laysLabels)
        let clock = CallClock(hertz)
        let labels = try Self.labels(path, rate: clock.rate.hertz)
        guard let app = reading.appSpeaker ?? labels.app else {
            throw .unclearSpeakers(path: path, speakers: labels.speakers)
        }
        guard labels.speakers.contains(app) else {
            throw .noSpeaker(path: path, speaker: app, speakers: labels.speakers)
        }
        let length = clock.scaled(frames)
        let fit = try scan.map { (scan) throws(SessionError) in
            try Self.fit(labels, app, path, heard: clock.all(scan.heard), length, clock.rate)
        }
        let moved = labels.moved(earlier: fit?.offset ?? 0)
        guard let last = moved.stretches.map(\.range.upperBound).max(),
            last <= length + clock.rate.frames(milliseconds: Self.labelSlack)
        else {
            throw .labels(
                .labels(
                    path: path,
                    reason: "they end after the sound of \(clock.rate.text(length)) in \(sound)"))
        }
        self.recording = recording
        appChannel = nil
        appSpeaker = app
        sides = .labels
        func inside(_ stretches: [Range<Int64>]) -> [Range<Frame>] {
            stretches.map { $0.clamped(to: 0..<length) }.filter { !$0.isEmpty }
        }
        speech = CallSpeech(
            caller: fit?.caller ?? inside(moved.speech(except: app)),
            app: fit?.app ?? inside(moved.speech(of: app)), sampleRate: clock.rate, frames: length)
        findings = Self.shortfalls(of: recording, lengths: [frames])
        echoDelays = []
        appPrints = []
        self.labels = moved
        guard let fit, let scan else { return }
        labelFit = LabelledCall.sentence(fit, clock.rate)
        labelledEnds = LabelledCall.ends(fit)
        seamlessEnds = fit.seamless
        let fitness = CallFitness(
            mixed: scan.levels, caller: clock.own(fit.caller), app: clock.own(fit.app))
        unfit = fitness.faults.map { CallFigures.Finding(name: $0.name, sentence: $0.sentence) }
        hiddenEnds = clock.all(fitness.hiddenEnds)
    }

    /// Reads the rate and the length of the file at `path`, and where `isWhole` its levels and
    /// speech.
    private static func scan(
        _ path: String, isWhole: Bool
    ) throws(SessionError) -> (hertz: Int, frames: Int64, scan: CallScan.Channel?) {
        do throws(AudioError) {
            return (
                try SoundFileReader(path: path).format.sampleRate,
                try SoundFileReader.frames(of: path),
                isWhole ? try CallScan.channel(of: path) : nil
            )
        } catch { throw .audio(error) }
    }

    private static func fit(
        _ labels: SpeakerLabels, _ app: String, _ path: String, heard: [Range<Frame>],
        _ length: Frame, _ rate: SampleRate
    ) throws(SessionError) -> LabelFit {
        do throws(LabelFit.Misfit) {
            return try LabelFit(labels, app: app, heard: heard, frames: length, rate: rate.hertz)
        } catch {
            throw .labels(.labels(path: path, reason: error.reason(rate: rate.hertz)))
        }
    }

    /// The most milliseconds by which labels may end behind the sound: transcripts are rounded.
    private static let labelSlack: Int64 = 1_000

    private static func labels(
        _ path: String, rate: Int
    ) throws(SessionError) -> SpeakerLabels {
        let bytes: [UInt8]
        do {
            bytes = try DiskFile.read(path, limit: SpeakerLabels.byteLimit)
        } catch { throw .disk(error) }
        do throws(ActivityError) {
            return try SpeakerLabels(bytes: bytes, path: path, rate: rate)
        } catch { throw .labels(error) }
    }

    /// Keeps what is spoken within `spans`, in seconds: outside of them a person is on the line.
    /// Without any, all is kept.
    ///
    /// - Throws: ``SessionError/unfitCall(path:what:)`` where a side says nothing within them.
    mutating func keep(_ spans: [ClosedRange<Double>]) throws(SessionError) {
        guard !spans.isEmpty else { return }
        let hertz = Double(speech.sampleRate.hertz)
        let kept = spans.map { span in
            let ends = [span.lowerBound, span.upperBound].map {
                min(speech.frames, Frame($0 * hertz))
            }
            return ends[0]..<ends[1]
        }
        func inside(_ stretches: [Range<Frame>]) -> [Range<Frame>] {
            stretches.flatMap { stretch in
                kept.map { stretch.clamped(to: $0) }.filter { !$0.isEmpty }
            }
        }
        speech.caller = inside(speech.caller)
        speech.app = inside(speech.app)
        guard !speech.caller.isEmpty, !speech.app.isEmpty else {
            let side = speech.app.isEmpty ? "the app" : "the caller"
            let length = speech.sampleRate.text(speech.frames)
            throw .unfitCall(
                path: recording.path,
                what: "\(side) says nothing within the times that sides.json gives, of a call of"
                    + " \(length). Correct them.")
        }
        speech.frames = min(speech.frames, kept.last?.upperBound ?? speech.frames)
    }
}

/// The sentence on a call of one channel whose labels lie on its sound.
enum LabelledCall {
    /// Says by how much labels were moved, how well they fit, and which waits they decide.
    static func sentence(_ fit: LabelFit, _ rate: SampleRate) -> String {
        let late = rate.milliseconds(fit.offset)
        let place =
            late == 0
            ? "The labels lie on the sound"
            : "The labels are \(late.magnitude) ms \(late > 0 ? "late" : "early") and were moved"
        let callers = fit.caller.map(\.upperBound)
        let decided = Set(ends(fit)).subtracting(fit.seamless).count
        let open =
            fit.seamless.isEmpty
            ? "" : ", and \(fit.seamless.count) are not known: no pause is heard"
        return "\(place): \(fit.near) of \(fit.all) boundaries are heard,"
            + " \(rate.milliseconds(fit.median)) ms off at the median and"
            + " \(rate.milliseconds(fit.ninetyFifth)) ms for 95 %. The sound decides"
            + " \(callers.count - decided - fit.seamless.count) waits, the labels"
            + " \(decided)\(open)."
    }

    /// Ends of the caller's stretches whose wait the labels decide: they have the end, or the
    /// beginning of the app behind it.
    static func ends(_ fit: LabelFit) -> [Frame] {
        fit.caller.map(\.upperBound).filter { end in
            let answer = fit.app.first { $0.lowerBound >= end }?.lowerBound
            return fit.labelled.contains(end) || answer.map(fit.labelled.contains) ?? false
        }
    }
}

/// A clock that a session may have: that of the file, or the standard one.
struct CallClock {
    let rate: SampleRate
    private let hertz: Int

    init(_ hertz: Int) {
        self.hertz = hertz
        rate = SampleRate(hertz: hertz) ?? .standard
    }

    func scaled(_ frame: Int64) -> Frame { frame * Frame(rate.hertz) / Frame(hertz) }

    func all(_ stretches: [Range<Int64>]) -> [Range<Frame>] {
        stretches.map { scaled($0.lowerBound)..<scaled($0.upperBound) }
    }

    /// Returns the stretches in frames of the file.
    func own(_ stretches: [Range<Frame>]) -> [Range<Int64>] {
        stretches.map { stretch in
            let ends = [stretch.lowerBound, stretch.upperBound].map {
                $0 * Int64(hertz) / Int64(rate.hertz)
            }
            return ends[0]..<ends[1]
        }
    }
}
