/// Kind of acoustic model that a bundle holds.
public enum KIOSRecognizerType: Int, Sendable, CaseIterable {
    /// The model does not say its type.
    case unknown = -1
    /// Gaussian mixtures.
    case GMM
    /// A neural network.
    case nNet
    /// A neural network of Kaldi's form nnet3.
    case nNet3
    /// A neural network of Kaldi's form nnet3, trained as a chain model.
    case nNet3Chain
}

/// Amount that the recognizer writes to its log.
public enum KIOSRecognizerLogLevel: Int, Sendable, CaseIterable {
    /// Everything, for the developers of the SDK.
    case debug
    /// All that the recognizer does, and what follows.
    case info
    /// Only messages on what may be wrong.
    case warning
}

/// State of the recognizer at the moment.
public enum KIOSRecognizerState: Int, Sendable, CaseIterable {
    /// No decoding graph is loaded, so the recognizer cannot listen.
    case needsDecodingGraph
    /// A decoding graph is loaded; the recognizer does not listen.
    case readyToListen
    /// The recognizer takes sound.
    case listening
    /// Listening is over; the final result is not there yet.
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

/// Way in which the phrases of a decoding graph are said.
public enum KIOSSpeakingTask: Int, Sendable, CaseIterable {
    /// Recognition for commands, dialogs and dictation.
    case `default`
    /// Recognition of a text that the caller reads aloud.
    case oralReading
}
