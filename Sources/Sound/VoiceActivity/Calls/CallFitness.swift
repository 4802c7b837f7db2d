/// Quantities that say whether the waits of a call can be measured, each with its threshold.
///
/// Units: hundredths of a decibel. Speech is the level that 60 % of the caller's loud hops stay
/// below; the room is what is heard while neither side speaks.
package struct CallFitness: Sendable, Equatable {
    /// Reason for which a call is unfit to be measured.
    package enum Fault: Sendable, Equatable {
        /// The caller is hardly louder than the room.
        case noise(centiDB: Int32)
        /// Voices or music between the caller's words are hardly softer than the caller.
        case babble(centiDB: Int32)
        /// The caller's channel speaks through so much of the app's speech, in per cent.
        case talker(percent: Int)
        /// The app's echo comes through in bursts.
        case echo(bursts: Int, of: Int)
        /// A noise gate hides where the caller ends.
        case gate(ends: Int, of: Int)
        /// So many frames of a channel stand at the end of the scale.
        case clipping(channel: Int, permille: Int64)
        /// The channels are so far apart at the end of the call.
        case drift(milliseconds: Int64)
    }

    /// Reasons for which the call is unfit; empty where it is fit.
    package private(set) var faults: [Fault] = []

    /// Stretches in frames, behind which the caller ends: what is heard in each is no louder than
    /// voices or music of the room.
    package private(set) var hiddenEnds: [Range<Int64>] = []

    /// An end of speech is hidden where so many hops before it are no louder than this above nine
    /// tenths of a room that varies.
    private static let hiddenHops = 15
    private static let aboveRoom: Int32 = 300
    /// The caller has to stand so far above the room, and above nine tenths of it where its level
    /// varies by more than the third figure.
    package static let leastClearance: Int32 = 1_450
    package static let leastOverVoices: Int32 = 2_250
    static let steady: Int32 = 700
    /// Largest share of the app's speech, in per cent, through which the caller's channel may
    /// speak, in a call with so many stretches of it; callers who interrupt often come to 11.
    package static let mostThrough = 35
    private static let fewestStretches = 3
    /// Frames of a channel that may be clipped, in thousandths.
    package static let mostClipped: Int64 = 50
    /// The drift between the channels within the call, in milliseconds, that makes it unfit.
    package static let mostDrift: Int64 = 100
    /// Share of ends hidden by a gate that makes the call unfit: one in so many.
    static let hiddenShare = 5

    /// Largest distance below most stretches at which a stretch still counts as the caller's.
    private static let soft: Int32 = 800
    /// Hops around the caller's speech, and behind the app's, that tell nothing of the room; the
    /// fewest that do.
    private static let around = (before: 15, after: 25)
    private static let echo = 50
    private static let fewest = 50

    /// Judges the call of which `app` is the app's channel.
    package init(
        _ levels: [ChannelLevels], heard: [[Range<Int64>]], speech: [[Range<Int64>]],
        echoes: [ChannelEcho?], unclearEnds: [[Range<Int64>]], app: Int
    ) {
        let caller = 1 - app
        judgeRoom(levels[caller], heard[caller], app: heard[app].map(levels[app].hops(of:)))
        judgeTalker(heard[caller], through: speech[app], hasEcho: echoes[caller] != nil)
        if echoes[caller] == nil,
            let bursts = EchoBursts(of: levels[app], speech: heard[app], in: levels[caller])
        {
            faults.append(.echo(bursts: bursts.count, of: bursts.compared))
        }
        let hidden = unclearEnds[caller].count
        if hidden * Self.hiddenShare >= max(1, heard[caller].count) {
            faults.append(.gate(ends: hidden, of: heard[caller].count))
        }
        for (channel, levels) in levels.enumerated() { judgeClipping(levels, channel) }
        if let ppm = echoes.compactMap({ $0?.driftPPM }).first, let first = levels.first {
            let milliseconds = first.frames * 1_000 / Int64(first.sampleRate)
            let apart = Int64(ppm.magnitude) * milliseconds / 1_000_000
            if apart >= Self.mostDrift { faults.append(.drift(milliseconds: apart)) }
        }
    }

    /// The fitness of a call of one channel, `mixed`, in which the caller and the app speak.
    package init(mixed: ChannelLevels, caller: [Range<Int64>], app: [Range<Int64>]) {
        judgeRoom(mixed, caller, app: app.map(mixed.hops(of:)))
        judgeClipping(mixed, 0)
    }

    private mutating func judgeClipping(_ levels: ChannelLevels, _ channel: Int) {
        guard levels.frames > 0 else { return }
        let clipped = levels.clippedFrames * 1_000 / levels.frames
        if clipped >= Self.mostClipped {
            faults.append(.clipping(channel: channel, permille: clipped))
        }
    }

    /// Finds a side that speaks on while the app does: a person who talks to others.
    private mutating func judgeTalker(
        _ caller: [Range<Int64>], through app: [Range<Int64>], hasEcho: Bool
    ) {
        let isTold = faults.contains { if case .babble = $0 { true } else { false } }
        let all = app.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        guard !hasEcho, !isTold, app.count >= Self.fewestStretches, all > 0 else { return }
        let both = app.reduce(Int64(0)) { sum, stretch in
            caller.reduce(sum) { $0 + Int64($1.clamped(to: stretch).count) }
        }
        let percent = Int(both * 100 / all)
        if percent > Self.mostThrough { faults.append(.talker(percent: percent)) }
    }

    /// Compares the caller's loud stretches with the sound between them.
    private mutating func judgeRoom(
        _ channel: ChannelLevels, _ heard: [Range<Int64>], app: [Range<Int>]
    ) {
        let stretches = heard.map(channel.hops(of:)).filter { !$0.isEmpty }
        let tops = stretches.map { hops -> Int32 in
            let levels = channel.hops[hops].sorted()
            return levels[levels.count * 9 / 10]
        }
        guard !tops.isEmpty else { return }
        let most = tops.sorted()[tops.count * 3 / 4]
        let loud = zip(stretches, tops).filter { $0.1 >= most - Self.soft }.map(\.0)
        var isRoom = [Bool](repeating: true, count: channel.hops.count)
        func clear(_ hops: Range<Int>) {
            for hop in hops.clamped(to: isRoom.indices) { isRoom[hop] = false }
        }
        for hops in loud {
            clear(hops.lowerBound - Self.around.before..<hops.upperBound + Self.around.after)
        }
        for hops in app { clear(hops.lowerBound..<hops.upperBound + Self.echo) }
        let room = isRoom.indices.filter { isRoom[$0] }.map { channel.hops[$0] }.sorted()
        let speech = loud.flatMap { channel.hops[$0] }.sorted()
        guard room.count >= Self.fewest, !speech.isEmpty else { return }
        let level = speech[speech.count * 6 / 10]
        guard level > ChannelLevels.lowest else { return }
        let (low, middle, high) = (
            room[room.count / 5], room[room.count / 2], room[room.count * 9 / 10]
        )
        if level - middle < Self.leastClearance {
            faults.append(.noise(centiDB: level - middle))
        } else if high - low >= Self.steady {
            if level - high < Self.leastOverVoices { faults.append(.babble(centiDB: level - high)) }
            findHiddenEnds(of: stretches, channel, below: high + Self.aboveRoom)
        }
    }

    /// Finds the ends of `stretches` before which the channel stays below `bar` for a while.
    private mutating func findHiddenEnds(
        of stretches: [Range<Int>], _ channel: ChannelLevels, below bar: Int32
    ) {
        for hops in stretches {
            let last = hops.last { channel.middle(at: $0, within: hops) > bar }
            guard let last, hops.upperBound - 1 - last >= Self.hiddenHops else { continue }
            hiddenEnds.append(
                channel.start(ofHop: last + 1)..<channel.start(ofHop: hops.upperBound))
        }
    }
}

