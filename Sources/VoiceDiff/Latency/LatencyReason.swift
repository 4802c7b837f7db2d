/// Why a latency is not simply measured.
public enum LatencyReason: String, Sendable, Hashable, CaseIterable {
    case noWords = "a sound without words"
    case nobodyListened = "nothing was listening"
    case sessionEnded = "the session ended first"
    case stillSpeaking = "the session ended while the caller spoke"
    case flowEnded = "the flow ended without another prompt"
    case callerWentOn = "the caller spoke again first"
    case cutByLimit = "a limit of the module cut the utterance"
    case noSpeechEnd = "no speechEnd came"
    case noEndpoint = "without an endpoint"
    case notRecognized = "nothing was to be recognised"
    case noAnswer = "the recognizer gave no answer"
    case noPromptPlayed = "no prompt was playing"
    case playedOn = "the prompt played to its end"
    case stoppedLate = "the prompt was stopped only with the end of the turn"
    case neverStopped = "the prompt neither stopped nor ended"
    case promptStopped = "the prompt was stopped"
    case listenedBetween = "the app listened in between"
    case spokenBetween = "the caller spoke in between"
    case lastPrompt = "no prompt followed"
}

extension LatencyReason {
    /// As machines read it.
    public var name: String { String(describing: self) }
}
