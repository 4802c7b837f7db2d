/// A number as a caller says it.
package struct SpokenNumber: Sendable, Hashable {
    /// The number in figures: an optional `-`, digits, and an optional point with digits, such as
    /// `42.5` or `-206`. A number said digit by digit keeps its leading zeros.
    package var figures: String
    /// Whether it was said as a rank, such as "twenty first".
    package var isOrdinal = false
}
