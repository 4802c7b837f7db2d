/// A position on the session's timeline: microphone frames delivered so far, from 0.
public typealias Frame = Int64

/// The session's clock rate: how many frames make a second.
///
/// All conversions are exact integer arithmetic, so that every machine agrees.
public struct SampleRate: Sendable, Hashable {
    /// Frames per second.
    package let hertz: Int

    /// The rate used unless a session says otherwise.
    public static let standard = SampleRate(unchecked: 16_000)

    /// The rates a session clock can run at: multiples of 100 (whole 10 ms hops), in hertz.
    public static let supported = 8_000...48_000

    /// Accepts `hertz` when a 10 ms hop is a whole number of frames; otherwise nil.
    package init?(hertz: Int) {
        guard Self.supported.contains(hertz), hertz.isMultiple(of: 100) else { return nil }
        self.hertz = hertz
    }

    private init(unchecked hertz: Int) { self.hertz = hertz }

    /// Frames in one 10 ms analysis hop.
    public var hopFrames: Int { hertz / 100 }

    /// Frames in `milliseconds`, rounded to the nearest frame; saturates instead of overflowing.
    public func frames(milliseconds: Int64) -> Frame {
        // Past this there is no session anyway, and sums of such times still cannot overflow.
        let limit = Int64.max / 4
        guard milliseconds.magnitude < UInt64(limit / Int64(hertz)) else {
            return milliseconds < 0 ? -limit : limit
        }
        let product = milliseconds * Int64(hertz)
        return (product + (product < 0 ? -500 : 500)) / 1_000
    }

    /// `frame` in microseconds, rounded towards zero; saturates instead of overflowing.
    package func microseconds(_ frame: Frame) -> Int64 {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: Int64(hertz))
        // Past this there is no session anyway, and sums of such times still cannot overflow.
        let limit = Int64.max / 4
        guard seconds.magnitude < UInt64(limit / 1_000_000) else {
            return seconds < 0 ? -limit : limit
        }
        return seconds * 1_000_000 + rest * 1_000_000 / Int64(hertz)
    }

    /// `frame` in milliseconds, rounded to the nearest.
    public func milliseconds(_ frame: Frame) -> Int64 {
        let microseconds = microseconds(frame)
        return (microseconds + (microseconds < 0 ? -500 : 500)) / 1_000
    }

    /// `frame` as a person reads it: milliseconds with one decimal where it is not whole.
    public func text(_ frame: Frame) -> String {
        let tenths = (microseconds(frame) + (frame < 0 ? -50 : 50)) / 100
        let sign = tenths < 0 ? "-" : ""
        let size = tenths.magnitude
        return size % 10 == 0
            ? "\(sign)\(size / 10) ms" : "\(sign)\(size / 10).\(size % 10) ms"
    }

    /// The end of the last whole 10 ms hop that ends at or before `frame`.
    package func hopEnd(atOrBefore frame: Frame) -> Frame {
        frame - frame % Int64(hopFrames)
    }
}
