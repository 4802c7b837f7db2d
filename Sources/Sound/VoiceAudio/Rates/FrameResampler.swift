/// Converts interleaved frames from one rate to another, all channels alike, piece by piece.
///
/// Shape: `n` frames in, `n * targetRate / sourceRate` frames out in all, rounded to the nearest,
/// and one at least where there is any.
/// Source: libsamplerate 0.2 API reference, `src_process`.
struct FrameResampler: ~Copyable {
    private let handle: RateHandle
    private let sourceRate: Int
    private let targetRate: Int
    private let channels: Int
    private var framesIn: Int64 = 0
    private var framesOut: Int64 = 0
    private var input: [Float] = []
    private var block: [Float]

    init(
        from sourceRate: Int, to targetRate: Int, channels: Int, quality: RateQuality
    ) throws(AudioError) {
        try RateConverter.check(sourceRate)
        try RateConverter.check(targetRate)
        handle = RateHandle(channels: channels, quality: quality)
        self.sourceRate = sourceRate
        self.targetRate = targetRate
        self.channels = channels
        block = [Float](repeating: 0, count: 4_096 * channels)
    }

    /// Converts so many frames at the source rate to frames at the target rate.
    static func frames(_ frames: Int64, from sourceRate: Int, to targetRate: Int) -> Int64 {
        max(
            min(frames, 1),
            (frames * Int64(targetRate) * 2 + Int64(sourceRate)) / (2 * Int64(sourceRate)))
    }

    /// Takes the next frames and appends those that are ready; `isLast` gives out the rest, once.
    mutating func append(
        _ samples: UnsafeBufferPointer<Double>, isLast: Bool, to output: inout [Double]
    ) {
        if input.count < samples.count {
            input = [Float](repeating: 0, count: samples.count)
        }
        input.withUnsafeMutableBufferPointer { all in
            for index in samples.indices { all[index] = Float(samples[index]) }
        }
        framesIn += Int64(samples.count / channels)
        let total = Self.frames(framesIn, from: sourceRate, to: targetRate)
        let ratio = Double(targetRate) / Double(sourceRate)
        var consumed = 0
        while true {
            let rest = consumed * channels
            let step = input.withUnsafeBufferPointer { all in
                handle.process(
                    UnsafeBufferPointer(rebasing: all[rest..<samples.count]), into: &block,
                    ratio: ratio,
                    isLast: isLast)
            }
            consumed += step.consumed
            let kept = Int(max(0, min(Int64(step.produced), total - framesOut)))
            give(kept * channels, to: &output)
            framesOut += Int64(kept)
            let isDone = consumed * channels == samples.count || step.consumed == 0
            if step.produced == 0 && isDone { break }
        }
        guard isLast, framesOut < total else { return }
        output.append(contentsOf: repeatElement(0, count: Int(total - framesOut) * channels))
        framesOut = total
    }

    /// Appends the first samples of the block.
    private func give(_ count: Int, to output: inout [Double]) {
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: count))
        output.withUnsafeMutableBufferPointer { all in
            block.withUnsafeBufferPointer { block in
                for index in 0..<count { all[start + index] = Double(block[index]) }
            }
        }
    }
}
