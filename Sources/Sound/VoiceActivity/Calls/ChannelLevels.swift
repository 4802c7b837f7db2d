internal import VoiceAudio

/// Levels of one channel of a call, hop by hop of 10 ms, and how its samples end.
///
/// Shape: hop `n` begins at frame `n * sampleRate / 100`, rounded down. Units: hundredths of a
/// decibel relative to full scale, never below ``lowest``; integers, so that CPUs agree.
package struct ChannelLevels: Sendable, Equatable {
    /// The lowest level told, in hundredths of a decibel.
    package static let lowest: Int32 = -9_600
    /// Number of levels that are told of one second of sound.
    package static let hopsPerSecond = 100
    /// Samples of this size that stay the same for ``flatRun`` frames stand at the end of a scale:
    /// those of mu-law end at 32,124, those of A-law at 32,256.
    private static let flatLeast: UInt16 = 31_000
    private static let flatRun = 3

    /// Frames per second of the channel, in hertz.
    package let sampleRate: Int
    /// The level of every hop that is complete.
    package private(set) var hops: [Int32] = []
    /// The frames that were taken.
    package private(set) var frames: Int64 = 0
    /// The greatest absolute sample.
    package private(set) var peak: UInt16 = 0
    /// Frames that stand at the end of the scale for three frames or more: the sound is clipped.
    package private(set) var clippedFrames: Int64 = 0

    private var squares: Int64 = 0
    private var hopStart: Int64 = 0
    private var last: Int16 = 0
    private var run = 0

    /// Creates the levels of a channel before its first frame.
    package init(sampleRate: Int) {
        precondition(sampleRate >= Self.hopsPerSecond, "a hop has one frame at least")
        self.sampleRate = sampleRate
    }

    /// Processes the samples that come next.
    package mutating func process(_ samples: UnsafeBufferPointer<Int16>) {
        var place = 0
        while place < samples.count {
            let end = start(ofHop: hops.count + 1)
            let count = Int(min(Int64(samples.count - place), end - frames))
            measure(UnsafeBufferPointer(rebasing: samples[place..<(place + count)]))
            place += count
            frames += Int64(count)
            if frames == end { closeHop() }
        }
    }

    /// Completes the last hop, which may be shorter.
    package mutating func finish() {
        if frames > hopStart { closeHop() }
        (last, run) = (0, 0)
    }

    /// The first frame of a hop.
    package func start(ofHop hop: Int) -> Int64 {
        Int64(hop) * Int64(sampleRate) / Int64(Self.hopsPerSecond)
    }

    /// Returns the hops that a stretch of frames touches, as far as there are any.
    package func hops(of range: Range<Int64>) -> Range<Int> {
        let rate = Int64(sampleRate)
        let first = range.lowerBound * Int64(Self.hopsPerSecond) / rate
        let end = (range.upperBound * Int64(Self.hopsPerSecond) + rate - 1) / rate
        let bounds = 0...Int64(hops.count)
        let (from, to) = (first.clamped(to: bounds), end.clamped(to: bounds))
        return Int(from)..<Int(max(from, to))
    }

    /// Returns the middle level of `hop` and of the two beside it within `range`: one hop alone,
    /// such as a click, is no speech.
    func middle(at hop: Int, within range: Range<Int>) -> Int32 {
        [max(range.lowerBound, hop - 1), hop, min(range.upperBound - 1, hop + 1)]
            .map { hops[$0] }.sorted()[1]
    }

    /// Returns the level that so many per cent of the hops stay below; ``lowest`` without a hop.
    package func level(percentile: Int) -> Int32 {
        precondition((0...99).contains(percentile), "a percentile is 0 to 99")
        guard !hops.isEmpty else { return Self.lowest }
        return hops.sorted()[hops.count * percentile / 100]
    }

    private mutating func measure(_ samples: UnsafeBufferPointer<Int16>) {
        var sum: Int64 = 0
        var greatest: UInt16 = 0
        for sample in samples {
            sum &+= Int64(Int32(sample) &* Int32(sample))
            greatest = max(greatest, sample.magnitude)
        }
        squares += sum
        peak = max(peak, greatest)
        guard greatest >= Self.flatLeast else {
            run = 0
            return
        }
        for sample in samples {
            run = sample == last && sample.magnitude >= Self.flatLeast ? run + 1 : 1
            last = sample
            if run == Self.flatRun { clippedFrames += Int64(Self.flatRun) }
            if run > Self.flatRun { clippedFrames += 1 }
        }
    }

    private mutating func closeHop() {
        let power = Double(squares) / Double(frames - hopStart) / (32_768 * 32_768)
        let level = squares > 0 ? (Level.decibels(power: power) * 100).rounded() : -.infinity
        hops.append(level > Float(Self.lowest) ? Int32(level) : Self.lowest)
        squares = 0
        hopStart = frames
    }
}

extension Int64 {
    /// The nearest number within `bounds`.
    fileprivate func clamped(to bounds: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
