internal import VoiceJSON
internal import VoiceTime

/// Messages on a call that stays open: the recorded ones, and the place of this run among them.
///
/// The app's messages are held against the recorded ones in their order. So an answer stays with
/// the message that it came behind where another message is left out, repeated or new. Pings do not
/// count: how many there are is a matter of how long the call is open.
struct OpenTalk {
    /// Relation of a message of the app to the recorded ones.
    enum Match: Equatable {
        /// The message was recorded, or nothing is known of it.
        case known
        /// Another one in the place of this.
        case changed(ComparedCall)
        /// The message was never sent in the recording.
        case new
    }

    /// Part that comes to the app, its frame, and its place among what came when it was recorded.
    struct Due {
        let frame: Frame
        let order: Int
        let part: CallPart
    }

    private struct Recorded {
        let number: Int
        let message: ComparedCall
    }

    private typealias Chunk = (order: Int, chunk: OutsideAnswer.Chunk, isLast: Bool)

    /// Messages that the app sent in the recording, but for sound; nil where they are not known.
    private let recorded: [Recorded]?
    /// Whether a recording goes on to the end of the call: else its last messages may be missing.
    private let isWhole: Bool
    /// Number of times that each text of `recorded` is there.
    private let counts: [String: Int]
    /// The first of `recorded` that is still to come.
    private var next = 0
    private var waiting: ArraySlice<Chunk>
    /// Parts that came behind messages that were left out, by the messages' numbers.
    private var held: [Int: [Chunk]] = [:]
    private let pongs: [Chunk]
    /// Frame of the last part that is due.
    private var last: Frame
    /// The number of the recorded message that the app sent last; without a recording, of the last.
    private(set) var position = 0
    /// Frame at which it was sent.
    private(set) var frame: Frame
    /// Pings of the app.
    private(set) var pings = 0
    private(set) var pingFrame: Frame = 0

    /// Opens a call at `frame`, with the known part of its answer; `sent` are the messages of the
    /// app in the recording, as they are compared.
    init(_ answer: OutsideAnswer, sent: [(number: Int, message: CallQuestion)]?, at frame: Frame) {
        recorded = sent?.map {
            Recorded(number: $0.number, message: ComparedCall($0.message))
        }
        isWhole = answer.isClosed || sent?.contains { $0.message.body.control == .close } == true
        counts = (recorded ?? []).reduce(into: [:]) { $0[$1.message.text, default: 0] += 1 }
        let close = answer.isClosed ? answer.chunks.lastIndex { $0.body.control != .pong } : nil
        let chunks: [Chunk] = answer.chunks.enumerated().map { ($0, $1, $0 == close) }
        pongs = chunks.filter { $0.chunk.body.control == .pong }
        waiting = chunks.filter { $0.chunk.body.control != .pong }[...]
        (self.frame, last) = (frame, frame)
    }

    /// Sends `message` of the app, as it is compared; `holdsBytes` says whether it is sound.
    /// `areAlike` says which texts count as the same beside equal ones.
    ///
    /// - Returns: what the message is, and what comes behind it and those before it. What came
    ///   behind a message that is left out comes where the app sends it late, else never.
    mutating func send(
        _ message: ComparedCall, holdsBytes: Bool, at frame: Frame,
        _ areAlike: ((JSONValue, JSONValue) -> Bool)? = nil
    ) -> (match: Match, due: [Due]) {
        func isSame(_ one: Recorded) -> Bool {
            let fit = CallFit(one.message, message)
            return fit.isSame || areAlike.map(fit.isAlike) ?? false
        }
        let (number, match) = place(of: message, holdsBytes: holdsBytes, isSame: isSame)
        guard let number else {
            // The server closed when this was recorded: it ends the call, now at the app's wish.
            if message.question.body.control == .close, let end = waiting.last, end.isLast {
                waiting = []
                return (match, [schedule(end, at: frame)])
            }
            let late = recorded?[..<next].first { held[$0.number] != nil && isSame($0) }
            return (match, late.map { takeHeld($0.number, at: frame) } ?? [])
        }
        while let recorded, next < recorded.count, recorded[next].number <= number {
            if recorded[next].number < number { held[recorded[next].number] = [] }
            next += 1
        }
        (position, self.frame) = (number, frame)
        return (match, due())
    }

