internal import VoiceTrace

/// What an audio session may do, as its JSON says.
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

/// What an app wants of the devices: a host that has some may honour it.
public struct AudioRoute: Sendable, Equatable {
    /// The audio session.
    public internal(set) var session = AudioSessionParameters.standard
    /// Whether sound goes to the loud speaker, and not to the quiet one.
    public internal(set) var isSpeakerEnabled = true

    /// As an input of the run.
    var input: SessionInput {
        .audioSession([
            "categories": .array(
                AudioSessionParameters.categoryNames.filter(session.categories.contains)
                    .map { .string($0) }),
            "deviceSpeaker": .bool(isSpeakerEnabled), "event": "configured",
            "mode": .string(session.mode.rawValue),
        ])
    }
}
