internal import VoiceSystem

/// Keeps the true peak below a ceiling by turning the sound down for moments.
///
/// It looks ``lookAheadMilliseconds`` ahead: the gain has come down, along a straight line, when
/// a peak arrives, and goes back with a time constant of ``releaseMilliseconds``. All channels
/// get the same gain. Sound whose peaks stay below the ceiling comes out bit for bit.
/// Shape: interleaved frames, as many out as in, in time with those that went in.
/// Source: the minimum-filter design of Zölzer, "DAFX", 2011, section 4.2, fed with the
/// interpolated peaks of ITU-R BS.1770-4.
struct Limiter {
    /// Milliseconds before a peak at which the gain begins to move.
    static let lookAheadMilliseconds = 5
    /// Milliseconds in which the gain comes back.
    static let releaseMilliseconds = 50
    /// The frames that are looked at in one go.
    private static let blockFrames = 1_024

    private let channels: Int
    private let ceiling: Float
    private let interpolator: PeakInterpolator
    private let lookAhead: Int
    private let release: Double
    private var history: [[Float]]
    private var needs: [Float]
    private var minimum: SlidingMinimum
    private var held = 1.0
    private var slope: [Double]
    private var slopeSum: Double
    private var slopePlace = 0
    private var delay: [Double]
    private var delayPlace = 0
    private var framesOut: Int64 = 0

    /// A limiter for `channels` interleaved channels; `ceilingDB` in dBTP.
    init(ceilingDB: Double, sampleRate: Int, channels: Int) {
        self.channels = channels
        ceiling = Float(Decibels.factor(ceilingDB))
        interpolator = PeakInterpolator(sampleRate: sampleRate)
        lookAhead = max(1, sampleRate * Self.lookAheadMilliseconds / 1_000)
        release = 1_000 / Double(Self.releaseMilliseconds * sampleRate)
        let room = interpolator.reach + Self.blockFrames + PeakInterpolator.width
        history = [[Float]](
            repeating: [Float](repeating: 0, count: room), count: channels)
        needs = [Float](repeating: 1, count: Self.blockFrames + PeakInterpolator.width)
        minimum = SlidingMinimum(width: lookAhead + 2)
        slope = [Double](repeating: 1, count: lookAhead)
        slopeSum = Double(lookAhead)
        delay = [Double](repeating: 0, count: (lookAhead + interpolator.half) * channels)
    }

    /// Takes the next frames and appends those that are ready; `isLast` gives out the rest, once.
    mutating func append(
        _ input: UnsafeBufferPointer<Double>, isLast: Bool, to output: inout [Double]
    ) {
        feed(input, to: &output)
        guard isLast else { return }
        let rest = [Double](repeating: 0, count: delay.count)
        rest.withUnsafeBufferPointer { feed($0, to: &output) }
    }

    private mutating func feed(_ input: UnsafeBufferPointer<Double>, to output: inout [Double]) {
        var start = 0
        while start < input.count {
            let end = min(start + Self.blockFrames * channels, input.count)
            let block = UnsafeBufferPointer(rebasing: input[start..<end])
            measure(block)
            for frame in 0..<(block.count / channels) {
                apply(nextGain(need: needs[frame]), block, frame, to: &output)
            }
            start = end
        }
    }

    /// Fills `needs` with the gain that each newest frame's peak calls for, `half` frames late.
    private mutating func measure(_ block: UnsafeBufferPointer<Double>) {
        let frames = block.count / channels
        let reach = interpolator.reach
        for index in 0..<frames { needs[index] = 1 }
        var planes: [[Float]] = []
        swap(&planes, &history)
        for channel in 0..<channels {
            planes[channel].withUnsafeMutableBufferPointer { samples in
                var greatest: Float = 0
                for index in 0..<reach { greatest = max(greatest, abs(samples[index])) }
                for frame in 0..<frames {
                    let sample = Float(block[frame * channels + channel])
                    samples[reach + frame] = sample
                    greatest = max(greatest, abs(sample))
                }
                if greatest * max(1, interpolator.bound) > ceiling {
                    need(UnsafeBufferPointer(samples), frames: frames)
                }
                for index in 0..<reach { samples[index] = samples[frames + index] }
            }
        }
        swap(&planes, &history)
    }

    private mutating func need(_ samples: UnsafeBufferPointer<Float>, frames: Int) {
        guard let base = samples.baseAddress else { return }
        let reach = interpolator.reach
        for start in stride(from: 0, to: frames, by: PeakInterpolator.width) {
            let between = interpolator.peaks(base, at: reach + start)
            for lane in 0..<min(PeakInterpolator.width, frames - start) {
                let sample = abs(samples[reach + start + lane - interpolator.half])
                let peak = max(sample, between[lane])
                if peak > ceiling {
                    needs[start + lane] = min(needs[start + lane], ceiling / peak)
                }
            }
        }
    }

    /// The gain for the frame that leaves the delay when this need comes in.
    private mutating func nextGain(need: Float) -> Double {
        let least = Double(minimum.next(need))
        var gain = min(least, held + (1 - held) * release)
        if gain > 0.999_99 { gain = least }
        held = gain
        // Multiples of 2^-32 add up without rounding, so the sum never drifts.
        let exact = floor(gain * 4_294_967_296) / 4_294_967_296
        slopeSum += exact - slope[slopePlace]
        slope[slopePlace] = exact
        slopePlace = slopePlace + 1 == lookAhead ? 0 : slopePlace + 1
        return slopeSum / Double(lookAhead)
    }

    /// Puts a frame into the delay and gives out, turned down, the one that it pushes out.
    private mutating func apply(
        _ gain: Double, _ block: UnsafeBufferPointer<Double>, _ frame: Int,
        to output: inout [Double]
    ) {
        let isFilling = framesOut < Int64(delay.count / channels)
        framesOut += 1
        for channel in 0..<channels {
            if !isFilling { output.append(delay[delayPlace + channel] * gain) }
            delay[delayPlace + channel] = block[frame * channels + channel]
        }
        delayPlace = delayPlace + channels == delay.count ? 0 : delayPlace + channels
    }
}

/// The least of the last values, in constant time for each.
///
/// Source: Lemire, "Streaming maximum-minimum filter", 2006.
struct SlidingMinimum {
    private let width: Int
    private var values: [Float]
    private var places: [Int64]
    private var first = 0
    private var count = 0
    private var place: Int64 = 0

    /// A minimum over the last `width` values; those before the first are 1.
    init(width: Int) {
        self.width = width
        values = [Float](repeating: 1, count: width + 1)
        places = [Int64](repeating: 0, count: width + 1)
    }

    /// Takes a value and gives the least of the last `width`.
    mutating func next(_ value: Float) -> Float {
        while count > 0, values[(first + count - 1) % values.count] >= value { count -= 1 }
        let end = (first + count) % values.count
        values[end] = value
        places[end] = place
        count += 1
        if places[first] <= place - Int64(width) {
            first = (first + 1) % values.count
            count -= 1
        }
        place += 1
        return values[first]
    }
}
