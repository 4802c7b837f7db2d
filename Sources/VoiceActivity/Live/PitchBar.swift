/// Learns which periodicity noise has by itself, and sets the bar for pitch above it.
///
/// Traffic is hardly periodic, music is: one fixed bar would be too high for a voice in the one
/// and too low for the other. Units: thousandths.
struct PitchBar {
    private let lowest: Int32
    private let highest: Int32
    private let spreadPermille: Int32
    private let hops: Int32
    // So many times the value, so that integer steps do not stop short of it.
    private var mean: Int32
    private var deviation: Int32

    init(settings: SpeechSettings) {
        lowest = Int32(settings.pitchPermille)
        highest = max(lowest, Int32(settings.pitchLimitPermille))
        spreadPermille = Int32(settings.pitchSpreadPermille)
        hops = Int32(max(1, settings.constants.pitchMeanHops))
        mean = hops * Int32(settings.constants.pitchInitialPermille)
        deviation = hops * Int32(settings.constants.pitchDeviationPermille)
    }

    /// Takes the periodicity of a hop that nobody speaks in.
    mutating func learn(_ periodicity: Int32) {
        mean += periodicity - mean / hops
        deviation += abs(periodicity - mean / hops) - deviation / hops
    }

    /// The least periodicity that counts as pitch.
    var level: Int32 {
        min(max(lowest, mean / hops + deviation / hops * spreadPermille / 1_000), highest)
    }
}
