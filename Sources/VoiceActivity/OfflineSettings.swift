/// What the offline detector compares with.
public struct OfflineSettings: Sendable, Equatable {
    /// The shortest stretch that counts as speech.
    public var minSpeechMs = 100
    /// The longest silence that does not part two stretches.
    public var bridgeMs = 250

    /// The defaults.
    public init() {}
}
