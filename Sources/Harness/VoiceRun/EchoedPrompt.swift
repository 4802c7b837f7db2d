internal import VoiceMedia
internal import VoiceTime

/// A prompt as the microphone of a simulated world hears it, in frames of the run.
struct EchoedPrompt {
    let words: String?
    /// Frames in which its words are said, whole.
    private(set) var whole: Range<Frame>
    /// Frames in which it is heard, unless it is cut off.
    private(set) var range: Range<Frame>
    let milliDecibels: Int
    /// The number of the sound that is heard.
    private(set) var number: Int
    /// Frame at which it was cut off; nil while it is heard.
    private(set) var cutAt: Frame?

    mutating func cut(at frame: Frame) {
        cutAt = cutAt ?? min(max(frame, range.lowerBound), range.upperBound)
    }

    /// Continues with the words that were not heard, as another sound.
    mutating func resume(at frame: Frame, number: Int) {
        guard let cutAt else { return }
        let shift = frame - cutAt
        whole = whole.lowerBound + shift..<whole.upperBound + shift
        range = frame..<range.upperBound + shift
        self.number = number
        self.cutAt = nil
    }

    /// The part of it that is heard.
    var part: CallerScript.Part {
        var sound = ScriptedSound(
            range: range.lowerBound..<(cutAt ?? range.upperBound), isSpeech: true,
            milliDecibels: milliDecibels)
        sound.echo = number
        return CallerScript.Part(sound: sound, words: words, whole: whole)
    }
}
