internal import VoiceDiff
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Rules of a telephone call, by what the trace tells of the sound.
extension ExpectationJudge {
    private typealias Key = TelephoneEvent.Key

    private var cuts: [TraceEvent] { run.events.filter { $0.kind == TelephoneEvent.cut } }

    /// Frames that a field tells; no more than a trace can have.
    private func frames(_ key: String, of event: TraceEvent) -> Frame {
        min(max(0, event.fields[key]?.integer ?? 0), 1 << 40)
    }

    private func fault(
        _ expectation: TurnExpectation, _ what: String, at event: TraceEvent,
        until end: Frame? = nil
    ) -> TurnFault {
        fault(
            expectation, AppLine.lead(event.why[TraceEvent.lineKey]?.string) + what,
            in: event.frame..<max(event.frame, end ?? event.frame), at: event.frame,
            event: event.sequence, lane: .heard)
    }

    /// Cuts that are longer than the sound, away from what was heard, or missing.
    func wrongCuts(_ expectation: TurnExpectation, _ tolerance: Int64) -> [TurnFault] {
        missingCuts(expectation)
            + cuts.compactMap { event in
                let item = event.fields[Key.item]?.string ?? ""
                guard let end = event.fields[Key.milliseconds]?.integer else { return nil }
                let heard = rate.milliseconds(frames(Key.heard, of: event))
                let whole = rate.milliseconds(frames(Key.whole, of: event))
                let subject = "the app cuts the item \(item)"
                guard whole > 0 else {
                    return fault(expectation, "\(subject), of which no sound came", at: event)
                }
                guard (0...whole).contains(end) else {
                    return fault(
                        expectation, "\(subject) at \(end) ms, and its sound has \(whole) ms",
                        at: event
                    )
                }
                guard abs(end - heard) > tolerance else { return nil }
                return fault(
                    expectation, "\(subject) at \(end) ms, and the caller heard \(heard) ms of it",
                    at: event)
            }
    }

    /// Items that are thrown away in part and not cut, while the conversation goes on.
    private func missingCuts(_ expectation: TurnExpectation) -> [TurnFault] {
        var known = Set(cuts.compactMap { $0.fields[Key.item]?.string })
        let lastSent = run.events.last { $0.kind == TelephoneEvent.sent }?.sequence ?? 0
        return run.events.compactMap { event in
            guard event.kind == TelephoneEvent.thrown, event.sequence < lastSent,
                let item = event.fields[Key.item]?.string, known.insert(item).inserted
            else { return nil }
            let thrown = rate.milliseconds(frames(Key.frames, of: event))
            return fault(
                expectation,
                "the carrier throws \(thrown) ms of the item \(item) away, and the app does not cut"
                    + " it: its model takes all of it as heard", at: event)
        }
    }

    /// Items of which more than `limit` is heard behind the cut of them.
    func soundBehindCuts(_ expectation: TurnExpectation, _ limit: Frame) -> [TurnFault] {
        var heard: [String: Frame] = [:]
        for event in run.events where event.kind == TelephoneEvent.heard {
            guard let item = event.fields[Key.item]?.string else { continue }
            heard[item, default: 0] += frames(Key.frames, of: event)
        }
        var seen: Set<String> = []
        return cuts.compactMap { event in
            guard let item = event.fields[Key.item]?.string, seen.insert(item).inserted
            else { return nil }
            let more = (heard[item] ?? 0) - frames(Key.heard, of: event)
            guard more > limit else { return nil }
            return fault(
                expectation,
                "the caller hears \(rate.milliseconds(more)) ms of the item \(item) behind the cut"
                    + " of it", at: event, until: event.frame + more)
        }
    }

    /// Items of which sound is sent behind sound of a newer one.
    func lateItems(_ expectation: TurnExpectation) -> [TurnFault] {
        var order: [String] = []
        var late: Set<String> = []
        return run.events.compactMap { event in
            guard event.kind == TelephoneEvent.sent, let item = event.fields[Key.item]?.string
            else { return nil }
            guard order.contains(item) else {
                order.append(item)
                return nil
            }
            guard let newest = order.last, newest != item, late.insert(item).inserted
            else { return nil }
            return fault(
                expectation,
                "the app sends sound of the item \(item) behind sound of the newer item \(newest)",
                at: event)
        }
    }

