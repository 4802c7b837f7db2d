/// The two channels of a call: their levels, their speech, and the echo of the other one in each.
///
/// Shape: two of everything, by channel from 0; stretches ascending and apart, in frames.
package struct CallChannels: Sendable, Equatable {
    /// Frames per second, in hertz.
    package let sampleRate: Int
    /// The length in frames.
    package let frames: Int64
    /// Speech that the detector finds, without the tails of a noise gate, echoes of the other
    /// channel included.
    package let heard: [[Range<Int64>]]
    /// Stretches in which each side itself speaks.
    package var speech: [[Range<Int64>]]
    /// The echo of the other channel in each; nil where none is found.
    package let echoes: [ChannelEcho?]
    /// Stretches in frames; the tail of a noise gate hides an end of speech in each.
    package let unclearEnds: [[Range<Int64>]]
    private let levels: [ChannelLevels]

    /// Creates two channels of one rate, with their levels and their `heard` speech.
    package init(levels: [ChannelLevels], heard: [[Range<Int64>]]) {
        precondition(levels.count == 2 && heard.count == 2, "a call has two channels")
        precondition(levels[0].sampleRate == levels[1].sampleRate, "channels have one rate")
        self.levels = levels
        let gates = [0, 1].map { NoiseGate(levels[$0], heard: heard[$0]) }
        let heard = gates.map(\.speech)
        self.heard = heard
        unclearEnds = gates.map(\.unclearEnds)
        sampleRate = levels[0].sampleRate
        frames = max(levels[0].frames, levels[1].frames)
        let found = [0, 1].map { channel -> ChannelEcho? in
            let source = levels[1 - channel]
            let echo = ChannelEcho(
                of: source, in: levels[channel],
                during: heard[1 - channel].map { source.hops(of: $0) })
            // Where each seems to hear the other, the quieter one is the echo.
            guard let echo, echo.levelCentiDB < 0 || echo.isSameSound else { return nil }
            return echo
        }
        echoes = found
        speech = [0, 1].map { channel in
            guard let echo = found[channel], !echo.isSameSound else { return heard[channel] }
            return CallEchoGate(levels[channel], echo: echo, of: levels[1 - channel])
                .own(heard[channel])
        }
    }

    /// The length of each channel in frames.
    package var lengths: [Int64] { levels.map(\.frames) }

    /// Finds the app's channel, of a call that the app made where `isOutbound`.
    package func app(isOutbound: Bool, hints: [SideHint] = []) -> AppChannel {
        AppChannel(
            speech: speech,
            cues: SideCues(
                levels, heard: heard, echoes: echoes, isOutbound: isOutbound, hints: hints))
    }

    /// The beginnings of what each channel says, to be found again in other calls.
    package var prints: [[SoundPrint]] {
        [0, 1].map { SoundPrint.all(of: speech[$0], in: levels[$0]) }
    }

    /// Judges whether the call can be measured where `app` is the app's channel, from 0.
    package func fitness(app: Int) -> CallFitness {
        CallFitness(
            levels, heard: heard, speech: speech, echoes: echoes, unclearEnds: unclearEnds,
            app: app)
    }

    /// Returns what makes the recording unfit where `app` is the app's channel.
    package func findings(app: AppChannel) -> [CallFinding] {
        CallFinding.findings(levels, heard: heard, speech: speech, echoes: echoes, app: app)
    }
}
