import VoiceAudio

/// Decides where sound files are cut so that what was said stays.
///
/// A recognizer's words say it where they cover the file; the detector does where they do not.
/// What is left is looked at again until nothing more would go, so a trimmed file is trimmed to
/// itself. Of a long file that can be read anywhere, only the beginning and the end are heard.
public struct SpeechTrimmer: Sendable {
    /// An edge that would move by less than this stays, in milliseconds.
    public static let slackMs = 100
    // A cut that still moves after so many looks is left as it is.
    private static let lookLimit = 8
    /// What finds speech.
    public var scan: ActivityScan
    /// The longest beginning and end of a long file that are listened to, in seconds.
    public var windowSeconds = 300
    /// Silence kept before what is heard, in seconds.
    public var prePad: Double
    /// Silence kept after what is heard, in seconds.
    public var postPad: Double

    /// A trimmer with these pads, in seconds.
    public init(scan: ActivityScan, prePad: Double = 0.05, postPad: Double = 0.20) {
        self.scan = scan
        self.prePad = prePad
        self.postPad = postPad
    }

    /// Where a file is cut.
    ///
    /// - Parameter words: from the first word through the last, in seconds, if a recognizer heard
    ///   any.
    /// - Throws: every ``AudioError`` about input.
    public func plan(path: String, words: (start: Double, end: Double)? = nil) async throws
        -> SmartTrim
    {
        let reader = try SoundFileReader(path: path)
        let rate = reader.format.sampleRate
        let isSeekable = reader.seeksExactly
        let pads = SmartTrim.Pads(
            before: Self.frames(prePad, rate), after: Self.frames(postPad, rate))
        var frames = isSeekable ? reader.format.frames : 0
        if !isSeekable || scan.rule == .voicekit {
            // What the header says is a claim; only reading tells.
            let (bounds, _, length) = try await scan.energyBounds(path: path)
            frames = length
            if scan.rule == .voicekit {
                return Self.byWords(words, frames, rate, pads)
                    ?? SmartTrim(speech: bounds, frames: frames, pads: pads)
            }
        }
        guard frames > 0 else { throw AudioError.empty(path: path) }
        if let trim = Self.byWords(words, frames, rate, pads) { return trim }
        return try await settle(
            path: path, frames: frames, sampleRate: rate, pads: pads, isSeekable: isSeekable)
    }

    /// Cuts until nothing more would go.
    private func settle(
        path: String, frames: Int64, sampleRate: Int, pads: SmartTrim.Pads, isSeekable: Bool
    ) async throws -> SmartTrim {
        let slack = Int64(Self.slackMs * sampleRate / 1_000)
        let window = isSeekable ? Int64(windowSeconds * sampleRate) : .max / 4
        var trim = SmartTrim(speech: nil, frames: frames, pads: pads)
        for _ in 0..<Self.lookLimit {
            let kept = trim.range
            guard let speech = try await speech(path: path, in: kept, window: window)
            else { break }
            var next = SmartTrim(speech: speech, frames: frames, pads: pads)
            let start = max(kept.lowerBound, next.range.lowerBound)
            let end = min(kept.upperBound, next.range.upperBound)
            let from = start - kept.lowerBound < slack ? kept.lowerBound : start
            let to = kept.upperBound - end < slack ? kept.upperBound : end
            if case .speech(let first, let last) = trim.reason {
                // An edge that stays is told by the look that laid it.
                next.reason = .speech(
                    start: from == kept.lowerBound ? first : speech.lowerBound,
                    end: to == kept.upperBound ? last : speech.upperBound)
            }
            next.range = from..<to
            trim = next
            if next.range == kept { break }
        }
        return trim
    }

    /// From the first speech through the last in a range of a file, in frames of the file.
    private func speech(
        path: String, in range: Range<Int64>, window: Int64
    ) async throws -> Range<Int64>? {
        if Int64(range.count) > 2 * window {
            let head = range.lowerBound..<range.lowerBound + window
            let tail = range.upperBound - window..<range.upperBound
            if let first = try await bounds(path: path, in: head),
                let last = try await bounds(path: path, in: tail)
            {
                return first.lowerBound..<last.upperBound
            }
        }
        return try await bounds(path: path, in: range)
    }

    /// What all of a range is heard for.
    private func bounds(path: String, in range: Range<Int64>) async throws -> Range<Int64>? {
        let levels = LevelGuard()
        var scan = scan
        scan.onHops = { levels.take($0) }
        let found = try await scan.run(path: path, range: range)
        guard let first = found.segments.first, let last = found.segments.last else { return nil }
        let (rate, detectorRate) = (Int64(found.sampleRate), Int64(ActivityScan.detectorRate))
        let wide = levels.widened(
            first.lowerBound * detectorRate / rate, last.upperBound * detectorRate / rate)
        let start = min(first.lowerBound, ActivityScan.frame(wide.first, at: found.sampleRate))
        let end = max(last.upperBound, ActivityScan.frame(wide.last, at: found.sampleRate))
        return range.lowerBound + start..<range.lowerBound + min(found.frames, end)
    }

    private static func byWords(
        _ words: (start: Double, end: Double)?, _ frames: Int64, _ rate: Int,
        _ pads: SmartTrim.Pads
    ) -> SmartTrim? {
        guard let words, words.end > words.start else { return nil }
        let start = min(frames, Self.frames(words.start, rate))
        let end = min(frames, Self.frames(words.end, rate))
        return SmartTrim(
            words: start..<max(start, end), frames: frames, sampleRate: rate, pads: pads)
    }

    /// Seconds as frames, rounded; nothing below 0 or past what can be counted.
    private static func frames(_ seconds: Double, _ rate: Int) -> Int64 {
        let frames = (seconds * Double(rate)).rounded()
        return frames > 0 ? Int64(min(frames, 1e15)) : 0
    }
}
