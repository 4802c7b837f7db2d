internal import VoiceAudio

/// Hann windows from arithmetic alone, since the system's cosine differs between CPUs.
enum WindowTable {
    /// A Hann window of `count` points.
    static func hann(count: Int) -> [Float] {
        (0..<count).map { index in
            let place = (Double(index) + 0.5) / Double(count)
            return Float(0.5 - 0.5 * ExactCosine.of(halfTurns: 2 * place))
        }
    }

    /// The autocorrelation of a window at a lag, as a share of that at lag 0.
    static func correlation(of window: [Float], lag: Double) -> Float {
        var sum = 0.0
        var whole = 0.0
        for index in window.indices {
            whole += Double(window[index]) * Double(window[index])
            let place = Double(index) + lag
            let left = Int(place)
            guard left + 1 < window.count else { continue }
            let share = place - Double(left)
            let shifted = Double(window[left]) * (1 - share) + Double(window[left + 1]) * share
            sum += Double(window[index]) * shifted
        }
        return Float(sum / whole)
    }

    /// The cosine of `place` parts of a circle of `count`, for any place from 0 on.
    static func cosine(_ place: Int, of count: Int) -> Float {
        let turned = place % count
        let half = min(turned, count - turned)
        return Float(ExactCosine.of(halfTurns: 2 * Double(half) / Double(count)))
    }
}