    /// Ends of a call that is over.
    func laterEnds(_ expectation: TurnExpectation) -> [TurnFault] {
        run.events.filter { TelephoneEvent.ends.contains($0.kind) }.dropFirst().map {
            fault(expectation, "the app ends a call that is over", at: $0)
        }
    }

    /// Time without sound of the server behind which a mark that is missing explains it, in
    /// milliseconds; chosen, as that of `mute`.
    private static let waitMilliseconds: Int64 = 5_000

    /// Marks that came twice under one name, and sounds without a mark behind which the app says
    /// nothing more.
    func wrongMarks(_ expectation: TurnExpectation) -> [TurnFault] {
        run.events.compactMap { event in
            guard event.kind == TelephoneEvent.mark else { return nil }
            if let name = event.fields[Key.mark]?.string {
                return fault(
                    expectation,
                    "the app sends a second mark \(name) while the first is under way: which one"
                        + " comes back it cannot tell", at: event)
            }
            let end =
                run.events.first { TelephoneEvent.ends.contains($0.kind) }?.frame ?? run.frames
            let isLast = !run.events.contains {
                $0.kind == TelephoneEvent.sent && $0.sequence > event.sequence
            }
            guard isLast, end - event.frame >= rate.frames(milliseconds: Self.waitMilliseconds)
            else { return nil }
            return fault(
                expectation,
                "no mark stands behind \(event.fields[Key.sound]?.string ?? "a sound"), as behind"
                    + " each sound before it, and the app says nothing more", at: event, until: end)
        }
    }

    /// Texts that a model is told as said, and that are not what was heard.
    func wrongTexts(_ expectation: TurnExpectation) -> [TurnFault] {
        run.events.compactMap { event in
            guard event.kind == TelephoneEvent.told,
                let words = event.fields[Key.words]?.integer,
                let heard = event.fields[Key.heard]?.integer,
                let whole = event.fields[Key.whole]?.integer,
                (0...Self.wordLimit).contains(words), (0...Self.wordLimit).contains(heard),
                (0...Self.wordLimit).contains(whole)
            else { return nil }
            let tolerance = max(1, whole * Self.textPercent / 100)
            guard abs(words - heard) > tolerance else { return nil }
            let name = event.fields[Key.item]?.string.map { "the item \($0)" } ?? "an answer"
            return fault(
                expectation,
                "the app tells its model \(words) of the \(whole) words of \(name) as said, and the"
                    + " caller heard \(heard)", at: event)
        }
    }

    /// Words of an answer by which a text may be wrong, in per cent of all (one word where that is
    /// less), and words that are read at most; chosen.
    private static let (textPercent, wordLimit): (Int64, Int64) = (15, 1 << 20)

    /// Turns of the caller behind which nothing is said for more than `limit`.
    func muteTurns(_ expectation: TurnExpectation, _ limit: Frame) -> [TurnFault] {
        var faults: [TurnFault] = []
        var turn: Frame?
        var playing = 0
        var lastSaid: Frame = -1
        for event in run.events {
            if let end = turn, playing == 0, event.frame - max(end, lastSaid) > limit {
                faults.append(
                    fault(
                        expectation,
                        "the caller's turn ends at \(text(end)), and the app says nothing for"
                            + " \(text(event.frame - max(end, lastSaid)))",
                        in: end..<event.frame, at: event.frame))
                turn = nil
            }
            switch run.vocabulary.role(of: event) {
            case .playBegin:
                playing += 1
                (turn, lastSaid) = (nil, event.frame)
            case .playEnd, .playStop, .playFail:
                playing = max(0, playing - 1)
                lastSaid = event.frame
            default: break
            }
            if event.core == .speechStart { turn = nil }
            if event.core == .speechEnd {
                let spoken = event.fields[CoreKey.spoken]?.integer ?? event.frame
                turn = playing > 0 || lastSaid >= spoken ? nil : spoken
            }
            if TelephoneEvent.ends.contains(event.kind) { return faults }
        }
        return faults
    }
}
