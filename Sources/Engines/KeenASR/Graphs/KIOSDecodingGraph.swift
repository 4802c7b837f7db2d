public import Foundation
internal import VoiceFiles

/// Decoding graphs that a recognizer listens for, made of phrases and kept on disk.
///
/// A graph `NAME` of the bundle `BUNDLE` is in `KaldiIOS-decoding-graphs/NAME-BUNDLE` below the
/// app's folder, and serves any recognizer of the same bundle. Phrases are training text, not a
/// closed list: parts of them and other combinations of their words are recognised too. The
/// methods that return a Boolean are those of the original; each has a counterpart that throws why:
/// ``create(_:named:for:at:)`` and ``load(named:for:)``.
public enum KIOSDecodingGraph {
    /// Makes a graph of phrases and saves it; false where it is refused or cannot be written.
    ///
    /// `probability` says how readily speech that fits no phrase becomes `<SPOKEN_NOISE>`, 0 to 1:
    /// .5 is neutral.
    @discardableResult
    public static func createDecodingGraph(
        fromPhrases phrases: [String], for recognizer: any KIOSRecognizing,
        using pronunciations: [any KIOSPronunciation]?, andTask task: KIOSSpeakingTask,
        withSpokenNoiseProbability probability: Float = KIOSGraphPlan.usualSpokenNoise,
        andSaveWithName name: String
    ) -> Bool {
        let plan = KIOSGraphPlan(
            phrases: phrases, pronunciations: (pronunciations ?? []).map(\.wordPronunciation),
            task: task, spokenNoiseProbability: probability)
        return isCreated(plan, name, recognizer)
    }

    /// Makes a graph of a list of phrases for each context and saves it; the id of a context is
    /// its index.
    @discardableResult
    public static func createContextualDecodingGraph(
        fromPhrases contextualPhrases: [[String]], for recognizer: any KIOSRecognizing,
        using pronunciations: [any KIOSPronunciation]?, andTask task: KIOSSpeakingTask,
        withSpokenNoiseProbability probability: Float = KIOSGraphPlan.usualSpokenNoise,
        andSaveWithName name: String
    ) -> Bool {
        let plan = KIOSGraphPlan(
            contextualPhrases: contextualPhrases,
            pronunciations: (pronunciations ?? []).map(\.wordPronunciation), task: task,
            spokenNoiseProbability: probability)
        return isCreated(plan, name, recognizer)
    }

    /// Makes a graph of phrases that count only after `trigger` was said, and saves it.
    @discardableResult
    public static func createDecodingGraph(
        fromPhrases phrases: [String], withTriggerPhrase trigger: String,
        for recognizer: any KIOSRecognizing, andSaveWithName name: String
    ) -> Bool {
        isCreated(KIOSGraphPlan(phrases: phrases, trigger: trigger), name, recognizer)
    }

    private static func isCreated(
        _ plan: KIOSGraphPlan, _ name: String, _ recognizer: any KIOSRecognizing
    ) -> Bool {
        do throws(KIOSGraphError) {
            try create(plan, named: name, for: recognizer)
            return true
        } catch {
            // The caller may stand on any thread; the log belongs to the main actor.
            Task { @MainActor in KIOSRecognizer.log(.warning, error.description) }
            return false
        }
    }

    /// Whether there is a graph of this name for the recognizer's bundle, complete and undamaged.
    public static func decodingGraph(
        withNameExists name: String, for recognizer: any KIOSRecognizing
    ) -> Bool {
        manifest(name, recognizer) != nil
    }

    /// Whether the folder at `path` holds a graph, complete and undamaged.
    public static func decodingGraph(atPathExists path: String) -> Bool {
        (try? GraphStore(path: path).read()) != nil
    }

    /// Returns the time at which the graph of this name was created; nil if there is no such graph.
    public static func decodingGraphCreationDate(
        _ name: String, for recognizer: any KIOSRecognizing
    ) -> Date? {
        manifest(name, recognizer).map { Date(timeIntervalSince1970: Double($0.created) / 1_000) }
    }

    /// Returns the folder in which a graph is or would be; nil for a name that no graph can have.
    public static func getDecodingGraphDirURL(
        _ name: String, for recognizer: any KIOSRecognizing
    ) -> URL? {
        (try? GraphStore(recognizer, name: name)).map {
            URL(fileURLWithPath: $0.path, isDirectory: true)
        }
    }

    private static func manifest(
        _ name: String, _ recognizer: any KIOSRecognizing
    ) -> GraphManifest? {
        (try? GraphStore(recognizer, name: name))?.readable
    }
}

extension GraphStore {
    /// The manifest; nil if it is missing or damaged.
    var readable: GraphManifest? { (try? read()) ?? nil }
}

