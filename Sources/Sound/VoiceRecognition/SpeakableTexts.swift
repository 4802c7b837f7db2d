package import VoiceHypothesis

/// Texts that a recognizer can return for a task, as it writes them: small letters, single blanks,
/// without the marks that end words and sentences.
package struct SpeakableTexts: Sendable, Equatable {
    /// Every whole text; nil where a grammar has more than are listed.
    package let texts: [String]?
    /// Every word of the texts.
    package let words: Set<String>

    /// Largest number of texts of a listed grammar, parts of them included.
    private static let limit = 20_000
    /// Nor is one whose texts and their parts have more bytes together.
    private static let byteLimit = 4 << 20

    /// The texts of `task`; nil where it takes more than whole phrases or sentences.
    ///
    /// - Throws: ``RecognitionError`` about the grammar or the phrases.
    package init?(of task: RecognitionTask) throws(RecognitionError) {
        switch task {
        case .graph, .general: return nil
        case .phrases(let phrases):
            var texts: [String] = []
            for phrase in phrases {
                let words = try PhraseGrammar.words(of: phrase)
                if !words.isEmpty { texts.append(words.joined(separator: " ")) }
            }
            self.texts = texts
            words = Set(texts.flatMap { $0.split(separator: " ").map(String.init) })
        case .grammar(let jsgf):
            let graph = try GrammarGraph(of: try Grammar(reading: jsgf))
            texts = Self.texts(of: graph)
            words = graph.vocabulary
        }
    }

    /// Words that are said on a way through a grammar, up to a state.
    private struct Beginning: Hashable {
        let state: Int
        let text: String
    }

    private static func texts(of graph: GrammarGraph) -> [String]? {
        let arcs = Dictionary(grouping: graph.arcs, by: \.from)
        var seen: Set<Beginning> = [Beginning(state: 0, text: "")]
        var waiting = Array(seen)
        var texts: [String] = []
        var bytes = 0
        while let beginning = waiting.popLast() {
            if beginning.state == graph.end, !beginning.text.isEmpty {
                texts.append(beginning.text)
            }
            for arc in arcs[beginning.state] ?? [] {
                let words = [beginning.text, arc.word ?? ""].filter { !$0.isEmpty }
                let next = Beginning(state: arc.to, text: words.joined(separator: " "))
                guard seen.insert(next).inserted else { continue }
                waiting.append(next)
                bytes += next.text.utf8.count
                guard seen.count <= limit, bytes <= byteLimit else { return nil }
            }
        }
        return texts.sorted()
    }
}
