internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition

/// Reads `graphs.json`, the decoding graphs that a scenario's calls name:
///
///     { "graphs": [ { "name", "phrases": [texts] or "contexts": [[texts]],
///                     "task"?: "default" or "oralReading", "spokenNoisePermille"?, "trigger"?,
///                     "pronunciations"?: [ { "word", "phones", "tag"? } ] } ] }
///
/// Phrases are normalised as those of an app are.
struct GraphFileReader {
    private enum Task: String, CaseIterable {
        case `default`, oralReading
    }

    private(set) var survey: DocumentSurvey
    private(set) var graphs: [String: KeenGraph] = [:]

    init(bytes: [UInt8], file: String) throws(EngineFileError) {
        survey = try .ofEngine(bytes, file: file)
        guard let root = survey.document.root.object else {
            survey.report(.error, .root, "found no object. Write { \"graphs\": [ … ] }")
            return
        }
        survey.noteUnknownKeys(root, known: ["$schema", "graphs"], at: .root)
        for (entry, path) in survey.list(root, "graphs", at: .root) { readGraph(entry, path) }
    }

    private mutating func readGraph(_ entry: JSONObject, _ path: JSONPath) {
        survey.noteUnknownKeys(
            entry,
            known: [
                "name", "phrases", "contexts", "task", "spokenNoisePermille", "trigger",
                "pronunciations",
            ], at: path)
        guard let name = survey.requiredText(entry, "name", at: path) else { return }
        guard graphs[name] == nil else {
            survey.report(.error, path.key("name"), "a graph of this name stands before")
            return
        }
        guard (entry["phrases"] == nil) != (entry["contexts"] == nil) else {
            survey.report(.error, path, "write either \"phrases\" or \"contexts\"")
            return
        }
        var plan = KIOSGraphPlan(phrases: [])
        if let phrases = entry["phrases"] {
            plan.contexts = [texts(phrases, path.key("phrases"))]
        } else {
            let place = path.key("contexts")
            plan.isContextual = true
            plan.contexts = (entry["contexts"]?.array ?? []).enumerated().map { index, list in
                texts(list, place.index(index))
            }
        }
        let task: Task? = survey.word(entry, "task", at: path)
        plan.task = task == .oralReading ? .oralReading : .default
        plan.trigger = survey.text(entry, "trigger", at: path)
        let noise = survey.count(entry, "spokenNoisePermille", at: path) ?? 500
        if noise > 1_000 {
            survey.report(.error, path.key("spokenNoisePermille"), "use 0 to 1000; 500 is neutral")
        }
        plan.spokenNoiseProbability = Float(min(noise, 1_000)) / 1_000
        graphs[name] = graph(of: plan, pronunciations(entry, path), path)
    }

    private mutating func texts(_ value: JSONValue, _ path: JSONPath) -> [String] {
        guard let texts = KeenGraph.texts(value) else {
            survey.report(
                .error, path,
                "write a list of texts, at most \(KeenGraph.Limit.phrases), each of at most"
                    + " \(KeenGraph.Limit.phraseBytes) bytes")
            return []
        }
        return texts
    }

    private mutating func pronunciations(
        _ entry: JSONObject, _ path: JSONPath
    ) -> [WordPronunciation] {
        survey.list(entry, "pronunciations", at: path).compactMap { entry, path in
            guard let word = survey.requiredText(entry, "word", at: path),
                let phones = survey.requiredText(entry, "phones", at: path)
            else { return nil }
            return WordPronunciation(
                word: word.lowercased(),
                phones: phones.uppercased().split(separator: " ").map(String.init),
                tag: survey.text(entry, "tag", at: path))
        }
    }

    /// Throws where a graph is larger than the recognizer takes. Its other limits concern only
    /// those who listen with the graph.
    private static func checkSize(of graph: RecognitionGraph) throws(KIOSGraphError) {
        do throws(RecognitionError) { try RecognitionTask.graph(graph).check() } catch {
            if case .taskTooLarge = error { throw .words(error) }
        }
    }

    /// Returns the graph of a plan, whose phrases are normalised; nil where it is refused.
    private mutating func graph(
        of plan: KIOSGraphPlan, _ pronunciations: [WordPronunciation], _ path: JSONPath
    ) -> KeenGraph? {
        var shared = RecognitionGraph(phrases: [])
        shared.speaking = plan.task == .oralReading ? .oralReading : .usual
        shared.spokenNoisePermille = Int((plan.spokenNoiseProbability * 1_000).rounded())
        shared.pronunciations = pronunciations
        var contexts: [RecognitionGraph] = []
        do throws(KIOSGraphError) {
            shared.trigger = try plan.trigger.map { (trigger) throws(KIOSGraphError) in
                try PhraseNormalizer.normalized(trigger, context: nil).lowercased()
            }
            for (index, phrases) in plan.contexts.enumerated() {
                var context = shared
                for phrase in phrases {
                    let normal = try PhraseNormalizer.normalized(
                        phrase, context: plan.isContextual ? index : nil)
                    if !normal.isEmpty { context.phrases.append(normal.lowercased()) }
                }
                guard !context.phrases.isEmpty else {
                    throw .noPhrases(context: plan.isContextual ? index : nil)
                }
                try Self.checkSize(of: context)
                contexts.append(context)
            }
            guard !contexts.isEmpty else { throw .noPhrases(context: nil) }
        } catch {
            survey.report(.error, path, "\(error)")
            return nil
        }
        return KeenGraph(contexts: contexts, isContextual: plan.isContextual, unknownWords: [])
    }
}
