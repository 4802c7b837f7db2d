/// What the speech finder compares with: integers only, so that a trace can carry them.
///
/// Units: the last word of a name says thousandths of a decibel (`MilliDB`), milliseconds (`Ms`)
/// or thousandths (`Permille`).
public struct SpeechSettings: Sendable, Equatable {
    /// The least probability of speech that begins speech.
    public var thresholdPermille = 650
    /// The least probability of speech with which it goes on.
    public var holdPermille = 650
    /// The lowest level of a hop that may be speech, in dBFS.
    public var levelMinimumMilliDB = -75_000
    /// How much speech confirms a beginning.
    public var minSpeechMs = 80
    /// The longest gap that a beginning bridges before it is confirmed.
    public var bridgeMs = 90
    /// How much silence confirms an end.
    public var endSilenceMs = 500
    /// What no session chooses.
    package var constants = SpeechConstants()

    /// The defaults.
    public init() {}

    /// Every setting with its value, in the order of the schema.
    public var named: [(name: String, value: Int)] {
        Self.schema.map { ($0.name, self[keyPath: $0.path]) }
    }

    /// The names of all settings with their ranges, in order.
    public static var ranges: [(name: String, range: ClosedRange<Int>)] {
        schema.map { ($0.name, $0.range) }
    }

    /// Sets one value by name.
    ///
    /// - Throws: ``ActivityError/unknownSetting(name:near:)``,
    ///   ``ActivityError/removedSetting(name:instead:)`` or
    ///   ``ActivityError/outOfRange(name:value:range:)``.
    public mutating func set(_ name: String, to value: Int) throws(ActivityError) {
        if let instead = RemovedSettings.instead(of: name) {
            throw .removedSetting(name: name, instead: instead)
        }
        guard let entry = Self.schema.first(where: { $0.name == name }) else {
            throw .unknownSetting(name: name, near: NearMiss.names(like: name, in: Self.ranges))
        }
        guard entry.range.contains(value) else {
            throw .outOfRange(name: name, value: value, range: entry.range)
        }
        self[keyPath: entry.path] = value
    }

    private struct Entry {
        var name: String
        var path: WritableKeyPath<SpeechSettings, Int>
        var range: ClosedRange<Int>
    }

    private static var schema: [Entry] {
        [
            Entry(name: "speech.thresholdPermille", path: \.thresholdPermille, range: 1...1_000),
            Entry(name: "speech.holdPermille", path: \.holdPermille, range: 1...1_000),
            Entry(
                name: "speech.levelMinimumMilliDB", path: \.levelMinimumMilliDB,
                range: (-100_000)...0),
            Entry(name: "speech.minSpeechMs", path: \.minSpeechMs, range: 10...5_000),
            Entry(name: "speech.bridgeMs", path: \.bridgeMs, range: 0...1_000),
            Entry(name: "speech.endSilenceMs", path: \.endSilenceMs, range: 10...60_000),
        ]
    }
}
