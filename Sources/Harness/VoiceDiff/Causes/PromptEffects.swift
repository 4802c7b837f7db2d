internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Finds the prompts that the app played otherwise, or at another time.
struct PromptEffects {
    private let diff: TraceDiff
    private let texts: [String: String]
    private let begin: EventRole
    /// Beginnings of prompts that failed before any of their sound, by their sequence numbers.
    private let unheard: (golden: Set<Int>, actual: Set<Int>)

    /// Prompts that begin further apart than this do not stand for each other, in seconds.
    private static let reach: Frame = 5

    init(_ diff: TraceDiff, golden: [TraceEvent], actual: [TraceEvent]) {
        self.diff = diff
        let vocabulary = diff.vocabulary
        begin = vocabulary.kinds(of: .playBegin).isEmpty ? .soundBegin : .playBegin
        var texts: [String: String] = [:]
        for event in golden + actual where vocabulary.role(of: event) == .sound {
            guard let item = vocabulary.text(.item, of: event), texts[item] == nil,
                let text = event.fields[CoreKey.text]?.string, !text.isEmpty
            else { continue }
            texts[item] = text
        }
        self.texts = texts
        unheard = (
            Self.unheard(golden, begin, vocabulary), Self.unheard(actual, begin, vocabulary)
        )
    }

    /// The beginnings among `events` after which the prompt fails with no sound in between.
    private static func unheard(
        _ events: [TraceEvent], _ begin: EventRole, _ vocabulary: EventVocabulary
    ) -> Set<Int> {
        var found: Set<Int> = []
        var open: [String: TraceEvent] = [:]
        for event in events {
            let item = vocabulary.text(.item, of: event) ?? ""
            let role = vocabulary.role(of: event)
            switch role {
            case begin: open[item] = event
            case .playFail, .soundFail:
                // A sound may break off; a prompt as a whole fails before its first sound.
                if let begun = open.removeValue(forKey: item),
                    begin == .playBegin || begun.frame == event.frame
                {
                    found.insert(begun.sequence)
                }
            case .sound, .soundBegin: open = [:]
            default: break
            }
        }
        return found
    }

    /// Whether nothing is heard of the prompt that begins in `event`.
    private func isUnheard(_ event: TraceEvent, isActual: Bool) -> Bool {
        (isActual ? unheard.actual : unheard.golden).contains(event.sequence)
    }

    /// The first prompt that is another one, is missing, says something else or is cut short; one
    /// that cannot be played where the caller hears nothing else because of it.
    var content: EffectSentence? {
        var failure: EffectSentence?
        for difference in diff.differences {
            if let failure, difference.frame > failure.frame + reach { return failure }
            let sentence =
                switch role(difference) {
                case begin: begun(difference)
                case .sound: said(difference)
                case .playStop: stopped(difference)
                case .playFail, .soundFail: failed(difference)
                default: nil as String?
                }
            guard let sentence else { continue }
            let effect = EffectSentence(frame: difference.frame, sentence: sentence)
            guard [.playFail, .soundFail].contains(role(difference)) else { return effect }
            failure = failure ?? effect
        }
        return failure
    }

    /// The first prompt that begins or ends at another time.
    var timing: EffectSentence? {
        let late = diff.differences.filter { ($0.shift ?? 0) != 0 }
        let ends: Set<EventRole> = [.playEnd, .playStop, .soundEnd]
        let starts = late.first { role($0) == begin }
        guard let difference = starts ?? late.first(where: { ends.contains(role($0)) }),
            let golden = difference.golden, let actual = difference.actual
        else { return nil }
        return EffectSentence(
            frame: difference.frame,
            sentence: moved(
                name(golden), starts == nil ? "stops" : "starts", from: golden.frame,
                to: actual.frame))
    }

