/// The level that a gain is to bring a sound to.
public enum LevelGoal: Sendable, Equatable {
    /// So many decibels louder.
    case gain(Double)
    /// The greatest sample at so many dBFS.
    case peak(Double)
    /// The integrated loudness at so many LUFS.
    case loudness(Double)

    /// The gain in decibels that does it; for a peak or a loudness the file is read once.
    ///
    /// - Throws: every ``AudioError`` about input, and ``AudioError/noLevel(path:reason:)`` for
    ///   a sound that is silent, too quiet for the gates, or too short.
    public func gain(
        for path: String, jobs: Int = 1, progress: (Double) -> Void = { _ in }
    ) async throws(AudioError) -> Double {
        switch self {
        case .gain(let decibels): return decibels
        case .peak(let goal):
            let peak = try PeakReader.peak(of: path, progress: progress)
            guard peak > 0 else { throw .noLevel(path: path, reason: "every sample is zero") }
            return goal - Decibels.of(peak)
        case .loudness(let goal):
            let facts = try await SoundMeter.measure(path: path, jobs: jobs, progress: progress)
            guard let loudness = facts.integrated else {
                throw .noLevel(path: path, reason: "loudness takes 400 ms of sound or more")
            }
            guard loudness.isFinite else {
                throw .noLevel(path: path, reason: "nothing in it is above -70 LUFS")
            }
            return goal - loudness
        }
    }
}

/// Finds the greatest absolute sample of a file.
private enum PeakReader {
    /// The peak as a share of full scale.
    static func peak(of path: String, progress: (Double) -> Void) throws(AudioError) -> Double {
        var reader = try SoundFileReader(path: path)
        let channels = reader.format.channels
        let shorts = SampleBlock<Int16>(channels: channels)
        let doubles = SampleBlock<Double>(channels: channels)
        var greatest = 0.0
        var done: Int64 = 0
        while true {
            var frames: Int
            if reader.areShort {
                frames = try reader.read(samples: shorts.samples)
                let samples = UnsafeBufferPointer(shorts.first(frames * channels))
                greatest = max(greatest, Double(ShortGain.peak(of: samples)) / 32_768)
            } else {
                frames = try reader.read(into: doubles.samples)
                for sample in doubles.first(frames * channels) {
                    greatest = max(greatest, abs(sample))
                }
            }
            if frames == 0 { break }
            done += Int64(frames)
            progress(min(1, Double(done) / Double(max(1, reader.format.frames))))
        }
        guard done > 0 else { throw .empty(path: path) }
        return greatest
    }
}
