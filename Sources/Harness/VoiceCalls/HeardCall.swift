package import VoiceActivity
internal import VoiceAudio
package import VoiceDiff
package import VoiceSession
package import VoiceTime
internal import VoiceTrace

/// Recorded call: the stretches in which its two sides speak, as its recording and labels tell.
package struct HeardCall: Sendable {
    /// Options for reading a recording.
    package struct Reading: Sendable, Equatable {
        /// The app's channel, from 0; nil leaves it to the sound.
        package var appChannel: Int?
        /// The app's speaker in labels; nil leaves it to the labels.
        package var appSpeaker: String?
        /// Whether keys that the caller presses (DTMF) count as what the caller says.
        package var hearsKeys: Bool
        /// Whether the app made the call, so that the other side picks up and speaks first; nil
        /// where nothing says it.
        package var isOutbound: Bool?
        /// Channels that something beside the sound names as the app's.
        package var hints: [SideHint] = []
        /// Times, in seconds, at which the app is on the line, ascending and apart; empty for all
        /// of the call.
        package var spans: [ClosedRange<Double>] = []
        /// Whether labels are laid on the sound; without that they are taken as they are.
        package var laysLabels = true

        /// Nothing is said of it.
        package init(
            appChannel: Int? = nil, appSpeaker: String? = nil, hearsKeys: Bool = false,
            isOutbound: Bool? = nil
        ) {
            precondition((0...1).contains(appChannel ?? 0), "a call has two channels")
            self.appChannel = appChannel
            self.appSpeaker = appSpeaker
            self.hearsKeys = hearsKeys
            self.isOutbound = isOutbound
        }
    }

    /// The files.
    package let recording: CallRecording
    /// The app's channel, from 0; nil where both sides share one.
    package let appChannel: Int?
    /// The app's speaker in the labels; nil without labels.
    package let appSpeaker: String?
    /// Evidence for which side is the app's.
    package let sides: CallFigures.Sides
    /// Stretches in which both sides speak, on a clock that a session may have.
    package internal(set) var speech: CallSpeech
    /// The keys that the caller presses; empty unless the recording is read with keys.
    var pressed: [PressedKeys] = []
    /// Findings that make part of the recording unfit.
    package let findings: [CallFigures.Finding]
    /// Reasons for which the call is unfit to be measured; empty where it is fit.
    package internal(set) var unfit: [CallFigures.Finding] = []
    /// Stretches in frames; a noise gate, or voices and music of the room, hide an end of the
    /// caller's speech in each.
    package internal(set) var hiddenEnds: [Range<Frame>] = []
    /// A sentence on how the labels lie on the sound; nil without labels.
    package internal(set) var labelFit: String?
    /// Ends of the caller's turns whose wait the labels decide, since no boundary is heard there.
    var labelledEnds: [Frame] = []
    /// Ends of the caller's turns behind which no pause is heard, and labels tell none: their waits
    /// are not known.
    var seamlessEnds: [Frame] = []
    /// Signs by which the app's channel is taken for that; nil where the user names it.
    package private(set) var sideReasons: String?
    /// Prints of what the app says, to be found in other calls; empty where both sides share one
    /// channel.
    package let appPrints: [SoundPrint]
    /// Delay at which each channel hears the other side, in frames; nil where it does not.
    let echoDelays: [Frame?]
    /// Labels of who says what, in frames of ``speech``; nil without any.
    let labels: SpeakerLabels?

    /// A call that was read, or one whose side the sound leaves open.
    package enum Read: Sendable {
        case heard(HeardCall)
        /// The error that asks for the side, and prints of what each channel says.
        case open(SessionError, prints: [[SoundPrint]])
    }

    /// Reads `recording`; a `log` of the call may tell which side is the app's.
    ///
    /// - Throws: ``SessionError/unclearSpeakers(path:speakers:)`` where the app's speaker has to be
    ///   said; ``SessionError/unfitCall(path:what:)`` where a side is silent or both hold the same
    ///   sound; ``SessionError/labels(_:)`` and ``SessionError/audio(_:)``.
    package static func read(
        _ recording: CallRecording, reading: Reading, log: CallLogFile? = nil
    ) throws(SessionError) -> Read {
        let scan: CallScan
        switch recording {
        case .channels(let path): scan = CallScan(path: path)
        case .files(let first, let second): scan = CallScan(first: first, second: second)
        case .labelled(let path, let labels):
            var call = try HeardCall(labels: labels, of: path, recording, reading)
            if reading.hearsKeys { try call.hearKeys() }
            try call.keep(reading.spans)
            return .heard(call)
        }
        var channels = try scanned(scan)
        let pressed = reading.hearsKeys ? try PressedKeys.read(recording, into: &channels) : []
        var hints = reading.hints
        if reading.appChannel == nil, let hint = log?.side(of: speech(of: channels, app: 0)) {
            hints.append(hint)
        }
        do throws(SessionError) {
            var call = try HeardCall(
                channels, recording, appChannel: reading.appChannel,
                isOutbound: reading.isOutbound ?? false, hints: hints)
            if let appChannel = call.appChannel, !pressed.isEmpty {
                let clock = CallClock(channels.sampleRate)
                call.pressed = pressed[1 - appChannel].map { $0.moved { clock.scaled($0) } }
            }
            try call.keep(reading.spans)
            return .heard(call)
        } catch {
            guard error.asksForSide else { throw error }
            return .open(error, prints: channels.prints)
        }
    }

    /// The call whose two `channels` were read from `recording`.
    init(
        _ channels: CallChannels, _ recording: CallRecording, appChannel: Int? = nil,
        isOutbound: Bool = false, hints: [SideHint] = []
    ) throws(SessionError) {
        let path = recording.path
        let app =
            appChannel.map { AppChannel.named($0) }
            ?? channels.app(isOutbound: isOutbound, hints: hints)
        let findings = channels.findings(app: app)
        if let finding = findings.first(where: Self.forbidsFigures) {
            throw .unfitCall(path: path, what: finding.sentence)
        }
        if case .unclear(let first, let longer) = app {
            throw .unclearSides(path: path, first: first, longer: longer)
        }
        if case .opposed(let first) = app { throw .opposedSides(path: path, first: first) }
        guard let channel = app.channel else {
            throw .unfitCall(path: path, what: CallFinding.silent(channel: 0).sentence)
        }
        let clock = CallClock(channels.sampleRate)
        self.recording = recording
        self.appChannel = channel
        appSpeaker = nil
        switch app {
        case .named: sides = .named
        case .heard(_, let cues):
            sides = .heard
            sideReasons = cues.reasons(app: channel)
        case .speaksFirst, .unclear, .opposed, .silent:
            sides = .speaksFirst
            sideReasons = SideCues().reasons(app: channel)
        }
        speech = Self.speech(of: channels, app: channel)
        self.findings =
            findings.map { CallFigures.Finding(name: $0.name, sentence: $0.sentence) }
            + Self.shortfalls(of: recording, lengths: channels.lengths)
        echoDelays = channels.echoes.map { echo in
            echo.map { $0.delayMicroseconds * Frame(clock.rate.hertz) / 1_000_000 }
        }
        appPrints = channels.prints[channel]
        labels = nil
        let fitness = channels.fitness(app: channel)
        unfit = fitness.faults.map { CallFigures.Finding(name: $0.name, sentence: $0.sentence) }
        hiddenEnds = clock.all(channels.unclearEnds[1 - channel] + fitness.hiddenEnds)
    }

    /// The speakers of the labels that count as the caller, in order; empty without labels.
    package var callerSpeakers: [String] { labels?.speakers.filter { $0 != appSpeaker } ?? [] }

    /// Delay at which the app's side holds the caller's voice, in frames: 0 where both sides share
    /// a channel, nil where it does not hold it.
    var callerDelay: Frame? {
        guard let appChannel else { return 0 }
        return echoDelays[appChannel]
    }

    /// Returns where both sides speak in `channels`, of which `app` is the app's.
    private static func speech(of channels: CallChannels, app: Int) -> CallSpeech {
        let clock = CallClock(channels.sampleRate)
        return CallSpeech(
            caller: clock.all(channels.speech[1 - app]), app: clock.all(channels.speech[app]),
            sampleRate: clock.rate, frames: clock.scaled(channels.frames))
    }

    private static func scanned(_ scan: CallScan) throws(SessionError) -> CallChannels {
        do throws(AudioError) { return try scan.run() } catch { throw .audio(error) }
    }

    /// Says which parts of the call its files may lack.
    static func shortfalls(
        of recording: CallRecording, lengths: [Int64]
    ) -> [CallFigures.Finding] {
        var found = zip(recording.paths, lengths).compactMap { path, frames -> String? in
            guard let reader = try? SoundFileReader(path: path) else { return nil }
            let announced = reader.format.frames
            let isShort = frames < announced && announced < .max
            return (reader.statedShortfall ?? (isShort ? .cutShort : nil)).map {
                "The recording \($0.description), so a part of the call may be missing."
                    + " Copy or export it again."
            }
        }
        if case .files(let first, let second) = recording,
            let reader = try? SoundFileReader(path: first),
            let most = lengths.max(), let least = lengths.min(),
            most - least > Int64(reader.format.sampleRate)
        {
            let seconds = (most - least) / Int64(reader.format.sampleRate)
            let (short, long) = lengths[0] < lengths[1] ? (first, second) : (second, first)
            found.append(
                "\(short) ends \(seconds) s before \(long): a part of the call may be missing.")
        }
        return found.map { CallFigures.Finding(name: "cut", sentence: $0) }
    }

    /// Whether nothing can be measured with such a finding.
    private static func forbidsFigures(_ finding: CallFinding) -> Bool {
        switch finding {
        case .silent, .same, .crosstalk: true
        case .echo, .clipped, .drift, .swapped, .hearsBack: false
        }
    }
}
