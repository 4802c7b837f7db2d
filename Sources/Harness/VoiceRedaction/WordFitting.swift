internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// Hides the words of a session such that its engine, which then hears other words, does what it
/// did.
struct WordFitting {
    /// Most replays for one session.
    private static let replayLimit = 1_000
    /// Most other numbers that are tried at last for one that was kept.
    private static let lastDraws = 4

    var parts: SessionParts
    let said: SaidWords
    let engine: SessionEngine
    let rules: [TextRule]

    /// Replay options beside the session: the program of one whose app is one.
    let base: ReplayOptions

    /// Replays begin from the words and use no sound; of a program that hears sound, from speech.
    var options: ReplayOptions {
        var options = base
        options.tap = engine.hearsSound ? .speech : .words
        return options
    }

    /// A session whose words are hidden.
    struct Fitted {
        let text: SessionText
        let events: [TraceEvent]
        /// The prompts that its engine asked for: what it makes of hidden words tells none.
        let prompts: PromptIndex
        /// First difference in what its engine does; nil where there is none.
        let difference: EventComparison.Difference?
        /// Whether words that stay tell a number that was said.
        let tellsNumber: Bool

        /// Lengths of the prompts that are silent, by their digests.
        var silenced: [String: Int] {
            let sounds = Set(
                prompts.digests.compactMap { digest -> String? in
                    if case .realized(let prompt)? = prompts[digest]?.outcome {
                        prompt.digest
                    } else {
                        nil
                    }
                })
            return text.silenced.filter { sounds.contains($0.key) }
        }
    }

    /// The session with as many words hidden as can be.
    func fitted(with replayer: inout SessionReplayer) throws -> Fitted {
        var plan = WordPlan(
            expected: said.expected, numbers: engine.numbers,
            said: Set(said.heard.flatMap { SaidWords.words($0.text) }),
            secret: Self.secret(of: parts))
        var replays = 0
        while true {
            let fitted = try fitted(plan, with: &replayer)
            replays += 1
            guard let difference = fitted.difference else {
                return try leastKept(plan, fitted, with: &replayer)
            }
            let before = said.heard.filter { $0.frame <= difference.frame }.reversed()
            guard replays < Self.replayLimit, plan.hideLess(of: before.map(\.text)) else {
                return fitted
            }
        }
    }

    /// The same with every word hidden that need not stay after all.
    private func leastKept(
        _ plan: WordPlan, _ fitted: Fitted, with replayer: inout SessionReplayer
    ) throws -> Fitted {
        var (plan, fitted) = (plan, fitted)
        for word in plan.kept.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let draws = engine.numbers.isNumber(word) ? Self.lastDraws : 0
            var less = plan
            for draw in 0...draws {
                less.hide(word, isDrawn: draw > 0)
                let attempt = try self.fitted(less, with: &replayer)
                guard attempt.difference == nil else { continue }
                (plan, fitted) = (less, attempt)
                break
            }
        }
        return fitted
    }

    private func fitted(_ plan: WordPlan, with replayer: inout SessionReplayer) throws -> Fitted {
        var text = SessionText(parts, said: said, plan: plan, rules: rules, engine: engine)
        var options = options
        options.redacted = text.redacted
        let result = try replayer.replay(text.parts, options: options)
        // The copy is asked again whatever the program asked.
        for name in engine.answeringFiles { text.parts.flowFiles[name] = result.flowFiles[name] }
        return Fitted(
            text: text, events: result.events, prompts: result.prompts,
            difference: comparison(text).difference(of: result, from: text.parts.golden.events),
            tellsNumber: said.tellsNumber(keeping: plan.kept, engine.numbers))
    }

    /// Lets a session that is hidden replay from its words from now on: its sound is masked all the
    /// same, and its levels are hidden as far as they can be.
    func withoutSound(
        _ hidden: inout SessionParts, _ track: MaskedTrack, _ comparison: EventComparison,
        with replayer: inout SessionReplayer
    ) throws -> (result: ReplayResult?, difference: EventComparison.Difference?) {
        let tap = hidden.manifest.firstTap(for: options.tap)
        hidden.manifest[other: JournalFolder.replayFromKey] = .string(tap.rawValue)
        hidden.masker = track.masker?.attempt(
            track.utterances, draw: 0, rate: hidden.manifest.sampleRate)
        let golden = hidden.golden.events
        var first: EventComparison.Difference?
        for hiding in LevelHiding.all {
            hidden.golden = RecordedTrace(events: hiding.hide(golden, in: track.spans))
            let result = try replayer.replay(hidden, options: options)
            let difference = comparison.difference(of: result, from: golden)
            guard let difference else { return (result, nil) }
            first = first ?? difference
            if hidden.golden.events == golden { break }
        }
        return (nil, first)
    }

    /// Returns the comparison of events of a session with these texts. What a program asks has
    /// other digests with other words in it; in a copy that goes on without it, its sound is
    /// silence.
    func comparison(_ text: SessionText) -> EventComparison {
        var comparison = EventComparison(
            mask: text.mask, digests: text.digests, vocabulary: engine.vocabulary,
            rate: parts.manifest.sampleRate)
        let isCopied = text.parts.manifest.programFrames != nil
        if engine.program != nil {
            comparison.unequal = Set(
                parts.golden.events.compactMap { event in
                    let key = isCopied ? "digest" : "body"
                    return event.tap == .actions ? event.fields[key]?.string : nil
                })
        }
        return comparison
    }

    /// A number that only the session itself gives, since the copy holds nothing that it comes of.
    private static func secret(of parts: SessionParts) -> UInt64 {
        var digest = Digest()
        for (path, entry) in parts.manifest.files {
            digest.update(Array("\(path) \(entry.sha256)\n".utf8))
        }
        return UInt64(digest.hex().prefix(16), radix: 16) ?? 0
    }
}
