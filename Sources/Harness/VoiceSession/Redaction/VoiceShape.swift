internal import VoiceTime

/// How loud a stretch of sound is and how its power lies over the spectrum, on average.
///
/// What changes within the stretch is not kept: noise that follows speech from hop to hop can be
/// understood even in four bands (Shannon et al. 1995).
/// Source: linear prediction by the autocorrelation method, Levinson's recursion.
struct VoiceShape {
    static let order = 6
    /// The root mean square, where full scale is 32,768.
    var level = 0.0
    private var taps = [Double](repeating: 0, count: order)

    /// The shape of what was measured; silent where that was nothing.
    init(_ sums: ShapeSums) {
        guard sums.count > 0, sums.products[0] > 0 else { return }
        level = (sums.products[0] / Double(sums.count)).squareRoot()
        predict(sums.products)
    }

    private mutating func predict(_ sums: [Double]) {
        // A little white noise keeps the filter from ringing for ever.
        var error = sums[0] * 1.001
        for step in 0..<Self.order {
            var reflection = sums[step + 1]
            for index in 0..<step { reflection -= taps[index] * sums[step - index] }
            reflection /= error
            let old = taps
            taps[step] = reflection
            for index in 0..<step {
                taps[index] = old[index] - reflection * old[step - 1 - index]
            }
            error *= 1 - reflection * reflection
        }
    }

    /// Noise of this shape and level, with a pulse every `pulseFrames` where there is a pitch.
    func noise(
        frames: Range<Int>, pulseFrames: Int?, chance: ChanceStream
    ) -> [Int16] {
        guard level > 0 else { return [Int16](repeating: 0, count: frames.count) }
        var chance = chance
        var sound: [Double] = []
        sound.reserveCapacity(frames.count)
        var power = 0.0
        for frame in frames {
            let draw = Double(chance.next() >> 11) / Double(1 << 52) - 1
            var value = draw
            if let pulseFrames {
                value *= 0.2
                if frame % pulseFrames == 0 { value += Double(pulseFrames).squareRoot() }
            }
            for (lag, tap) in taps.enumerated() where lag < sound.count {
                value += tap * sound[sound.count - 1 - lag]
            }
            sound.append(value)
            power += value * value
        }
        let scale = level / (power / Double(max(1, sound.count))).squareRoot()
        return sound.map { Int16(max(-32_768, min(32_767, ($0 * scale).rounded()))) }
    }
}

/// What a shape is made of: products of a sound with itself a few samples before, summed up.
struct ShapeSums {
    fileprivate(set) var products = [Double](repeating: 0, count: VoiceShape.order + 1)
    fileprivate(set) var count = 0
    private var last = [Double](repeating: 0, count: VoiceShape.order)

    /// Takes the next samples; `isBeginning` where they do not follow the last ones.
    mutating func add(_ samples: some Sequence<Int16>, isBeginning: Bool) {
        if isBeginning { for lag in last.indices { last[lag] = 0 } }
        for sample in samples {
            let value = Double(sample)
            products[0] += value * value
            for lag in last.indices { products[lag + 1] += value * last[lag] }
            for lag in last.indices.dropFirst().reversed() { last[lag] = last[lag - 1] }
            last[0] = value
            count += 1
        }
    }
}

/// Measures the shapes of stretches of a sound that comes block by block.
struct ShapeMeter {
    /// A stretch, and which sum it belongs to.
    private struct Piece {
        let range: Range<Int>
        let sum: Int
    }

    private let pieces: [Piece]
    private var next = 0
    private var position = 0
    /// A sum for each range, or one for all.
    private(set) var sums: [ShapeSums]

    /// A meter of `ranges`, which are ascending, but for what lies in `others`, which are ascending
    /// and apart; each by itself, or all of them together.
    init(of ranges: [Range<Int>], without others: [Range<Int>] = [], together isShared: Bool) {
        let free = HiddenSpans.gaps(in: others, count: .max)
        pieces = ranges.enumerated().flatMap { index, range in
            free.map { Piece(range: $0.clamped(to: range), sum: isShared ? 0 : index) }
                .filter { !$0.range.isEmpty }
        }
        sums = Array(repeating: ShapeSums(), count: isShared ? 1 : ranges.count)
    }

    /// Processes the next block.
    mutating func process(_ block: UnsafeBufferPointer<Int16>) {
        let here = position..<position + block.count
        position = here.upperBound
        while next < pieces.count, pieces[next].range.upperBound <= here.lowerBound { next += 1 }
        for piece in pieces[next...] {
            let part = piece.range.clamped(to: here)
            guard piece.range.lowerBound < here.upperBound else { break }
            guard !part.isEmpty else { continue }
            let samples = block[
                (part.lowerBound - here.lowerBound)..<(part.upperBound - here.lowerBound)]
            sums[piece.sum].add(
                samples, isBeginning: part.lowerBound == piece.range.lowerBound)
        }
    }
}
