/// Pauses of SSML. espeak-ng takes whole numbers only, the last of several pauses, and none before
/// the first word.
extension TextNormalizer {
    /// Adds the tag at `place` of `text` to `result`, with what belongs to a pause, and says
    /// where it goes on.
    static func addTag(
        _ place: Range<Int>, of text: MarkupText, to result: inout Pieces
    ) -> Int {
        func keep(_ place: Range<Int>) {
            for index in place { result.add(String(text.letters[index]), for: index..<index + 1) }
        }
        let tag = text.tag(at: place)
        guard let run = PauseRun(tag, at: place, of: text) else {
            if tag.speaks { result.isSpeaking = true }
            keep(place)
            return place.upperBound
        }
        if !result.isSpeaking {
            let longest = Int64(MarkupTag.longestPause)
            result.leadingPause = min(result.leadingPause + run.milliseconds, longest)
        } else if run.isPlain {
            keep(place.lowerBound..<run.end)
        } else {
            result.add("<break time=\"\(run.milliseconds)ms\"/>", for: place.lowerBound..<run.end)
        }
        return run.end
    }

    /// One pause after the other, with nothing but blanks between them.
    private struct PauseRun {
        private(set) var milliseconds: Int64
        /// End of the run.
        private(set) var end: Int
        /// Whether the engine takes it as it is written.
        private(set) var isPlain: Bool

        init?(_ first: MarkupTag, at place: Range<Int>, of text: MarkupText) {
            guard let length = first.pauseMilliseconds else { return nil }
            milliseconds = length
            end = place.upperBound
            isPlain = first.hasPlainPause
            var isOpen = !first.isEmpty
            while let next = text.tag(behind: end) {
                if isOpen, next.tag.isEnd, next.tag.name == "break" {
                    isOpen = false
                } else if let more = next.tag.pauseMilliseconds {
                    milliseconds = min(milliseconds + more, Int64(MarkupTag.longestPause))
                    (isPlain, isOpen) = (false, !next.tag.isEmpty)
                } else {
                    return
                }
                end = next.end
            }
        }
    }
}

extension MarkupTag {
    /// Whether something may be heard where it stands, without any text.
    fileprivate var speaks: Bool { !isEnd && (name == "sub" || name == "audio") }
}
