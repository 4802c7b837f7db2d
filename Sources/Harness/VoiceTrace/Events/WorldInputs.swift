package import VoiceJSON
public import VoiceTime

/// Permission that an app asks a person for.
public struct Permission: RawRepresentable, Sendable, Hashable {
    /// The name, as a line of inputs spells it.
    public var rawValue: String

    /// The permission called `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Hearing the microphone.
    public static let microphone = Permission(rawValue: "microphone")
    /// Recognising what is said.
    public static let speechRecognition = Permission(rawValue: "speechRecognition")

    /// The permissions that this version knows.
    package static let known = [microphone, speechRecognition]
}

/// Answer to a request for a permission.
public struct PermissionAnswer: RawRepresentable, Sendable, Hashable {
    /// The answer, as a line of inputs spells it.
    public var rawValue: String

    /// The answer spelled `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The person allowed it.
    public static let granted = PermissionAnswer(rawValue: "granted")
    /// The person refused it.
    public static let denied = PermissionAnswer(rawValue: "denied")
    /// The device refuses it, and the person cannot allow it.
    public static let restricted = PermissionAnswer(rawValue: "restricted")
    /// There is nothing to allow: no recognizer could be made.
    public static let unavailable = PermissionAnswer(rawValue: "unavailable")

    /// The answers that a person or a device gives.
    package static let given = [granted, denied, restricted]
    /// The answers that this version knows.
    package static let known = given + [unavailable]
}

/// Set-up that an app wants of its audio session.
public struct AudioSessionSetup: Sendable, Hashable {
    /// Whether what the app plays is taken out of the microphone; nil where the app does not say.
    package var echoCancellation: Bool?
    /// Whether the app wants the devices; nil where it does not say.
    package var isActive: Bool?
    /// Members that only the app's engine reads, by its own keys, such as categories and a mode.
    package var others: JSONObject

    /// A set-up that says only what is given here.
    package init(
        echoCancellation: Bool? = nil, isActive: Bool? = nil, others: JSONObject = [:]
    ) {
        self.echoCancellation = echoCancellation
        self.isActive = isActive
        self.others = others
    }
}

/// Change of the audio session of an app.
public enum AudioSessionNews: Sendable, Hashable {
    /// Something else interrupted it.
    case began
    /// The interruption is over.
    case ended
    /// The app wants it so from now on, or the devices can do so from now on.
    case configured(AudioSessionSetup)
    /// A newer version's news called `event`; nil where it has no name.
    case other(event: String?)

    /// The beginning of an interruption, or its end.
    package static func interruption(_ began: Bool) -> Self { began ? .began : .ended }
}

/// Outcome of a recording.
public enum SaveOutcome: Sendable, Hashable {
    /// It stands on disk, or would if this were no replay.
    case saved
    /// There was no sound in it.
    case nothing
    /// It could not be written.
    case failed(reason: String)
}

/// News that a sound device, or a file that it was to write, brings into a session.
public enum DeviceNews: Sendable, Hashable {
    /// A device runs: at first, or again after it was lost. A prompt's end is heard `latency`
    /// frames after its last frame was handed over; nil where that is not known.
    case opened(name: String, rate: Int, latency: Frame?)
    /// The device went away; the clock stands until one is back, or the session ends.
    case lost(name: String)
    /// The loudspeaker was silent for so many frames though something was due.
    case underrun(frames: Frame)
    /// The outcome of the recording that the engine asked for.
    case saved(SaveOutcome)
    /// The microphone failed, for a reason that an engine may know.
    case recordingFailed(reason: String?)
    /// The loudspeaker failed, for a reason that an engine may know.
    case playbackFailed(reason: String?)
    /// News of an engine, or of a newer version, called `event`; nil where they have no name.
    case other(event: String?)

    /// Time that a prompt takes to be heard, in frames; nil for news that do not say so.
    public var latency: Frame? {
        if case .opened(_, _, let latency) = self { latency } else { nil }
    }

    /// Outcome of a recording; nil for other news.
    package var saved: SaveOutcome? {
        if case .saved(let outcome) = self { outcome } else { nil }
    }

    /// Whether a device opened among `inputs`: then a person was the caller, and a scenario only
    /// scripted the app.
    package static func isOpened(in inputs: [InputEvent]) -> Bool {
        inputs.contains { input in
            if case .device(.opened, _) = input.input { true } else { false }
        }
    }
}
