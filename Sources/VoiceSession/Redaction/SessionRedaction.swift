internal import VoiceActivity
internal import VoiceAudio
internal import VoiceMedia
public import VoiceTime
public import VoiceTrace

/// A session without what its caller said, which does what the session did.
public struct SessionRedaction {
    /// How it came out.
    public enum Outcome: Equatable {
        /// It was sealed.
        case sealed
        /// It would do otherwise, for these reasons; nothing was written.
        case refused([String])
    }

    /// What the manifest of a redacted session says of itself.
    static let redactedKey = "redacted"
    private static let attempts = 48
    /// From the sound, where there is any.
    private static var options: ReplayOptions {
        var options = ReplayOptions()
        options.takesWordsForMissingAudio = true
        return options
    }

    /// The recorded session.
    public let manifest: SessionManifest
    /// What is hidden, in frames.
    public let spans: [Range<Frame>]
    /// How it came out.
    public let outcome: Outcome
    /// How many words were hidden.
    public let hiddenWords: Int
    /// Words that stay, since the flow or the engine's own texts hold them.
    public let keptWords: [String]

    /// Redacts the session in `folder` and seals the outcome at `place`.
    ///
    /// Both are replayed from the sound, or from the words where the session replays from those
    /// only.
    /// - Throws: ``SessionError`` where the session is damaged, and where the outcome cannot be
    ///   written.
    public init(
        _ folder: SessionFolder, hiding spans: HiddenSpans, rules: [TextRule],
        replayer: inout SessionReplayer, to place: SessionWriter
    ) throws {
        var parts = try SessionParts(folder: folder)
        manifest = parts.manifest
        parts.answersFromTrace = true
        let sound = try parts.sound()
        let speech = try Self.speech(in: sound, parts)
        // Without a microphone there is nothing to find speech in, and all words are hidden.
        let length = parts.hasMicrophone ? sound.samples.count : Int(clamping: manifest.frames)
        let found = parts.hasMicrophone ? speech : [0..<max(1, length)]
        let frames = HiddenSpans.merged(spans.ranges ?? found, count: max(1, length))
        self.spans = frames.map { Frame($0.lowerBound)..<Frame($0.upperBound) }
        let text = SessionText(parts, spans: frames, rules: rules)
        hiddenWords = text.mask.count
        keptWords = text.mask.kept
        guard text.tellingPrompts == 0 else {
            outcome = .refused([
                "\(text.tellingPrompts) prompts say words that were to be hidden"
            ])
            return
        }
        let asRecorded = try replayer.replay(parts, options: Self.options)
        if let difference = EventComparison.difference(
            of: asRecorded.events, from: parts.golden.events, parts.manifest.sampleRate)
        {
            outcome = .refused(["the session itself does not replay to its trace: \(difference)"])
            return
        }
        var hidden = text.hidden()
        let fitted = try Self.fit(
            &hidden, sound: sound, spans: parts.hasMicrophone ? frames : [], speech: speech,
            with: &replayer)
        guard fitted.differences.isEmpty else {
            outcome = .refused(fitted.differences)
            return
        }
        try Self.seal(hidden, events: fitted.events, at: place)
        outcome = .sealed
    }

    /// What sounds like speech, what scripted callers said, and what the events call speech.
    private static func speech(
        in sound: MonoSound, _ parts: SessionParts
    ) throws -> [Range<Int>] {
        let rate = parts.manifest.sampleRate
        let edge = Int(rate.frames(milliseconds: 200))
        func widened(_ range: Range<Int64>) -> Range<Int> {
            Int(clamping: range.lowerBound) - edge..<Int(clamping: range.upperBound) + edge
        }
        var ranges: [Range<Int>] = []
        if !sound.samples.isEmpty {
            ranges += try SpeechActivity.offlineSegments(in: sound).map(widened)
        }
        for input in parts.inputs {
            if case .caller(let line) = input.input { ranges.append(widened(line.active)) }
        }
        ranges += MaskedUtterance.all(
            in: parts.golden.events, frames: sound.samples.count, rate: rate
        ).map { widened(Int64($0.spoken.lowerBound)..<Int64($0.spoken.upperBound)) }
        return HiddenSpans.merged(ranges, count: sound.samples.count)
    }

    /// Masks the sound and moves where the noise changes until the events are the recorded ones; where
    /// that goes round in circles other noise is drawn and smaller steps are taken.
    private static func fit(
        _ hidden: inout SessionParts, sound: MonoSound, spans: [Range<Int>],
        speech: [Range<Int>], with replayer: inout SessionReplayer
    ) throws -> (events: [TraceEvent], differences: [String]) {
        let rate = hidden.manifest.sampleRate
        let golden = hidden.golden.events
        let count = sound.samples.count
        var utterances = MaskedUtterance.all(in: golden, frames: count, rate: rate)
        let masker = NoiseMasker(
            sound.samples, over: spans, utterances: utterances, speech: speech, rate: rate,
            seed: hidden.manifest.seed)
        var tried: [[MaskedUtterance]] = []
        var draw = 0
        var best: [String] = []
        // From words other noise changes nothing.
        let hears = hidden.hasMicrophone && hidden.manifest.firstTap(for: .audio) == .audio
        for _ in 0..<(hears ? attempts : 1) {
            if tried.contains(utterances) {
                tried.removeAll()
                draw += 1
            }
            tried.append(utterances)
            hidden.otherSound = masker.mask(utterances, draw: draw)
            let result = try replayer.replay(hidden, options: options)
            let differences = EventComparison.differences(
                result, from: golden, spans: spans, rate)
            if differences.isEmpty { return (result.events, []) }
            if best.isEmpty || differences.count <= best.count { best = differences }
            let heard = MaskedUtterance.all(in: result.events, frames: count, rate: rate)
            for (index, attempt) in heard.enumerated() where index < utterances.count {
                utterances[index].correct(missed: attempt, caution: 1 + draw % 4)
            }
        }
        return ([], best)
    }

    private static func seal(
        _ hidden: SessionParts, events: [TraceEvent], at place: SessionWriter
    ) throws {
        var manifest = hidden.manifest
        let sounds = try hidden.promptSounds()
        let timing = hidden.timing
        manifest.files = []
        manifest.name = DiskFile.name(of: place.path)
        if manifest.name.hasSuffix(SessionFolder.suffix) {
            manifest.name.removeLast(SessionFolder.suffix.count)
        }
        manifest[other: redactedKey] = true
        if manifest.recognizer.kind == RecognizerSetup.Kind.pocketsphinx.rawValue {
            // A recognizer makes other words of noise.
            manifest[other: JournalFolder.replayFromKey] = .string(StartingTap.words.rawValue)
        }
        var files = hidden.flowFiles
        files[SessionText.scenarioName] = nil
        let session = RecordedSession(
            manifest: manifest, inputs: hidden.inputs, events: events,
            microphone: MonoSound(
                sampleRate: manifest.sampleRate.hertz, samples: hidden.otherSound ?? []),
            prompts: hidden.prompts, promptSounds: sounds, files: files)
        try place.write(session, timing: timing)
    }
}
