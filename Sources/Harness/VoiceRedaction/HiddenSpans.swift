internal import VoiceAudio
internal import VoiceJSON
package import VoiceSession
package import VoiceTime

/// Stretches of a session's sound that are hidden.
package enum HiddenSpans: Sendable, Equatable {
    /// Everything that sounds like speech or was said by a scripted caller.
    case allSpeech
    /// These, in frames, ascending and apart.
    case chosen([Range<Frame>])

    private static let countLimit = 100_000

    /// Reads a list of `{"startMs", "endMs"}`.
    ///
    /// - Throws: ``SessionError/malformed(path:what:form:)`` where it is none, is not in
    ///   order, or leaves the session of so many frames.
    package init(
        bytes: [UInt8], path: String, rate: SampleRate, frames: Frame
    ) throws(SessionError) {
        func bad(_ what: String) -> SessionError {
            .malformed(path: path, what: what, form: #"[{"startMs": 1200, "endMs": 2450}]"#)
        }
        let root: JSONValue
        do { root = try JSONReader.value(of: bytes) } catch { throw bad("not JSON: \(error)") }
        guard let list = root.array, !list.isEmpty, list.count <= Self.countLimit else {
            throw bad("it is not an array of 1 to \(Self.countLimit) spans")
        }
        let length = rate.milliseconds(frames)
        var spans: [Range<Frame>] = []
        var last: Int64 = 0
        for (index, value) in list.enumerated() {
            guard let start = value.object?["startMs"]?.integer,
                let end = value.object?["endMs"]?.integer
            else { throw bad("span \(index + 1) lacks startMs or endMs, in whole milliseconds") }
            guard start >= last, end > start else {
                throw bad("span \(index + 1) is empty, or begins before the one before it ends")
            }
            guard end <= length else {
                throw bad("span \(index + 1) ends at \(end) ms, the session at \(length) ms")
            }
            spans.append(rate.frames(milliseconds: start)..<rate.frames(milliseconds: end))
            last = end
        }
        self = .chosen(spans)
    }

    /// The chosen ones; nil where speech is to be found first.
    package var ranges: [Range<Int>]? {
        guard case .chosen(let spans) = self else { return nil }
        return spans.map { Int($0.lowerBound)..<Int($0.upperBound) }
    }

    /// `ranges` in order, those that touch made one.
    package static func merged(_ ranges: [Range<Int>], count: Int) -> [Range<Int>] {
        ranges.map { $0.clamped(to: 0..<count) }.filter { !$0.isEmpty }.joinedRanges()
    }

    /// Returns the gaps between `ranges`.
    package static func gaps(in ranges: [Range<Int>], count: Int) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var last = 0
        for range in merged(ranges, count: count) {
            if last < range.lowerBound { gaps.append(last..<range.lowerBound) }
            last = range.upperBound
        }
        if last < count { gaps.append(last..<count) }
        return gaps
    }
}
