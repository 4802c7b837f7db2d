/// Which channel of a call is the app's.
package enum AppChannel: Sendable, Equatable {
    /// The user said so; counted from 0.
    case named(Int)
    /// The channel that speaks first, which also speaks at least as long as the other one.
    case speaksFirst(Int)
    /// One channel speaks first and the other one longer: only the user can tell.
    case unclear(first: Int, longer: Int)
    /// No channel speaks.
    case silent

    /// By how much longer the other side must speak to make a guess unclear, in thousandths: a
    /// caller may well say a little more than an app.
    static let marginPermille: Int64 = 100

    /// The guess by where each channel speaks, in frames.
    ///
    /// A channel that never speaks is not the first one; where the app alone speaks, it is the
    /// app's.
    package init(speech: [[Range<Int64>]]) {
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
            lengths[longest] * 1_000 > lengths[first] * (1_000 + Self.marginPermille)
        self = isLonger ? .unclear(first: first, longer: longest) : .speaksFirst(first)
    }

    /// The channel, from 0; nil where none is known.
    package var channel: Int? {
        switch self {
        case .named(let channel), .speaksFirst(let channel): channel
        case .unclear, .silent: nil
        }
    }
}