    private func begun(_ difference: Difference) -> String? {
        guard !isUnheard(difference.event, isActual: difference.golden == nil) else { return nil }
        let prompt = name(difference.event)
        switch difference.kind {
        case .missing:
            guard let other = other(.extra, difference) else {
                return Sentence.closed("The caller does not hear \(prompt)")
            }
            return exchanged(difference.event, for: other)
        case .extra:
            guard let other = other(.missing, difference) else {
                return Sentence.closed(
                    "The caller hears \(prompt), which the golden session does not play")
            }
            return exchanged(other, for: difference.event)
        case .moved:
            // One that comes at another time passes by whatever else happens.
            guard difference.shift ?? 0 == 0 || isHeard(difference.move?.past) else { return nil }
            return "The caller hears \(prompt) in another order."
        case .changed: return rerecorded(difference).map { "Prompt \(prompt) \($0)." }
        case .retimed: return nil
        }
    }

    private func isHeard(_ event: TraceEvent?) -> Bool {
        event.map { diff.vocabulary.role(of: $0) == begin } ?? false
    }

    /// Names the prompt that the caller hears in the place of another one: both by name, or as the
    /// trace labels them where both have one name; its time where they have one label, too.
    private func exchanged(_ golden: TraceEvent, for actual: TraceEvent) -> String? {
        var names = (name(golden), name(actual))
        let vocabulary = diff.vocabulary
        if names.0 == names.1 {
            names = (vocabulary.label(of: golden), vocabulary.label(of: actual))
        }
        guard names.0 == names.1 else {
            return Sentence.closed("The caller hears \(names.1) instead of \(names.0)")
        }
        guard golden.frame != actual.frame else { return nil }
        return moved(name(golden), "starts", from: golden.frame, to: actual.frame)
    }

    private func moved(_ prompt: String, _ verb: String, from: Frame, to: Frame) -> String {
        "Prompt \(prompt) \(verb) \(time(abs(to - from))) \(to > from ? "later" : "earlier"):"
            + " at \(time(to)) instead of \(time(from))."
    }

    /// Says that the digest of a sound differs, as the end of a sentence.
    private func rerecorded(_ difference: Difference) -> String? {
        let digests = diff.vocabulary.fields(of: .digest)
        let isOther = difference.fields.contains { digests.contains($0.name) }
        return isOther ? "is another recording" : nil
    }

    /// The prompt that begins in the place of one that is missing or extra.
    private func other(_ kind: Difference.Kind, _ difference: Difference) -> TraceEvent? {
        diff.differences.first { other in
            other.kind == kind && role(other) == begin
                && abs(other.frame - difference.frame) <= reach
                && !isUnheard(other.event, isActual: other.golden == nil)
        }?.event
    }

    private var reach: Frame { Self.reach * Frame(diff.sampleRate.hertz) }

    /// A prompt whose sound is another one.
    private func said(_ difference: Difference) -> String? {
        guard difference.kind == .changed else { return nil }
        let own = diff.vocabulary.text(.item, of: difference.event) ?? "A prompt"
        if let change = difference.fields.first(where: { $0.name == CoreKey.text }),
            let found = change.found?.string
        {
            let before = change.expected?.string.map { " instead of \(Quotation.text($0))" } ?? ""
            return Sentence.closed("Prompt \(own) says \(Quotation.text(found))\(before)")
        }
        return rerecorded(difference).map { "Prompt \(own) \($0)." }
    }

    private func stopped(_ difference: Difference) -> String? {
        let prompt = name(difference.event)
        let place = time(difference.frame)
        switch difference.kind {
        case .extra: return "Prompt \(prompt) is cut short at \(place)."
        case .missing:
            return "Prompt \(prompt) plays on; the golden session stops it at \(place)."
        case .moved, .retimed, .changed: return nil
        }
    }

    private func failed(_ difference: Difference) -> String? {
        difference.kind == .extra
            ? "Prompt \(name(difference.event)) cannot be played." : nil
    }

    private func role(_ difference: Difference) -> EventRole {
        diff.vocabulary.role(of: difference.event)
    }

    /// A prompt by what it says; by its name where the trace does not tell.
    private func name(_ event: TraceEvent) -> String {
        if let text = event.fields[CoreKey.text]?.string, !text.isEmpty {
            return Quotation.text(text)
        }
        let item = diff.vocabulary.text(.item, of: event) ?? ""
        return texts[item].map(Quotation.text) ?? (item.isEmpty ? "a prompt" : item)
    }

    private func time(_ frame: Frame) -> String { FieldUnit.time(frame, rate: diff.sampleRate) }
}
