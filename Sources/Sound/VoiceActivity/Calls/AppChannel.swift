/// Channel of a call that is the app's.
package enum AppChannel: Sendable, Equatable {
    /// The user said so; counted from 0.
    case named(Int)
    /// The channel that speaks first, which also speaks at least as long as the other one.
    case speaksFirst(Int)
    /// Signs beside speech show it.
    case heard(Int, by: SideCues)
    /// One channel speaks first and the other one longer: only the user can tell.
    case unclear(first: Int, longer: Int)
    /// A channel speaks first and longest, but the cues are against it, or too few for the other
    /// one: only the user can tell.
    case opposed(first: Int)
    /// Neither channel speaks.
    case silent

    /// Guesses by where each channel speaks, in frames, and by the cues.
    ///
    /// A channel that never speaks is not the first one; where the app alone speaks, it is the
    /// app's.
    package init(speech: [[Range<Int64>]], cues: SideCues = SideCues()) {
        let speaking = speech.indices.filter { !speech[$0].isEmpty }
        guard
            let first = speaking.min(by: {
                speech[$0][0].lowerBound < speech[$1][0].lowerBound
            })
        else {
            self = .silent
            return
        }
        let lengths = speech.map { $0.reduce(Int64(0)) { $0 + $1.upperBound - $1.lowerBound } }
        let longest = speaking.max { lengths[$0] < lengths[$1] } ?? first
        let isLonger =
            lengths[longest] * 1_000 > lengths[first] * (1_000 + SideCues.marginPermille)
        guard speaking.count == 2 else {
            self = .speaksFirst(first)
            return
        }
        // Of a call that the app makes, the side that picks up speaks first.
        let opening = cues.isOutbound ? 1 - first : first
        var votes = [0, 0]
        votes[opening] += cues.isOutbound ? SideCues.direction : 1
        votes[isLonger ? longest : opening] += 1
        let spoken = votes
        if let app = cues.quieter { votes[app] += SideCues.quiet }
        if let app = cues.echoing { votes[app] += SideCues.echo }
        for hint in cues.hints { votes[hint.channel] += SideCues.hint }
        let app = votes[0] > votes[1] ? 0 : 1
        guard abs(votes[0] - votes[1]) >= SideCues.needed else {
            let isSplit = isLonger && longest != first
            self = isSplit ? .unclear(first: first, longer: longest) : .opposed(first: first)
            return
        }
        let isHinted = cues.hints.contains { $0.channel == app }
        let isPlain = app == first && spoken[first] == 2 && !cues.isOutbound && !isHinted
        var heard = cues
        heard.opening = cues.isOutbound ? opening : nil
        self = isPlain ? .speaksFirst(app) : .heard(app, by: heard)
    }

    /// Number of the channel, from 0; nil where none is known.
    package var channel: Int? {
        switch self {
        case .named(let channel), .speaksFirst(let channel), .heard(let channel, _): channel
        case .unclear, .opposed, .silent: nil
        }
    }
}

/// A channel that something beside the sound names as the app's: a file's name, a log, prompts that
/// recur in other calls.
package struct SideHint: Sendable, Equatable {
    /// From 0.
    package let channel: Int
    /// A clause that says why: `its name says so`.
    package let reason: String

    /// A hint at `channel`.
    package init(channel: Int, reason: String) {
        self.channel = channel
        self.reason = reason
    }
}

/// Signs of which side is the app's beside who speaks first and longer, each with its weight.
///
/// The side that speaks first gets one, the one that speaks longer by a tenth gets one; a sign
/// beside speech gives two or three. The channel that is ahead by two is the app's.
package struct SideCues: Sendable, Equatable {
    /// The channel that is much quieter between words, as a synthetic voice is; from 0.
    package var quieter: Int?
    /// The channel whose echo the other one hears later, as a caller's room does.
    package var echoing: Int?
    /// Whether the app called: then the other side picks up and speaks first.
    package var isOutbound = false
    /// Channel that speaks second in a call that the app made, and so is taken for the app's; nil
    /// where that is unknown.
    package var opening: Int?
    /// Channels that something beside the call names as the app's.
    package var hints: [SideHint] = []

    /// Thousandths by which the other side must speak longer to count: a caller may well say a
    /// little more than an app.
    static let marginPermille: Int64 = 100
    /// The weights of the signs, and the lead that the app's channel needs.
    static let quiet = 2
    static let echo = 3
    static let direction = 2
    static let hint = 3
    static let needed = 2
    /// Hundredths of a decibel by which one channel is quieter between words.
    static let quieterBy: Int32 = 800
    /// An app hears cross-talk at once; a caller's room needs this long, in hops of 10 ms.
    static let roomDelay = 3

    /// Creates cues without any sign.
    package init() {}

    /// Names the signs by which channel `app` is the app's.
    package func reasons(app: Int) -> String {
        var reasons = hints.filter { $0.channel == app }.map(\.reason)
        if echoing == app { reasons.append("the other one hears its echo") }
        if quieter == app { reasons.append("it is quieter between words") }
        if isOutbound, opening == nil || opening == app { reasons.append("the app called") }
        return reasons.isEmpty ? "it speaks first" : reasons.joined(separator: ", and ")
    }

    /// The signs in the levels of both channels, their speech and their echoes.
    package init(
        _ levels: [ChannelLevels], heard: [[Range<Int64>]], echoes: [ChannelEcho?],
        isOutbound: Bool, hints: [SideHint] = []
    ) {
        self.isOutbound = isOutbound
        self.hints = hints
        let rooms = [0, 1].map { Self.room(levels[$0], heard[$0], except: heard[1 - $0]) }
        if let one = rooms[0], let other = rooms[1] {
            if one.upperBound + Self.quieterBy <= other.lowerBound { quieter = 0 }
            if other.upperBound + Self.quieterBy <= one.lowerBound { quieter = 1 }
        }
        let late = [0, 1].map { channel -> Bool in
            if let echo = echoes[channel] {
                return echo.delayHops >= Self.roomDelay && echo.levelCentiDB < 0
            }
            return EchoBursts(
                of: levels[1 - channel], speech: heard[1 - channel], in: levels[channel]
            ).map { $0.delayHops >= Self.roomDelay } ?? false
        }
        if late[0] != late[1] { echoing = late[0] ? 1 : 0 }
    }

    /// Returns the range of levels that half of a channel keeps to while neither side speaks; nil
    /// where there is too little of it.
    private static func room(
        _ levels: ChannelLevels, _ speech: [Range<Int64>], except others: [Range<Int64>]
    ) -> ClosedRange<Int32>? {
        var isRoom = [Bool](repeating: true, count: levels.hops.count)
        for stretch in speech + others {
            let hops = levels.hops(of: stretch)
            for hop in hops.lowerBound..<min(isRoom.count, hops.upperBound + 30) {
                isRoom[hop] = false
            }
        }
        let room = isRoom.indices.filter { isRoom[$0] }.map { levels.hops[$0] }.sorted()
        guard room.count >= 50 else { return nil }
        return room[room.count / 4]...room[room.count * 3 / 4]
    }
}
