import VoiceAudio

/// Hears where speech begins and ends in ranges of one file.
///
/// Of a range longer than two windows only a window at either end is heard, unless one of them
/// holds no speech. How several channels become one is told by the first ends that are heard, and
/// by the whole file where a whole range is.
struct SpeechBoundsFinder {
    /// What was heard.
    struct Heard {
        /// From the first speech through the last, in frames of the file; nil if there is none.
        var speech: Range<Int64>?
        /// How many frames the file has, as far as the range reaches.
        var frames: Int64
    }

    private let scan: ActivityScan
    private let path: String
    private let windowFrames: Int64?
    private var choiceOfEnds: ChannelChoice?
    private var choiceOfAll: ChannelChoice?

    /// A listener that hears whole ranges where there is no window.
    init(scan: ActivityScan, path: String, windowFrames: Int64?) {
        self.scan = scan
        self.path = path
        self.windowFrames = windowFrames
    }

    /// Hears a range; all of the file where it is nil.
    ///
    /// - Throws: every ``AudioError`` about input.
    mutating func listen(in range: Range<Int64>?) async throws -> Heard {
        if let range, let speech = try await ends(of: range) {
            return Heard(speech: speech, frames: range.upperBound)
        }
        let choice = try choiceOfAll ?? .best(path: path)
        choiceOfAll = choice
        return try await bounds(in: range, choice)
    }

    /// From the first speech of the beginning through the last of the end of a long range.
    private mutating func ends(of range: Range<Int64>) async throws -> Range<Int64>? {
        guard let window = windowFrames, Int64(range.count) > 2 * window else { return nil }
        let head = range.lowerBound..<range.lowerBound + window
        let tail = range.upperBound - window..<range.upperBound
        let choice = try choiceOfEnds ?? .best(path: path, in: [head, tail])
        choiceOfEnds = choice
        guard let first = try await bounds(in: head, choice).speech,
            let last = try await bounds(in: tail, choice).speech
        else { return nil }
        return first.lowerBound..<last.upperBound
    }

    private func bounds(in range: Range<Int64>?, _ choice: ChannelChoice) async throws -> Heard {
        let levels = LevelGuard()
        var scan = scan
        scan.onHops = { levels.take($0) }
        let found = try await scan.run(path: path, range: range, choice: choice)
        let origin = range?.lowerBound ?? 0
        var heard = Heard(speech: nil, frames: origin + found.frames)
        guard let first = found.segments.first, let last = found.segments.last else {
            return heard
        }
        let (rate, detectorRate) = (Int64(found.sampleRate), Int64(HopGrid.sampleRate))
        let wide = levels.widened(
            first.lowerBound * detectorRate / rate, last.upperBound * detectorRate / rate)
        let start = min(first.lowerBound, ActivityScan.frame(wide.first, at: found.sampleRate))
        let end = max(last.upperBound, ActivityScan.frame(wide.last, at: found.sampleRate))
        heard.speech = origin + start..<origin + min(found.frames, end)
        return heard
    }
}
