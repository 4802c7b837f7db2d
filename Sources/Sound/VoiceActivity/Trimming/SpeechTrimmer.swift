package import VoiceAudio

/// Decides where sound files are cut so that all speech stays.
///
/// A recognizer's words say it where they cover the file; the detector does where they do not.
/// What is left is heard again, and where it no longer shows all of the speech, more is kept: so a
/// trimmed file is trimmed to itself, and loses no speech. Of a long file that can be read
/// anywhere, only the beginning and the end are heard.
package struct SpeechTrimmer: Sendable {
    /// An edge that would move by less than this stays, in milliseconds.
    package static let slackMs = 100
    // Largest number of times that a cut keeps more, doubly each time.
    private static let lookLimit = 8
    /// Scan that finds speech.
    package var scan: ActivityScan
    /// The longest beginning and end of a long file that are listened to, in seconds.
    package var windowSeconds = 300
    /// Silence kept before the speech, in seconds.
    package var prePad: Double
    /// Silence kept after the speech, in seconds.
    package var postPad: Double
    /// Choices of how several channels become one; of several choices each is heard, and no speech
    /// of any is cut away.
    package var choices = [ChannelChoice.best]

    /// A trimmer with these pads, in seconds.
    package init(scan: ActivityScan, prePad: Double = 0.05, postPad: Double = 0.20) {
        self.scan = scan
        self.prePad = prePad
        self.postPad = postPad
    }

    /// Decides where a file is cut.
    ///
    /// `words` reach from the first word through the last, in seconds, if a recognizer heard any.
    ///
    /// - Throws: every `AudioError` about input.
    package func plan(path: String, words: (start: Double, end: Double)? = nil) async throws
        -> SmartTrim
    {
        let reader = try SoundFileReader(path: path)
        let rate = reader.format.sampleRate
        let pads = SmartTrim.Pads(
            before: Self.frames(prePad, rate), after: Self.frames(postPad, rate))
        if scan.rule == .voicekit {
            let (bounds, frames) = try await energyBounds(path)
            return Self.byWords(words, frames, rate, pads)
                ?? SmartTrim(speech: bounds, frames: frames, pads: pads)
        }
        // What is read in order, or states no length, tells it when it has been read.
        let isKnown = reader.isReachable && reader.format.frames <= .max / 2
        var frames = isKnown ? reader.format.frames : nil
        if let words {
            if frames == nil { frames = try await scan.energyBounds(path: path).frames }
            if let frames, let trim = Self.byWords(words, frames, rate, pads) { return trim }
        }
        return try await settle(
            SpeechBoundsFinder(
                scan: scan, path: path, choices: choices,
                windowFrames: isKnown ? window(rate) : nil),
            frames: frames, sampleRate: rate, pads: pads)
    }

    /// The bounds of loud chunks in any choice of channels, and the frames of the file.
    private func energyBounds(
        _ path: String
    ) async throws -> (bounds: Range<Int64>?, frames: Int64) {
        var (bounds, frames): (Range<Int64>?, Int64) = (nil, 0)
        for choice in choices {
            let found = try await scan.energyBounds(path: path, choice: choice)
            frames = found.frames
            guard let next = found.bounds else { continue }
            let known = bounds ?? next
            bounds = min(known.lowerBound, next.lowerBound)..<max(known.upperBound, next.upperBound)
        }
        return (bounds, frames)
    }

    private func window(_ sampleRate: Int) -> Int64 { Int64(windowSeconds * sampleRate) }

    /// Cuts to the speech until nothing more would go.
    private func settle(
        _ listener: SpeechBoundsFinder, frames known: Int64?, sampleRate: Int, pads: SmartTrim.Pads
    ) async throws -> SmartTrim {
        var listener = listener
        let heard = try await listener.listen(in: known.map { 0..<$0 })
        var trim = SmartTrim(speech: heard.speech, frames: heard.frames, pads: pads)
        trim.fold = heard.fold
        guard var speech = heard.speech else { return trim }
        trim.range = 0..<trim.frames
        for _ in 0..<Self.lookLimit {
            let cut = try await cut(trim.range, to: speech, &listener, sampleRate, pads)
            if cut.range == trim.range { break }
            (trim.range, speech) = cut
        }
        return trim
    }

    /// Cuts a range to the speech in it, and hears the rest: where an edge of the speech is no
    /// longer heard within 300 ms, more is kept around it. Returns the kept range, and the speech
    /// that is heard in it.
    private func cut(
        _ range: Range<Int64>, to speech: Range<Int64>, _ listener: inout SpeechBoundsFinder,
        _ sampleRate: Int, _ pads: SmartTrim.Pads
    ) async throws -> (range: Range<Int64>, speech: Range<Int64>) {
        let slack = Int64(Self.slackMs * sampleRate / 1_000)
        /// A range within the first one, whose edges it has where they are near.
        func snapped(_ start: Int64, _ end: Int64) -> Range<Int64> {
            let from = start - range.lowerBound < slack ? range.lowerBound : start
            let to = range.upperBound - end < slack ? range.upperBound : end
            return from..<max(from, to)
        }
        var kept = snapped(speech.lowerBound - pads.before, speech.upperBound + pads.after)
        var more = Int64(sampleRate / 2)
        for _ in 0..<Self.lookLimit where kept != range {
            let left = try await listener.listen(in: kept).speech
            let losesStart = left.map { $0.lowerBound - speech.lowerBound >= 3 * slack } ?? true
            let losesEnd = left.map { speech.upperBound - $0.upperBound >= 3 * slack } ?? true
            if let left, !losesStart, !losesEnd { return (kept, left) }
            kept = snapped(
                kept.lowerBound - (losesStart ? more : 0), kept.upperBound + (losesEnd ? more : 0))
            more *= 2
        }
        return (range, speech)
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
