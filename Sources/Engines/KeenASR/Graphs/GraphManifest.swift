internal import VoiceFiles
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceTime

/// Decoding graph on disk: `manifest.json` of its folder, complete enough to be built again by any
/// decoder. `Schemas/KeenGraph.schema.json` describes every member.
struct GraphManifest: Sendable, Equatable {
    static let formatVersion: Int64 = 1
    /// The largest manifest, in bytes.
    static let byteLimit: Int64 = 64 << 20
    static let fileName = "manifest.json"
    /// Version of the way in which graphs are built of manifests; it changes with the result.
    static let decoder = "voicetest 2"

    /// The graph's name.
    var name: String
    /// The bundle's name and digest.
    var bundleName: String
    var bundleDigest: String
    /// Program that built the graph.
    var decoder: String
    /// Time at which the graph was created, in milliseconds since 1970 UTC.
    var created: Int64
    /// Phrases as they are kept, pronunciations, task, trigger and probability.
    var plan: KIOSGraphPlan
    /// Words of the phrases that the lexicon does not have.
    var unknownWords: [String]
    /// Pronunciations of these words, as they were guessed when the graph was built. Words in lower
    /// case.
    var guessed: [WordPronunciation] = []

    /// The form that is written, with a digest of itself.
    var value: JSONValue {
        let body = self.body
        var object = body
        object["sha256"] = .string(Digest.hex(of: Array(JSONWriter.text(.object(body)).utf8)))
        return .object(object)
    }

    private var body: JSONObject {
        func texts(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }
        var object: JSONObject = [
            "formatVersion": .integer(Self.formatVersion), "name": .string(name),
            "bundle": ["name": .string(bundleName), "sha256": .string(bundleDigest)],
            "decoder": .string(decoder), "created": .string(Timestamp.text(created)),
            "contextual": .bool(plan.isContextual),
            "contexts": .array(plan.contexts.map(texts)),
            "task": .string(Self.taskName(plan.task)),
            "spokenNoisePermille": .integer(
                Int64((plan.spokenNoiseProbability * 1_000).rounded())),
            "pronunciations": .array(
                plan.pronunciations.map { pronunciation in
                    var entry: JSONObject = [
                        "word": .string(pronunciation.getWord()),
                        "phones": .string(pronunciation.getPronunciation()),
                    ]
                    let tag = pronunciation.getTag()
                    if !tag.isEmpty { entry["tag"] = .string(tag) }
                    return .object(entry)
                }),
            "unknownWords": texts(unknownWords),
        ]
        object["trigger"] = plan.trigger.map { .string($0) }
        if !guessed.isEmpty {
            object[Self.guessedKey] = .array(
                guessed.map { way in
                    [
                        "word": .string(way.word.uppercased()),
                        "phones": .string(way.phones.joined(separator: " ")),
                    ]
                })
        }
        return object
    }

    private static let guessedKey = "guessedPronunciations"

    private static func taskName(_ task: KIOSSpeakingTask) -> String {
        task == .oralReading ? "oralReading" : "default"
    }
}

extension GraphManifest {
    /// Reads a manifest's bytes; `path` names it in errors.
    ///
    /// - Throws: ``KIOSGraphError/damaged(path:what:)`` or ``KIOSGraphError/newer(path:version:)``.
    init(parsing bytes: [UInt8], path: String) throws(KIOSGraphError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.value(of: bytes)
        } catch { throw .damaged(path: path, what: error.description) }
        guard let version = value.object?["formatVersion"]?.integer, version > 0 else {
            throw .damaged(path: path, what: "formatVersion is missing")
        }
        guard version <= Self.formatVersion else { throw .newer(path: path, version: version) }
        guard let read = Self.read(value.object ?? [:]) else {
            throw .damaged(path: path, what: "a member is missing or of another type")
        }
        self = read
        // Equal when written alike: whatever was changed, added or left out is seen.
        guard read.value == value else {
            throw .damaged(path: path, what: "its SHA-256 is not that of its content")
        }
    }

    private static func read(_ object: JSONObject) -> GraphManifest? {
        guard let name = object["name"]?.string, let bundle = object["bundle"]?.object,
            let bundleName = bundle["name"]?.string, let digest = bundle["sha256"]?.string,
            let decoder = object["decoder"]?.string,
            let created = object["created"]?.string.flatMap(Timestamp.milliseconds),
            let isContextual = object["contextual"]?.bool,
            let contexts = lists(object["contexts"]), contexts.count == 1 || isContextual,
            let task = KIOSSpeakingTask.allCases.first(where: {
                taskName($0) == object["task"]?.string
            }),
            let permille = object["spokenNoisePermille"]?.integer, (0...1_000).contains(permille),
            let pronunciations = pronunciations(object["pronunciations"]),
            let unknown = texts(object["unknownWords"]),
            let guessed = Self.pronunciations(object[guessedKey] ?? .array([]))
        else { return nil }
        var plan = KIOSGraphPlan(
            contextualPhrases: contexts, pronunciations: pronunciations, task: task,
            trigger: object["trigger"]?.string, spokenNoiseProbability: Float(permille) / 1_000)
        plan.isContextual = isContextual
        return GraphManifest(
            name: name, bundleName: bundleName, bundleDigest: digest, decoder: decoder,
            created: created, plan: plan, unknownWords: unknown,
            guessed: guessed.map { way in
                WordPronunciation(
                    word: way.getWord().lowercased(),
                    phones: way.getPronunciation().split(separator: " ").map(String.init))
            })
    }

    private static func texts(_ value: JSONValue?) -> [String]? {
        guard let elements = value?.array else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }

    private static func lists(_ value: JSONValue?) -> [[String]]? {
        guard let elements = value?.array else { return nil }
        let lists = elements.compactMap { texts($0) }
        return lists.count == elements.count && !lists.isEmpty ? lists : nil
    }

    private static func pronunciations(_ value: JSONValue?) -> [KIOSWordPronunciation]? {
        guard let elements = value?.array else { return nil }
        let read = elements.compactMap { element -> KIOSWordPronunciation? in
            guard let word = element.object?["word"]?.string,
                let phones = element.object?["phones"]?.string
            else { return nil }
            return KIOSWordPronunciation(
                word: word, pronunciation: phones, tag: element.object?["tag"]?.string)
        }
        return read.count == elements.count ? read : nil
    }
}

/// Moments as files write them: ISO 8601 in UTC with milliseconds, `2026-11-23T11:40:00.000Z`.
enum Timestamp {
    /// The text of a moment in milliseconds since 1970; beyond the year 9999 its last moment.
    static func text(_ milliseconds: Int64) -> String {
        let range = CalendarTime.range
        let moment = min(
            max(milliseconds, range.lowerBound * 1_000), range.upperBound * 1_000 + 999)
        let rest = ((moment % 1_000) + 1_000) % 1_000
        let digits = String(1_000 + rest).dropFirst()
        return CalendarTime.text((moment - rest) / 1_000) + ".\(digits)Z"
    }

    /// The milliseconds since 1970 of a text that ``text(_:)`` writes; nil for any other.
    static func milliseconds(_ text: String) -> Int64? {
        guard let seconds = CalendarTime.seconds(text.prefix(19)),
            let rest = Int64(text.dropFirst(20).prefix(3))
        else { return nil }
        let found = seconds * 1_000 + rest
        return Self.text(found) == text ? found : nil
    }
}
