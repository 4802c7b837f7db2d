import VoiceRecognition
import VoiceTime
import VoiceTrace

/// When what is said in a sound file is said, by a label file.
///
/// A label file is a JSON object: `sampleRate` in hertz, which all positions count in; `words`, a
/// list of `{"word" or "text", "start", "end"}`; `turns`, a list of `{"start", "end"}`, or the
/// `extent` of all speech, `[start, end]`, or `speechIslands`, a list of such pairs. Without
/// `words`, `segments` of one word each stand for them; without the others, speech goes from the
/// first word to the last. Other keys are left alone, so that labels of other programs can be used.
struct SoundTruth: Sendable, Equatable {
    /// A word and its frames.
    struct Word: Sendable, Equatable {
        let text: String
        let range: Range<Int64>
    }

    /// Most words, and most turns, of a file.
    static let limit = WordAlignment.wordLimit
    /// The size of a label file at most, in bytes.
    static let byteLimit: Int64 = 16 << 20

    /// The stretches of speech, in frames of ``SoundListener/rate``, in order.
    let turns: [Range<Int64>]
    /// The words in order, in frames of ``SoundListener/rate``; empty where none are labelled.
    let words: [Word]
    /// The sound file that the labels name, without its folder; nil where they name none.
    let sound: String?

    /// Reads a label file.
    ///
    /// - Throws: `CommandError` where it is none, ``DiskError`` where it cannot be read.
    init(path: String) throws {
        try self.init(bytes: try DiskFile.read(path, limit: Self.byteLimit), path: path)
    }

    /// Reads the bytes of a label file; `path` names it in errors.
    init(bytes: [UInt8], path: String) throws {
        let root: JSONObject
        do {
            root = try JSONReader.value(of: bytes).object ?? [:]
        } catch { throw Self.refusal(path, "not JSON: \(error)") }
        guard let rate = root["sampleRate"]?.integer, (1...1_000_000).contains(rate) else {
            throw Self.refusal(path, "\"sampleRate\" is missing, or not 1 to 1000000 Hz")
        }
        var words = try Self.words(root["words"], rate, path)
        if words.isEmpty, root["turns"] == nil {
            let parts = try Self.words(root["segments"], rate, path)
            if parts.allSatisfy({ ScoringText.words(of: $0.text).count == 1 }) { words = parts }
        }
        self.words = words
        turns = try Self.turns(root, rate, path) ?? Self.extent(of: words)
        guard !turns.isEmpty || !words.isEmpty || root["turns"] != nil else {
            throw Self.refusal(path, "no \"words\", \"turns\" or \"extent\" in it")
        }
        sound = root["file"]?.string.map { DiskFile.name(of: $0) }
    }

    /// The turns that are labelled as such; nil where none are.
    private static func turns(
        _ root: JSONObject, _ rate: Int64, _ path: String
    ) throws -> [Range<Int64>]? {
        func pair(_ value: JSONValue) throws -> Range<Int64> {
            guard let pair = value.array, pair.count == 2 else {
                throw refusal(path, "a stretch of speech is not [start, end]")
            }
            return try range(pair[0], pair[1], rate, path)
        }
        if let listed = root["turns"]?.array {
            return try inOrder(
                listed.map { try range($0.object?["start"], $0.object?["end"], rate, path) }, path)
        }
        if let extent = root["extent"] { return [try pair(extent)] }
        return try root["speechIslands"]?.array.map { try inOrder($0.map(pair), path) }
    }

    private static func extent(of words: [Word]) -> [Range<Int64>] {
        guard let first = words.first?.range.lowerBound, let last = words.last?.range.upperBound
        else { return [] }
        return [first..<max(first, last)]
    }

    private static func words(
        _ value: JSONValue?, _ rate: Int64, _ path: String
    ) throws -> [Word] {
        guard let listed = value?.array else { return [] }
        guard listed.count <= limit else {
            throw refusal(path, "\(listed.count) words, the limit is \(limit)")
        }
        return try listed.compactMap { entry in
            guard let object = entry.object else { throw refusal(path, "a word is not an object") }
            guard let text = (object["word"] ?? object["text"])?.string else { return nil }
            return Word(text: text, range: try range(object["start"], object["end"], rate, path))
        }
    }

    private static func inOrder(_ turns: [Range<Int64>], _ path: String) throws -> [Range<Int64>] {
        let isOrdered = zip(turns, turns.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
        guard turns.count <= limit, isOrdered else {
            throw refusal(path, "\"turns\" overlap, are out of order or more than \(limit)")
        }
        return turns
    }

    private static func range(
        _ start: JSONValue?, _ end: JSONValue?, _ rate: Int64, _ path: String
    ) throws -> Range<Int64> {
        let most: Int64 = 1 << 40
        guard let start = start?.integer, let end = end?.integer, 0 <= start, start <= end,
            end <= most
        else { throw refusal(path, "a start or an end is missing, negative or out of order") }
        let hertz = Int64(SoundListener.rate.hertz)
        return (start * hertz / rate)..<(end * hertz / rate)
    }

    private static func refusal(_ path: String, _ why: String) -> CommandError {
        CommandError(
            .badData, "\(path): no usable labels: \(why). Correct the file, or take it away.")
    }
}
