public import Foundation
internal import VoiceJSON

/// Result of a recognition.
///
/// Text is in upper case: words with blanks between them, `<SPOKEN_NOISE>` and the like for what is
/// no word, `WORD#TAG` for a word that was said in the way of a tagged pronunciation. Times count
/// from the beginning of the response's sound; only final results have them.
public struct KIOSResult: Sendable, Equatable {
    /// The words with single blanks between them, tags included.
    public let text: String
    /// The words; nil where the result carries none.
    public let words: [KIOSWord]?
    /// Thousandths, 0 to 1000; nil where the result has none.
    let confidencePermille: Int?
    /// Other readings of a final result, nearest first: as many as
    /// ``KIOSRecognizer/maximumAlternatives`` asks for, where the recognizer has them.
    public internal(set) var alternatives: [String] = []
    /// The id of the response that the result belongs to, also of a partial result; nil where the
    /// result was made of a hypothesis without a response.
    public internal(set) var responseId: String?

    /// ``text`` without everything in angle brackets.
    public var cleanText: String {
        text.split(separator: " ").filter { !Self.isTag($0) }.joined(separator: " ")
    }

    /// Confidence of the result, 0 to 1. The original gives none since 2.0.
    public var confidence: NSNumber? { confidencePermille.map(Self.share) }

    /// Whether nothing was recognised.
    public var isEmpty: Bool { text.isEmpty }

    /// The result as JSON: `text`, `cleanText`, `confidence` and `words`, each with `text`,
    /// `startTime`, `duration`, `confidence` and `phones` as far as it has them; seconds.
    public func toJSON() -> String? { JSONWriter.text(.object(value)) }

    /// The members of ``toJSON()`` as Foundation's types.
    public func toDictionary() -> [String: Any]? { ResultJSON.dictionary(value) }

    /// Returns where people speak in the response's sound, as ranges of its samples: the times of
    /// all words, `<SPOKEN_NOISE>` among them. Empty for a partial result.
    public func speech(sampleRate: Int) -> [Range<Int>] {
        (words ?? []).compactMap(\.time).map { time in
            let start = time.start * sampleRate / 1_000
            return start..<start + time.duration * sampleRate / 1_000
        }
    }

    static func isTag(_ word: some StringProtocol) -> Bool {
        word.hasPrefix("<") && word.hasSuffix(">")
    }

    static func share(permille: Int) -> NSNumber { NSNumber(value: Double(permille) / 1_000) }

    var value: JSONObject {
        var object: JSONObject = ["text": .string(text), "cleanText": .string(cleanText)]
        object["confidence"] = confidencePermille.map { ResultJSON.thousandths($0) }
        object["words"] = words.map { .array($0.map { .object($0.value) }) }
        if !alternatives.isEmpty {
            object["alternatives"] = .array(alternatives.map { .string($0) })
        }
        return object
    }
}

/// A stretch of a response's sound, in milliseconds from its beginning.
struct SpokenSpan: Sendable, Equatable {
    let start: Int
    let duration: Int

    var startTime: NSNumber { NSNumber(value: Double(start) / 1_000) }
    var length: NSNumber { NSNumber(value: Double(duration) / 1_000) }

    /// Adds the members `startTime` and `duration`.
    func add(to object: inout JSONObject) {
        object["startTime"] = ResultJSON.thousandths(start)
        object["duration"] = ResultJSON.thousandths(duration)
    }
}

/// A word that was recognised.
public struct KIOSWord: Sendable, Equatable {
    /// The word in upper case, as in `GO`, `COLD#DROP` or `<SPOKEN_NOISE>`.
    public let text: String
    var time: SpokenSpan?
    var confidencePermille: Int?
    /// Phones of the word; nil in a partial result, and where the recognizer has none.
    public internal(set) var phones: [KIOSPhone]?

    /// Seconds from the beginning of the response's sound; only in final results.
    public var startTime: NSNumber? { time?.startTime }
    /// Seconds; only in final results.
    public var duration: NSNumber? { time?.length }
    /// Confidence of the word, 0 to 1. The original gives none since 2.0.
    public var confidence: NSNumber? { confidencePermille.map(KIOSResult.share) }
    /// Whether this is not a word but a mark in angle brackets, such as `<SPOKEN_NOISE>`.
    public var isTag: Bool { KIOSResult.isTag(text) }

    var value: JSONObject {
        var object: JSONObject = ["text": .string(text)]
        time?.add(to: &object)
        object["confidence"] = confidencePermille.map { ResultJSON.thousandths($0) }
        object["phones"] = phones.map { .array($0.map { .object($0.value) }) }
        return object
    }
}

/// A phone of a word.
public struct KIOSPhone: Sendable, Equatable {
    /// The phone and its place in the word, as in `K_B`: `_B` begins it, `_I` stands inside, `_E`
    /// ends it, `_S` is all of it.
    public let text: String
    let time: SpokenSpan?
    let scorePermille: Int?

    /// Seconds from the beginning of the response's sound; only in final results.
    public var startTime: NSNumber? { time?.startTime }
    /// Seconds; only in final results.
    public var duration: NSNumber? { time?.length }
    /// Quality of the phone's pronunciation, 0 to 1; nil where goodness of pronunciation is not
    /// computed, for silence and noise, for phones under 30 ms and in words whose pronunciation is
    /// guessed.
    public var pronunciationScore: NSNumber? { scorePermille.map(KIOSResult.share) }

    var value: JSONObject {
        var object: JSONObject = ["text": .string(text)]
        time?.add(to: &object)
        object["pronunciationScore"] = scorePermille.map { ResultJSON.thousandths($0) }
        return object
    }
}

/// Numbers and dictionaries of results.
enum ResultJSON {
    /// Thousandths as a number with as many digits as it needs: 520 as `0.52`.
    static func thousandths(_ count: Int) -> JSONValue {
        guard count % 1_000 != 0 else { return .integer(Int64(count / 1_000)) }
        let size = count.magnitude
        var fraction = String(size % 1_000)
        fraction = String(repeating: "0", count: 3 - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return .decimal("\(count < 0 ? "-" : "")\(size / 1_000).\(fraction)")
    }

    /// An object as Foundation's types.
    static func dictionary(_ object: JSONObject) -> [String: Any] {
        var dictionary: [String: Any] = [:]
        for member in object.members { dictionary[member.key] = any(member.value) }
        return dictionary
    }

    private static func any(_ value: JSONValue) -> Any {
        switch value {
        case .null: NSNull()
        case .bool(let flag): NSNumber(value: flag)
        case .integer(let number): NSNumber(value: number)
        case .decimal(let digits): NSNumber(value: Double(digits) ?? .nan)
        case .string(let text): text
        case .array(let elements): elements.map(any)
        case .object(let object): dictionary(object)
        }
    }
}

extension KIOSResult: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension KIOSWord: CustomStringConvertible {
    /// Text of the word, and its time.
    public var description: String { time.map { "\(text) \($0)" } ?? text }
}

extension KIOSPhone: CustomStringConvertible {
    /// Text of the phone, its time, and its score.
    public var description: String {
        let place = time.map { "\(text) \($0)" } ?? text
        return pronunciationScore.map { "\(place), score \($0)" } ?? place
    }
}

extension SpokenSpan: CustomStringConvertible {
    /// Text as in `from 0.52 s to 0.82 s`.
    var description: String {
        "from \(startTime) s to \(NSNumber(value: Double(start + duration) / 1_000)) s"
    }
}
