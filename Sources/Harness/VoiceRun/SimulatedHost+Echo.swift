public import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

/// The app's own voice in the microphone of a simulated world.
extension SimulatedHost {
    /// The app's sound in the microphone: as speech, with the words of its text.
    ///
    /// None is heard while the app wants echo cancellation, where the host offers it.
    public struct Echo: Sendable, Equatable {
        /// Level in the microphone, in decibels of full scale.
        public var decibels: Double
        /// Delay behind the playing, in milliseconds.
        public var milliseconds: Int64

        /// An echo of this level and delay.
        package init(decibels: Double, milliseconds: Int64 = 50) {
            self.decibels = decibels
            self.milliseconds = max(0, milliseconds)
        }
    }

    /// Lets the prompt be heard as ``echo`` says.
    public func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {
        guard let echo, request.isHeard, !cancelsEcho else { return }
        let rate = conditions.sampleRate
        let played = PlayedPrompt(request, prompt, rate: rate)
        let start = hearing + played.leadFrames
        let end = played.frames(rate: rate).map { hearing + $0 - played.tailFrames }
        echoCount += 1
        let echoed = EchoedPrompt(
            words: request.text ?? request.substituteText,
            whole: start..<start + played.promptFrames,
            range: start..<max(start, end ?? start + rate.frames(milliseconds: Self.endless)),
            milliDecibels: Int((echo.decibels * 1_000).rounded()), number: echoCount)
        echoes[job] = echoed
        hear(echoed)
    }

    /// Ends the echo of the prompt.
    public func stopPlaying(job: Int) {
        suspendPlaying(job: job)
        echoes[job] = nil
    }

    /// Lets the rest of the prompt's echo wait.
    public func suspendPlaying(job: Int) {
        guard var echoed = echoes[job] else { return }
        echoed.cut(at: hearing)
        echoes[job] = echoed
        hear(echoed)
    }

    /// Lets the rest of the prompt's echo be heard.
    public func resumePlaying(job: Int) {
        guard var echoed = echoes[job] else { return }
        echoCount += 1
        echoed.resume(at: hearing, number: echoCount)
        echoes[job] = echoed
        hear(echoed)
    }

    /// An hour: longer than a prompt without an end is waited for.
    private static let endless: Int64 = 3_600_000

    private var cancelsEcho: Bool {
        offersEchoCancellation && audioSession?.echoCancellation == true
    }

    /// Frame of the microphone at which the sound that plays now is heard.
    private var hearing: Frame {
        (run?.now ?? 0) + conditions.sampleRate.frames(milliseconds: echo?.milliseconds ?? 0)
    }

    private func hear(_ echoed: EchoedPrompt) {
        script.add(echoed.part)
        run?.hear(echoed.part.sound)
    }
}
