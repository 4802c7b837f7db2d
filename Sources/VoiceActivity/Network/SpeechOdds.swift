/// Log-odds of speech in whole numbers, and the probability that they stand for.
enum SpeechOdds {
    /// Log-odds of at most 30 either way in thousandths of a natural logarithm.
    static func milliNats(_ odds: Float) -> Int32 {
        Int32((min(max(odds, -30), 30) * 1_000).rounded())
    }

    /// The probability in thousandths that log-odds in thousandths stand for, rounded: 0 to 1,000.
    static func permille(_ milliNats: Int32) -> Int32 {
        var (low, high) = (0, bounds.count)
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] <= milliNats { low = middle + 1 } else { high = middle }
        }
        return Int32(low)
    }

    /// The least log-odds of each probability from 1 thousandth on: from half a thousandth less.
    static let bounds: [Int32] = (1...1_000).map { permille in
        let share = (Double(permille) - 0.5) / 1_000
        return Int32((1_000 * logarithm(share / (1 - share))).rounded())
    }

    /// The natural logarithm from arithmetic alone: libraries' differ in their last bits.
    private static func logarithm(_ value: Double) -> Double {
        let x = (value.significand - 1) / (value.significand + 1)
        var (power, sum) = (x, 0.0)
        for order in stride(from: 1.0, through: 41.0, by: 2.0) {
            sum += power / order
            power *= x * x
        }
        return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
    }
}
