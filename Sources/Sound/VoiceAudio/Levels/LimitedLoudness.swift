/// Finds the gain that brings a sound to a loudness although a limiter turns its peaks down.
///
/// The sound is read once for each gain that is tried; nothing is written. Loudness is measured
/// by ITU-R BS.1770-4 behind the limiter. Source: the secant method between the last gains on
/// either side.
struct LimitedLoudness {
    /// Distance from the goal that is near enough, in LU.
    private static let slack = 0.05
    /// Largest number of times that the sound is read.
    private static let roundLimit = 16
    /// Largest number of decibels that are tried beyond the gain that it takes without a limiter.
    private static let excessLimit = 20.0

    let path: String
    /// Ceiling that the limiter keeps, in dBTP.
    let ceilingDB: Double
    /// Offsets that are taken off each channel before the gain.
    let offsets: [Double]
    /// The loudness that is aimed at, in LUFS.
    let goal: Double

    /// The gain in decibels, and the loudness in LUFS that it leads to: the goal, or the nearest
    /// that the limiter allows; `plain` is the gain that it takes without one.
    ///
    /// - Throws: every ``AudioError`` about input.
    func fit(
        plain: Double, progress: (Double) -> Void
    ) throws(AudioError) -> (gainDB: Double, loudness: Double) {
        let most = plain + Self.excessLimit
        var below = try measured(plain, progress)
        var above: (gainDB: Double, loudness: Double)?
        var (best, sameSide, leap) = (below, 0, 0.0)
        for _ in 1..<Self.roundLimit {
            if abs(goal - best.loudness) <= Self.slack { break }
            let miss = goal - below.loudness
            var gain = below.gainDB + max(miss * 1.5, leap)
            if let above {
                // The gates can make loudness leap: where a secant moves one end alone, halve.
                let share = miss / max(miss, above.loudness - below.loudness)
                let step = abs(sameSide) > 1 ? 0.5 : min(0.9, max(0.1, share))
                gain = below.gainDB + (above.gainDB - below.gainDB) * step
            }
            gain = min(most, gain)
            if gain <= below.gainDB { break }
            let next = try measured(gain, progress)
            if abs(goal - next.loudness) < abs(goal - best.loudness) { best = next }
            let isAbove = next.loudness >= goal
            // How often the same end moved: negative for the upper one.
            sameSide = isAbove ? min(0, sameSide) - 1 : max(0, sameSide) + 1
            // Noise that gain lifts over the gates makes the whole quieter for a while.
            leap = !isAbove && next.loudness < below.loudness ? max(1, 2 * leap) : 0
            if isAbove { above = next } else { below = next }
        }
        return best
    }

    /// Measures the loudness of the sound behind a gain and the limiter.
    private func measured(
        _ gainDB: Double, _ progress: (Double) -> Void
    ) throws(AudioError) -> (gainDB: Double, loudness: Double) {
        var reader = try SoundFileReader(path: path)
        let (rate, channels) = (reader.format.sampleRate, reader.format.channels)
        var limiter = Limiter(ceilingDB: ceilingDB, sampleRate: rate, channels: channels)
        var meter = GateMeter(format: reader.format, map: reader.metadata.channelMap)
        let factor = Decibels.factor(gainDB)
        let block = SampleBlock<Double>(channels: channels)
        var (limited, frames, isLast) = ([Double](), Int64(0), false)
        while !isLast {
            let count = try reader.read(into: block.samples)
            isLast = count == 0
            frames += Int64(count)
            let samples = block.first(count * channels)
            SoundOffset.remove(offsets, from: samples)
            for index in samples.indices { samples[index] *= factor }
            limited.removeAll(keepingCapacity: true)
            limiter.append(UnsafeBufferPointer(samples), isLast: isLast, to: &limited)
            meter.process(limited)
            progress(min(1, Double(frames) / Double(max(1, reader.format.frames))))
        }
        return (gainDB, meter.gate.integrated)
    }
}

/// Measures the integrated loudness of sound that goes by, and nothing else.
private struct GateMeter: ~Copyable {
    private let channels: Int
    private let pieceFrames: Int
    private let loudness: LoudnessHandle
    private var piece: [Float] = []
    private(set) var gate = LoudnessGate()

    init(format: SoundFormat, map: [Int32]) {
        channels = format.channels
        pieceFrames = PieceMeter.pieceFrames(sampleRate: format.sampleRate)
        loudness = LoudnessHandle(
            sampleRate: format.sampleRate, channels: format.channels, map: map)
        piece.reserveCapacity(pieceFrames * channels)
    }

    /// Processes the next interleaved frames.
    mutating func process(_ samples: [Double]) {
        let size = pieceFrames * channels
        for sample in samples {
            piece.append(Float(sample))
            guard piece.count == size else { continue }
            piece.withUnsafeBufferPointer { loudness.feed($0, frames: pieceFrames) }
            gate.add(loudness.power())
            piece.removeAll(keepingCapacity: true)
        }
    }
}
