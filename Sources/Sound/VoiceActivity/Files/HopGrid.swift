/// Grid of the hops of a sound: measured from its loudest sample, not from where it begins.
///
/// A sound that loses its first few samples, or gains some, is cut into the very same hops, so
/// the verdict on it does not depend on where a recording happens to begin.
public struct HopGrid: Sendable, Equatable {
    /// The rate that the two-way detector works at, in hertz.
    public static let sampleRate = 16_000
    /// The samples in one hop: 10 ms.
    public static let hopFrames = sampleRate / 100
    /// The samples of the beginning that are looked at for the loudest: ten seconds.
    public static let anchorFrames = 160_000
    /// The hops of a block, the unit in which noise floors are told.
    static let blockHops = 10
    /// Start of the first hop relative to the first sample: -319 through 0.
    public let firstStart: Int
    /// The place of the first hop in its block.
    let firstPlace: Int

    /// Lays the grid by the first ``anchorFrames`` samples, or all of a shorter sound.
    package init(first samples: UnsafeBufferPointer<Int16>) {
        let range = 0..<min(samples.count, Self.anchorFrames)
        var loudest = 0
        var anchor = 0
        for index in range {
            let size = Int(samples[index].magnitude)
            if size > loudest { (loudest, anchor) = (size, index) }
        }
        // Hops are decided on in pairs: the first is the first of its pair.
        let inPair = anchor % (2 * Self.hopFrames)
        firstStart = inPair == 0 ? 0 : inPair - 2 * Self.hopFrames
        let place = (anchor - firstStart) / Self.hopFrames % Self.blockHops
        firstPlace = place == 0 ? 0 : Self.blockHops - place
    }

    /// Returns the number of hops that cover a sound of so many frames.
    public func hopCount(frames: Int) -> Int {
        frames > 0 ? (frames - firstStart + Self.hopFrames - 1) / Self.hopFrames : 0
    }
}
