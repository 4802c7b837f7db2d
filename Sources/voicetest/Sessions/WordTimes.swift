import VoiceJSON
import VoiceTrace

/// Reads where a recognizer's words stand.
enum WordTimes {
    /// From the first word through the last, in seconds; nil where nothing was heard.
    ///
    /// Shape: what `voicetest listen --format json` prints. Utterances that were rejected have no
    /// words and do not count.
    static func read(_ path: String) throws -> (start: Double, end: Double)? {
        let bytes = try DiskFile.read(path, limit: FileLimit.text)
        let root: JSONObject?
        do { root = try JSONReader.value(of: bytes).object } catch {
            throw CommandError(.badData, "\(path): \(error)")
        }
        guard let rate = root?["sampleRate"]?.integer, rate > 0,
            let utterances = root?["utterances"]?.array
        else {
            throw CommandError(
                .badData,
                "\(path) holds no words: sampleRate and utterances are missing."
                    + " Make it with `voicetest listen --format json`.")
        }
        var range: Range<Int64>?
        for word in utterances.flatMap({ $0.object?["words"]?.array ?? [] }) {
            guard let start = word.object?["start"]?.integer,
                let end = word.object?["end"]?.integer, 0 <= start, start <= end
            else {
                throw CommandError(
                    .badData, "\(path) holds a word without start and end. Make it anew.")
            }
            range =
                min(start, range?.lowerBound ?? start)..<max(end, range?.upperBound ?? end)
        }
        return range.map {
            (Double($0.lowerBound) / Double(rate), Double($0.upperBound) / Double(rate))
        }
    }
}
