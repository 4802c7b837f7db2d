internal import VoiceJSON
internal import VoiceTrace

/// Writes attempts into scripts: what is to be done, and when the engine lets it be done.
struct DraftActor {
    /// Place in a take where something is to be done.
    struct Place {
        var take: Int
        let visit: Int
    }

    /// Outcome of an attempt: the last of the takes it made.
    struct Outcome {
        var take: Int
        /// Edge by which the module was left.
        var exit: Int?
    }

    /// Script that is still to be written.
    private struct Draft {
        var script: DraftScript
        /// Milliseconds of the last thing that it does.
        var end: Int64
    }

    /// Makes the attempt at `place`; nil where it cannot be made.
    ///
    /// - Throws: what running a scenario throws.
    static func perform(
        _ attempt: DraftAttempt, at place: Place, on stage: inout DraftStage
    ) throws -> Outcome? {
        var place = place
        let visited = stage.takes[place.take].visits[place.visit]
        let before = stage.takes[place.take].steps
        for round in 0...attempt.mostRounds {
            let acts = round == 0 ? attempt.once : attempt.rounds
            guard round == 0 || !acts.isEmpty else { break }
            var moved = place
            let steps = before + [step(of: attempt, in: visited.module, round: round)]
            let isRound = round < attempt.mostRounds && !attempt.rounds.isEmpty
            guard try perform(acts, at: &moved, steps: steps, isRound: isRound, on: &stage)
            else {
                return round > 1 ? outcome(place, stage) : nil
            }
            place = moved
            let visits = stage.takes[place.take].visits
            guard place.visit < visits.count, visits[place.visit].module == visited.module else {
                return nil
            }
            if round > 0, visits[place.visit].isOver, left(place, stage) { break }
        }
        return outcome(place, stage)
    }

    /// Returns the step of an attempt after so many rounds.
    private static func step(
        of attempt: DraftAttempt, in module: String, round: Int
    ) -> DraftStep {
        var step = DraftStep(module: module, word: attempt.word, sentence: attempt.sentence)
        if round > 1 {
            step.sentence += " \(round) times"
        } else if round == 0, !attempt.rounds.isEmpty {
            step = partly(attempt.once[...], of: [step])[0]
        }
        return step
    }

    /// Whether the module was left by what was done last, and not only by the silence after it.
    private static func left(_ place: Place, _ stage: DraftStage) -> Bool {
        let take = stage.takes[place.take]
        let range = take.visits[place.visit].events
        let last = take.lastSaid
        return !range.contains { DraftTake.opensMicrophone(take.events[$0]) && $0 > last }
    }

    private static func outcome(_ place: Place, _ stage: DraftStage) -> Outcome {
        let visit = stage.takes[place.take].visits[place.visit]
        return Outcome(take: place.take, exit: visit.exit)
    }

    /// Writes `acts` and simulates; false where one finds no place.
    private static func perform(
        _ acts: [DraftAct], at place: inout Place, steps: [DraftStep], isRound: Bool,
        on stage: inout DraftStage
    ) throws -> Bool {
        var draft = Draft(
            script: stage.takes[place.take].script, end: stage.takes[place.take].end)
        var pending = acts[...]
        var isFresh = true
        while let act = pending.first {
            let take = stage.takes[place.take]
            if write(act, into: &draft, take, place.visit) {
                pending.removeFirst()
                isFresh = false
                continue
            }
            // What was written before may be what opens the way.
            let done = acts[..<pending.startIndex]
            guard !isFresh,
                let next = try stage.record(
                    draft.script, steps: Self.partly(done, of: steps), until: draft.end,
                    firstNew: place.visit + 1)
            else { return false }
            place.take = next
            isFresh = true
            guard place.visit < stage.takes[next].visits.count else { return false }
        }
        guard
            let next = try stage.record(
                draft.script, steps: steps, until: draft.end, firstNew: place.visit + 1,
                isRound: isRound)
        else { return false }
        place.take = next
        return true
    }

    /// The steps with only `acts` of the last one done.
    private static func partly(
        _ acts: ArraySlice<DraftAct>, of steps: [DraftStep]
    ) -> [DraftStep] {
        guard let last = steps.last else { return steps }
        let sentence = acts.map(\.sentence).joined(separator: " and ")
        return steps.dropLast() + [
            DraftStep(module: last.module, word: "\(last.word)-begun", sentence: sentence)
        ]
    }

