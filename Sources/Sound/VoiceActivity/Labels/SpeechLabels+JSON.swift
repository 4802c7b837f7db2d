internal import VoiceFiles
internal import VoiceJSON

/// Labels as JSON: `sampleRate` in hertz, which all positions count in; `words`, a list of
/// `{"word" or "text", "start", "end"}`; `turns`, a list of `{"start", "end"}`, or the `extent` of
/// all speech, `[start, end]`, or `speechIslands`, a list of such pairs; or `segments`, a list of
/// `{"start", "end"}` with or without a `text`, as `vad` writes them. `sha256` is the digest of the
/// sound file that they are of. Other keys are left alone, so that labels of other programs can be
/// used.
extension SpeechLabels {
    /// Rates of a label file and of the result, in hertz.
    private typealias Rates = (own: Int64, asked: Int64)

    mutating func read(json bytes: [UInt8], path: String, rate: Int) throws(ActivityError) {
        let root: JSONObject
        do {
            root = try JSONReader.value(of: bytes).object ?? [:]
        } catch { throw .labels(path: path, reason: "not JSON: \(error)") }
        guard let own = root["sampleRate"]?.integer, (1...1_000_000).contains(own) else {
            throw .labels(path: path, reason: "\"sampleRate\" is missing, or not 1 to 1000000 Hz")
        }
        let rates = (own, Int64(rate))
        words = try Self.pieces(root["words"], rates, path).filter { !$0.text.isEmpty }
        segments = try Self.pieces(root["segments"], rates, path)
        turns = try Self.turns(root, rates, path)
        guard turns != nil || !words.isEmpty || !segments.isEmpty else {
            throw .labels(
                path: path, reason: "no \"words\", \"turns\", \"extent\" or \"segments\" in it")
        }
        if let digest = root["sha256"] {
            guard let digest = digest.string, Digest.isHex(digest) else {
                throw .labels(path: path, reason: "\"sha256\" is not 64 hexadecimal digits")
            }
            soundDigest = digest
        }
        sound = root["file"]?.string.map { DiskFile.name(of: $0) }
    }

    private static func turns(
        _ root: JSONObject, _ rates: Rates, _ path: String
    ) throws(ActivityError) -> [Range<Int64>]? {
        if let listed = root["turns"]?.array {
            var turns: [Range<Int64>] = []
            for turn in listed {
                turns.append(try range(turn.object?["start"], turn.object?["end"], rates, path))
            }
            return try inOrder(turns, path)
        }
        if let extent = root["extent"] { return [try pair(extent, rates, path)] }
        guard let listed = root["speechIslands"]?.array else { return nil }
        var islands: [Range<Int64>] = []
        for island in listed { islands.append(try pair(island, rates, path)) }
        return try inOrder(islands, path)
    }

    private static func pieces(
        _ value: JSONValue?, _ rates: Rates, _ path: String
    ) throws(ActivityError) -> [Piece] {
        guard let listed = value?.array else { return [] }
        guard listed.count <= limit else {
            throw .labels(path: path, reason: "\(listed.count) words, the limit is \(limit)")
        }
        var pieces: [Piece] = []
        for entry in listed {
            guard let object = entry.object else {
                throw .labels(path: path, reason: "a word is not an object")
            }
            pieces.append(
                Piece(
                    text: (object["word"] ?? object["text"])?.string ?? "",
                    range: try range(object["start"], object["end"], rates, path)))
        }
        return pieces
    }

    private static func inOrder(
        _ turns: [Range<Int64>], _ path: String
    ) throws(ActivityError) -> [Range<Int64>] {
        let isOrdered = zip(turns, turns.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
        guard turns.count <= limit, isOrdered else {
            throw .labels(
                path: path, reason: "\"turns\" overlap, are out of order or more than \(limit)")
        }
        return turns
    }

    private static func pair(
        _ value: JSONValue, _ rates: Rates, _ path: String
    ) throws(ActivityError) -> Range<Int64> {
        guard let pair = value.array, pair.count == 2 else {
            throw .labels(path: path, reason: "a stretch of speech is not [start, end]")
        }
        return try range(pair[0], pair[1], rates, path)
    }

    private static func range(
        _ start: JSONValue?, _ end: JSONValue?, _ rates: Rates, _ path: String
    ) throws(ActivityError) -> Range<Int64> {
        let most: Int64 = 1 << 40
        guard let start = start?.integer, let end = end?.integer, 0 <= start, start <= end,
            end <= most
        else {
            throw .labels(
                path: path, reason: "a start or an end is missing, negative or out of order")
        }
        return (start * rates.asked / rates.own)..<(end * rates.asked / rates.own)
    }
}
