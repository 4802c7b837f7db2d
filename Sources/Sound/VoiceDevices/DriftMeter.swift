/// Measures how far the clocks of capture and playback run apart, and how long the way round is: by
/// the host's times.
///
/// Shape: running least-squares lines through (frame, seconds), and medians of the first times.
package struct DriftMeter: Sendable {
    private struct Side {
        private var count = 0.0
        private var sumX = 0.0
        private var sumY = 0.0
        private var sumXX = 0.0
        private var sumXY = 0.0
        private var origin: (x: Double, y: Double)?
        /// Times from the callback to the frame, in seconds.
        var distances: [Double] = []
        /// A frame's place on its own clock less its time, in seconds.
        var leads: [Double] = []

        /// Number of times that the medians are taken of.
        private static let medianCount = 64

        mutating func add(frame: Int, rate: Double, _ seconds: Double, distance: Double) {
            if distances.count < Self.medianCount {
                distances.append(distance)
                leads.append(Double(frame) / rate - seconds)
            }
            let origin = origin ?? (Double(frame), seconds)
            self.origin = origin
            let (x, y) = (Double(frame) - origin.x, seconds - origin.y)
            count += 1
            sumX += x
            sumY += y
            sumXX += x * x
            sumXY += x * y
        }

        /// Seconds for every frame; nil below three points.
        var slope: Double? {
            let spread = count * sumXX - sumX * sumX
            guard count >= 3, spread > 0 else { return nil }
            return (count * sumXY - sumX * sumY) / spread
        }

        static func median(_ values: [Double]) -> Double? {
            values.isEmpty ? nil : values.sorted()[values.count / 2]
        }
    }

    private let rate: Double
    private var capture = Side()
    private var playback = Side()
    /// Number of times of each side that were noted: the fewer of both.
    package var count: Int { min(capture.distances.count, playback.distances.count) }

    init(rate: Int) { self.rate = Double(rate) }

    mutating func captured(frame: Int, _ seconds: Double, ago: Double) {
        capture.add(frame: frame, rate: rate, seconds, distance: ago)
    }

    mutating func sounded(frame: Int, _ seconds: Double, ahead: Double) {
        playback.add(frame: frame, rate: rate, seconds, distance: ahead)
    }

    /// Time in seconds from the moment a frame is handed to the device to the moment that the core
    /// has what a microphone beside the loudspeaker heard of it: the medians of the first times of
    /// both directions; nil before any.
    package var latencySeconds: Double? {
        guard let before = Side.median(capture.distances),
            let after = Side.median(playback.distances)
        else { return nil }
        return max(0, before) + max(0, after)
    }

    /// Frames by which playback's count of the frame that sounds is ahead of capture's; nil before
    /// any.
    var offsetFrames: Int? {
        guard let heard = Side.median(capture.leads), let played = Side.median(playback.leads)
        else { return nil }
        let frames = ((played - heard) * rate).rounded()
        return abs(frames) < 60 * rate ? Int(frames) : nil
    }

    /// Speed of the capture device over what its rate says, in millionths.
    package var captureMillionths: Double? { capture.slope.map(millionths) }

    /// Speed of the playback device over what its rate says, in millionths.
    package var playbackMillionths: Double? { playback.slope.map(millionths) }

    /// Speed of capture over that of playback, in millionths.
    package var driftMillionths: Double? {
        guard let captureMillionths, let playbackMillionths else { return nil }
        return captureMillionths - playbackMillionths
    }

    private func millionths(_ slope: Double) -> Double { (1 / (slope * rate) - 1) * 1_000_000 }
}
