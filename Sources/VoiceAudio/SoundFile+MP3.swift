import CSndFile

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
        var info = SF_INFO()
        info.samplerate = Int32(sound.sampleRate)
        info.channels = 1
        info.format = coding.code
        let memory = MemoryFile()
        var handle: SoundHandle
        do {
            handle = try SoundHandle(memory: memory, mode: SFM_WRITE, info: info)
        } catch {
            throw .writeFailed(path: name, reason: error.reason)
        }
        handle.setConstantRate()
        let setting = CoderSetting.kilobits(kilobits)
        if let level = setting.level(for: .mp3, sampleRate: sound.sampleRate, channels: 1) {
            handle.setEffort(level)
        }
        let written = sound.samples.withUnsafeBufferPointer {
            handle.write($0, frames: $0.count)
        }
        guard written == sound.frames else {
            throw .writeFailed(path: name, reason: handle.failure ?? "the encoder stopped")
        }
        if let reason = handle.close() { throw .writeFailed(path: name, reason: reason) }
        return memory.bytes
    }
}
