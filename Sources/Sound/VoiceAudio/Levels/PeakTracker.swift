/// Finds the true peak of sound that comes in blocks.
///
/// A stretch whose greatest sample, times what the filter can make of it at most, does not reach
/// the peak so far is passed over: that changes nothing but the time it takes.
struct PeakTracker {
    /// Samples that are kept before a block: two vectors, more than any filter reaches.
    private static let kept = 2 * PeakInterpolator.width

    private let channels: Int
    private let interpolator: PeakInterpolator
    private var planes: [[Float]]
    private var greatest: Float = 0
    /// The greatest absolute sample among those kept, of any channel.
    private var keptPeak: Float = 0

    /// A tracker of blocks of at most `blockFrames` frames.
    init(sampleRate: Int, channels: Int, blockFrames: Int) {
        self.channels = channels
        interpolator = PeakInterpolator(sampleRate: sampleRate)
        let room = Self.kept + max(blockFrames, Self.kept) + PeakInterpolator.width
        planes = [[Float]](repeating: [Float](repeating: 0, count: room), count: channels)
    }

    /// Keeps the end of a block that is not measured.
    mutating func remember(_ samples: UnsafeBufferPointer<Float>) {
        let frames = samples.count / channels
        for channel in planes.indices {
            fill(channel, samples, frames)
            keep(channel, frames)
        }
        keptPeak = planes.reduce(0) { max($0, $1[..<Self.kept].reduce(0) { max($0, abs($1)) }) }
    }

    /// The greatest value, at samples or between them, of all blocks so far.
    mutating func peak(of samples: UnsafeBufferPointer<Float>, samplePeak: Float) -> Float {
        greatest = max(greatest, samplePeak)
        let frames = samples.count / channels
        let canBeat = max(samplePeak, keptPeak) * interpolator.bound > greatest
        for channel in planes.indices {
            fill(channel, samples, frames)
            if canBeat { search(channel, frames) }
            keep(channel, frames)
        }
        // Blocks shorter than what is kept leave samples of earlier ones in it.
        keptPeak = frames < Self.kept ? max(keptPeak, samplePeak) : samplePeak
        return greatest
    }

    /// Returns the peak after the end of the sound, which is followed by silence.
    mutating func finish() -> Float {
        let silence = [Float](repeating: 0, count: Self.kept * channels)
        return silence.withUnsafeBufferPointer { peak(of: $0, samplePeak: 0) }
    }

    private mutating func fill(
        _ channel: Int, _ samples: UnsafeBufferPointer<Float>, _ frames: Int
    ) {
        let channels = channels
        planes[channel].withUnsafeMutableBufferPointer { plane in
            for frame in 0..<frames {
                plane[Self.kept + frame] = samples[frame * channels + channel]
            }
        }
    }

    private mutating func keep(_ channel: Int, _ frames: Int) {
        planes[channel].withUnsafeMutableBufferPointer { plane in
            for index in 0..<Self.kept { plane[index] = plane[frames + index] }
        }
    }

    private mutating func search(_ channel: Int, _ frames: Int) {
        let width = PeakInterpolator.width
        var greatest = greatest
        planes[channel].withUnsafeBufferPointer { plane in
            guard let base = plane.baseAddress else { return }
            for start in stride(from: 0, to: frames, by: width) {
                let place = Self.kept + start
                let near = Self.absoluteMaximum(base, from: place - Self.kept)
                guard near * interpolator.bound > greatest else { continue }
                if start + width <= frames {
                    greatest = max(greatest, interpolator.peak(base, at: place))
                } else {
                    let rest = interpolator.peaks(base, at: place)
                    for lane in 0..<(frames - start) { greatest = max(greatest, rest[lane]) }
                }
            }
        }
        // Between samples at the end of the range the sums have no room.
        self.greatest = min(greatest, .greatestFiniteMagnitude)
    }

    /// Returns the greatest absolute value of the samples that are kept before a vector and of the
    /// vector itself.
    private static func absoluteMaximum(_ base: UnsafePointer<Float>, from place: Int) -> Float {
        typealias Lanes = SIMD16<Float>
        let raw = UnsafeRawPointer(base + place)
        var greatest = Lanes(repeating: 0)
        for vector in 0..<3 {
            let offset = vector * PeakInterpolator.width * MemoryLayout<Float>.stride
            let lanes = raw.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
            greatest.replace(with: lanes, where: lanes .> greatest)
            greatest.replace(with: -lanes, where: -lanes .> greatest)
        }
        return greatest.max()
    }
}
