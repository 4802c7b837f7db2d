/// The powers of 256 real points, for four stretches of sound at once, one a lane.
///
/// 128 complex points (even samples real, odd ones imaginary) are transformed without a shuffle,
/// since every lane is a transform of its own; then the real spectrum is unravelled. Every
/// operation is one IEEE addition or multiplication in a fixed order.
/// Source: Stockham's autosort transform, radix 4 and 2 (Van Loan 1992, section 2.4).
struct LaneSpectrum: ~Copyable {
    typealias Lanes = SIMD4<Float>
    typealias Row = UnsafeMutablePointer<Lanes>

    /// Points of a transform.
    static let size = 256
    private static let points = 128
    private static let quarter = 32
    private let tables = LaneTables.shared
    private let ping = LanePair(count: points)
    private let pong = LanePair(count: points)
    /// The powers of bins 0 through 128, times four.
    let powers: Row

    init() {
        powers = .allocate(capacity: Self.points + 1)
        powers.initialize(repeating: Lanes(), count: Self.points + 1)
    }

    deinit { powers.deallocate() }

    /// Fills `powers` from four stretches of 256 points, each `stride` after the last.
    func measure(_ sound: UnsafePointer<Float>, stride: Int) {
        load(sound, stride: stride, into: ping)
        tables.turns.withUnsafeBufferPointer { turns in
            guard var turn = turns.baseAddress else { return }
            Self.pass(from: ping, to: pong, stride: 1, &turn)
            Self.pass(from: pong, to: ping, stride: 4, &turn)
            Self.pass(from: ping, to: pong, stride: 16, &turn)
        }
        unravel(pong)
    }

    private func load(_ sound: UnsafePointer<Float>, stride: Int, into target: borrowing LanePair) {
        let raw = UnsafeRawPointer(sound)
        let row = 4 * stride
        tables.window.withUnsafeBufferPointer { window in
            for place in Swift.stride(from: 0, to: Self.points, by: 2) {
                @inline(__always)
                func four(_ lane: Int) -> Lanes {
                    raw.loadUnaligned(
                        fromByteOffset: lane * row + 8 * place, as: Lanes.self)
                }
                let (a, b, c, d) = (four(0), four(1), four(2), four(3))
                let factor = window.baseAddress.unsafelyUnwrapped + 2 * place
                target.real[place] = Lanes(a.x, b.x, c.x, d.x) * factor[0]
                target.imaginary[place] = Lanes(a.y, b.y, c.y, d.y) * factor[1]
                target.real[place + 1] = Lanes(a.z, b.z, c.z, d.z) * factor[2]
                target.imaginary[place + 1] = Lanes(a.w, b.w, c.w, d.w) * factor[3]
            }
        }
    }

    /// One pass of radix 4; takes three turns for every group.
    @inline(__always)
    private static func pass(
        from source: borrowing LanePair, to target: borrowing LanePair, stride: Int,
        _ turn: inout UnsafePointer<ComplexLanes>
    ) {
        for group in 0..<quarter / stride {
            let (turn1, turn2, turn3) = (turn[0], turn[1], turn[2])
            turn += 3
            for offset in 0..<stride {
                let place = group * stride + offset
                let four = ComplexLanes.butterfly(
                    source[place], source[place + quarter], source[place + 2 * quarter],
                    source[place + 3 * quarter])
                let result = 4 * group * stride + offset
                target[result] = four.0
                target[result + stride] = four.1.times(turn1)
                target[result + 2 * stride] = four.2.times(turn2)
                target[result + 3 * stride] = four.3.times(turn3)
            }
        }
    }

    /// Does the last pass, of radix 2, and gives the real spectrum of its result, without storing
    /// that.
    private func unravel(_ source: borrowing LanePair) {
        let half = Self.points / 2
        let (sum, middle) = (source[0] + source[half], source[0] - source[half])
        let (all, alternate) = (sum.real + sum.imaginary, sum.real - sum.imaginary)
        powers[0] = all * all * 4
        powers[Self.points] = alternate * alternate * 4
        tables.halves.withUnsafeBufferPointer { halves in
            let halves = halves.baseAddress.unsafelyUnwrapped
            for bin in 1..<half {
                let low = source[bin] + source[bin + half]
                let other = source[half - bin] - source[Self.points - bin]
                unravel(bin, low, other, halves[bin])
            }
            unravel(half, middle, middle, halves[half])
        }
    }

    /// Fills the powers of a bin and of that which mirrors it.
    @inline(__always)
    private func unravel(
        _ bin: Int, _ low: ComplexLanes, _ other: ComplexLanes, _ turn: ComplexLanes
    ) {
        let high = ComplexLanes(real: other.real, imaginary: 0 - other.imaginary)
        let even = low + high
        let odd = (low - high).quarterTurnBack.times(turn)
        powers[bin] = (even + odd).power
        powers[Self.points - bin] = (even - odd).power
    }
}

extension ComplexLanes {
    /// The squared magnitudes.
    @inline(__always)
    fileprivate var power: Lanes { real * real + imaginary * imaginary }
}
