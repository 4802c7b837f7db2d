import CSndFile

/// Whole sound files, as one channel of 16-bit sound.
public enum SoundFile {
    /// The longest sound that is read, in hours.
    public static let hoursLimit = 48
    /// The longest prompt or clip of a caller, in hours: a session keeps it in memory.
    package static let clipHoursLimit = 2

    /// Reads a file, makes its channels one and converts its rate.
    ///
    /// `range` is the frames of the file that are read; all of them where it is nil.
    ///
    /// Shape: frames at `sampleRate`, or at the file's own rate when that is `nil`.
    /// Source: libsndfile and libsamplerate (best quality).
    /// - Throws: every ``AudioError`` about input.
    public static func readMono(
        path: String, range: Range<Int64>? = nil, sampleRate: Int?, choice: ChannelChoice = .best
    ) throws(AudioError) -> MonoSound {
        if let sampleRate { try RateConverter.check(sampleRate) }
        var stream = try MonoStream(
            path: path, range: range, choice: choice, rate: sampleRate, quality: .best)
        return try readAll(&stream, name: path)
    }

    /// Reads a clip of a caller as ``readMono(path:range:sampleRate:choice:)`` does, but two hours
    /// at most.
    ///
    /// - Throws: every ``AudioError`` about input.
    package static func readClip(path: String, sampleRate: Int) throws(AudioError) -> MonoSound {
        try RateConverter.check(sampleRate)
        var stream = try MonoStream(path: path, rate: sampleRate, quality: .best)
        return try readAll(&stream, name: path, hours: clipHoursLimit)
    }

    /// Reads a prompt as ``readMono(path:range:sampleRate:choice:)`` does, but as far as it can be
    /// decoded, and two hours at most.
    ///
    /// Shape: the sound, and a sentence that says where it breaks off; nil where it is whole.
    /// - Throws: every ``AudioError`` about input; of a damaged file only where nothing decodes.
    public static func readDecodable(
        path: String, sampleRate: Int
    ) throws(AudioError) -> (sound: MonoSound, fault: String?) {
        try RateConverter.check(sampleRate)
        var stream = try MonoStream(path: path, rate: sampleRate, quality: .best)
        stream.endAtDamage()
        let sound = try readAll(&stream, name: path, hours: clipHoursLimit)
        return (sound, stream.fault)
    }

    /// Reads a sound file held in memory, at its own rate; `name` stands for it in errors.
    ///
    /// - Throws: every ``AudioError`` about input.
    public static func decode(bytes: [UInt8], name: String) throws(AudioError) -> MonoSound {
        var stream = try MonoStream(bytes: bytes, name: name)
        return try readAll(&stream, name: name)
    }

    /// Writes a 16-bit file, WAV or FLAC by its extension, complete or not at all.
    ///
    /// - Throws: every ``AudioError`` about output, and ``AudioError/empty(path:)``.
    public static func writeMono(
        _ sound: MonoSound, path: String, overwrite: Bool = false
    ) throws(AudioError) {
        guard sound.frames > 0 else { throw .empty(path: path) }
        var writer = try SoundFileWriter(
            path: path, sampleRate: sound.sampleRate, overwrite: overwrite)
        try writer.write(sound.samples)
        try writer.finish()
    }

    /// The bytes of a 16-bit FLAC file: the same for the same samples, every time.
    ///
    /// - Throws: ``AudioError/empty(path:)``, ``AudioError/unsupportedRate(rate:)`` or
    ///   ``AudioError/writeFailed(path:reason:)``.
    public static func encodeFLAC(_ sound: MonoSound) throws(AudioError) -> [UInt8] {
        let name = "FLAC in memory"
        guard sound.frames > 0 else { throw .empty(path: name) }
        try RateConverter.check(sound.sampleRate)
        let code = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
        return try encode(sound, as: code, name: name) { $0.makeReproducible() }
    }

    /// The bytes of a file of one of libsndfile's formats, whose coder `setUp` tells its wishes.
    static func encode(
        _ sound: MonoSound, as code: Int32, name: String, setUp: (borrowing SoundHandle) -> Void
    ) throws(AudioError) -> [UInt8] {
        var info = SF_INFO()
        info.samplerate = Int32(sound.sampleRate)
        info.channels = 1
        info.format = code
        let memory = MemoryFile()
        var handle: SoundHandle
        do {
            handle = try SoundHandle(memory: memory, info: info)
        } catch {
            throw .writeFailed(path: name, reason: error.reason)
        }
        setUp(handle)
        let written = sound.samples.withUnsafeBufferPointer {
            handle.write($0, frames: $0.count)
        }
        guard written == sound.frames else {
            throw .writeFailed(path: name, reason: handle.failure ?? "the encoder stopped")
        }
        if let reason = handle.close() { throw .writeFailed(path: name, reason: reason) }
        return memory.bytes
    }

    private static func readAll(
        _ stream: inout MonoStream, name: String, hours: Int = hoursLimit
    ) throws(AudioError) -> MonoSound {
        var samples: [Int16] = []
        try drain(&stream, name: name, pieceFrames: pieceFrames, hours: hours) {
            samples.append(contentsOf: $0)
        }
        return MonoSound(sampleRate: stream.sampleRate, samples: samples)
    }

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
            throw .cannotEncode(
                path: name,
                reason: "\(sound.sampleRate) Hz is not a rate of MP3. Pick 16000 or 48000 Hz")
        }
        let level = CoderSetting.kilobits(kilobits).level(
            for: .mp3, sampleRate: sound.sampleRate, channels: 1)
        return try encode(sound, as: coding.code, name: name) { handle in
            handle.setBitrateMode(Int32(SF_BITRATE_MODE_CONSTANT))
            if let level { handle.setEffort(level) }
        }
    }
}
