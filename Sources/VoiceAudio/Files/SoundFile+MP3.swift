extension SoundFile {
    /// The bytes of an MP3 file, the same number of bits for every second.
    ///
    /// Shape: the sound's own rate, which MP3 must have; `kilobits` a second, in thousands.
    /// Equal samples give equal bytes on one machine.
    /// - Throws: ``AudioError/empty(path:)``, ``AudioError/cannotEncode(path:reason:)`` or
    ///   ``AudioError/writeFailed(path:reason:)``.
    public static func encodeMP3(
        _ sound: MonoSound, kilobits: Int
    ) throws(AudioError) -> [UInt8] {
        let name = "MP3 in memory"
        guard sound.frames > 0 else { throw .empty(path: name) }
        let coding = SoundCoding(.mp3, .mp3)
        guard coding.isWritable(sampleRate: sound.sampleRate, channels: 1) else {
            throw .cannotEncode(path: name, reason: "\(sound.sampleRate) Hz is no rate of MP3")
        }
        let level = CoderSetting.kilobits(kilobits).level(
            for: .mp3, sampleRate: sound.sampleRate, channels: 1)
        return try encode(sound, as: coding.code, name: name) { handle in
            handle.setConstantRate()
            if let level { handle.setEffort(level) }
        }
    }
}
