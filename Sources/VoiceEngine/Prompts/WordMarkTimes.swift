package import VoiceTime

/// When playback of a prompt reaches its words, round after round.
package struct WordMarkTimes: Sendable {
    private let played: PlayedPrompt
    private let marks: [WordMark]
    private var round = 0
    private var index = 0

    /// The words of `prompt`, played as `request` asks, in the order of their frames.
    package init(_ request: PromptRequest, _ prompt: RealizedPrompt, rate: SampleRate) {
        played = PlayedPrompt(request, prompt, rate: rate)
        marks = prompt.marks.filter { (0..<prompt.frames).contains($0.frame) }
        index = marks.firstIndex { $0.frame >= played.startFrame } ?? marks.count
    }

    /// The next word, and how many frames after the beginning it is reached; nil after the last.
    package mutating func next() -> (after: Frame, mark: WordMark)? {
        guard !marks.isEmpty else { return nil }
        if index == marks.count { (round, index) = (round + 1, 0) }
        guard round < played.plays ?? .max else { return nil }
        defer { index += 1 }
        let first = played.leadFrames - played.startFrame
        return (first + Frame(round) * played.promptFrames + marks[index].frame, marks[index])
    }
}
