internal import VoiceActivity
internal import VoiceDiff
internal import VoiceTime

extension HeardCall {
    /// Keeps what is spoken within `spans`, in seconds: outside of them a person is on the line.
    /// Without any, all is kept.
    mutating func keep(_ spans: [ClosedRange<Double>]) {
        guard !spans.isEmpty else { return }
        let hertz = Double(speech.sampleRate.hertz)
        let kept = spans.map { span in
            Frame(span.lowerBound * hertz)..<min(speech.frames, Frame(span.upperBound * hertz))
        }
        func inside(_ stretches: [Range<Frame>]) -> [Range<Frame>] {
            stretches.flatMap { stretch in
                kept.map { stretch.clamped(to: $0) }.filter { !$0.isEmpty }
            }
        }
        speech.caller = inside(speech.caller)
        speech.app = inside(speech.app)
        speech.frames = min(speech.frames, kept.last?.upperBound ?? speech.frames)
    }
}

/// The sentence on a call of one channel whose labels lie on its sound.
enum LabelledCall {
    /// Says by how much labels were moved, how well they fit, and which waits they decide.
    static func sentence(_ fit: LabelFit, _ rate: SampleRate) -> String {
        let late = rate.milliseconds(fit.offset)
        let place =
            late == 0
            ? "The labels lie on the sound"
            : "The labels are \(late.magnitude) ms \(late > 0 ? "late" : "early") and were moved"
        let callers = fit.caller.map(\.upperBound)
        let decided = Set(ends(fit)).count
        return "\(place): \(fit.near) of \(fit.all) boundaries are heard,"
            + " \(rate.milliseconds(fit.median)) ms off at the median and"
            + " \(rate.milliseconds(fit.ninetyFifth)) ms for 95 %. The sound decides"
            + " \(callers.count - decided) waits, the labels \(decided)."
    }

    /// Ends of the caller's stretches whose wait the labels decide: they have the end, or the
    /// beginning of the app behind it.
    static func ends(_ fit: LabelFit) -> [Frame] {
        fit.caller.map(\.upperBound).filter { end in
            let answer = fit.app.first { $0.lowerBound >= end }?.lowerBound
            return fit.labelled.contains(end) || answer.map(fit.labelled.contains) ?? false
        }
    }
}
