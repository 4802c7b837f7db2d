public import VoiceAudio

/// One stretch of caller audio that is to be recognised.
///
/// Shape: mono at the session's rate, trimmed to the speech with 150 to 200 ms of its natural
/// surroundings at both ends. Source: the segmenter.
public struct Utterance: Sendable, Equatable {
    /// The audio, edges included.
    public var sound: MonoSound
    /// Session frame of the first sample.
    public var start: Int64
    /// Session frames of the speech itself, without the edges.
    public var spoken: Range<Int64>
    /// What is listened for; nil for the session's own task.
    public var task: RecognitionTask?
    /// How many other readings the answer carries at most; 0 for none.
    public var alternatives = 0
    /// Whether the words of the answer carry their phones.
    public var wantsPhones = false

    /// Puts an utterance together.
    public init(sound: MonoSound, start: Int64, spoken: Range<Int64>) {
        self.sound = sound
        self.start = start
        self.spoken = spoken
    }

    /// Session frames of all the audio; the upper bound is the utterance's end frame.
    public var extent: Range<Int64> { start..<start + Int64(sound.samples.count) }
}
