internal import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Places where a recorded caller speaks at a time that no longer fits: the caller heard the
/// prompts of the recording, and a changed flow plays others or at another time.
///
/// For every utterance of the recording it compares what the caller had heard when it began, then
/// and now. A conflict means that the rest of the comparison shows what the recorded sound does to
/// the changed flow, not what that person would have done.
package struct CallerTiming: Sendable, Equatable {
    /// One utterance that does not fit.
    package struct Conflict: Sendable, Equatable {
        /// Frame at which the utterance begins.
        package let frame: Frame
        /// The conflict, in a sentence.
        package let sentence: String
    }

    /// Utterances that do not fit, in order of time.
    package let conflicts: [Conflict]

    /// Compares a recording with a run of the same microphone through a changed flow.
    package init(
        golden: [TraceEvent], actual: [TraceEvent], frames: Frame, sampleRate: SampleRate,
        vocabulary: EventVocabulary
    ) {
        let before = PromptTimeline(golden, frames: frames, vocabulary)
        let now = PromptTimeline(actual, frames: frames, vocabulary)
        conflicts = golden.lazy.filter { $0.core == .speechStart }.compactMap { event in
            let frame = event.fields[CoreKey.spoken]?.integer ?? event.frame
            return Self.sentence(at: frame, before, now, sampleRate).map {
                Conflict(frame: frame, sentence: $0)
            }
        }
    }

    private static func sentence(
        at frame: Frame, _ before: PromptTimeline, _ now: PromptTimeline, _ rate: SampleRate
    ) -> String? {
        let place = "at \(FieldUnit.time(frame, rate: rate)) the caller"
        let (then, playing) = (before.sounding(at: frame), now.sounding(at: frame))
        if let playing, then == nil {
            let left = playing.end.map { FieldUnit.time($0 - frame, rate: rate) + " before" }
            return "\(place) spoke \(left ?? "while") prompt \(playing.item)"
                + (left == nil ? " plays" : " ended")
                + "; in the recording no prompt was playing"
        }
        if let then, playing == nil {
            return "\(place) interrupted prompt \(then.item); now no prompt plays at that time"
        }
        if let then, let playing, then.item != playing.item {
            let left = playing.end.map { FieldUnit.time($0 - frame, rate: rate) + " before" }
            return "\(place) spoke over prompt \(then.item); now it is"
                + " \(left ?? "while") prompt \(playing.item)"
                + (left == nil ? " plays" : " ends")
        }
        let (heard, hears) = (before.last(before: frame)?.item, now.last(before: frame)?.item)
        if heard != hears {
            return "\(place) answered \(heard.map { "prompt \($0)" } ?? "no prompt");"
                + (hears.map { " now prompt \($0) plays before it" }
                    ?? " now no prompt plays before it")
        }
        if before.listens(at: frame), !now.listens(at: frame) {
            return "\(place) spoke while the changed flow does not listen"
        }
        return nil
    }
}

extension PromptTimeline {
    /// The prompt that sounds at `frame`.
    fileprivate func sounding(at frame: Frame) -> Prompt? {
        prompts.last { $0.start <= frame && frame < $0.end ?? .max }
    }

    /// The last prompt that began before `frame`.
    fileprivate func last(before frame: Frame) -> Prompt? {
        prompts.last { $0.start < frame }
    }

    fileprivate func listens(at frame: Frame) -> Bool {
        listening.contains { $0.contains(frame) }
    }
}
