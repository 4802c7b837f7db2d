public import Foundation

/// Finds the rate at which a voice speaks a phrase in a given time.
@MainActor
public enum VoiceTempoCalibrator {
    /// Most rounds of speaking and measuring.
    public static let iterationLimit = 100

    /// Speaks `phrase`, measures, and changes the voice's rate in proportion, until the time is
    /// right.
    ///
    /// The first rate is that of the voice's profile, else of the default profile, else 0.55. It
    /// ends when the measured seconds are 0 or less, within `tolerance` of the target, when the
    /// task is cancelled, when the rate would change by less than 0.001, or after `maxIterations`.
    /// The engine keeps the last rate in the voice's profile.
    ///
    /// - Parameters:
    ///   - io: the engine that speaks.
    ///   - voiceID: the voice whose rate is changed.
    ///   - phrase: what is spoken in each round.
    ///   - targetSeconds: how long the phrase should take.
    ///   - tolerance: how far from the target, in seconds, is near enough.
    ///   - maxIterations: rounds at most.
    ///   - bounds: the rates that are tried.
    ///   - onIteration: told the round from 1, the rate and the measured seconds.
    /// - Returns: the last rate, and the seconds that the last round took.
    @discardableResult
    public static func fitRate(
        io: any SpeechMeasuring, voiceID: String, phrase: String, targetSeconds: TimeInterval,
        tolerance: TimeInterval = 0.05, maxIterations: Int = 3,
        bounds: ClosedRange<Double> = 0...1,
        onIteration: ((Int, Double, TimeInterval) -> Void)? = nil
    ) async -> (finalRate: Double, measured: TimeInterval) {
        var profile =
            io.getVoiceProfile(id: voiceID)
            ?? TTSVoiceProfile(id: voiceID, rate: io.getDefaultVoiceProfile()?.rate ?? 0.55)
        io.setVoiceProfile(profile)
        var measured: TimeInterval = 0
        for round in 0..<max(0, min(maxIterations, iterationLimit)) {
            measured = await io.speakAndMeasure(phrase, using: voiceID)
            onIteration?(round + 1, profile.rate, measured)
            guard measured > 0, abs(measured - targetSeconds) > tolerance, !Task.isCancelled,
                let rate = next(profile.rate, measured, targetSeconds, bounds),
                abs(rate - profile.rate) >= 0.001
            else { break }
            profile.rate = rate
            io.setVoiceProfile(profile)
        }
        return (profile.rate, measured)
    }

    /// Returns the rate in proportion to the time, limited to `bounds`; nil if it is not finite.
    private static func next(
        _ rate: Double, _ measured: TimeInterval, _ target: TimeInterval,
        _ bounds: ClosedRange<Double>
    ) -> Double? {
        let wanted = rate * measured / max(target, 0.000_1)
        guard wanted.isFinite else { return nil }
        return min(max(wanted, bounds.lowerBound), bounds.upperBound)
    }
}
