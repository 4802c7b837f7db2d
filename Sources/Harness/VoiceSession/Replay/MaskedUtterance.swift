internal import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Speech as the recording's events place it, and the frames at which its noise has to change for
/// that.
package struct MaskedUtterance: Equatable {
    /// Frames that the events tell: the beginning of speech, its decision, its end.
    package let spoken: Range<Int>
    package let decided: Int
    /// Frames at which noise of speech begins, gets a pitch, and ends.
    var start: Int
    var pitchedFrom: Int
    var end: Int

    /// The utterances of `events`; one without an end goes on to the session's end.
    package static func all(
        in events: [TraceEvent], frames: Int, rate: SampleRate
    ) -> [Self] {
        var found: [Self] = []
        var open: (spoken: Int, decided: Int)?
        func close(_ end: Int) {
            guard let begun = open, begun.spoken < end else { return }
            found.append(
                Self(spoken: begun.spoken..<end, decided: begun.decided, hop: rate.hopFrames))
            open = nil
        }
        for event in events where event.tap == .speech {
            let spoken = Int(event.fields[CoreKey.spoken]?.integer ?? event.frame)
            let bounded = max(0, min(frames, spoken))
            if event.core == .speechStart {
                close(bounded)
                open = (bounded, Int(event.frame))
            } else {
                close(bounded)
            }
        }
        close(frames)
        return found
    }

    private init(spoken: Range<Int>, decided: Int, hop: Int) {
        self.spoken = spoken
        self.decided = decided
        start = spoken.lowerBound
        pitchedFrom = max(start, decided - 6 * hop)
        end = max(start, spoken.upperBound - 2 * hop)
    }

    /// Speech that is known to be in `speech`: noise of it has a pitch throughout.
    package init(speech: Range<Int>) {
        spoken = speech
        decided = speech.lowerBound
        start = speech.lowerBound
        pitchedFrom = speech.lowerBound
        end = speech.upperBound
    }

    /// Moves the changes by what an attempt missed, or only a part of that: `caution` 1 is all.
    package mutating func correct(missed attempt: Self, caution: Int) {
        start += (spoken.lowerBound - attempt.spoken.lowerBound) / caution
        pitchedFrom += (decided - attempt.decided) / caution
        end += (spoken.upperBound - attempt.spoken.upperBound) / caution
    }
}
