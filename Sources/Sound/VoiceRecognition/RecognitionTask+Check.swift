public import VoiceHypothesis

extension RecognitionTask {
    /// Checks the task without a model: whether it can be read, and is not too large.
    ///
    /// - Throws: ``RecognitionError`` about the grammar or the phrases; that a word is unknown only
    ///   a model's dictionary can tell.
    public func check() throws(RecognitionError) { _ = try checkedText() }

    /// Returns the task as text, by which recognizers are told apart, after a check; nil for the
    /// general model.
    func checkedText() throws(RecognitionError) -> String? {
        switch self {
        case .grammar(let jsgf):
            _ = try GrammarGraph(of: try Grammar(reading: jsgf))
            return jsgf
        case .phrases(let phrases): return try PhraseGrammar.jsgf(phrases)
        case .graph(let graph):
            return "\(try PhraseGrammar.jsgf(graph.phrases, graph.speaking))\(graph.conditions)"
        case .general: return nil
        }
    }
}
