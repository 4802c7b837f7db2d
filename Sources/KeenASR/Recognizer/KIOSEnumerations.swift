/// What kind of acoustic model a bundle holds.
public enum KIOSRecognizerType: Int, Sendable, CaseIterable {
    case unknown = -1
    case GMM
    case nNet
    case nNet3
    case nNet3Chain
}

/// How much the recognizer writes to its log.
public enum KIOSRecognizerLogLevel: Int, Sendable, CaseIterable {
    case debug
    case info
    case warning
}

/// What the recognizer does at the moment.
public enum KIOSRecognizerState: Int, Sendable, CaseIterable {
    case needsDecodingGraph
    case readyToListen
    case listening
    case finalProcessing
}

/// Limits that end listening, each in seconds.
public enum KIOSVadParameter: Int, Sendable, CaseIterable {
    /// Time without a recognised word.
    case timeoutForNoSpeech
    /// Silence after a hypothesis that is very likely a whole phrase.
    case timeoutEndSilenceForGoodMatch
    /// Silence after any words.
    case timeoutEndSilenceForAnyMatch
    /// Longest listening, independent of what was recognised.
    case timeoutMaxDuration
}

/// How the phrases of a decoding graph are said.
public enum KIOSSpeakingTask: Int, Sendable, CaseIterable {
    case `default`
    case oralReading
}
