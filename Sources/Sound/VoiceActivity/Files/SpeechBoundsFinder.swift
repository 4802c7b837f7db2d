import VoiceAudio

/// Finds the start and the end of speech in ranges of one file.
///
/// Of a range longer than two windows only a window at either end is heard, unless one of them
/// holds no speech. How several channels become one is told by the first ends that are heard, and
/// by the whole file where a whole range is. Of several choices of channels each is heard.
struct SpeechBoundsFinder {
    /// Speech that was heard.
    struct Heard {
        /// Range from the first speech through the last, in frames of the file; nil if there is
        /// none.
        var speech: Range<Int64>?
        /// Number of frames of the file, as far as the range reaches.
        var frames: Int64
        /// Way in which channels became one, by the first choice.
        var fold = ChannelFold()
    }

    let scan: ActivityScan
    let path: String
    let choices: [ChannelChoice]
    /// Length of the window; nil to hear whole ranges.
    let windowFrames: Int64?
    private(set) var foldsOfEnds: [ChannelFold]?
    private(set) var foldsOfAll: [ChannelFold]?

    /// Hears a range; all of the file where it is nil.
    ///
    /// - Throws: every ``AudioError`` about input.
    mutating func listen(in range: Range<Int64>?) async throws -> Heard {
        if let range, let heard = try await ends(of: range) { return heard }
        let folds = try foldsOfAll ?? choices.map { try $0.fold(of: path) }
        foldsOfAll = folds
        return try await bounds(in: range, folds)
    }

    /// Returns the range from the first speech to the last one, scanning only both ends of a long
    /// range.
    private mutating func ends(of range: Range<Int64>) async throws -> Heard? {
        guard let window = windowFrames, Int64(range.count) > 2 * window else { return nil }
        let head = range.lowerBound..<range.lowerBound + window
        let tail = range.upperBound - window..<range.upperBound
        let folds = try foldsOfEnds ?? choices.map { try $0.fold(of: path, in: [head, tail]) }
        foldsOfEnds = folds
        guard let first = try await bounds(in: head, folds).speech,
            let last = try await bounds(in: tail, folds).speech
        else { return nil }
        return Heard(
            speech: first.lowerBound..<last.upperBound, frames: range.upperBound, fold: folds[0])
    }

    /// Returns the range from the first speech of any of these folds through the last.
    private func bounds(in range: Range<Int64>?, _ folds: [ChannelFold]) async throws -> Heard {
        var heard = Heard(speech: nil, frames: 0, fold: folds[0])
        for fold in folds {
            let next = try await bounds(in: range, fold)
            heard.frames = max(heard.frames, next.frames)
            guard let speech = next.speech else { continue }
            let known = heard.speech ?? speech
            heard.speech =
                min(known.lowerBound, speech.lowerBound)..<max(known.upperBound, speech.upperBound)
        }
        return heard
    }

    private func bounds(in range: Range<Int64>?, _ fold: ChannelFold) async throws -> Heard {
        let levels = LevelGuard()
        var scan = scan
        scan.onHops = { levels.process($0) }
        let found = try await scan.run(path: path, range: range, choice: fold.choice)
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