    /// The number of the recorded message that `message` is; nil for one beside them.
    private func place(
        of message: ComparedCall, holdsBytes: Bool, isSame: (Recorded) -> Bool
    ) -> (Int?, Match) {
        guard let recorded else { return (position + 1, .known) }
        let ahead = recorded[next...]
        if holdsBytes {
            let isFree = ahead.first?.number != position + 1
            return (isFree ? position + 1 : nil, .known)
        }
        func isClose(_ call: ComparedCall) -> Bool { call.question.body.control == .close }
        if isClose(message) {
            return (ahead.first { isClose($0.message) }?.number, .known)
        }
        if let first = ahead.first, isSame(first) { return (first.number, .known) }
        if next > 0, isSame(recorded[next - 1]) { return (nil, .known) }
        // What is sent time and again is the next of its kind, or one more.
        let isRepeated = counts[message.text, default: 0] > 1
        let near = isRepeated ? ahead.prefix { counts[$0.message.text, default: 0] > 1 } : ahead
        if let later = near.first(where: isSame) { return (later.number, .known) }
        if isRepeated || recorded.contains(where: isSame) { return (nil, .known) }
        guard let first = ahead.first else {
            return isWhole ? (nil, .new) : (position + 1, .known)
        }
        guard CallFit(first.message, message).isChange else { return (nil, .new) }
        return (first.number, .changed(first.message))
    }

    /// The app sends a ping; a recorded server answers it as it did, or as it answered the last.
    mutating func ping(_ payload: JSONValue, at frame: Frame) -> Due? {
        pings += 1
        pingFrame = frame
        let pong = pongs.first { $0.chunk.behind == pings } ?? pongs.last
        return pong.map { pong in
            let body = CallBody(.object([CallBody.Control.pong.rawValue: payload]), .json)
            return Due(
                frame: frame + pong.chunk.after, order: pong.order,
                part: CallPart(body: body, isLast: false))
        }
    }

    /// Takes the parts that come behind the messages that were sent up to now.
    mutating func due() -> [Due] {
        var due: [Due] = []
        while let first = waiting.first, first.chunk.behind <= position {
            waiting.removeFirst()
            guard held[first.chunk.behind] == nil else {
                held[first.chunk.behind]?.append(first)
                continue
            }
            // What comes behind an earlier message than the last came before it: at once now.
            let after = first.chunk.behind == position ? first.chunk.after : 0
            due.append(schedule(first, at: frame + after))
        }
        return due
    }

    private mutating func takeHeld(_ number: Int, at frame: Frame) -> [Due] {
        let chunks = held.removeValue(forKey: number) ?? []
        return chunks.map { schedule($0, at: frame + $0.chunk.after) }
    }

    private mutating func schedule(_ chunk: Chunk, at frame: Frame) -> Due {
        last = max(last, frame)
        return Due(
            frame: last, order: chunk.order,
            part: CallPart(body: chunk.chunk.body, isLast: chunk.isLast))
    }
}

extension CallBody {
    /// Frame of a WebSocket that is no message.
    enum Control: String { case ping, pong, close }

    /// Kind of the control frame; nil for a message.
    var control: Control? {
        guard encoding == .json, let object = value.object else { return nil }
        let names = Set(object.members.map(\.key))
        if names.contains(Control.close.rawValue) {
            return names.isSubset(of: [Control.close.rawValue, "reason", "error"]) ? .close : nil
        }
        return names.count == 1 ? names.first.flatMap(Control.init) : nil
    }
}
