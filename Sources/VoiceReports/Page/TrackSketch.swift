internal import VoiceAudio
internal import VoiceTime

/// What a page shows of one track: the outline of all of it, and the sound of some stretches.
///
/// The track goes by in pieces: memory grows with what is shown, not with its length.
struct TrackSketch {
    /// Frames a stretch of the outline.
    private let binFrames: Int
    private let sampleRate: Int
    private var cutter: SoundCutter
    /// The places of the stretches as they were asked for, in the order of their beginnings.
    private let order: [Int]
    private var outline: [UInt8] = []
    private var framesInBin = 0
    private var peak: UInt16 = 0
    /// The stretches that hold sound, by the places at which they were asked for.
    private(set) var cuts: [Int: MonoSound] = [:]

    /// A sketch of a track of `sampleRate` with the sound of `ranges`, in any order.
    init(ranges: [Range<Frame>], binFrames: Int, sampleRate: Int) {
        self.binFrames = binFrames
        self.sampleRate = sampleRate
        order = ranges.indices.sorted { ranges[$0].lowerBound < ranges[$1].lowerBound }
        cutter = SoundCutter(order.map { ranges[$0] })
    }

    /// Whether any frame went by.
    var isEmpty: Bool { cutter.frames == 0 }

    /// Takes the next piece.
    mutating func take(_ samples: UnsafeBufferPointer<Int16>) {
        draw(samples)
        var cut: [(Int, [Int16])] = []
        cutter.take(samples) { cut.append(($0, $1)) }
        for (index, samples) in cut { keep(samples, at: index) }
    }

    /// Ends the track.
    mutating func finish() {
        var cut: [(Int, [Int16])] = []
        cutter.finish { cut.append(($0, $1)) }
        for (index, samples) in cut { keep(samples, at: index) }
        if framesInBin > 0 { closeBin() }
    }

    /// One byte a stretch, 255 at full scale, as Base64.
    var outlineText: String { Base64.text(outline) }

    /// Nothing but zeros is no sound.
    private mutating func keep(_ samples: [Int16], at index: Int) {
        guard samples.contains(where: { $0 != 0 }) else { return }
        cuts[order[index]] = MonoSound(sampleRate: sampleRate, samples: samples)
    }

    private mutating func draw(_ samples: UnsafeBufferPointer<Int16>) {
        var start = 0
        while start < samples.count, outline.count <= Waveform.binLimit {
            let end = min(start + binFrames - framesInBin, samples.count)
            for index in start..<end { peak = max(peak, samples[index].magnitude) }
            framesInBin += end - start
            start = end
            if framesInBin == binFrames { closeBin() }
        }
    }

    private mutating func closeBin() {
        outline.append(Waveform.height(peak: peak))
        framesInBin = 0
        peak = 0
    }
}
