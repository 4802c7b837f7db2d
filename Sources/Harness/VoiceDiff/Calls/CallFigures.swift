package import VoiceTime

/// Figures of a recorded call beyond the latencies of its turns.
package struct CallFigures: Sendable, Hashable {
    /// A stretch in which both sides speak.
    package struct TalkOver: Sendable, Hashable {
        /// Stretch of the talk-over, in frames.
        package var range: Range<Frame>
        /// Whether the app began second.
        package var isByApp: Bool
    }

    /// A stretch in which neither side speaks.
    package struct DeadAir: Sendable, Hashable {
        /// Stretch of the dead air, in frames.
        package var range: Range<Frame>
        /// Whether the caller spoke last, and waits for the app.
        package var isAppsTurn: Bool
    }

    /// Something that makes the recording unfit, wholly or in part.
    package struct Finding: Sendable, Hashable {
        /// Name of the finding for machines.
        package var name: String
        /// The fault and its meaning for the figures, in a sentence or two.
        package var sentence: String

        /// A finding called `name`.
        package init(name: String, sentence: String) {
            self.name = name
            self.sentence = sentence
        }
    }

    /// Evidence for which side is the app's.
    package enum Sides: String, Sendable, Hashable, CaseIterable {
        /// A guess: its channel speaks first, and as long as the other one.
        case speaksFirst
        /// Signs beside speech show it: an echo, the noise between words, the direction, names, a
        /// log, prompts that recur.
        case heard
        /// The user names its channel.
        case named
        /// Labels say who speaks.
        case labels
    }

    /// The app's channel, from 0; nil where sides have no channels of their own.
    package var appChannel: Int?
    /// Evidence for which channel is the app's.
    package var sides = Sides.speaksFirst
    /// Findings that make part of the recording unfit.
    package var findings: [Finding] = []
    /// Reasons for which the call is unfit to be measured; empty where it is fit.
    package var unfit: [Finding] = []
    /// Stretches in frames; a noise gate, or voices and music of the room, hide an end of the
    /// caller's speech in each.
    package var hiddenEnds: [Range<Frame>] = []
    /// Ends of the caller's turns behind which no pause is heard or labelled.
    package var seamlessEnds: Set<Frame> = []
    /// Stretches in which both sides speak for ``leastOverlapMilliseconds`` or longer, in order.
    package private(set) var talkOvers: [TalkOver] = []
    /// Stretches in which neither speaks for ``leastSilenceMilliseconds`` or longer, in order.
    package private(set) var deadAirs: [DeadAir] = []

    /// Speech of both for less is no talk-over.
    package static let leastOverlapMilliseconds: Int64 = 200
    /// Silence of both for less is no dead air.
    package static let leastSilenceMilliseconds: Int64 = 2_000
}

extension CallFigures {
    /// The figures of a call so many frames long, in which the app speaks in `prompts` and the
    /// caller in `turns`.
    package init(
        prompts: [Range<Frame>], turns: [SpokenTurn], sampleRate: SampleRate, frames: Frame
    ) {
        let sounds = prompts.enumerated().map { place, prompt in
            HeardStretch.Sound(place: place, asked: prompt.lowerBound, heard: prompt)
        }
        let overlap = sampleRate.frames(milliseconds: Self.leastOverlapMilliseconds)
        for turn in turns where turn.keys == nil {
            for stretch in HeardStretch.stretches(of: sounds, over: turn, rate: sampleRate)
            where stretch.length(in: turn.active) >= overlap {
                talkOvers.append(
                    TalkOver(
                        range: stretch.frames.clamped(to: turn.active),
                        isByApp: stretch.frames.lowerBound > turn.active.lowerBound))
            }
        }
        talkOvers.sort { $0.range.lowerBound < $1.range.lowerBound }
        addSilences(
            turns.map(\.active), prompts, frames: frames,
            least: sampleRate.frames(milliseconds: Self.leastSilenceMilliseconds))
    }

    /// Silences after the first speech. At the end only where the caller waits for the app: a call
    /// that the app ended goes on in no way.
    private mutating func addSilences(
        _ turns: [Range<Frame>], _ prompts: [Range<Frame>], frames: Frame, least: Frame
    ) {
        let spoken =
            (turns.map { (range: $0, isCaller: true) }
            + prompts.map { (range: $0, isCaller: false) })
            .sorted { $0.range.lowerBound < $1.range.lowerBound }
        guard var last = spoken.first else { return }
        for next in spoken.dropFirst() {
            let (end, start) = (last.range.upperBound, next.range.lowerBound)
            if start - end >= least {
                deadAirs.append(DeadAir(range: end..<start, isAppsTurn: last.isCaller))
            }
            if next.range.upperBound > end { last = next }
        }
        let end = last.range.upperBound
        if last.isCaller, frames - end >= least {
            deadAirs.append(DeadAir(range: end..<frames, isAppsTurn: true))
        }
    }
}
