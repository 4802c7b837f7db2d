internal import VoiceFiles
internal import VoiceJSON
internal import VoiceRecognition

/// A decoding graph as it stands on disk: `manifest.json` of its folder, complete enough to be
/// built again by any decoder. `Schemas/KeenGraph.schema.json` describes every member.
struct GraphManifest: Sendable, Equatable {
    static let formatVersion: Int64 = 1
    /// The largest manifest, in bytes.
    static let byteLimit: Int64 = 64 << 20
    static let fileName = "manifest.json"
    /// The way in which graphs are built of manifests now; it changes with what is built.
    static let decoder = "voicetest 2"

    /// The graph's name.
    var name: String
    /// The bundle's name and digest.
    var bundleName: String
    var bundleDigest: String
    /// What built the graph.
    var decoder: String
    /// When the graph was created, in milliseconds since 1970 UTC.
    var created: Int64
    /// Phrases as they are kept, pronunciations, task, trigger and probability.
    var plan: KIOSGraphPlan
    /// Words of the phrases that the lexicon does not have.
    var unknownWords: [String]
    /// How these words are said, as it was guessed when the graph was built. Words in lower case.
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
///
/// Source of the calendar: Hinnant 2014, "chrono-compatible low-level date algorithms".
enum Timestamp {
    private static let dayMilliseconds: Int64 = 86_400_000
    /// 0000-03-01 through 9999-12-31, which four digits can write.
    private static let range: ClosedRange<Int64> = -62_162_208_000_000...253_402_300_799_999

    /// The text of a moment in milliseconds since 1970; beyond the year 9999 its last moment.
    static func text(_ milliseconds: Int64) -> String {
        let moment = min(max(milliseconds, range.lowerBound), range.upperBound)
        let rest = ((moment % dayMilliseconds) + dayMilliseconds) % dayMilliseconds
        let shifted = (moment - rest) / dayMilliseconds + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let calendarMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0)
        let seconds = rest / 1_000
        return "\(digits(year, 4))-\(digits(calendarMonth, 2))-\(digits(day, 2))T"
            + "\(digits(seconds / 3_600, 2)):\(digits(seconds / 60 % 60, 2)):"
            + "\(digits(seconds % 60, 2)).\(digits(rest % 1_000, 3))Z"
    }

    /// The milliseconds since 1970 of a text that ``text(_:)`` writes; nil for any other.
    static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 24 else { return nil }
        func number(_ place: Range<Int>) -> Int64? {
            Int64(String(decoding: bytes[place], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16),
            let second = number(17..<19), let rest = number(20..<23)
        else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let found =
            days * dayMilliseconds + ((hour * 60 + minute) * 60 + second) * 1_000 + rest
        return Self.text(found) == text ? found : nil
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
