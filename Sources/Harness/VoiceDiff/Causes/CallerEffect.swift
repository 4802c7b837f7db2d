internal import VoiceJSON
internal import VoiceTime
package import VoiceTrace

/// Effect of the differences of a session on its caller, in one sentence.
///
/// Words that were understood otherwise and prompts that were played otherwise come before times;
/// among them the earliest counts. Prompts are named by their text where the trace has it.
package struct CallerEffect: Sendable, Equatable {
    /// Kind of change that the caller notices.
    public enum Kind: String, Sendable, CaseIterable {
        /// The app understood something else.
        case words
        /// The app played something else, or another part of it.
        case prompts
        /// The same prompts come at other times.
        case times
        /// The conversation ends in another way.
        case end
        /// Only events inside the engine differ.
        case nothing
    }

    /// Whether words, prompts, times or the end are other ones.
    package let kind: Kind
    /// The effect as a report shows it, with a full stop.
    package let sentence: String

    /// An effect of these parts.
    package init(kind: Kind, sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// The effect of other names alone.
    package static let ofNames = CallerEffect(
        kind: .nothing,
        sentence: "The caller notices nothing: words and prompts are the same. Only names differ.")

    /// The effect of what `diff` found; nil where it found nothing. `turns` are what the caller of
    /// the golden session really said, where that is known, and `unplayed` is what of it this run
    /// never played.
    package init?(
        _ diff: TraceDiff, golden: [TraceEvent], actual: [TraceEvent], turns: [SpokenTurn] = [],
        unplayed: [CallerLine] = []
    ) {
        guard !diff.differences.isEmpty else { return nil }
        let prompts = PromptEffects(diff, golden: golden, actual: actual)
        let words = WordEffects(diff: diff, turns: turns, unplayed: unplayed).first
        let played = prompts.content
        if let words, words.frame <= played?.frame ?? .max {
            self.init(kind: .words, sentence: words.sentence)
        } else if let played {
            self.init(kind: .prompts, sentence: played.sentence)
        } else if let late = prompts.timing {
            self.init(kind: .times, sentence: late.sentence)
        } else if let end = diff.differences.first(where: { difference in
            difference.kind != .retimed && diff.vocabulary.role(of: difference.event) == .runEnd
        }) {
            let word = diff.vocabulary.sentence(of: end.actual ?? end.event)
            self.init(
                kind: .end,
                sentence: end.actual == nil
                    ? "The conversation does not end as in the golden session (\(word))."
                    : "The conversation ends in another way: \(word).")
        } else {
            self.init(
                kind: .nothing,
                sentence: "The caller notices nothing: words and prompts are the same. Only"
                    + " events inside the engine differ.")
        }
    }
}

/// A sentence about what happened at a frame.
struct EffectSentence: Equatable {
    let frame: Frame
    let sentence: String
}

/// Finds the places where the app understood something else.
private struct WordEffects {
    let diff: TraceDiff
    let turns: [SpokenTurn]
    let unplayed: [CallerLine]

    /// Answers that stand further apart than this belong to different utterances, in seconds.
    private static let reach: Frame = 3

    var first: EffectSentence? {
        let answers = diff.differences.filter { $0.event.core?.isAnswer == true }
        for difference in answers {
            let (expected, found): (String?, String?)
            switch difference.kind {
            case .changed:
                (expected, found) = (text(difference.golden), text(difference.actual))
            case .missing:
                (expected, found) = (text(difference.golden), other(.extra, difference, answers))
            case .extra:
                (expected, found) = (other(.missing, difference, answers), text(difference.actual))
            case .moved, .retimed: continue
            }
            guard expected != found else { continue }
            return EffectSentence(
                frame: difference.frame, sentence: sentence(difference, expected, found))
        }
        return nil
    }

    /// Returns what the other trace understood instead.
    private func other(
        _ kind: Difference.Kind, _ difference: Difference, _ answers: [Difference]
    ) -> String? {
        let reach = Self.reach * Frame(diff.sampleRate.hertz)
        let near = answers.first {
            $0.kind == kind && abs($0.frame - difference.frame) <= reach
        }
        return near.flatMap { text($0.event) }
    }

    /// The words of an answer; nil where nothing was understood.
    private func text(_ event: TraceEvent?) -> String? {
        guard let event, event.core == .final else { return nil }
        return event.fields[CoreKey.text]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func sentence(
        _ difference: Difference, _ expected: String?, _ found: String?
    ) -> String {
        if let line = unplayedLine(before: difference) {
            let words = line.words.flatMap { $0.isEmpty ? nil : " (\(Quotation.text($0)))" } ?? ""
            return "Caller line \(line.line + 1)\(words) never played."
        }
        let heard = found.map { "the app heard \(Quotation.text($0))" } ?? "the app heard no words"
        let said = said(before: difference)
        guard let said, said == expected else {
            let before =
                expected.map { " instead of \(Quotation.text($0))" }
                ?? ", where the golden session has no words"
            let start = said.map { "The caller said \(Quotation.text($0)); \(heard)" }
            return Sentence.closed((start ?? "T" + heard.dropFirst()) + before)
        }
        return Sentence.closed("The caller said \(Quotation.text(said)); \(heard)")
    }

    /// Returns the caller's words that the answer is about.
    private func said(before difference: Difference) -> String? {
        let words = turn(before: difference)?.words
        return words.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The line of the golden session's caller that the answer is about, where it never played.
    private func unplayedLine(before difference: Difference) -> CallerLine? {
        guard difference.kind == .missing, let turn = turn(before: difference) else { return nil }
        return unplayed.first { $0.active == turn.active }
    }

    /// The last turn that had begun by the end of what was understood.
    private func turn(before difference: Difference) -> SpokenTurn? {
        let event = difference.event
        let end = event.why[CoreKey.end]?.integer ?? event.frame
        return turns.last { $0.active.lowerBound < end }
    }
}

/// Words in quotation marks, short enough for a sentence.
enum Quotation {
    private static let limit = 60

    static func text(_ words: String) -> String {
        let words = words.count <= limit ? words : words.prefix(limit - 1) + "…"
        return "“\(words)”"
    }
}
