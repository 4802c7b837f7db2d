import VoiceJSON
import VoiceRecognition
import VoiceReports

/// A decoding graph in JSON, as `--graph` takes it: one list of phrases, or several as contexts.
struct GraphFile {
    /// Most phrases of all contexts together.
    static let phraseLimit = 10_000
    /// Most contexts.
    static let contextLimit = 1_000
    /// Most pronunciations.
    static let pronunciationLimit = 10_000
    /// Most phones of one pronunciation.
    static let phoneLimit = 64

    private let name: String
    private var shared = RecognitionGraph(phrases: [])
    private var contexts: [[String]] = []
    private var hasContexts = false

    /// Reads a file's bytes; `file` names it in errors.
    ///
    /// - Throws: a `CommandError` that lists what is wrong, each with its place.
    init(bytes: [UInt8], file: String) throws {
        name = file
        var survey: DocumentSurvey
        do {
            survey = try DocumentSurvey(bytes: bytes, file: file)
        } catch {
            throw CommandError(
                .badData, "\(file): not JSON: \(error). Correct the file; FORMATS.md has its keys.")
        }
        if let root = survey.document.root.object {
            read(root, &survey)
        } else {
            survey.report(.error, .root, "a decoding graph is an object with \"phrases\"")
        }
        let errors = survey.findings.filter { $0.severity != .warning }
        for warning in survey.findings where warning.severity == .warning {
            Console.report("\(warning)")
        }
        guard errors.isEmpty else {
            throw CommandError(
                .badData, errors.prefix(20).map(\.description).joined(separator: "\n"))
        }
    }

    /// Returns the graph, or the graph of one of its contexts.
    ///
    /// - Throws: a `CommandError` where the file has contexts and none of them is chosen.
    func graph(context: Int?) throws -> RecognitionGraph {
        var graph = shared
        if !hasContexts {
            guard context == nil else {
                throw CommandError(
                    .usage, "\(name) has phrases and no contexts. Leave --context out.")
            }
            graph.phrases = contexts[0]
            return graph
        }
        guard let context, contexts.indices.contains(context) else {
            throw CommandError(
                .usage,
                "\(name) has \(contexts.count) contexts. Choose one with --context 0 to"
                    + " \(contexts.count - 1).")
        }
        graph.phrases = contexts[context]
        return graph
    }

    private mutating func read(_ root: JSONObject, _ survey: inout DocumentSurvey) {
        survey.noteUnknownKeys(
            root,
            known: [
                "$schema", "phrases", "contexts", "pronunciations", "speaking",
                "spokenNoisePermille", "trigger",
            ], at: .root, severity: .error)
        readPhrases(root, &survey)
        readPronunciations(root, &survey)
        if root["speaking"] != nil {
            let speaking: Speaking? = survey.word(root, "speaking", at: .root)
            shared.speaking = speaking == .oralReading ? .oralReading : .usual
        }
        if let permille = survey.count(root, "spokenNoisePermille", at: .root) {
            if permille > 1_000 {
                survey.report(
                    .error, JSONPath.root.key("spokenNoisePermille"),
                    "\(permille) is not a share in thousandths. Use 0 to 1000")
            }
            shared.spokenNoisePermille = Int(clamping: min(1_000, permille))
        }
        if root["trigger"] != nil,
            let trigger = survey.requiredText(root, "trigger", at: .root)
        {
            shared.trigger = phrase(trigger, at: JSONPath.root.key("trigger"), &survey)
        }
    }

    /// The words of `speaking`.
    private enum Speaking: String, CaseIterable {
        case usual, oralReading
    }

    private mutating func readPhrases(_ root: JSONObject, _ survey: inout DocumentSurvey) {
        hasContexts = root["contexts"] != nil
        guard hasContexts != (root["phrases"] != nil) else {
            let message =
                hasContexts
                ? "\"phrases\" and \"contexts\" exclude each other. Keep one"
                : "\"phrases\" is missing, or \"contexts\" with a list of phrases each"
            return survey.report(.error, .root, message)
        }
        if !hasContexts {
            let path = JSONPath.root.key("phrases")
            contexts = [phrases(root["phrases"], at: path, &survey)]
        } else {
            let path = JSONPath.root.key("contexts")
            guard let lists = root["contexts"]?.array, !lists.isEmpty else {
                return survey.report(.error, path, "expected a list of lists of phrases")
            }
            guard lists.count <= Self.contextLimit else {
                return survey.report(
                    .error, path, "\(lists.count) contexts. Use \(Self.contextLimit) or fewer")
            }
            contexts = lists.enumerated().map { phrases($1, at: path.index($0), &survey) }
        }
        let count = contexts.reduce(0) { $0 + $1.count }
        if count > Self.phraseLimit {
            survey.report(
                .error, .root, "\(count) phrases in all. Use \(Self.phraseLimit) or fewer")
        }
    }

    private func phrases(
        _ value: JSONValue?, at path: JSONPath, _ survey: inout DocumentSurvey
    ) -> [String] {
        guard let elements = value?.array, !elements.isEmpty else {
            survey.report(.error, path, "expected a list of phrases, one or more")
            return []
        }
        var found: [String] = []
        for (index, element) in elements.prefix(Self.phraseLimit + 1).enumerated() {
            guard let text = element.string else {
                survey.report(
                    .error, path.index(index), "found \(element.kindName), expected a phrase")
                continue
            }
            if let phrase = phrase(text, at: path.index(index), &survey) { found.append(phrase) }
        }
        return found
    }

    /// A phrase in lower case; nil, and a finding, where no recognizer takes it.
    private func phrase(
        _ text: String, at path: JSONPath, _ survey: inout DocumentSurvey
    ) -> String? {
        do {
            try RecognitionTask.phrases([text]).check()
            return text.lowercased()
        } catch {
            survey.report(.error, path, "\(error)")
            return nil
        }
    }

    private mutating func readPronunciations(
        _ root: JSONObject, _ survey: inout DocumentSurvey
    ) {
        let path = JSONPath.root.key("pronunciations")
        let listed = survey.list(root, "pronunciations", at: .root)
        guard listed.count <= Self.pronunciationLimit else {
            return survey.report(
                .error, path,
                "\(listed.count) pronunciations. Use \(Self.pronunciationLimit) or fewer")
        }
        for (object, place) in listed {
            survey.noteUnknownKeys(
                object, known: ["word", "phones", "tag"], at: place, severity: .error)
            let word = survey.requiredText(object, "word", at: place)
            let phones = survey.requiredText(object, "phones", at: place)
            let tag = survey.text(object, "tag", at: place)
            guard let word, let phones else { continue }
            let parts = phones.uppercased().split(whereSeparator: \.isWhitespace).map(String.init)
            if !(1...Self.phoneLimit).contains(parts.count) {
                survey.report(
                    .error, place.key("phones"), "name 1 to \(Self.phoneLimit) phones, as \"K OW\"")
            }
            if word.contains(where: { $0.isWhitespace || "<>#".contains($0) }) {
                survey.report(.error, place.key("word"), "one word without <, > and #")
            }
            if let tag, !Self.isTag(tag) {
                survey.report(
                    .error, place.key("tag"),
                    "letters and digits, and not \(ScoringText.falseStart): it marks false starts")
            }
            shared.pronunciations.append(
                WordPronunciation(
                    word: word.lowercased(), phones: parts, tag: tag?.lowercased()))
        }
    }

    private static func isTag(_ text: String) -> Bool {
        !text.isEmpty && text.lowercased() != ScoringText.falseStart
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
