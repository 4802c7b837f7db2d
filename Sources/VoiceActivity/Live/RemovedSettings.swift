/// Settings of the detector of before, which decided by level and pitch.
///
/// Sessions that were recorded with them still replay; setting one is an error that says what
/// there is instead.
public enum RemovedSettings {
    private static let threshold =
        "Set speech.thresholdPermille: the probability of speech that begins speech."
    private static let hold =
        "Set speech.holdPermille: the probability of speech with which it goes on."
    private static let level =
        "Set speech.levelMinimumMilliDB: the lowest level that may be speech."
    private static let floor =
        "The detector follows the noise by itself. Leave the setting out."
    private static let pitch =
        "The detector no longer measures pitch by itself. Leave the setting out, or set"
        + " speech.thresholdPermille."
    private static let reach =
        "The detector hears by itself where speech begins and ends. Leave the setting out."
    private static let all = [
        "speech.thresholdMilliDB": threshold, "speech.hysteresisMilliDB": hold,
        "speech.thresholdLimitMilliDB": threshold, "speech.restlessnessPermille": threshold,
        "speech.floorMinimumMilliDB": level, "speech.floorInitialMilliDB": floor,
        "speech.floorWindowMs": floor, "speech.pitchPermille": pitch,
        "speech.pitchLimitPermille": pitch, "speech.pitchSpreadPermille": pitch,
        "speech.minPitchedMs": pitch, "speech.headMs": reach, "speech.tailMs": reach,
    ]

    /// What there is instead of a setting that was removed, as a sentence; nil for other names.
    public static func instead(of name: String) -> String? { all[name] }
}
