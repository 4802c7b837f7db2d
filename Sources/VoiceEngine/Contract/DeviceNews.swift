public import VoiceTime
public import VoiceTrace

/// What a sound device may bring into a session, as its inputs hold it.
public enum DeviceNews: Sendable, Equatable {
    /// A device runs: at first, or again after it was lost. A prompt's end is heard `latency`
    /// frames after its last frame was handed over.
    case opened(name: String, rate: Int, latency: Frame)
    /// The device went away; the clock stands until one is back, or the session ends.
    case lost(name: String)
    /// The loudspeaker was silent for so many frames though something was due.
    case underrun(frames: Frame)

    private static let latencyKey = "latency"

    /// The news as an input of a session, which a replay repeats.
    public var input: SessionInput {
        switch self {
        case .opened(let name, let rate, let latency):
            .device([
                "event": "opened", "name": .string(name), "rate": .integer(Int64(rate)),
                Self.latencyKey: .integer(latency),
            ])
        case .lost(let name): .device(["event": "lost", "name": .string(name)])
        case .underrun(let frames):
            .device(["event": "underrun", "frames": .integer(frames)])
        }
    }

    /// Whether a device opened among `inputs`: then a person was the caller, and a scenario only
    /// scripted the app.
    package static func isOpened(in inputs: [InputEvent]) -> Bool {
        inputs.contains { input in
            if case .device(let object) = input.input { isOpened(object) } else { false }
        }
    }

    private static func isOpened(_ object: JSONObject) -> Bool {
        object["event"]?.string == "opened"
    }

    /// The latency that a device input brings; nil for other news.
    public static func latency(in object: JSONObject) -> Frame? {
        guard isOpened(object),
            let frames = object[latencyKey]?.integer, (0...limit).contains(frames)
        else { return nil }
        return frames
    }

    /// Ten seconds at the highest rate: numbers come from files.
    private static let limit: Frame = 480_000
}
