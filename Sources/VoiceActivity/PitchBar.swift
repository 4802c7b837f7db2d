/// Learns which periodicity noise has by itself, and sets the bar for pitch above it.
///
/// Traffic is hardly periodic, music is: one fixed bar would be too high for a voice in the one
/// and too low for the other. Units: thousandths.
struct PitchBar {
    private let lowest: Int32
    private let highest: Int32
    private let spreadPermille: Int32
    // 256 times the value, so that integer steps do not stop short of it.
    private var mean: Int32
    private var deviation: Int32

    init(settings: SpeechSettings) {
        lowest = Int32(settings.pitchPermille)
        highest = max(lowest, Int32(settings.pitchLimitPermille))
        spreadPermille = Int32(settings.pitchSpreadPermille)
        mean = 256 * Int32(settings.constants.pitchInitialPermille)
        deviation = 256 * Int32(settings.constants.pitchDeviationPermille)
    }

    /// Takes the periodicity of a hop that nobody speaks in.
    mutating func learn(_ periodicity: Int32) {
        mean += periodicity - mean / 256
        deviation += abs(periodicity - mean / 256) - deviation / 256
    }

    /// The least periodicity that counts as pitch.
    var level: Int32 {
        min(max(lowest, mean / 256 + deviation / 256 * spreadPermille / 1_000), highest)
    }
}
