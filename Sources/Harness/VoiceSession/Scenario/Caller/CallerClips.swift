package import VoiceAudio
package import VoiceTime
internal import VoiceTrace

/// The clips of a scripted caller, cut from the track of a run's caller.
package struct CallerClips {
    private let track: SessionSounds.Track
    private let path: String
    private let rate: SampleRate

    /// The caller's track of `run`.
    ///
    /// - Throws: ``SessionError/noCallerSound(path:)`` for a session without one.
    package init(of run: MeasuredRun) throws(SessionError) {
        guard let track = run.sounds.microphone else { throw .noCallerSound(path: run.path) }
        self.track = track
        path = run.path
        rate = run.manifest.sampleRate
    }

    /// The frame inside `range` at which a cut is heard least.
    ///
    /// - Throws: ``SessionError`` for a track that cannot be read or does not fit the clock.
    package func quietest(in range: Range<Frame>) throws(SessionError) -> Frame {
        range.lowerBound + Frame(QuietPoint.find(in: try part(range)))
    }

    /// The clip of `line`.
    ///
    /// - Throws: ``SessionError`` for a track that cannot be read, does not fit the clock, or ends
    ///   before the clip.
    package func clip(of line: CallerScript.Line) throws(SessionError) -> MonoSound {
        let sound = try part(line.clip)
        guard sound.frames > 0 else { throw .noCallerSound(path: path) }
        return sound
    }

    /// The sound of `stretch`, in which the caller is silent, as a loop: its end goes over into its
    /// beginning.
    ///
    /// - Throws: ``SessionError`` for a track that cannot be read or does not fit the clock.
    package func room(in stretch: Range<Frame>) throws(SessionError) -> MonoSound {
        var sound = try part(stretch)
        let seam = min(Int(rate.frames(milliseconds: Self.seamMilliseconds)), sound.frames / 2)
        let length = sound.frames - seam
        for index in 0..<max(0, seam) {
            let (own, after) = (Int(sound.samples[index]), Int(sound.samples[length + index]))
            sound.samples[index] = Int16((own * index + after * (seam - index)) / seam)
        }
        sound.samples.removeLast(max(0, seam))
        return sound
    }

    /// Time in which the end of a loop goes over into its beginning, in milliseconds.
    private static let seamMilliseconds: Int64 = 20

    private func part(_ range: Range<Frame>) throws(SessionError) -> MonoSound {
        let sound: MonoSound
        do throws(AudioError) { sound = try track.part(range) } catch { throw .audio(error) }
        guard sound.sampleRate == rate.hertz else {
            throw .trackRate(path: path, clock: rate.hertz, track: sound.sampleRate)
        }
        return sound
    }
}
