/// The outline of a sound: its largest sample in every stretch of so many frames.
///
/// The sound goes by in pieces: memory grows with the outline, not with the sound.
package struct PeakOutline: Sendable {
    /// Frames a stretch.
    private let binFrames: Int
    /// Largest number of stretches; later ones are not drawn.
    private let binLimit: Int
    private var framesInBin = 0
    private var peak: UInt16 = 0
    /// The peak of every stretch that is over, in steps of a 16-bit sample.
    package private(set) var peaks: [UInt16] = []

    /// An outline of at most `binLimit` stretches of `binFrames` frames.
    package init(binFrames: Int, binLimit: Int) {
        precondition(binFrames > 0, "a stretch has frames")
        self.binFrames = binFrames
        self.binLimit = binLimit
    }

    /// Processes the next piece.
    package mutating func process(_ samples: UnsafeBufferPointer<Int16>) {
        var start = 0
        while start < samples.count, peaks.count <= binLimit {
            let end = min(start + binFrames - framesInBin, samples.count)
            for index in start..<end { peak = max(peak, samples[index].magnitude) }
            framesInBin += end - start
            start = end
            if framesInBin == binFrames { closeBin() }
        }
    }

    /// Ends the sound: a stretch that has begun is over.
    package mutating func finish() {
        if framesInBin > 0 { closeBin() }
    }

    private mutating func closeBin() {
        peaks.append(peak)
        framesInBin = 0
        peak = 0
    }
}
