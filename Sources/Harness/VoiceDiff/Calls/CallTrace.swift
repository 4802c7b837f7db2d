internal import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// A call that happened as a trace, and the caller's turns in it.
///
/// A prompt that ends while the caller speaks was stopped by that or ended by itself: a recording
/// does not tell which. It counts as stopped, since that is how long the caller spoke against it.
package struct CallTrace: Sendable, Hashable {
    /// Events in order; `EventVocabulary.call` says their meaning.
    package let events: [TraceEvent]
    /// The caller's turns, in order.
    package let turns: [SpokenTurn]

    /// Time that the caller must go on for a prompt's end to count as a stop, in milliseconds.
    private static let goingOnMilliseconds: Int64 = 100

    /// The trace of `speech` with what else is known; a pause of at most `pause` frames in which
    /// the app does not begin does not part two turns.
    package init(
        _ speech: CallSpeech, pause: Frame, source: SpokenTurn.Source = .offlinePass,
        details: CallDetails = CallDetails()
    ) {
        let prompts = speech.prompts
        let begins = prompts.enumerated().map { number, prompt in
            var event = Self.event(
                CallKind.appStart, at: prompt.lowerBound, Self.item(number))
            event.fields[CallKind.digest] = details.digests[number].map { .string($0) }
            event.fields[CallKind.text] = details.texts[number].map { .string($0) }
            return event
        }
        var turns = SpokenTurn.turns(
            of: speech.caller, pause: pause, in: begins, vocabulary: .call)
        for index in turns.indices { turns[index].source = source }
        let ends = prompts.enumerated().map { number, prompt in
            Self.end(of: prompt, Self.item(number), turns, speech.sampleRate)
        }
        let first = Self.event(CallKind.start, at: 0, CallKind.call)
        let last = Self.event(CallKind.end, at: speech.frames, CallKind.call)
        let spoken = turns.enumerated().flatMap { place, turn in
            Self.speech(turn) + (details.answers[place].map { [$0.event(of: turn)] } ?? [])
        }
        events = Self.ordered([first] + ends + spoken + begins + details.logged + [last])
        self.turns = turns
    }

    /// Returns the name of the app's prompt at a place.
    package static func item(_ place: Int) -> String { "app \(place + 1)" }

    private static func event(_ kind: String, at frame: Frame, _ item: String) -> TraceEvent {
        TraceEvent(
            frame: frame, tap: .actions, kind: kind, fields: [CallKind.item: .string(item)])
    }

    /// The end of a prompt: a stop where the caller began in it and goes on.
    private static func end(
        of prompt: Range<Frame>, _ item: String, _ turns: [SpokenTurn], _ rate: SampleRate
    ) -> TraceEvent {
        let least = rate.frames(milliseconds: goingOnMilliseconds)
        let turn = turns.first { turn in
            prompt.contains(turn.active.lowerBound)
                && prompt.upperBound + least <= turn.active.upperBound
        }
        var event = Self.event(
            turn == nil ? CallKind.appEnd : CallKind.appStop, at: prompt.upperBound, item)
        if let turn { event.why = [CoreKey.spoken: .integer(turn.active.lowerBound)] }
        return event
    }

    /// Beginning and end of a turn, each when it really was.
    private static func speech(_ turn: SpokenTurn) -> [TraceEvent] {
        [
            (CoreKind.speechStart, turn.active.lowerBound),
            (CoreKind.speechEnd, turn.active.upperBound),
        ].map { kind, frame in
            TraceEvent(
                frame: frame, tap: .speech, kind: kind.rawValue,
                fields: [CoreKey.spoken: .integer(frame)])
        }
    }

    /// Events by their frames, those of one frame as they are given, with their numbers.
    private static func ordered(_ events: [TraceEvent]) -> [TraceEvent] {
        let order = events.indices.sorted {
            (events[$0].frame, $0) < (events[$1].frame, $1)
        }
        return order.enumerated().map { number, place in
            var event = events[place]
            event.sequence = number
            return event
        }
    }
}
