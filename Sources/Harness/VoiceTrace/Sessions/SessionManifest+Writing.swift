internal import VoiceJSON

extension SessionManifest {
    /// The bytes of `session.json`: a line a setting, a file and a kind of event.
    package var fileBytes: [UInt8] {
        JSONWriter.prettyBytes(.object(object), levels: 2, spread: ["kinds"])
    }

    /// Leaves out of the vocabulary what a trace of `names` does not need: the engine declares it.
    ///
    /// A call that was imported has no engine and keeps all.
    package mutating func keepVocabulary(for names: TraceNames) {
        guard !isCall, let all = vocabulary else { return }
        vocabulary = all.needed(for: names)
    }
}
