internal import VoiceMedia
public import VoiceTime
public import VoiceTrace

/// Actions of a simulated caller. Each of these may be called at any time, in callbacks too: times
/// count from the frame at which the app is called back.
extension SimulatedHost {
    /// Level of a caller unless a test says otherwise, in decibels of full scale.
    public static let usualDecibels = -26.0

    /// The caller says `words`, beginning so many milliseconds from now, for as long as given.
    ///
    /// Words that are nil are speech that is not understood. `decibels` says how loud it is, of
    /// full scale: speech that is no louder than noise beside it is not heard. `failure` lets the
    /// recognizer fail at this speech, for that reason.
    public func say(
        _ words: String?, inMilliseconds delay: Int64 = 0, lasting length: Int64 = 400,
        decibels: Double = usualDecibels, failure: String? = nil
    ) {
        add(
            CallerScript.Part(
                sound: sound(delay, length, decibels, isSpeech: true), words: words,
                failure: failure
            ).moved(by: now))
    }

    /// The caller says `words` so many milliseconds after the next event of the role `cue`: after
    /// the app has begun to listen, where it is `listenBegin`.
    ///
    /// Each waits for an event of its own: two that wait for the same role answer the next event
    /// and the one after it, in the order in which they were said here. One that lasts 0 ms leaves
    /// its event without an answer.
    public func say(
        _ words: String?, after cue: EventRole, inMilliseconds delay: Int64 = 0,
        lasting length: Int64 = 400, decibels: Double = usualDecibels, failure: String? = nil
    ) {
        let sound = sound(delay, length, decibels, isSpeech: true)
        script.add(
            CallerScript.Part(sound: sound, words: words, failure: failure), after: cue)
    }

    /// The caller says `words` in these frames of the run, as they were heard in another one: from
    /// the `spoken` of its `speechStart` to that of its `speechEnd`.
    ///
    /// `decided` is the frame of that `speechStart`; without it the engine's limits say when the
    /// speech is long enough. `loud` are the frames in which levels tell of it, where they are
    /// others.
    public func say(
        _ words: String?, frames: Range<Frame>, decided: Frame? = nil, loud: Range<Frame>? = nil,
        decibels: Double = usualDecibels, failure: String? = nil
    ) {
        var sound = ScriptedSound(
            range: frames, isSpeech: true, milliDecibels: Int((decibels * 1_000).rounded()))
        (sound.decided, sound.loud) = (decided, loud)
        add(CallerScript.Part(sound: sound, words: words, failure: failure))
    }

    /// Noise of this level is heard, in decibels of full scale: levels tell of it, and speech
    /// beside it has to be louder.
    public func makeNoise(
        decibels: Double, inMilliseconds delay: Int64 = 0, lasting length: Int64
    ) {
        let sound = sound(delay, length, decibels, isSpeech: false)
        add(CallerScript.Part(sound: sound).moved(by: now))
    }

    /// The recognizer understands `words` of the speech that is under way so many milliseconds from
    /// now, in the place of those that were said by then. An engine is told when it asks for what
    /// was understood so far.
    public func understand(_ words: String, inMilliseconds delay: Int64 = 0) {
        script.understand(
            words, from: now + conditions.sampleRate.frames(milliseconds: max(0, delay)))
    }

    /// The audio session is interrupted, or comes back.
    public func interrupt(_ began: Bool) {
        run?.takeFromApp(.audioSession(.interruption(began)))
    }

    /// The frame of the run, or that at which the next one begins.
    private var now: Frame { run?.now ?? 0 }

    private func add(_ part: CallerScript.Part) {
        script.add(part)
        run?.hear(part.sound)
    }

    private func sound(
        _ delay: Int64, _ length: Int64, _ decibels: Double, isSpeech: Bool
    ) -> ScriptedSound {
        let rate = conditions.sampleRate
        let start = rate.frames(milliseconds: max(0, delay))
        let end = start + rate.frames(milliseconds: max(0, length))
        return ScriptedSound(
            range: start..<end, isSpeech: isSpeech,
            milliDecibels: Int((decibels * 1_000).rounded()))
    }
}