    private static func write(
        _ act: DraftAct, into draft: inout Draft, _ take: DraftTake, _ visit: Int
    ) -> Bool {
        switch act {
        case .say(let text, let pace, let interrupts):
            let start = interrupts ? take.opening(in: visit) : quiet(take, visit)
            return say(text, pace: pace, failure: nil, at: start, into: &draft, take)
        case .fail(let text):
            let start = quiet(take, visit)
            return say(text, pace: nil, failure: "no answer", at: start, into: &draft, take)
        case .call(let name, let value, let moment):
            guard let (trigger, time) = callPlace(moment, take, visit) else { return false }
            draft.script.add(.init(trigger: trigger, action: (name, value)))
            draft.end = max(draft.end, time)
        case .news(let name, let value, let moment, let delay):
            guard let (event, wait) = newsPlace(moment, take, visit) else { return false }
            let (trigger, after) = DraftAnchor(take: take).news(after: event, delay: wait + delay)
            var rule = DraftScript.Rule(trigger: trigger, action: (name, value), delay: after)
            if case .time(let time) = trigger { rule.trigger = .time(time) }
            draft.script.add(rule)
            draft.end = max(draft.end, take.milliseconds(at: event) + wait + delay)
        case .slow(let duration, let moment):
            guard let (event, _) = newsPlace(moment, take, visit),
                let pattern = DraftAnchor(take: take).callback(of: event)
            else { return false }
            draft.script.add(.init(trigger: .callback(pattern), duration: duration))
        }
        return true
    }

    /// Returns the event from which the microphone is open and the prompts of a dialog are over: a
    /// caller who is polite speaks then.
    private static func quiet(_ take: DraftTake, _ visit: Int) -> Int? {
        guard let opened = take.opening(in: visit), take.isDialog(visit) else {
            return take.opening(in: visit)
        }
        let closed = take.end(of: opened) ?? take.events.count
        let spoken = take.visits[visit].events.clamped(to: opened..<closed).last { index in
            let fields = take.events[index].fields
            return fields["function"] == "playAudio" && fields["event"] == "ended"
        }
        return spoken ?? opened
    }

    private static func say(
        _ text: String, pace: Int64?, failure: String?, at event: Int?, into draft: inout Draft,
        _ take: DraftTake
    ) -> Bool {
        guard let event else { return false }
        let length = take.length(from: event) ?? 900
        let delay = min(300, max(20, length / 3))
        let anchor = DraftAnchor(take: take).line(after: event, delay: delay)
        draft.script.lines.append(
            .init(
                after: anchor.pattern, delay: anchor.delay, text: text, pace: pace,
                failure: failure))
        draft.end = max(draft.end, take.milliseconds(at: event) + delay + 120 * Int64(text.count))
        return true
    }

    /// Returns the trigger of the app's call and its delay: on a callback, or at a time where a
    /// rule for it would act earlier.
    private static func callPlace(
        _ moment: DraftAct.Moment, _ take: DraftTake, _ visit: Int
    ) -> (DraftScript.Rule.Trigger, Int64)? {
        let start = take.visits[visit].events.lowerBound
        let event: Int?
        switch moment {
        case .start: event = start
        case .flowStart: event = take.visits.first?.events.lowerBound
        case .listening: event = take.opening(in: visit)
        case .playing: event = take.event(in: visit, where: DraftTake.beginsSegment)
        case .loading: event = take.event(in: visit, where: DraftTake.looksForPrompt)
        case .words: event = take.event(in: visit, from: take.lastSaid) { $0.kind == "final" }
        case .later(let delay):
            // A round number: the module has long begun to wait.
            let time = (take.milliseconds(at: start) + delay + 99) / 100 * 100
            return (.time(time), time)
        }
        guard let event else { return nil }
        let time = take.milliseconds(at: event)
        if let pattern = DraftAnchor(take: take).callback(of: event) {
            return (.callback(pattern), time)
        }
        switch moment {
        // It has to be there when the module begins.
        case .start: return (.time(max(0, time - 10)), time)
        default: return (.time(time + 20), time + 20)
        }
    }

    /// Returns the event that news follows, and the delay after it.
    private static func newsPlace(
        _ moment: DraftAct.Moment, _ take: DraftTake, _ visit: Int
    ) -> (event: Int, wait: Int64)? {
        switch moment {
        case .start: return (take.visits[visit].events.lowerBound, 0)
        case .flowStart: return take.visits.first.map { ($0.events.lowerBound, 0) }
        case .later(let delay): return (take.visits[visit].events.lowerBound, delay)
        case .words: return nil
        case .listening:
            return take.opening(in: visit).map {
                ($0, min(200, (take.length(from: $0) ?? 600) / 3))
            }
        case .loading:
            return take.event(in: visit, where: DraftTake.looksForPrompt).map { ($0, 0) }
        case .playing:
            let begun = take.event(in: visit, where: DraftTake.beginsSegment)
            return begun.map { ($0, min(150, (take.length(from: $0) ?? 450) / 3)) }
        }
    }
}
