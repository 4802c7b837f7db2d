internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Words of the engine's events and callbacks, for checks of patterns that wait for them.
struct PatternVocabulary {
    /// The fields that an event or a callback of a name may have.
    let fields: [String: Set<String>]

    /// The events of a session with this engine, by kind.
    static let events = PatternVocabulary(
        fields: Dictionary(
            uniqueKeysWithValues: EventVocabulary.voiceflow.names.map { ($0, fields(of: $0)) }))

    private static func fields(of kind: String) -> Set<String> {
        Set((EventVocabulary.voiceflow[kind]?.fields ?? []).map(\.name))
    }

    /// The callbacks of this engine, by name.
    static let callbacks = PatternVocabulary(fields: [
        "PreModuleStart": ["module"], "PreModuleEnd": ["module"],
        "SRHypothesis": ["module", "hypothesis", "type", "confidence"],
        "MediaEvent": media.union(["positionMs"]), "PlayAudioSegmentData": segment,
        "PermissionEvent": ["what", "answer"],
    ])

    private static let media = fields(of: "media")

    private static let segment = fields(of: "segment")

    /// Fields whose words are all known, by name of the event or callback.
    static let words: [String: [String: [String]]] = [
        "moduleStart": ["type": FlowModule.Kind.allCases.map(\.rawValue)],
        "SRHypothesis": ["type": ["partial", "final"]],
        "segment": ["type": sources], "PlayAudioSegmentData": ["type": sources],
        "media": mediaWords, "MediaEvent": mediaWords,
        "prompt": ["style": ["select", "serial"]],
        "permission": permissionWords, "PermissionEvent": permissionWords,
        "flowEnd": ["reason": ["end", "stopped", "failure", "interrupted"]],
    ]

    private static let sources = ["audioFile", "textString", "textFile"]

    private static let permissionWords = [
        "what": ["microphone", "speechRecognition"],
        "answer": ["granted", "denied", "restricted"],
    ]

    private static let mediaWords = [
        "function": mediaEvents.map(\.function),
        "event": Set(mediaEvents.flatMap(\.events)).sorted(),
        "stopReason": StopReason.allCases.map(\.rawValue),
    ]

    /// Events that each function can have.
    static let mediaEvents: [(function: String, events: [String])] = [
        ("playAudio", ["started", "ended", "stopped", "error"]),
        ("playAudioSegment", ["started", "ended", "stopped", "paused", "resumed", "error"]),
        ("recordAudio", ["started", "ended", "stopped", "position"]),
        ("recognizeAudio", ["started", "ended", "stopped", "position"]),
        ("audioSession", ["interruptionBegan", "interruptionEnded"]),
    ]

    /// Returns the reason why an event of `pattern` never happens to what it names; nil where it
    /// may.
    ///
    /// A pattern without `function` means whole prompts and recordings, not their segments.
    static func impossibleMedia(_ pattern: JSONObject) -> String? {
        guard let event = pattern["event"]?.string else { return nil }
        let function = pattern["function"]?.string
        let able = mediaEvents.filter { $0.events.contains(event) }.map(\.function)
        guard !able.isEmpty else { return nil }
        if let function {
            return able.contains(function) || !mediaEvents.contains { $0.function == function }
                ? nil
                : "The function \"\(function)\" has no event \"\(event)\". Use one of: "
                    + "\(able.joined(separator: ", "))."
        }
        return able == ["playAudioSegment"]
            ? "Only segments have the event \"\(event)\". "
                + "Add \"function\": \"playAudioSegment\"." : nil
    }
}
