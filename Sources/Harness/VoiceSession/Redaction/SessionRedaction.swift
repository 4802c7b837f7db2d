internal import VoiceAudio
internal import VoiceEngine
internal import VoiceMedia
internal import VoiceRecognition
package import VoiceTime
package import VoiceTrace

/// A session without what its caller said, which does what the session did.
package struct SessionRedaction {
    /// How it came out.
    public enum Outcome: Equatable {
        /// The redacted copy is complete and replays.
        case sealed
        /// It would do otherwise, for this reason; nothing was written.
        case refused(String)
    }

    /// Why a redacted session replays from its words and not from its sound.
    package enum WordsOnly: Equatable {
        /// The session did so itself.
        case before
        /// A recognizer makes other words of noise.
        case recognizer
        /// No noise was found that the detector hears as it heard the caller.
        case detector
    }

    /// What the manifest of a redacted session says of itself.
    static let redactedKey = "redacted"

    /// The recorded session.
    package let manifest: SessionManifest
    /// What is hidden, in frames.
    package let spans: [Range<Frame>]
    /// How it came out.
    package let outcome: Outcome
    /// How many words were hidden.
    package let hiddenWords: Int
    /// Words that were said and stay, since the app decides by them.
    package let keptWords: [String]
    /// How many prompts were silenced, since they say what was said.
    package let silencedPrompts: Int
    /// Why the outcome replays from its words; nil where it replays from its sound.
    package let wordsOnly: WordsOnly?

    /// Redacts the session in `folder` and seals the outcome at `place`.
    ///
    /// Both are replayed from the words, and the outcome from its sound where that can be. However
    /// long the track, memory stays the same.
    /// - Throws: ``SessionError`` where the session is damaged, and where the outcome cannot be
    ///   written.
    package init(
        _ folder: SessionFolder, hiding spans: HiddenSpans, rules: [TextRule],
        options: ReplayOptions = ReplayOptions(), replayer: inout SessionReplayer,
        to place: SessionWriter
    ) throws {
        var parts = try SessionParts(folder: folder)
        manifest = parts.manifest
        let engine = try SessionEngine(of: parts, among: replayer)
        parts.flowFiles = engine.files(among: parts.flowFiles)
        guard !engine.hearsSound else {
            (self.spans, hiddenWords, keptWords, silencedPrompts) = ([], 0, [], 0)
            (outcome, wordsOnly) = (.refused(Self.hearingSound), nil)
            return
        }
        let track = try MaskedTrack(parts, hiding: spans)
        self.spans = track.spans.map { Frame($0.lowerBound)..<Frame($0.upperBound) }
        let words = WordFitting(
            parts: parts, said: SaidWords(parts, spans: spans.ranges, engine: engine),
            engine: engine, rules: rules, base: options)
        let fault = try words.fault(with: &replayer)
        let fitted = try words.fitted(with: &replayer)
        hiddenWords = fitted.text.mask.count
        keptWords = fitted.text.mask.kept
        silencedPrompts = fitted.silenced.count
        if let fault {
            (outcome, wordsOnly) = (.refused(Self.unlike(fault)), nil)
            return
        }
        if let difference = fitted.difference {
            (outcome, wordsOnly) = (.refused(Self.unhidden(difference, manifest.sampleRate)), nil)
            return
        }
        guard !fitted.tellsNumber else {
            (outcome, wordsOnly) = (.refused(Self.tellingNumber), nil)
            return
        }
        var hidden = fitted.text.parts
        hidden.prompts = fitted.prompts
        let sounding = try Self.mask(&hidden, fitted, words, track, with: &replayer)
        wordsOnly = sounding.wordsOnly
        if let difference = sounding.difference {
            outcome = .refused(Self.unhidden(difference, manifest.sampleRate))
            return
        }
        let session = RedactedSession(
            parts: hidden, events: sounding.events, silenced: fitted.silenced,
            mask: fitted.text.mask, engine: engine)
        try session.seal(at: place)
        outcome = .sealed
    }

    private static let hearingSound =
        "its program hears sound itself, and would hear other words in the noise that hides what"
        + " was said. Sessions of programs that hear words can be redacted."
    private static let tellingNumber =
        "a number that was said cannot be hidden, since the app decides by several of its digits."
        + " Choose other --spans or --rules."

    /// What comes of masking the sound of a session whose words are hidden.
    private struct Sounding {
        var events: [TraceEvent]
        var wordsOnly: WordsOnly?
        var difference: EventComparison.Difference?
    }

    /// Masks the sound; where nothing that masks it is heard alike, the session replays from its
    /// words.
    private static func mask(
        _ hidden: inout SessionParts, _ fitted: WordFitting.Fitted, _ words: WordFitting,
        _ track: MaskedTrack, with replayer: inout SessionReplayer
    ) throws -> Sounding {
        let comparison = words.comparison(fitted.text)
        var loss = lossOfSound(words.parts)
        if loss == nil {
            let sound = SoundFitting(
                track: track, comparison: comparison, options: words.base)
            if let events = try sound.fit(&hidden, with: &replayer) {
                return Sounding(events: events)
            }
            loss = .detector
        }
        let replayed = try words.withoutSound(&hidden, track, comparison, with: &replayer)
        return Sounding(
            events: replayed.events, wordsOnly: loss, difference: replayed.difference)
    }

    private static func unlike(_ fault: EventComparison.Difference) -> String {
        "the session does not replay from its words to its trace: \(fault.text). Replay it with"
            + " `voicetest replay --from words`, and accept what is right."
    }

    private static func unhidden(
        _ difference: EventComparison.Difference, _ rate: SampleRate
    ) -> String {
        let place = difference.frame == .max ? "" : " before \(rate.text(difference.frame))"
        return "what was said\(place) cannot be hidden, since the app decides by it:"
            + " \(difference.text). Choose other --spans or --rules."
    }

    /// Why the sound of a session cannot be what its copy is replayed from, whatever masks it.
    private static func lossOfSound(_ parts: SessionParts) -> WordsOnly? {
        guard parts.hasMicrophone, parts.manifest.firstTap(for: .audio) == .audio else {
            return .before
        }
        let real = [RecognizerSetup.Kind.pocketsphinx.rawValue, RecognizerIdentity.process]
        return real.contains(parts.manifest.recognizer.kind) ? .recognizer : nil
    }
}
