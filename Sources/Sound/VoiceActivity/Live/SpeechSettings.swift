internal import VoiceJSON

/// Settings that the speech finder compares with: integers only, so that a trace can carry them.
///
/// Units: the last word of a name says thousandths of a decibel (`MilliDB`), milliseconds (`Ms`)
/// or thousandths (`Permille`).
public struct SpeechSettings: Sendable, Equatable {
    /// The least probability of speech that begins speech.
    public var thresholdPermille = 650
    /// Least probability of speech with which speech goes on.
    public var holdPermille = 650
    /// Least height above the noise of a hop with which speech goes on: a share of how far the same
    /// speech was above it at most, in decibels.
    public var holdMarginPermille = 100
    /// The lowest level of a hop that may be speech, in dBFS.
    public var levelMinimumMilliDB = -75_000
    /// Duration of speech that confirms a beginning.
    public var minSpeechMs = 80
    /// Duration of loud sound before the first probable hop that confirms a beginning.
    public var leadMs = 60
    /// Least height of that sound above the noise.
    public var leadMarginMilliDB = 10_000
    /// The longest gap that a beginning bridges before it is confirmed.
    public var bridgeMs = 90
    /// Duration of silence that confirms an end.
    public var endSilenceMs = 500
    /// Constants that no session chooses.
    package var constants = SpeechConstants()

    /// The defaults.
    package init() {}

    /// The name of ``endSilenceMs`` in manifests.
    package static let endSilenceName = "speech.endSilenceMs"

    /// Every setting with its value, in the order of the schema.
    public var named: [(name: String, value: Int)] {
        Self.schema.map { ($0.name, self[keyPath: $0.path]) }
    }

    /// The names of all settings with their ranges, in order.
    package static var ranges: [(name: String, range: ClosedRange<Int>)] {
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
            let names = Self.ranges.map(\.name)
            throw .unknownSetting(name: name, near: NearMiss.names(like: name, in: names))
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
                name: "speech.holdMarginPermille", path: \.holdMarginPermille, range: 0...1_000),
            Entry(
                name: "speech.levelMinimumMilliDB", path: \.levelMinimumMilliDB,
                range: (-100_000)...0),
            Entry(name: "speech.minSpeechMs", path: \.minSpeechMs, range: 10...5_000),
            Entry(name: "speech.leadMs", path: \.leadMs, range: 0...500),
            Entry(
                name: "speech.leadMarginMilliDB", path: \.leadMarginMilliDB, range: 0...60_000),
            Entry(name: "speech.bridgeMs", path: \.bridgeMs, range: 0...1_000),
            Entry(name: endSilenceName, path: \.endSilenceMs, range: 10...60_000),
        ]
    }
}

/// Constants of the live detector besides its settings: chosen once, the same for every session.
///
/// They stand here, by name, so that a session's trace can say which of them it was made with.
/// Units: the last word of a name says blocks of ten hops, a tenth of a second, hops or thousandths
/// of a decibel (`MilliDB`).
package struct SpeechConstants: Sendable, Equatable {
    /// Blocks back to look for floors, the top and the usual level.
    package var floorBlocks = 30
    /// Blocks back to look for the lowest level near by.
    package var nearBlocks = 8
    /// Blocks back to look for the top and the floor of a longer time.
    package var longBlocks = 100
    /// Hops of a quiet room that are heard before the first frame.
    package var roomHops = 60
    /// Blocks of the sound that are heard until that room is forgotten.
    package var roomBlocks = 3
    /// Level of the noise of that room.
    package var roomMilliDB = -63_000

    /// The detector's own.
    package init() {}

    var reach: BlockMemory.Reach {
        BlockMemory.Reach(
            floor: floorBlocks, near: nearBlocks, long: longBlocks, room: roomBlocks)
    }

    /// The hops of the quiet room: whole pairs, no more than 100 s.
    var room: [HopFeatures] {
        QuietRoom(milliDB: roomMilliDB).hops(min(max(0, roomHops), 10_000) / 2 * 2)
    }

    /// Every constant that is one number by name, in order, with the way to it.
    package static var scalars: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("floorBlocks", \.floorBlocks), ("nearBlocks", \.nearBlocks),
            ("longBlocks", \.longBlocks), ("roomHops", \.roomHops),
            ("roomBlocks", \.roomBlocks), ("roomMilliDB", \.roomMilliDB),
        ].map { ("detector.\($0.0)", $0.1) }
    }

    /// Facts that the detector is built of and nothing can change while it runs, by name: the
    /// network's weights, told by a number made of them all.
    package static var fixed: [(name: String, value: Int)] {
        [("detector.weightsDigest", SpeechNetworkTable.shared.digest)]
    }
}

