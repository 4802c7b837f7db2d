internal import VoiceJSON
public import VoiceRun
internal import VoiceTrace

/// Categories and mode of an audio session, as its JSON gives them.
public struct AudioSessionParameters: Sendable, Equatable {
    static let categoryNames = [
        "mixWithOthers", "duckOthers", "allowBluetooth", "defaultToSpeaker",
        "interruptSpokenAudioAndMixWithOthers", "allowBluetoothA2DP", "allowAirPlay",
    ]

    /// The categories that are allowed, by their names in the JSON, such as `duckOthers`.
    public internal(set) var categories: Set<String> = []
    /// The mode.
    public internal(set) var mode = STAudioSessionMode.ASM_Default

    static let standard = AudioSessionParameters(
        categories: ["allowBluetooth", "duckOthers", "defaultToSpeaker"])
}

/// Wishes of an app about the devices: a host that has some may honour them.
public struct AudioRoute: Sendable, Equatable {
    /// The audio session.
    public internal(set) var session = AudioSessionParameters.standard
    /// Whether sound goes to the loud speaker, and not to the quiet one.
    public internal(set) var isSpeakerEnabled = true

    private static let categoriesKey = "categories"
    private static let speakerKey = "deviceSpeaker"

    /// Set-up as an input of the run, and as a host is told.
    var setup: AudioSessionSetup {
        AudioSessionSetup(others: [
            Self.categoriesKey: .array(
                AudioSessionParameters.categoryNames.filter(session.categories.contains)
                    .map { .string($0) }),
            Self.speakerKey: .bool(isSpeakerEnabled), "mode": .string(session.mode.rawValue),
        ])
    }

    /// The route that ``setup`` spells.
    init(_ setup: AudioSessionSetup) {
        let object = setup.others
        session.categories = Set((object[Self.categoriesKey]?.array ?? []).compactMap(\.string))
        session.mode = object["mode"]?.string.flatMap(STAudioSessionMode.init) ?? .ASM_Default
        isSpeakerEnabled = object[Self.speakerKey] != .bool(false)
    }

    init(session: AudioSessionParameters = .standard, isSpeakerEnabled: Bool = true) {
        self.session = session
        self.isSpeakerEnabled = isSpeakerEnabled
    }
}

extension SimulatedHost {
    /// The audio session and the speaker that a runner wanted last, once it has run a flow.
    public var route: AudioRoute? { audioSession.map(AudioRoute.init) }
}
