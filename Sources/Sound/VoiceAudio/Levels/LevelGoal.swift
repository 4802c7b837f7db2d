/// The level that a gain is to bring a sound to.
package enum LevelGoal: Sendable, Equatable {
    /// Gain in decibels.
    case gain(Double)
    /// Level of the greatest sample, in dBFS.
    case peak(Double)
    /// Integrated loudness, in LUFS.
    case loudness(Double)

    /// Whether a level is asked for, and not a gain.
    package var isLevel: Bool { if case .gain = self { false } else { true } }

    /// Gain that brings a sound to its level.
    public struct Answer: Sendable, Equatable {
        /// The gain in decibels.
        public var gainDB: Double
        /// The loudness in LUFS that it leads to; nil where none was asked for.
        public var loudness: Double?
    }

    /// The gain that brings the file at `path` there; for a peak or a loudness the file is read
    /// once, and behind a limiter, which takes loudness away, as often as it takes.
    ///
    /// `encoding` is the output's: integers hold no more than their largest code. `ceilingDB` is
    /// what a limiter behind the gain keeps, in dBTP. `offsets` is taken off each channel first.
    /// - Throws: every ``AudioError`` about input, and ``AudioError/noLevel(path:reason:)`` for
    ///   a sound that is silent, too quiet for the gates, or too short.
    package func answer(
        for path: String, encoding: SoundEncoding? = nil, ceilingDB: Double? = nil,
        offsets: [Double] = [], jobs: Int = 1, progress: (Double) -> Void = { _ in }
    ) async throws(AudioError) -> Answer {
        switch self {
        case .gain(let decibels): return Answer(gainDB: decibels)
        case .peak(let goal):
            let peak = try PeakReader.peak(of: path, offsets: offsets, progress: progress)
            guard peak > 0 else { throw .noLevel(path: path, reason: "every sample is zero") }
            return Answer(gainDB: min(goal, encoding?.greatestDB ?? goal) - Decibels.of(peak))
        case .loudness(let goal):
            let facts = try await SoundMeter.measure(path: path, jobs: jobs) { progress($0 / 2) }
            guard let loudness = facts.integrated else {
                throw .noLevel(path: path, reason: "loudness takes 400 ms of sound or more")
            }
            guard loudness.isFinite else {
                throw .noLevel(path: path, reason: "nothing in it is above -70 LUFS")
            }
            let plain = goal - loudness
            guard let ceilingDB, facts.truePeak + plain > ceilingDB else {
                return Answer(gainDB: plain, loudness: goal)
            }
            let fit = LimitedLoudness(
                path: path, ceilingDB: ceilingDB, offsets: offsets, goal: goal)
            let found = try fit.fit(plain: plain) { progress(0.5 + $0 / 2) }
            return Answer(gainDB: found.gainDB, loudness: found.loudness)
        }
    }
}

extension SoundEncoding {
    /// The level of the largest code, in dBFS; nil where samples may be greater than 1.
    fileprivate var greatestDB: Double? {
        switch self {
        case .float, .double: nil
        default: Decibels.of(1 - 1 / Double(Int64(1) << Int64(min(resolution, 32) - 1)))
        }
    }
}

/// Finds the greatest absolute sample of a file.
private enum PeakReader {
    /// The peak as a share of full scale.
    static func peak(
        of path: String, offsets: [Double], progress: (Double) -> Void
    ) throws(AudioError) -> Double {
        var reader = try SoundFileReader(path: path)
        let channels = reader.format.channels
        let shorts = SampleBlock<Int16>(channels: channels)
        let doubles = SampleBlock<Double>(channels: channels)
        var greatest = 0.0
        var done: Int64 = 0
        while true {
            var frames: Int
            if reader.areShort, offsets.isEmpty {
                frames = try reader.read(samples: shorts.samples)
                let samples = UnsafeBufferPointer(shorts.first(frames * channels))
                greatest = max(greatest, Double(ShortGain.peak(of: samples)) / 32_768)
            } else {
                frames = try reader.read(into: doubles.samples)
                let samples = doubles.first(frames * channels)
                for index in samples.indices {
                    let offset = offsets.isEmpty ? 0 : offsets[index % channels]
                    greatest = max(greatest, abs(samples[index] - offset))
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
