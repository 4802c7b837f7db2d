/// The cosine from arithmetic alone, since the system's differs between CPUs.
package enum ExactCosine {
    /// The cosine of `turns` times pi, for any number from 0 on, by its series.
    package static func of(halfTurns turns: Double) -> Double {
        let turned = turns.truncatingRemainder(dividingBy: 2)
        let turns = turned > 1 ? 2 - turned : turned
        // Beyond a quarter turn the mirror image converges faster.
        if turns > 0.5 { return -of(halfTurns: 1 - turns) }
        let square = (turns * Double.pi) * (turns * Double.pi)
        var term = 1.0
        var sum = 1.0
        for order in stride(from: 2.0, through: 24.0, by: 2.0) {
            term *= -square / (order * (order - 1))
            sum += term
        }
        return sum
    }
}
