internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Judges repetitions, and events on the wrong side of something else.
extension ExpectationJudge {
    /// A sound without words that is shorter than this is a signal, in milliseconds.
    private static let toneMilliseconds: Int64 = 500

    func repetitions(_ expectation: TurnExpectation) -> [TurnFault] {
        let tone = rate.frames(milliseconds: Self.toneMilliseconds)
        var last: (prompt: SaidPrompt, content: [Letters])?
        return said.compactMap { prompt in
            guard let content = prompt.content(tone: tone) else { return nil }
            defer { last = (prompt, content) }
            guard let last, last.content == content else { return nil }
            return fault(
                expectation,
                "\(prompt.name) at \(text(prompt.heard.lowerBound)) says what the prompt before it,"
                    + " \(last.prompt.item) at \(text(last.prompt.heard.lowerBound)), said"
                    + words.begin(at: prompt.sequence, rate),
                in: prompt.heard, at: prompt.heard.lowerBound, event: prompt.sequence)
        }
    }

    /// Returns the fault of an event that never happens, or on the wrong side only; nil where it
    /// does as expected.
    func misplaced(
        _ expectation: TurnExpectation, _ happening: Happening, _ order: TurnExpectation.Order?
    ) -> TurnFault? {
        let found = all(happening)
        let others = order.map { all($0.other) } ?? []
        guard let order else {
            return found.isEmpty ? never(expectation, happening, at: run.frames, "") : nil
        }
        guard let other = others.first else {
            if order.side == .before {
                return found.isEmpty ? never(expectation, happening, at: run.frames, "") : nil
            }
            return never(expectation, order.other, at: run.frames, "")
        }
        let fits =
            switch order.side {
            case .before: found.first.map { $0.order < other.order } ?? false
            case .after: found.last.map { $0.order > other.order } ?? false
            }
        guard !fits else { return nil }
        let place = "\(other.name) is at \(text(other.frame))"
        guard let first = found.first else {
            return never(expectation, happening, at: other.frame, "; \(place)")
        }
        let stretch =
            min(first.frame, other.frame)..<max(first.frame, other.frame)
        return fault(
            expectation,
            "\(first.name) at \(text(first.frame)) does not come \(order.side.rawValue)"
                + " \(other.name) at \(text(other.frame))", in: stretch,
            at: order.side == .before ? first.frame : other.frame)
    }

    /// The fault of an event that never happens; nil where it does.
    func missing(_ expectation: TurnExpectation, _ pattern: EventPattern) -> TurnFault? {
        guard !run.events.contains(where: { pattern.matches($0.kind, $0.fields) }) else {
            return nil
        }
        let kinds = Set(run.events.map(\.kind))
        let hint =
            kinds.contains(pattern.name)
            ? "" : NearMiss.hint(for: pattern.name, in: kinds.sorted(), quotes: "\"")
        return fault(
            expectation, "the run has no event \(pattern.text)" + (hint.isEmpty ? "" : "." + hint),
            in: run.frames..<run.frames, at: run.frames, lane: .actions)
    }

    private func all(_ happening: Happening) -> [Happened] {
        Happened.all(happening.verb, in: run, said).filter { $0.fits(happening.pattern) }
            .sorted { $0.order < $1.order }
    }

    private func never(
        _ expectation: TurnExpectation, _ happening: Happening, at frame: Frame, _ more: String
    ) -> TurnFault {
        let last = said.last { !$0.heard.isEmpty }
        let ending = last.map { "; the last prompt is \($0.name) at \(text($0.heard.lowerBound))" }
        return fault(
            expectation, "the app never \(happening)\(more)\(ending ?? "")",
            in: frame..<run.frames, at: frame, lane: .actions)
    }
}
