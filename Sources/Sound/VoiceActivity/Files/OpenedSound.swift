import VoiceAudio

/// A sound file that is open at 16 kHz, with what its beginning tells of it.
///
/// Sound that is not 16-bit samples already is brought to one level as it is rounded to them:
/// quiet floating point and 24 bits hold more than 16 bits of the same gain would. A
/// ``SteadyOffset`` is removed.
struct OpenedSound: ~Copyable {
    /// The peak that the opening of such sound is brought to, -20 dBFS.
    private static let peak: Float = 0.1
    /// The most that any of it may reach.
    private static let limit: Float = 0.9
    /// Stream of what comes after the opening.
    var stream: MonoStream
    /// The samples of the opening.
    let samples: [Int16]
    /// Facts that the samples of the opening tell.
    let opening: SoundOpening
    /// Format that the file states.
    var format: SoundFormat { stream.format }

    /// Opens a file, or a range of its frames.
    ///
    /// - Throws: every `AudioError` about input.
    init(
        path: String, range: Range<Int64>? = nil, choice: ChannelChoice,
        quality: RateQuality = .fast
    ) throws(AudioError) {
        var stream = try MonoStream(
            path: path, range: range, choice: choice, rate: HopGrid.sampleRate, quality: quality)
        var samples = try Self.opening(&stream) { () throws(AudioError) in
            try SoundFile.peak(path: path, range: range, choice: choice)
        }
        guard !samples.isEmpty else { throw .empty(path: path) }
        stream.offset = SteadyOffset.remove(from: &samples)
        self.init(stream: stream, samples: samples)
    }

    private init(stream: consuming MonoStream, samples: [Int16]) {
        let gain = stream.gain
        opening = samples.withUnsafeBufferPointer { SoundOpening($0, enlargement: gain) }
        self.samples = samples
        self.stream = stream
    }

    /// Reads the first samples, at the level that all others will have; `whole` is the peak of all,
    /// which is asked for where the opening is quiet.
    private static func opening(
        _ stream: inout MonoStream, whole: () throws(AudioError) -> Float
    ) throws(AudioError) -> [Int16] {
        if stream.areExact { return try read(&stream) }
        let floats = try stream.readFloats(SoundOpening.frames)
        let greatest = floats.reduce(0) { max($0, abs($1)) }
        var gain = greatest > 0 ? peak / greatest : 1
        if gain > 1 {
            let most = max(try whole(), greatest)
            gain = min(gain, limit / most)
        }
        stream.gain = gain
        return floats.map { PCM16.sample($0 * gain) }
    }

    /// Reads the next samples, as many as an opening has; none at the end.
    mutating func next() throws(AudioError) -> [Int16] { try Self.read(&stream) }

    private static func read(_ stream: inout MonoStream) throws(AudioError) -> [Int16] {
        var samples = [Int16](repeating: 0, count: SoundOpening.frames)
        let count = try samples.withUnsafeMutableBufferPointer {
            (all) throws(AudioError) in try stream.read(into: all)
        }
        samples.removeLast(samples.count - count)
        return samples
    }
}
