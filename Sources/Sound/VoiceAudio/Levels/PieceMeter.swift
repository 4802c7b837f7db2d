/// Measures a stretch of sound in one pass: peaks, sums, clipping, and the power of each 100 ms.
///
/// What it gives does not depend on how the sound is cut into blocks.
struct PieceMeter: ~Copyable {
    /// Measures of a stretch.
    struct Measure: Sendable {
        var frames: Int64 = 0
        var peak: Float = 0
        var truePeak: Float = 0
        var clipped: Int64 = 0
        var sum = 0.0
        var squares = 0.0
        /// The weighted power of each whole piece of 100 ms.
        var weighted: [Double] = []
        /// The plain power of each whole piece, the mean over the channels.
        var plain: [Double] = []

        /// Adds the stretch that follows, without its pieces.
        mutating func add(_ next: Measure) {
            frames += next.frames
            peak = max(peak, next.peak)
            truePeak = max(truePeak, next.truePeak)
            clipped += next.clipped
            sum += next.sum
            squares += next.squares
        }
    }

    private let channels: Int
    private let pieceFrames: Int
    private let loudness: LoudnessHandle
    private let most: Float
    private var peaks: PeakTracker
    private var framesInPiece = 0
    private var squaresInPiece = 0.0
    private(set) var measure = Measure()

    /// A meter; `bits` is the depth that tells the greatest sample, nil for floating point.
    init(format: SoundFormat, bits: Int?, map: [Int32]) {
        channels = format.channels
        pieceFrames = Self.pieceFrames(sampleRate: format.sampleRate)
        loudness = LoudnessHandle(
            sampleRate: format.sampleRate, channels: format.channels, map: map)
        most = bits.map { 1 - 1 / Float(UInt64(1) << UInt64($0 - 1)) } ?? 1
        peaks = PeakTracker(
            sampleRate: format.sampleRate, channels: format.channels,
            blockFrames: pieceFrames)
    }

    /// The frames of 100 ms.
    static func pieceFrames(sampleRate: Int) -> Int { max(1, sampleRate / 10) }

    /// Lets the filters settle on the frames before the stretch, which are not measured.
    mutating func warm(_ samples: UnsafeBufferPointer<Float>) {
        let frames = samples.count / channels
        loudness.feed(samples, frames: frames)
        var start = 0
        while start < frames {
            let end = min(start + pieceFrames, frames)
            peaks.remember(
                UnsafeBufferPointer(rebasing: samples[start * channels..<end * channels]))
            start = end
        }
    }

    /// Processes the next interleaved frames.
    mutating func process(_ samples: UnsafeBufferPointer<Float>) {
        let frames = samples.count / channels
        var start = 0
        while start < frames {
            let end = min(start + pieceFrames - framesInPiece, frames)
            takePart(UnsafeBufferPointer(rebasing: samples[start * channels..<end * channels]))
            start = end
        }
    }

    /// Returns the measures since the last time, and goes on from there.
    mutating func drain() -> Measure {
        defer { measure = Measure() }
        return measure
    }

    /// Tells that the sound is over, which brings out the peaks behind the last samples.
    mutating func finish() { measure.truePeak = max(measure.truePeak, peaks.finish()) }

    private mutating func takePart(_ samples: UnsafeBufferPointer<Float>) {
        let frames = samples.count / channels
        loudness.feed(samples, frames: frames)
        let sums = SampleSums(samples, most: most)
        measure.peak = max(measure.peak, sums.peak)
        measure.clipped += Int64(sums.clipped)
        measure.sum += sums.sum
        measure.squares += sums.squares
        measure.frames += Int64(frames)
        measure.truePeak = max(
            measure.truePeak, peaks.peak(of: samples, samplePeak: sums.peak))
        squaresInPiece += sums.squares
        framesInPiece += frames
        guard framesInPiece == pieceFrames else { return }
        measure.weighted.append(loudness.power())
        measure.plain.append(squaresInPiece / Double(pieceFrames * channels))
        framesInPiece = 0
        squaresInPiece = 0
    }
}

/// Sums over at most 100 ms of samples, in eight lanes so that the compiler has vectors to use.
struct SampleSums {
    var peak: Float = 0
    var sum = 0.0
    var squares = 0.0
    var clipped: Int32 = 0

    /// The sums of `samples`; one at or beyond `most`, or at or below -1, counts as clipped.
    init(_ samples: UnsafeBufferPointer<Float>, most: Float) {
        typealias Lanes = SIMD8<Float>
        var greatest = Lanes(repeating: 0)
        var least = Lanes(repeating: 0)
        var sums = Lanes(repeating: 0)
        var powers = Lanes(repeating: 0)
        var over = SIMD8<Int32>(repeating: 0)
        let bytes = UnsafeRawBufferPointer(samples)
        let whole = samples.count / 8 * 8
        for start in stride(from: 0, to: whole, by: 8) {
            let lanes = bytes.loadUnaligned(fromByteOffset: start * 4, as: Lanes.self)
            greatest.replace(with: lanes, where: lanes .> greatest)
            least.replace(with: lanes, where: lanes .< least)
            sums += lanes
            powers += lanes * lanes
            over.replace(with: over &+ 1, where: (lanes .>= most) .| (lanes .<= -1))
        }
        peak = max(greatest.max(), -least.min())
        clipped = over.wrappedSum()
        var (rest, restPower): (Float, Float) = (sums.sum(), powers.sum())
        for index in whole..<samples.count {
            let sample = samples[index]
            peak = max(peak, abs(sample))
            rest += sample
            restPower += sample * sample
            clipped += sample >= most || sample <= -1 ? 1 : 0
        }
        (sum, squares) = (Double(rest), Double(restPower))
        if !rest.isFinite || !restPower.isFinite { sumWidely(samples) }
    }

    /// The sums in double precision, which holds the square of every float.
    private mutating func sumWidely(_ samples: UnsafeBufferPointer<Float>) {
        (sum, squares) = (0, 0)
        for sample in samples {
            sum += Double(sample)
            squares += Double(sample) * Double(sample)
        }
    }
}
