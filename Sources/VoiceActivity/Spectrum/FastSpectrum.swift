/// The powers of 512 real points, by a transform that gives the same bits on every machine.
///
/// 256 complex points (even samples real, odd ones imaginary) are taken as four interleaved
/// series, one a lane: 64-point transforms run in all lanes at once, then the lanes are joined
/// and the real spectrum is unravelled. Every operation is one IEEE addition or multiplication
/// in a fixed order, so vectors are as good as scalars: FFTW's own depend on the CPU.
/// Source: Stockham's autosort transform, radix 4 (Van Loan 1992, section 2.4).
struct FastSpectrum: ~Copyable {
    typealias Lanes = SIMD4<Float>

    /// Points of a transform.
    static let size = 512
    private static let lanePoints = 64
    private let tables: SpectrumTables
    private let ping: LanePair
    private let pong: LanePair

    init() {
        tables = .shared
        // One vector more: the point past the last is the first again.
        ping = LanePair(count: Self.lanePoints + 1)
        pong = LanePair(count: Self.lanePoints + 1)
    }

    /// Fills `powers`, 257 of them, from windowed samples.
    ///
    /// - Parameter samples: 512 of them, 16-bit full scale.
    /// - Parameter window: a factor for each.
    func measure(
        _ samples: UnsafePointer<Int16>, window: UnsafePointer<Float>,
        into powers: UnsafeMutablePointer<Float>
    ) {
        load(samples, window)
        tables.turns.withUnsafeBufferPointer { turns in
            guard let turns = turns.baseAddress else { return }
            pass(from: ping, to: pong, stride: 1, turns)
            pass(from: pong, to: ping, stride: 4, turns)
            pass(from: ping, to: pong, stride: 16, turns)
        }
        join(from: pong, to: ping)
        unravel(ping, into: powers)
    }

    private func load(_ samples: UnsafePointer<Int16>, _ window: UnsafePointer<Float>) {
        let sound = UnsafeRawPointer(samples)
        let factors = UnsafeRawPointer(window)
        for place in 0..<Self.lanePoints {
            let eight = sound.loadUnaligned(fromByteOffset: place * 16, as: SIMD8<Int16>.self)
            let factor = factors.loadUnaligned(fromByteOffset: place * 32, as: SIMD8<Float>.self)
            ping.real[place] = Self.floats(eight.evenHalf) * factor.evenHalf
            ping.imaginary[place] = Self.floats(eight.oddHalf) * factor.oddHalf
        }
    }

    private static func floats(_ four: SIMD4<Int16>) -> Lanes {
        Lanes(Float(four.x), Float(four.y), Float(four.z), Float(four.w))
    }

    /// One pass of radix 4: `turns` holds the powers of the 64th root of one.
    @inline(__always)
    private func pass(
        from source: borrowing LanePair, to target: borrowing LanePair, stride: Int,
        _ turns: UnsafePointer<Float>
    ) {
        let quarter = Self.lanePoints / 4
        for group in 0..<quarter / stride {
            let first = 2 * group * stride
            for offset in 0..<stride {
                let place = group * stride + offset
                let four = ComplexLanes.butterfly(
                    source[place], source[place + quarter], source[place + 2 * quarter],
                    source[place + 3 * quarter])
                let result = 4 * group * stride + offset
                target[result] = four.0
                target[result + stride] = four.1.turned(by: turns + first)
                target[result + 2 * stride] = four.2.turned(by: turns + 2 * first)
                target[result + 3 * stride] = four.3.turned(by: turns + 3 * first)
            }
        }
    }

    /// Joins the lanes' transforms to that of all 256 points, in order.
    private func join(from source: borrowing LanePair, to target: borrowing LanePair) {
        tables.joins.withUnsafeBufferPointer { joins in
            for four in 0..<Self.lanePoints / 4 {
                let lanes = source.transposed(at: 4 * four)
                let joined = ComplexLanes.butterfly(
                    lanes.0, lanes.1.times(joins[3 * four]), lanes.2.times(joins[3 * four + 1]),
                    lanes.3.times(joins[3 * four + 2]))
                target[four] = joined.0
                target[four + 16] = joined.1
                target[four + 32] = joined.2
                target[four + 48] = joined.3
            }
        }
        target[Self.lanePoints] = target[0]
    }

    /// Makes powers of the real points' spectrum from the complex points' one.
    private func unravel(
        _ joined: borrowing LanePair, into powers: UnsafeMutablePointer<Float>
    ) {
        let raw = UnsafeMutableRawPointer(powers)
        tables.halves.withUnsafeBufferPointer { halves in
            for four in 0..<Self.lanePoints / 2 {
                let low = joined[four]
                let high = joined.mirrored(at: four)
                let even = low + high
                let odd = (low - high).quarterTurnBack.times(halves[four])
                raw.storeBytes(
                    of: (even + odd).quarteredPower, toByteOffset: 16 * four, as: Lanes.self)
                let mirror = (even - odd).quarteredPower
                raw.storeBytes(
                    of: Lanes(mirror.w, mirror.z, mirror.y, mirror.x),
                    toByteOffset: 4 * (253 - 4 * four), as: Lanes.self)
            }
        }
        let middle = joined[Self.lanePoints / 2]
        powers[128] = middle.real.x * middle.real.x + middle.imaginary.x * middle.imaginary.x
    }
}