/// Names as Swift imports them where pronunciations are ``KIOSWordPronunciation``.
extension KIOSDecodingGraph {
    /// Makes a graph of phrases and saves it.
    @discardableResult
    public static func createDecodingGraph(
        fromPhrases phrases: [String], for recognizer: any KIOSRecognizing,
        usingAlternativePronunciations pronunciations: [KIOSWordPronunciation]?,
        andTask task: KIOSSpeakingTask,
        withSpokenNoiseProbability probability: Float = KIOSGraphPlan.usualSpokenNoise,
        andSaveWithName name: String
    ) -> Bool {
        createDecodingGraph(
            fromPhrases: phrases, for: recognizer, using: pronunciations, andTask: task,
            withSpokenNoiseProbability: probability, andSaveWithName: name)
    }

    /// Makes a contextual graph of phrases and saves it.
    @discardableResult
    public static func createContextualDecodingGraph(
        fromPhrases contextualPhrases: [[String]], for recognizer: any KIOSRecognizing,
        usingAlternativePronunciations pronunciations: [KIOSWordPronunciation]?,
        andTask task: KIOSSpeakingTask,
        withSpokenNoiseProbability probability: Float = KIOSGraphPlan.usualSpokenNoise,
        andSaveWithName name: String
    ) -> Bool {
        createContextualDecodingGraph(
            fromPhrases: contextualPhrases, for: recognizer, using: pronunciations, andTask: task,
            withSpokenNoiseProbability: probability, andSaveWithName: name)
    }
}

/// Names of earlier releases.
extension KIOSDecodingGraph {
    /// Makes a graph of sentences and saves it.
    @available(*, deprecated, message: "Use createDecodingGraph(fromPhrases:…)")
    @discardableResult
    public static func createDecodingGraph(
        fromSentences sentences: [String], for recognizer: any KIOSRecognizing,
        andSaveWithName name: String
    ) -> Bool {
        createDecodingGraph(
            fromPhrases: sentences, for: recognizer, using: nil, andTask: .default,
            andSaveWithName: name)
    }

    /// Makes a graph of sentences and saves it.
    @available(*, deprecated, message: "Use createDecodingGraph(fromPhrases:…)")
    @discardableResult
    public static func createDecodingGraph(
        fromSentences sentences: [String], for recognizer: any KIOSRecognizing,
        using pronunciations: [any KIOSPronunciation]?, andTask task: KIOSSpeakingTask,
        andSaveWithName name: String
    ) -> Bool {
        createDecodingGraph(
            fromPhrases: sentences, for: recognizer, using: pronunciations, andTask: task,
            andSaveWithName: name)
    }

    /// Makes a graph of sentences and saves it.
    @available(*, deprecated, message: "Use createDecodingGraph(fromPhrases:…)")
    @discardableResult
    public static func createDecodingGraph(
        fromSentences sentences: [String], for recognizer: any KIOSRecognizing,
        usingAlternativePronunciations pronunciations: [KIOSWordPronunciation]?,
        andTask task: KIOSSpeakingTask, andSaveWithName name: String
    ) -> Bool {
        createDecodingGraph(
            fromPhrases: sentences, for: recognizer, using: pronunciations, andTask: task,
            andSaveWithName: name)
    }

    /// Makes a graph of sentences that count only after `trigger` was said, and saves it.
    @available(*, deprecated, message: "Use createDecodingGraph(fromPhrases:withTriggerPhrase:…)")
    @discardableResult
    public static func createDecodingGraph(
        fromSentences sentences: [String], withTriggerPhrase trigger: String,
        for recognizer: any KIOSRecognizing, andSaveWithName name: String
    ) -> Bool {
        createDecodingGraph(
            fromPhrases: sentences, withTriggerPhrase: trigger, for: recognizer,
            andSaveWithName: name)
    }

    /// Makes a contextual graph of sentences and saves it.
    @available(*, deprecated, message: "Use createContextualDecodingGraph(fromPhrases:…)")
    @discardableResult
    public static func createContextualDecodingGraph(
        fromSentences sentences: [[String]], for recognizer: any KIOSRecognizing,
        usingAlternativePronunciations pronunciations: [KIOSWordPronunciation]?,
        andTask task: KIOSSpeakingTask, andSaveWithName name: String
    ) -> Bool {
        createContextualDecodingGraph(
            fromPhrases: sentences, for: recognizer, using: pronunciations, andTask: task,
            andSaveWithName: name)
    }

    /// Makes a contextual graph of sentences and saves it.
    @available(*, deprecated, message: "Use createContextualDecodingGraph(fromPhrases:…)")
    @discardableResult
    public static func createContextualDecodingGraph(
        fromSentences sentences: [[String]], for recognizer: any KIOSRecognizing,
        using pronunciations: [any KIOSPronunciation]?, andTask task: KIOSSpeakingTask,
        andSaveWithName name: String
    ) -> Bool {
        createContextualDecodingGraph(
            fromPhrases: sentences, for: recognizer, using: pronunciations, andTask: task,
            andSaveWithName: name)
    }

    /// Whether the folder at `path` holds a graph.
    @available(*, deprecated, message: "Use decodingGraph(atPathExists:)")
    public static func decodingGraphExists(atPath path: String) -> Bool {
        decodingGraph(atPathExists: path)
    }
}
