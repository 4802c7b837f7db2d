internal import VoiceAudio
internal import VoiceEngine
internal import VoiceMedia
internal import VoiceRecognition
package import VoiceSession
package import VoiceTime
package import VoiceTrace

/// A session without what its caller said, which does what the session did.
package struct SessionRedaction {
    /// Outcome of a redaction.
    package enum Outcome: Equatable {
        /// The redacted copy is complete and replays.
        case sealed
        /// It would do otherwise, for this reason; nothing was written.
        case refused(String)
    }

    /// Reason why a redacted session replays from its words and not from its sound.
    package enum WordsOnly: Equatable {
        /// The session did so itself.
        case before
        /// A recognizer makes other words of noise.
        case recognizer
        /// No noise was found that the detector hears as it heard the caller.
        case detector
    }

    /// The recorded session.
    package let manifest: SessionManifest
    /// Hidden stretches, in frames.
    package let spans: [Range<Frame>]
    /// Outcome: the copy is sealed, or refused for a reason.
    package let outcome: Outcome
    /// Number of words that were hidden.
    package let hiddenWords: Int
    /// Words that were said and stay, since the app decides by them.
    package let keptWords: [String]
    /// Number of prompts that were silenced, since they say what was said.
    package let silencedPrompts: Int
    /// Reason why the outcome replays from its words; nil where it replays from its sound.
    package let wordsOnly: WordsOnly?
    /// Number of frames for which a program runs in the copy, before it goes on without it; nil
    /// where it runs to the end.
    package let programFrames: Frame?
    /// Whether its app is a program that hears sound and no words.
    package let hearsSound: Bool

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
        let parts = try SessionParts(folder: folder)
        manifest = parts.manifest
        let engine = try SessionEngine(of: parts, among: replayer)
        hearsSound = engine.hearsSound
        let track = try MaskedTrack(parts, hiding: spans)
        self.spans = track.spans.map { Frame($0.lowerBound)..<Frame($0.upperBound) }
        let original = try OriginalRun(parts, engine: engine, options: options, with: &replayer)
        let said = SaidWords(
            original.parts, spans: spans.ranges, engine: engine,
            hiddenFrom: self.spans.first?.lowerBound)
        let words = WordFitting(
            parts: original.parts, said: said, engine: engine, rules: rules, base: options)
        let copy: Copy
        if parts.inputs.contains(where: { if case .key = $0.input { true } else { false } }) {
            copy = Copy(refusal: Self.pressingKeys)
        } else if let fault = original.fault {
            copy = Copy(refusal: Self.unlike(fault))
        } else if engine.hearsSound {
            copy = try Self.without(words, track, self.spans.first?.lowerBound, with: &replayer)
        } else {
            let running = try Self.fitted(words, track, with: &replayer)
            copy =
                running.refusal == nil || engine.program == nil
                ? running
                : try Self.without(words, track, said.heard.first?.frame, with: &replayer)
        }
        hiddenWords = copy.mask?.count ?? 0
        keptWords = copy.mask?.kept ?? []
        silencedPrompts = copy.session?.silenced.count ?? 0
        programFrames = copy.session?.parts.manifest.programFrames
        wordsOnly = copy.wordsOnly
        outcome = copy.refusal.map { .refused($0) } ?? .sealed
        try copy.session?.seal(at: place)
    }

    /// A redacted copy. Where it is refused it has no session, and `refusal` says why.
    private struct Copy {
        var session: RedactedSession?
        var mask: WordMask?
        var wordsOnly: WordsOnly?
        var refusal: String?
    }

    /// The copy in which the engine does what it did, since it hears such words.
    private static func fitted(
        _ words: WordFitting, _ track: MaskedTrack, with replayer: inout SessionReplayer
    ) throws -> Copy {
        let rate = words.parts.manifest.sampleRate
        let fitted = try words.fitted(with: &replayer)
        var copy = Copy(mask: fitted.text.mask)
        if let difference = fitted.difference {
            copy.refusal = unhidden(difference, rate)
        } else if fitted.tellsNumber {
            copy.refusal = tellingNumber
        }
        guard copy.refusal == nil else { return copy }
        var hidden = fitted.text.parts
        hidden.prompts = fitted.prompts
        if hidden.manifest.programFrames == nil, let program = words.engine.program {
            hidden.flowFiles[program.actsFile] = nil
        }
        let sounding = try Self.mask(&hidden, fitted.text, words, track, with: &replayer)
        copy.wordsOnly = sounding.wordsOnly
        guard let result = sounding.result else {
            copy.refusal = sounding.difference.map { unhidden($0, rate) }
            return copy
        }
        copy.session = RedactedSession(
            parts: hidden, events: result.events, silenced: fitted.silenced,
            mask: fitted.text.mask, engine: words.engine)
        return copy
    }

    /// The copy in which a program runs up to the first of what is hidden, at `frame`; nil runs all
    /// of it. From there on it does what it did. Where it says words then that are hidden later, it
    /// does so from the beginning.
    private static func without(
        _ words: WordFitting, _ track: MaskedTrack, _ frame: Frame?,
        with replayer: inout SessionReplayer
    ) throws -> Copy {
        let before = words.parts.manifest.programFrames
        let frames = [frame, before].compactMap { $0 }.min()
        var copy = try Self.without(words, track, running: frames, with: &replayer)
        if copy.refusal != nil, frames ?? 0 > 0 {
            copy = try Self.without(words, track, running: 0, with: &replayer)
        }
        return copy
    }

    private static func without(
        _ words: WordFitting, _ track: MaskedTrack, running frames: Frame?,
        with replayer: inout SessionReplayer
    ) throws -> Copy {
        var words = words
        words.parts.manifest.programFrames = frames
        if frames == nil, let program = words.engine.program {
            words.parts.flowFiles[program.actsFile] = nil
        }
        let text = SessionText(
            words.parts, said: words.said, rules: words.rules, engine: words.engine)
        var hidden = text.parts
        let sounding = try Self.mask(&hidden, text, words, track, with: &replayer)
        var copy = Copy(mask: text.mask, wordsOnly: sounding.wordsOnly)
        guard let result = sounding.result else {
            copy.refusal = sounding.difference.map {
                unhidden($0, words.parts.manifest.sampleRate)
            }
            return copy
        }
        let silenced = hidden.keep(result.prompts)
        copy.session = RedactedSession(
            parts: hidden, events: result.events, silenced: silenced, mask: text.mask,
            engine: words.engine)
        return copy
    }

    private static let pressingKeys =
        "its caller pressed keys, which cannot be hidden: the app decides by them."
    private static let tellingNumber =
        "a number that was said cannot be hidden, since the app decides by several of its digits."
        + " Choose other --spans or --rules."

    /// Result of masking the sound of a session whose words are hidden.
    private struct Sounding {
        var result: ReplayResult?
        var wordsOnly: WordsOnly?
        var difference: EventComparison.Difference?
    }

    /// Masks the sound; where nothing that masks it is heard alike, the session replays from its
    /// words.
    private static func mask(
        _ hidden: inout SessionParts, _ text: SessionText, _ words: WordFitting,
        _ track: MaskedTrack, with replayer: inout SessionReplayer
    ) throws -> Sounding {
        let comparison = words.comparison(text)
        var loss = lossOfSound(words.parts)
        if loss == nil {
            let sound = SoundFitting(
                track: track, comparison: comparison, options: words.base)
            if let result = try sound.fit(&hidden, with: &replayer) {
                return Sounding(result: result)
            }
            loss = .detector
        }
        let replayed = try words.withoutSound(&hidden, track, comparison, with: &replayer)
        return Sounding(
            result: replayed.result, wordsOnly: loss, difference: replayed.difference)
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

    /// Returns the reason why a copy cannot be replayed from the sound of a session, whatever masks
    /// it.
    private static func lossOfSound(_ parts: SessionParts) -> WordsOnly? {
        guard parts.hasMicrophone, parts.manifest.firstTap(for: .audio) == .audio else {
            return .before
        }
        let real = [RecognizerSetup.Kind.pocketsphinx.rawValue, RecognizerIdentity.process]
        return real.contains(parts.manifest.recognizer.kind) ? .recognizer : nil
    }
}
