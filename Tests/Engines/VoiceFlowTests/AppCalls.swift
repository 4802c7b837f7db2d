import VoiceJSON
import VoiceTrace

/// What an app may call, written short.
extension EngineCall {
    static func set(_ name: String, _ value: JSONValue) -> EngineCall {
        EngineCall(
            facade: "voiceflow", name: "setField",
            arguments: ["name": .string(name), "value": value])
    }

    static func intent(_ intent: String) -> EngineCall {
        EngineCall(facade: "voiceflow", name: "setIntent", arguments: ["intent": .string(intent)])
    }

    static func interrupt(_ module: String) -> EngineCall {
        EngineCall(
            facade: "voiceflow", name: "interrupt", arguments: ["module": .string(module)])
    }

    static func queue(_ prompt: String) -> EngineCall {
        EngineCall(
            facade: "voiceflow", name: "loadListenerPrompt",
            arguments: ["prompt": .string(prompt)])
    }

    static func plain(_ name: String) -> EngineCall {
        EngineCall(facade: "voiceflow", name: name)
    }

    static let stop = plain("stop")
    static let stopRecording = plain("stopRecording")
    static let resume = plain("resume")
    static let reject = plain("rejectHypothesis")
}

/// What the world may bring, written short.
extension SessionInput {
    static let began = SessionInput.audioSession(.began)
    static let ended = SessionInput.audioSession(.ended)

    static func recordingFailed(_ reason: String) -> SessionInput {
        .device(.recordingFailed(reason: reason))
    }

    static let playbackFailed = SessionInput.device(.playbackFailed(reason: nil))
}

extension String {
    /// Without blanks at its ends.
    var trimmed: String { split(separator: " ").joined(separator: " ") }
}
