internal import VoiceAudio
internal import VoiceEngine
internal import VoiceMedia
public import VoiceTime
public import VoiceTrace

/// A session without what its caller said, which does what the session did.
public struct SessionRedaction {
    /// How it came out.
    public enum Outcome: Equatable {
        /// The redacted copy is complete and replays.
        case sealed
        /// It would do otherwise, for these reasons; nothing was written.
        case refused([String])
    }

    /// What the manifest of a redacted session says of itself.
    static let redactedKey = "redacted"
    private static let attempts = 24
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
    /// Words that were said and stay, since the files of the flow hold them.
    public let keptWords: [String]
    /// How many prompts were silenced, since they say what was said.
    public let silencedPrompts: Int
    /// Whether the outcome replays from words, since no noise was found that the detector hears
    /// as it heard the caller.
    public private(set) var isWordsOnly = false

    /// Redacts the session in `folder` and seals the outcome at `place`.
    ///
    /// Both are replayed from the sound, or from the words where the session replays from those
    /// only. However long the track, memory stays the same.
    /// - Throws: ``SessionError`` where the session is damaged, and where the outcome cannot be
    ///   written.
    public init(
        _ folder: SessionFolder, hiding spans: HiddenSpans, rules: [TextRule],
        replayer: inout SessionReplayer, to place: SessionWriter
    ) throws {
        var parts = try SessionParts(folder: folder)
        manifest = parts.manifest
        parts.answersFromTrace = true
        parts.flowFiles = Self.files(of: parts, replayer)
        let vocabulary = Self.vocabulary(replayer, manifest)
        let track = try MaskedTrack(parts, hiding: spans)
        self.spans = track.spans.map { Frame($0.lowerBound)..<Frame($0.upperBound) }
        let text = SessionText(
            parts, spans: spans.ranges, rules: rules, calls: Self.calls(replayer, parts.manifest),
            vocabulary: vocabulary)
        hiddenWords = text.mask.count
        keptWords = text.mask.kept
        silencedPrompts = text.silenced.count
        let rate = parts.manifest.sampleRate
        let asRecorded = try replayer.replay(parts, options: Self.options)
        let exact = EventComparison(
            mask: nil, digests: [:], vocabulary: vocabulary, rate: rate)
        if let difference = exact.difference(
            of: asRecorded.events.map(SessionText.plain),
            from: parts.golden.events.map(SessionText.plain))
        {
            outcome = .refused(["the session itself does not replay to its trace: \(difference)"])
            return
        }
        var hidden = text.parts
        let comparison = EventComparison(
            mask: text.mask, digests: text.digests, vocabulary: vocabulary, rate: rate)
        var fitted = try Self.fit(&hidden, track: track, comparison, with: &replayer)
        if !fitted.differences.isEmpty, spans == .allSpeech, Self.canDoWithoutSound(hidden) {
            hidden.manifest[other: JournalFolder.replayFromKey] = .string(
                StartingTap.words.rawValue)
            fitted = try Self.fit(&hidden, track: track, comparison, with: &replayer)
            isWordsOnly = fitted.differences.isEmpty
        }
        guard fitted.differences.isEmpty else {
            outcome = .refused(fitted.differences)
            return
        }
        let session = RedactedSession(
            parts: hidden, events: fitted.events, silenced: text.silenced, mask: text.mask,
            settingNames: Self.settings(replayer, manifest),
            engine: Self.declaration(replayer, manifest))
        try session.seal(at: place)
        outcome = .sealed
    }

    /// Names of calls and of their arguments that the session's engine declares.
    private static func calls(
        _ replayer: SessionReplayer, _ manifest: SessionManifest
    ) -> Set<String> {
        guard let engine = declaration(replayer, manifest) else { return [] }
        return Set(engine.calls.flatMap { [$0.name] + $0.arguments.map(\.name) })
            .union([engine.kind])
    }

    /// What the engine declares comes first: a manifest that says less hides no less.
    private static func vocabulary(
        _ replayer: SessionReplayer, _ manifest: SessionManifest
    ) -> EventVocabulary {
        let own = declaration(replayer, manifest)?.vocabulary ?? .core
        return manifest.vocabulary.map { own.adding($0) } ?? own
    }

