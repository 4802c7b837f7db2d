#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Decibels in double precision, for files; what reaches a trace uses ``Level``.
enum Decibels {
    /// The factor on samples that a gain in decibels stands for; 1 exactly for 0.
    static func factor(_ decibels: Double) -> Double { pow(10, decibels / 20) }

    /// The decibels of a factor on samples; `-infinity` for 0.
    static func of(_ factor: Double) -> Double { 20 * log10(factor) }

    /// The decibels of a power; `-infinity` for 0.
    static func of(power: Double) -> Double { 10 * log10(power) }
}
