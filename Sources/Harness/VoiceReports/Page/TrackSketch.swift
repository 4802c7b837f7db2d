internal import VoiceAudio
internal import VoiceFiles
internal import VoiceTime

/// Outline of a whole track, and the sound of some of its stretches, as a page shows them.
///
/// The track goes by in pieces: memory grows with what is shown, not with its length.
struct TrackSketch {
    private let sampleRate: Int
    private var cutter: SoundCutter
    /// The places of the stretches as they were asked for, in the order of their beginnings.
    private let order: [Int]
    private var outline: PeakOutline
    /// The stretches that hold sound, by the places at which they were asked for.
    private(set) var cuts: [Int: MonoSound] = [:]

    /// A sketch of a track of `sampleRate` with the sound of `ranges`, in any order.
    init(ranges: [Range<Frame>], binFrames: Int, sampleRate: Int) {
        outline = PeakOutline(binFrames: binFrames, binLimit: Waveform.binLimit)
        self.sampleRate = sampleRate
        order = ranges.indices.sorted { ranges[$0].lowerBound < ranges[$1].lowerBound }
        cutter = SoundCutter(order.map { ranges[$0] })
    }

    /// Whether any frame went by.
    var isEmpty: Bool { cutter.frames == 0 }

    /// Processes the next piece.
    mutating func process(_ samples: UnsafeBufferPointer<Int16>) {
        outline.process(samples)
        var cut: [(Int, [Int16])] = []
        cutter.process(samples) { cut.append(($0, $1)) }
        for (index, samples) in cut { keep(samples, at: index) }
    }

    /// Ends the track.
    mutating func finish() {
        var cut: [(Int, [Int16])] = []
        cutter.finish { cut.append(($0, $1)) }
        for (index, samples) in cut { keep(samples, at: index) }
        outline.finish()
    }

    /// One byte a stretch, 255 at full scale, as Base64.
    var outlineText: String {
        Base64.text(of: outline.peaks.map { Waveform.height(peak: $0) })
    }

    /// Nothing but zeros is no sound.
    private mutating func keep(_ samples: [Int16], at index: Int) {
        guard samples.contains(where: { $0 != 0 }) else { return }
        cuts[order[index]] = MonoSound(sampleRate: sampleRate, samples: samples)
    }
}
