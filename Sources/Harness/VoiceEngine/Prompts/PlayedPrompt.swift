internal import VoiceAudio
public import VoiceTime
internal import VoiceTrace

/// A realised prompt as it plays: the part that sounds, its rounds, and the silences around them.
///
/// Shape: frames of the session. Silences belong to synthesised speech only.
public struct PlayedPrompt: Sendable, Hashable {
    /// The digest of the realised audio.
    public let digest: String
    /// Length of the realised audio.
    package let promptFrames: Frame
    /// Silence before it.
    package let leadFrames: Frame
    /// Frame of the audio at which the first round starts; the others start at its beginning.
    package let startFrame: Frame
    /// Number of times it plays; nil plays until stopped.
    package let plays: Int?
    /// Silence after it.
    package let tailFrames: Frame
    /// Gain, in thousandths of unity.
    public let volume: Int

    /// `prompt`, played as `request` asks.
    package init(_ request: PromptRequest, _ prompt: RealizedPrompt, rate: SampleRate) {
        // Numbers come from files: past the longest session nothing is distinguished.
        let longest = SessionManifest.secondsLimit * 1_000
        func frames(_ milliseconds: Int64) -> Frame {
            rate.frames(milliseconds: min(max(0, milliseconds), longest))
        }
        let request = request.heard(as: prompt)
        digest = prompt.digest
        promptFrames = min(max(0, prompt.frames), frames(longest))
        leadFrames = frames(request.silenceMilliseconds.before)
        startFrame = min(promptFrames, frames(request.startMilliseconds))
        plays = request.plays.map { max(1, $0) }
        tailFrames = frames(request.silenceMilliseconds.after)
        volume = min(max(0, request.volume), SoftGain.greatest)
    }

    /// Returns the length of the playing, in frames; nil when it plays until stopped.
    public func frames(rate: SampleRate) -> Frame? {
        guard let plays else { return nil }
        let limit = rate.frames(milliseconds: SessionManifest.secondsLimit * 1_000)
        let repeats = promptFrames.multipliedReportingOverflow(by: Frame(plays - 1))
        let repeated = repeats.overflow ? limit : min(repeats.partialValue, limit)
        return leadFrames + (promptFrames - startFrame) + repeated + tailFrames
    }

    /// Returns the place in the realised audio after playing for `frames`: a place from which it
    /// can be started again.
    public func place(after frames: Frame) -> Frame {
        let sounded = max(0, frames - leadFrames)
        let first = promptFrames - startFrame
        guard sounded >= first, promptFrames > 0 else { return startFrame + sounded }
        let rest = sounded - first
        if let plays, rest / promptFrames >= Frame(plays - 1) { return promptFrames }
        return rest % promptFrames
    }

    /// The first `limit` samples that are heard of it; `sound` is the realised audio.
    package func samples(of sound: [Int16], limit: Int) -> [Int16] {
        var samples = [Int16](repeating: 0, count: min(limit, Int(leadFrames)))
        var start = min(sound.count, Int(startFrame))
        var round = 0
        // An empty sound would never fill an endless one.
        while samples.count < limit, round < plays ?? .max, round == 0 || !sound.isEmpty {
            let piece = sound[start...].prefix(limit - samples.count)
            samples += piece.map { SoftGain.apply(volume, to: $0) }
            start = 0
            round += 1
        }
        let silence = min(limit - samples.count, Int(tailFrames))
        return samples + [Int16](repeating: 0, count: silence)
    }
}

extension PromptRequest {
    /// Returns the request as it is heard, once its outcome is known: silences and a volume of
    /// their own belong to synthesised speech only.
    public func heard(as prompt: RealizedPrompt) -> PromptRequest {
        var request = self
        request.speechVolume = 1_000
        if prompt.source == .audioFile {
            request.silenceMilliseconds = Silences()
        } else {
            request.volume = request.volume * min(max(0, speechVolume), 1_000) / 1_000
        }
        return request
    }

    /// Returns the length of the playing of `prompt` in session frames; nil when it plays until
    /// stopped.
    package func playedFrames(of prompt: RealizedPrompt, rate: SampleRate) -> Frame? {
        PlayedPrompt(self, prompt, rate: rate).frames(rate: rate)
    }
}

/// Times at which playback of a prompt reaches its words, round after round.
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

    /// Returns the next word, and the number of frames after the beginning at which it is reached;
    /// nil after the last.
    package mutating func next() -> (after: Frame, mark: WordMark)? {
        guard !marks.isEmpty else { return nil }
        if index == marks.count { (round, index) = (round + 1, 0) }
        guard round < played.plays ?? .max else { return nil }
        defer { index += 1 }
        let first = played.leadFrames - played.startFrame
        return (first + Frame(round) * played.promptFrames + marks[index].frame, marks[index])
    }
}
