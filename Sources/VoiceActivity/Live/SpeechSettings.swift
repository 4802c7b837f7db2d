/// What the speech finder compares with: integers only, so that a trace can carry them.
///
/// Units: the last word of a name says thousandths of a decibel (`MilliDB`), milliseconds (`Ms`)
/// or thousandths (`Permille`).
public struct SpeechSettings: Sendable, Equatable {
    /// The least margin over the noise floor that counts as speech.
    public var thresholdMilliDB = 5_000
    /// How much lower the threshold is while speech goes on.
    public var hysteresisMilliDB = 1_500
    /// The highest the threshold climbs in restless noise.
    public var thresholdLimitMilliDB = 9_000
    /// The threshold's distance from the noise, in thousandths of the noise's mean deviation.
    public var restlessnessPermille = 2_500
    /// The lowest noise floor that is believed, in dBFS: digital silence is no quieter than this.
    public var floorMinimumMilliDB = -62_000
    /// The highest floor assumed before anything was heard, in dBFS.
    public var floorInitialMilliDB = -42_000
    /// How long a rise must last before the floor follows it.
    public var floorWindowMs = 2_000
    /// The least periodicity of a hop that counts as pitched, where noise has none.
    public var pitchPermille = 340
    /// The highest that the bar for pitch climbs in periodic noise.
    public var pitchLimitPermille = 600
    /// The bar's distance from the noise, in thousandths of its mean deviation.
    public var pitchSpreadPermille = 2_500
    /// How much of a beginning must be pitched; 0 asks for none.
    public var minPitchedMs = 40
    /// How long before its first pitched hop speech may begin.
    public var headMs = 250
    /// How long after its last pitched hop speech may go on.
    public var tailMs = 250
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
    /// - Throws: ``ActivityError/unknownSetting(name:near:)`` or
    ///   ``ActivityError/outOfRange(name:value:range:)``.
    public mutating func set(_ name: String, to value: Int) throws(ActivityError) {
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
            Entry(name: "speech.thresholdMilliDB", path: \.thresholdMilliDB, range: 500...40_000),
            Entry(name: "speech.hysteresisMilliDB", path: \.hysteresisMilliDB, range: 0...20_000),
            Entry(
                name: "speech.thresholdLimitMilliDB", path: \.thresholdLimitMilliDB,
                range: 500...60_000),
            Entry(
                name: "speech.restlessnessPermille", path: \.restlessnessPermille,
                range: 0...20_000),
            Entry(
                name: "speech.floorMinimumMilliDB", path: \.floorMinimumMilliDB,
                range: (-100_000)...(-20_000)),
            Entry(
                name: "speech.floorInitialMilliDB", path: \.floorInitialMilliDB,
                range: (-100_000)...0),
            Entry(name: "speech.floorWindowMs", path: \.floorWindowMs, range: 200...20_000),
            Entry(name: "speech.pitchPermille", path: \.pitchPermille, range: 0...1_000),
            Entry(
                name: "speech.pitchLimitPermille", path: \.pitchLimitPermille, range: 0...1_000),
            Entry(
                name: "speech.pitchSpreadPermille", path: \.pitchSpreadPermille,
                range: 0...20_000),
            Entry(name: "speech.minPitchedMs", path: \.minPitchedMs, range: 0...1_000),
            Entry(name: "speech.headMs", path: \.headMs, range: 0...5_000),
            Entry(name: "speech.tailMs", path: \.tailMs, range: 0...5_000),
            Entry(name: "speech.minSpeechMs", path: \.minSpeechMs, range: 10...5_000),
            Entry(name: "speech.bridgeMs", path: \.bridgeMs, range: 0...1_000),
            Entry(name: "speech.endSilenceMs", path: \.endSilenceMs, range: 10...60_000),
        ]
    }
}