    private static func settings(
        _ replayer: SessionReplayer, _ manifest: SessionManifest
    ) -> Set<String> {
        guard let engine = declaration(replayer, manifest) else { return [] }
        return Set(SessionSettings(engine: engine).names)
    }

    private static func declaration(
        _ replayer: SessionReplayer, _ manifest: SessionManifest
    ) -> EngineDeclaration? {
        replayer.factories.map(\.declaration).first { $0.kind == manifest.engine.kind }
    }

    /// The files that engine and recognizer read. Others would only tell more: the scenario holds
    /// what the caller was to say.
    private static func files(
        of parts: SessionParts, _ replayer: SessionReplayer
    ) -> [String: [UInt8]] {
        let names = replayer.factories.flatMap(\.fileNames) + RecognizerSetup.allFileNames
        return parts.flowFiles.filter { names.contains($0.key) }
    }

    /// Whether a session that is replayed from its sound hides as much from its words: levels that
    /// it tells would still say how loud the caller was.
    private static func canDoWithoutSound(_ parts: SessionParts) -> Bool {
        hears(parts) && !parts.golden.events.contains { $0.core == .level }
    }

    /// Whether the session is replayed from its sound.
    private static func hears(_ parts: SessionParts) -> Bool {
        parts.hasMicrophone && parts.manifest.firstTap(for: .audio) == .audio
    }

    /// Masks the sound and moves where its noise changes until the events are the recorded ones;
    /// where that goes round in circles other noise is drawn and smaller steps are taken.
    private static func fit(
        _ hidden: inout SessionParts, track: MaskedTrack, _ comparison: EventComparison,
        with replayer: inout SessionReplayer
    ) throws -> (events: [TraceEvent], differences: [String]) {
        let rate = hidden.manifest.sampleRate
        let golden = hidden.golden.events
        var utterances = track.utterances
        var tried: [[MaskedUtterance]] = []
        var draw = 0
        var best: [String] = []
        // From words other noise changes nothing.
        for _ in 0..<(hears(hidden) ? attempts : 1) {
            if tried.contains(utterances) {
                tried.removeAll()
                draw += 1
            }
            tried.append(utterances)
            hidden.masker = track.masker?.attempt(utterances, draw: draw, rate: rate)
            let result = try replayer.replay(hidden, options: options)
            let differences = comparison.differences(result, from: golden, spans: track.spans)
            if differences.isEmpty { return (result.events, []) }
            if best.isEmpty || differences.count <= best.count { best = differences }
            // Where all speech is heard as it was, other noise changes nothing.
            guard comparison.hearsOtherwise(result.events, than: golden) else { break }
            let heard = MaskedUtterance.all(in: result.events, frames: track.frames, rate: rate)
            for (index, attempt) in heard.enumerated() where index < utterances.count {
                utterances[index].correct(missed: attempt, caution: 1 + draw % 4)
            }
        }
        return ([], best)
    }
}

/// A rule by which text of a session is replaced.
public struct TextRule {
    /// What is replaced.
    let pattern: TextPattern
    /// By what, word for word.
    let replacement: String

    private static let countLimit = 1_000

    /// Reads a list of `{"match", "replace"}`.
    ///
    /// - Throws: ``SessionError/trace(_:)`` where it is none or an expression cannot be read.
    public static func list(bytes: [UInt8], path: String) throws(SessionError) -> [TextRule] {
        func bad(_ what: String) -> SessionError { .trace(.damaged(path: path, what: what)) }
        let root: JSONValue
        do { root = try JSONReader.value(of: bytes) } catch { throw bad(error.description) }
        guard let list = root.array, list.count <= countLimit else {
            throw bad("it is not an array of up to \(countLimit) rules")
        }
        var rules: [TextRule] = []
        for (index, value) in list.enumerated() {
            guard let match = value.object?["match"]?.string, !match.isEmpty,
                let replacement = value.object?["replace"]?.string
            else { throw bad("rule \(index + 1) lacks match or replace, as texts") }
            do throws(TextPatternError) {
                rules.append(
                    TextRule(pattern: try TextPattern(match), replacement: replacement))
            } catch {
                throw bad(
                    "rule \(index + 1): \"\(match.prefix(80))\" is not a regular expression that"
                        + " can be used: \(error)")
            }
        }
        return rules
    }
}
