import VoiceAudio

/// Decides as VoiceKit does: by the level of buffers and chunks of the first channel alone.
///
/// Source: VoiceKit 0.1.3, `STTActivityTracker` for ``loudRanges`` and `trimAudioSmart` for
/// ``energyBounds(sampleRate:)``.
struct VoiceKitJudge: HopJudge, Sendable {
    typealias Reading = Int64
    /// Buffers in a chunk that is kept or trimmed: 8,192 frames.
    private static let chunkBuffers = 8
    private static let silence: Float = -160
    private var tracker = PlainTracker()
    private var trim = PlainTrim()
    private var chunkSum: Int64 = 0
    private var chunkStart: Int64 = 0
    private var buffers = 0
    // The last buffer may be a part of one: it is taken when it is known whether it is.
    private var waiting: Int64?
    private var frames: Int64 = 0
    /// Ranges in which the sound is loud, in frames.
    private(set) var loudRanges: [Range<Int64>] = []

    mutating func process(_ readings: UnsafeBufferPointer<Int64>) {
        for reading in readings {
            if let waiting { close(waiting, frames: VoiceKitMeter.hopFrames) }
            waiting = reading
        }
    }

    /// Ends a sound of so many frames.
    mutating func finish(frames: Int64) {
        guard let waiting else { return }
        close(waiting, frames: Int(frames - Int64(buffers * VoiceKitMeter.hopFrames)))
        if buffers % Self.chunkBuffers != 0 { closeChunk() }
        self.waiting = nil
    }

    /// Returns the range from the first chunk through the last that is louder than -35 dB and than
    /// 10 dB above the quietest one; nil where none is.
    func energyBounds(sampleRate: Int) -> Range<Int64>? {
        trim.bounds(sampleRate: sampleRate)?.clamped(to: 0..<frames)
    }

    private mutating func close(_ sum: Int64, frames count: Int) {
        let start = frames
        frames += Int64(count)
        buffers += 1
        chunkSum += sum
        let level = Double(Self.level(sum, frames: count))
        if tracker.observe(decibels: level) {
            if loudRanges.last?.upperBound == start {
                loudRanges[loudRanges.count - 1] =
                    loudRanges[loudRanges.count - 1].lowerBound..<frames
            } else {
                loudRanges.append(start..<frames)
            }
        }
        if buffers % Self.chunkBuffers == 0 { closeChunk() }
    }

    private mutating func closeChunk() {
        let level = Double(Self.level(chunkSum, frames: Int(frames - chunkStart)))
        trim.step(decibels: level, chunk: chunkStart..<frames)
        chunkStart = frames
        chunkSum = 0
    }

    private static func level(_ sum: Int64, frames: Int) -> Float {
        let power = Double(sum) / Double(max(1, frames)) / (32_768 * 32_768)
        return power > 0 ? max(silence, Level.decibels(power: power)) : silence
    }
}

/// The plain rule of VoiceKit: a buffer is loud when it is far enough above a slow baseline.
///
/// The first buffer sets the baseline. Every other one moves it first and is compared then, so a
/// buffer must be a little further above the old baseline than the threshold says.
/// Source: VoiceKit's `STTActivityTracker`.
package struct PlainTracker: Sendable, Equatable {
    /// Least height above the baseline of a buffer that counts as loud.
    private static let thresholdMilliDB = 12_000.0
    /// The baseline's share of a new level, however long the buffer.
    private static let adaptation = 0.05
    // In thousandths of a decibel relative to full scale; nil before any buffer.
    private var baseline: Double?

    /// A tracker that heard nothing yet.
    package init() {}

    /// Takes the level of a buffer, in dBFS, and says whether it is loud.
    package mutating func observe(decibels: Double) -> Bool {
        let level = decibels * 1_000
        guard let last = baseline else {
            baseline = level
            return false
        }
        let moved = last + Self.adaptation * (level - last)
        baseline = moved
        return level >= moved + Self.thresholdMilliDB
    }
}

/// Sums the squares of a buffer's samples.
struct VoiceKitMeter: HopMeter, Sendable {
    static let hopFrames = 1_024
    static let lead = 0
    static let lag = 0
    static let nothing: Int64 = 0

    mutating func measure(
        _ samples: UnsafeBufferPointer<Int16>, into readings: UnsafeMutableBufferPointer<Int64>
    ) {
        for buffer in readings.indices {
            var sum: Int64 = 0
            for index in buffer * Self.hopFrames..<(buffer + 1) * Self.hopFrames {
                let sample = Int32(samples[index])
                sum += Int64(sample * sample)
            }
            readings[buffer] = sum
        }
    }
}