extension CallFitness.Fault {
    /// As machines read it.
    package var name: String {
        switch self {
        case .noise: "noise"
        case .babble, .talker: "babble"
        case .echo: "echo"
        case .gate: "gate"
        case .clipping: "clipping"
        case .drift: "drift"
        }
    }

    /// The measured quantity and its threshold, in words.
    package var sentence: String {
        switch self {
        case .noise(let level):
            "the caller is \(Self.decibels(level)) dB above the noise, and"
                + " \(Self.decibels(CallFitness.leastClearance)) dB are needed"
        case .babble(let level):
            "voices or music between the caller's words are \(Self.decibels(level)) dB below the"
                + " caller, and \(Self.decibels(CallFitness.leastOverVoices)) dB are needed"
        case .talker(let percent):
            "the caller's channel speaks through \(percent) % of the app's speech, and at most"
                + " \(CallFitness.mostThrough) % may be"
        case .echo(let bursts, let all):
            "\(bursts) of \(all) sounds in the caller's channel while the app speaks are bursts of"
                + " its echo"
        case .gate(let ends, let all):
            "a noise gate hides where \(ends) of \(all) stretches of the caller's speech end"
        case .clipping(let channel, let permille):
            "channel \(channel + 1) is clipped in \(permille / 10).\(permille % 10) % of its"
                + " frames, and less than \(CallFitness.mostClipped / 10) % may be"
        case .drift(let milliseconds):
            "the channels are \(milliseconds) ms apart at the end, and less than"
                + " \(CallFitness.mostDrift) ms may be"
        }
    }

    /// Hundredths of a decibel with one place.
    private static func decibels(_ level: Int32) -> String {
        let tenths = (abs(level) + 5) / 10
        return "\(level < 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
    }
}
