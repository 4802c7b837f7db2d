/// How much a journal may lose, and how much it keeps.
public struct JournalOptions: Sendable, Equatable {
    /// After how many milliseconds of the session's clock the disk itself has everything.
    public enum Durability: Int64, Sendable {
        /// A power cut may cost a second.
        case usual = 1_000
        /// A power cut may cost 200 ms.
        case durable = 200
    }

    /// What a power cut may cost; the death of the process costs 50 ms of sound at most.
    public var durability = Durability.usual
    /// For a flight recorder, how many seconds of sound are kept; nil keeps all.
    public var keepLastSeconds: Int?

    /// What a flight recorder seals for; anything else it drops.
    public var trigger = RecordingTrigger.end

    /// The usual journal.
    public init() {}
}
