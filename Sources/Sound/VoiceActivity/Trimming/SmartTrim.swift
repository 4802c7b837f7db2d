package import VoiceAudio

/// Cut of a sound, with the reason for it.
///
/// Source: VoiceKit 0.1.3, `trimAudioSmart`; the bounds of its energy rule come from a detector.
package struct SmartTrim: Sendable, Equatable {
    /// Reason for the cut.
    public enum Reason: Sendable, Equatable {
        /// Around a recognizer's words, whose unpadded bounds these are, in frames.
        case words(Range<Int64>)
        /// Around the speech that was found, whose unpadded bounds these are, in frames.
        case speech(start: Int64, end: Int64)
        /// There is no cut, for there is no speech.
        case noSpeech
    }

    /// Silence kept around what is heard, in frames.
    package struct Pads: Sendable, Equatable {
        /// Frames kept before it.
        package var before: Int64
        /// Frames kept after it.
        package var after: Int64

        /// Creates pads of so many frames; a negative number counts as 0.
        package init(before: Int64, after: Int64) {
            self.before = max(0, before)
            self.after = max(0, after)
        }
    }

    /// Range that stays, in frames.
    package var range: Range<Int64>
    /// The frames of the whole sound.
    package var frames: Int64
    /// Reason for the cut.
    package var reason: Reason
    /// Way in which channels became one for what was heard.
    package var fold = ChannelFold()
    /// Whether nothing is cut away.
    package var isWhole: Bool { range == 0..<frames }

    private init(range: Range<Int64>, frames: Int64, reason: Reason) {
        self.range = range
        self.frames = frames
        self.reason = reason
    }

    /// Keeps the speech between these bounds, with pads; the whole sound if there is none.
    ///
    /// Shape: within `0..<frames`.
    package init(speech: Range<Int64>?, frames: Int64, pads: Pads) {
        guard let speech, let range = Self.padded(speech, frames: frames, pads: pads) else {
            self.init(range: 0..<max(0, frames), frames: max(0, frames), reason: .noSpeech)
            return
        }
        self.init(
            range: range, frames: frames,
            reason: .speech(start: speech.lowerBound, end: speech.upperBound))
    }

    /// Keeps the words between these bounds, with pads; nil where words do not cover the sound.
    ///
    /// They do not where they leave out more than two seconds and more than half their own length.
    package init?(words: Range<Int64>, frames: Int64, sampleRate: Int, pads: Pads) {
        guard !words.isEmpty,
            !Self.isUncovered(words: words, frames: frames, sampleRate: sampleRate),
            let range = Self.padded(words, frames: frames, pads: pads)
        else { return nil }
        self.init(range: range, frames: frames, reason: .words(words))
    }

    private static func isUncovered(
        words: Range<Int64>, frames: Int64, sampleRate: Int
    ) -> Bool {
        let rest = frames - Int64(words.count)
        return rest > max(2 * Int64(sampleRate), Int64(words.count) / 2)
    }

    private static func padded(
        _ bounds: Range<Int64>, frames: Int64, pads: Pads
    ) -> Range<Int64>? {
        let start = bounds.lowerBound > pads.before ? bounds.lowerBound - pads.before : 0
        let room = frames - min(frames, bounds.upperBound)
        let end = frames - max(0, room - pads.after)
        return start < end ? start..<end : nil
    }
}
