internal import VoiceSystem

/// Treatment of the beginning and the end of what is kept of a sound, in seconds.
///
/// Fades follow half a period of a cosine, within what is kept; where two of them meet, both
/// apply. Pads are digital silence outside of it.
package struct SoundEdges: Sendable, Equatable {
    /// Duration in which the sound comes up.
    package var fadeIn = 0.0
    /// Duration in which it goes down.
    package var fadeOut = 0.0
    /// Silence ahead of it.
    package var padBefore = 0.0
    /// Silence behind it.
    package var padAfter = 0.0

    /// Creates edges at which nothing is done.
    package init() {}

    /// Whether samples change.
    var isFaded: Bool { fadeIn > 0 || fadeOut > 0 }

    /// Converts so many seconds to frames.
    static func frames(_ seconds: Double, _ sampleRate: Int) -> Int64 {
        Int64((seconds * Double(sampleRate)).rounded())
    }
}

/// The gains of a sound's fades, frame by frame.
struct FadeCurve {
    private let first: Int64
    private let last: Int64
    private let total: Int64

    /// The fades of a sound of `total` frames.
    init(_ edges: SoundEdges, sampleRate: Int, total: Int64) {
        first = SoundEdges.frames(edges.fadeIn, sampleRate)
        last = SoundEdges.frames(edges.fadeOut, sampleRate)
        self.total = total
    }

    /// Turns down interleaved frames that begin at `position`.
    func apply(
        to samples: UnsafeMutableBufferPointer<Double>, channels: Int, at position: Int64
    ) {
        let end = position + Int64(samples.count / channels)
        guard position < first || end > total - last else { return }
        for frame in position..<end {
            let gain = Self.gain(frame, of: first) * Self.gain(total - 1 - frame, of: last)
            guard gain < 1 else { continue }
            let start = Int(frame - position) * channels
            for index in start..<start + channels { samples[index] *= gain }
        }
    }

    /// Returns the gain so many frames from an edge: 0 would be half a frame outside.
    private static func gain(_ distance: Int64, of length: Int64) -> Double {
        guard distance < length else { return 1 }
        return (1 - cos(Double.pi * (Double(max(0, distance)) + 0.5) / Double(length))) / 2
    }
}
