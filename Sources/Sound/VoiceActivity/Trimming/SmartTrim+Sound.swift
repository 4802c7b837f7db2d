package import VoiceAudio

extension SmartTrim {
    /// Decides where VoiceKit cuts a sound in memory: as ``SpeechTrimmer`` cuts a file by its rule
    /// ``ActivityScan/Rule/voicekit``, at once and on the caller's thread.
    ///
    /// `words` reach from the first word through the last, in frames; nil where no recognizer heard
    /// any. The energy of chunks decides where they do not cover the sound.
    ///
    /// Source: VoiceKit 0.1.3, `trimAudioSmart`.
    package init(voiceKit sound: MonoSound, words: Range<Int64>?, pads: Pads) {
        let frames = Int64(sound.samples.count)
        let known = words?.clamped(to: 0..<frames)
        if let known,
            let trim = SmartTrim(
                words: known, frames: frames, sampleRate: sound.sampleRate, pads: pads)
        {
            self = trim
            return
        }
        self.init(speech: Self.energyBounds(of: sound), frames: frames, pads: pads)
    }

    private static func energyBounds(of sound: MonoSound) -> Range<Int64>? {
        let count = sound.samples.count
        let hop = VoiceKitMeter.hopFrames
        let buffers = (count + hop - 1) / hop
        // The last buffer may be a part of one: zeros add nothing to its sum.
        let samples = sound.samples + [Int16](repeating: 0, count: buffers * hop - count)
        var readings = [Int64](repeating: VoiceKitMeter.nothing, count: buffers)
        var meter = VoiceKitMeter()
        var judge = VoiceKitJudge()
        samples.withUnsafeBufferPointer { samples in
            readings.withUnsafeMutableBufferPointer { meter.measure(samples, into: $0) }
        }
        readings.withUnsafeBufferPointer { judge.process($0) }
        judge.finish(frames: Int64(count))
        return judge.energyBounds(sampleRate: sound.sampleRate)
    }
}
