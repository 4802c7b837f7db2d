/// A stretch of a sound that one worker measures, and what it measured: reused for the next.
///
/// Shape: the lead's samples, those of ``hops`` hops, the lag's; as many readings as hops.
struct HopPiece<Meter: HopMeter & ~Copyable>: ~Copyable, Sendable {
    var samples: [Int16]
    private var readings: [Meter.Reading]
    /// Which piece of the sound it is, from 0.
    var index = 0
    /// The hops it holds.
    var hops = 0

    init(hops: Int) {
        samples = Array(
            repeating: 0, count: Meter.lead + hops * Meter.hopFrames + Meter.lag)
        readings = Array(repeating: Meter.nothing, count: hops)
    }

    /// Measures every hop.
    mutating func measure(with meter: inout Meter) {
        let count = Meter.lead + hops * Meter.hopFrames + Meter.lag
        let hops = hops
        samples.withUnsafeBufferPointer { samples in
            readings.withUnsafeMutableBufferPointer { readings in
                meter.measure(
                    UnsafeBufferPointer(rebasing: samples[..<count]),
                    into: UnsafeMutableBufferPointer(rebasing: readings[..<hops]))
            }
        }
    }

    /// Lets a judge take what was measured.
    func give<Judge: HopJudge & ~Copyable>(
        to judge: inout Judge
    ) where Judge.Reading == Meter.Reading {
        readings.withUnsafeBufferPointer {
            judge.take(UnsafeBufferPointer(rebasing: $0[..<hops]))
        }
    }
}