/// Fault in finding speech.
public enum ActivityError: Error, Equatable, Sendable {
    /// A sample rate, in hertz, that the analyzer does not take.
    case unsupportedRate(rate: Int)
    /// There is no setting of this name; `near` lists similar names.
    case unknownSetting(name: String, near: [String])
    /// A setting that the detector no longer has; `instead` is a sentence that says what to do.
    case removedSetting(name: String, instead: String)
    /// A setting's value outside its range.
    case outOfRange(name: String, value: Int, range: ClosedRange<Int>)
    /// The file of labels at `path` cannot be used.
    case labels(path: String, reason: String)
    /// The labels at `path` are of another sound than the file `sound` beside them.
    case otherSound(path: String, sound: String)
}

extension ActivityError: CustomStringConvertible {
    /// One sentence or two: what, where, why, and the next step.
    public var description: String {
        switch self {
        case .unsupportedRate(let rate):
            return "cannot find speech at \(rate) Hz. "
                + "Convert to 8000 to 48000 Hz, a multiple of 100."
        case .unknownSetting(let name, let near):
            return NearMiss.unknown(
                "setting", name, among: near,
                otherwise: "The names begin with 'speech.'; list them to choose.")
        case .removedSetting(let name, let instead):
            return "The setting '\(name)' no longer exists. \(instead)"
        case .outOfRange(let name, let value, let range):
            return "cannot set \(name) to \(value). "
                + "Pick \(range.lowerBound) to \(range.upperBound)."
        case .labels(let path, let reason):
            return "\(path): no usable labels: \(reason). Correct the file, or take it away."
        case .otherSound(let path, let sound):
            return "\(path): the labels are of another sound than \(sound) is now, by their sha256."
                + " Write them again with `voicetest vad --format json`, or restore the sound."
        }
    }
}

/// Settings of the detector of before, which decided by level and pitch.
///
/// Sessions that were recorded with them still replay; setting one is an error that says what
/// there is instead.
package enum RemovedSettings {
    private static let threshold =
        "Set speech.thresholdPermille: the least probability that begins speech."
    private static let hold =
        "Set speech.holdPermille: the least probability that continues speech."
    private static let level =
        "Set speech.levelMinimumMilliDB: the lowest level that may be speech."
    private static let floor =
        "The detector follows the noise by itself. Leave the setting out."
    private static let pitch =
        "The detector no longer measures pitch by itself. Leave the setting out, or set"
        + " speech.thresholdPermille."
    private static let reach =
        "The detector finds the beginning and end of speech by itself. Leave the setting out."
    private static let all = [
        "speech.thresholdMilliDB": threshold, "speech.hysteresisMilliDB": hold,
        "speech.thresholdLimitMilliDB": threshold, "speech.restlessnessPermille": threshold,
        "speech.floorMinimumMilliDB": level, "speech.floorInitialMilliDB": floor,
        "speech.floorWindowMs": floor, "speech.pitchPermille": pitch,
        "speech.pitchLimitPermille": pitch, "speech.pitchSpreadPermille": pitch,
        "speech.minPitchedMs": pitch, "speech.headMs": reach, "speech.tailMs": reach,
    ]

    /// Returns a sentence on what there is instead of a setting that was removed; nil for other
    /// names.
    package static func instead(of name: String) -> String? { all[name] }
}
