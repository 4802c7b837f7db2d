/// Fault that makes a recording of a call unfit, wholly or in part, for measuring it.
///
/// Channels are counted from 0, and from 1 in sentences.
package enum CallFinding: Sendable, Equatable {
    /// Nothing is said in a channel.
    case silent(channel: Int)
    /// All that is heard in a channel is the other one, so much quieter; nil where that is not
    /// known.
    case crosstalk(channel: Int, levelCentiDB: Int32?)
    /// Both channels hold the same sound.
    case same
    /// The other channel is heard in this one, so much quieter and later.
    case echo(channel: Int, levelCentiDB: Int32, delayMicroseconds: Int64)
    /// Frames of a channel stand at the end of the scale.
    case clipped(channel: Int, frames: Int64, of: Int64)
    /// One channel runs faster than the other, in millionths.
    case drift(ppm: Int)
    /// The channel that was named as the app's does not speak first, and speaks less.
    case swapped(named: Int)
    /// The channel that was taken for the app's hears the other one, as callers' channels do.
    case hearsBack(guessed: Int)

    /// An app hears cross-talk at once; a caller's room needs this long, in microseconds.
    private static let roomDelay: Int64 = 30_000
    /// Share of frames at the end of the scale that is worth telling: one in so many.
    private static let clippedShare: Int64 = 10_000

    /// All that is found in two channels; speech is `heard` in each, `speech` is where each side
    /// itself speaks, `echoes` are those of the other channel in each.
    package static func findings(
        _ channels: [ChannelLevels], heard: [[Range<Int64>]], speech: [[Range<Int64>]],
        echoes: [ChannelEcho?], app: AppChannel
    ) -> [CallFinding] {
        if echoes.contains(where: { $0?.isSameSound == true }) { return [.same] }
        var findings: [CallFinding] = []
        for (channel, levels) in channels.enumerated() {
            if speech[channel].isEmpty {
                findings.append(
                    heard[channel].isEmpty
                        ? .silent(channel: channel)
                        : .crosstalk(
                            channel: channel, levelCentiDB: echoes[channel]?.levelCentiDB))
            } else if let echo = echoes[channel] {
                findings.append(
                    .echo(
                        channel: channel, levelCentiDB: echo.levelCentiDB,
                        delayMicroseconds: echo.delayMicroseconds))
            }
            if levels.clippedFrames * clippedShare > levels.frames {
                findings.append(
                    .clipped(channel: channel, frames: levels.clippedFrames, of: levels.frames))
            }
        }
        if let drift = echoes.compactMap({ $0?.driftPPM }).first {
            findings.append(.drift(ppm: drift))
        }
        if case .named(let channel) = app,
            let other = AppChannel(speech: speech).channel, other != channel
        {
            findings.append(.swapped(named: channel))
        }
        if case .speaksFirst(let channel) = app, let echo = echoes[channel],
            echo.delayMicroseconds >= roomDelay, echoes[1 - channel] == nil
        {
            findings.append(.hearsBack(guessed: channel))
        }
        return findings
    }

    /// Name of the finding for machines.
    package var name: String {
        switch self {
        case .silent: "silent"
        case .same: "same"
        case .echo, .crosstalk: "echo"
        case .clipped: "clipped"
        case .drift: "drift"
        case .swapped, .hearsBack: "swapped"
        }
    }

    /// Sentence or two on what is wrong and what it means for the figures.
    package var sentence: String {
        switch self {
        case .silent(let channel):
            return "Channel \(channel + 1) is silent: no turn can be measured. Export both sides"
                + " of the call, or give --keys where a caller only presses keys."
        case .crosstalk(let channel, let level):
            let quieter = level.map { " \(Self.decibels(-$0)) dB quieter" } ?? ""
            return "Channel \(channel + 1) holds the other one\(quieter), and nothing else that is"
                + " clearly its own side: no turn can be measured. Export both sides of the call"
                + " without crosstalk."
        case .same:
            return "Both channels hold the same sound: which side speaks is not known. Export the"
                + " sides as two channels."
        case .echo(let channel, let level, let delay):
            return "Channel \(channel + 1) hears the other one \(Self.decibels(-level)) dB quieter"
                + " and \(max(0, delay + 500) / 1_000) ms later. Speech that is such an echo alone"
                + " was left out; where both speak, times may be off."
        case .clipped(let channel, let frames, let all):
            let tenths = max(1, (frames * 1_000 + all / 2) / max(1, all))
            return "Channel \(channel + 1) is clipped in \(tenths / 10).\(tenths % 10) % of its"
                + " frames: it was recorded too loud."
        case .drift(let ppm):
            let size = ppm.magnitude
            return "The channels drift apart by \(size) millionths, \(size * 6 / 10) ms in ten"
                + " minutes: they were not recorded by one clock."
        case .swapped(let channel):
            return "Channel \(channel + 1) was named as the app's, and the other one speaks first"
                + " and longer. Check --app-channel."
        case .hearsBack(let channel):
            return "Channel \(channel + 1) speaks first and was taken for the app's, but it hears"
                + " the other one as a caller does. If it is the caller's, give --app-channel"
                + " \(2 - channel)."
        }
    }

    /// Hundredths of a decibel as decibels, rounded.
    private static func decibels(_ level: Int32) -> Int32 { (level + (level < 0 ? -50 : 50)) / 100 }
}
