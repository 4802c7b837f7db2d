public import VoiceActivity

/// Settings of the media core and the detector, all whole numbers.
public struct MediaSettings: Sendable, Equatable {
    /// The detector's settings.
    public var speech = SpeechSettings()
    /// Added to the silence that ends any utterance, in milliseconds.
    package var endpointOffsetMilliseconds = 0
    /// Sound before and after the speech that the recognizer gets, in milliseconds.
    package var recognizerEdgeMilliseconds = 300

    static let offsetName = "endpoint.offsetMs"
    static let edgeName = "recognizer.edgeMs"

    /// The standard settings.
    public init() {}

    /// Every setting with its value, in a fixed order.
    public var named: [(name: String, value: Int)] {
        speech.named + [
            (Self.offsetName, endpointOffsetMilliseconds),
            (Self.edgeName, recognizerEdgeMilliseconds),
        ]
    }

    /// Changes one setting.
    ///
    /// - Throws: ``MediaError/setting(name:value:range:)`` outside its range; the detector's error
    ///   for a detector setting or an unknown name.
    public mutating func set(_ name: String, to value: Int) throws {
        switch name {
        case Self.offsetName:
            endpointOffsetMilliseconds = try Self.checked(value, -10_000...10_000, name)
        case Self.edgeName:
            recognizerEdgeMilliseconds = try Self.checked(value, 0...2_000, name)
        default: try speech.set(name, to: value)
        }
    }

    private static func checked(
        _ value: Int, _ range: ClosedRange<Int>, _ name: String
    ) throws(MediaError) -> Int {
        guard range.contains(value) else {
            throw .setting(name: name, value: value, range: range)
        }
        return value
    }
}
