internal import VoiceJSON
internal import VoiceTime

/// The messages on a call that stays open: those that were recorded, and how far this run is.
///
/// The app's messages are held against the recorded ones in their order. So an answer stays with
/// the message that it came behind where another message is left out, repeated or new. Pings do not
/// count: how many there are is a matter of how long the call is open.
struct OpenTalk {
    /// What a message of the app is, beside the recorded ones.
    enum Match: Equatable {
        /// One that was recorded, or nothing is known of it.
        case known
        /// Another one in the place of this.
        case changed(CallBody)
        /// One that was never sent.
        case new
    }

    private struct Recorded {
        let number: Int
        let body: CallBody
        let text: String
    }

    /// How many recorded messages an app may leave out.
    private static let reach = 8

    /// Of a recording, what the app sent, but for sound; nil where that is not known.
    private let recorded: [Recorded]?
    private let texts: Set<String>
    /// The first of `recorded` that is still to come.
    private var next = 0
    private var leftOut: Set<Int> = []
    private var waiting: ArraySlice<(chunk: OutsideAnswer.Chunk, isLast: Bool)>
    private let pongs: [OutsideAnswer.Chunk]
    /// The number of the recorded message that the app sent last; without a recording, of the last.
    private(set) var position = 0
    /// The frame at which it was sent.
    private(set) var frame: Frame
    /// Pings of the app.
    private(set) var pings = 0
    private(set) var pingFrame: Frame = 0

    /// A call that was opened at `frame`, with what is known of its answer; of a recording, `sent`
    /// is what the app sent, as it is compared.
    init(_ answer: OutsideAnswer, sent: [(number: Int, body: CallBody)]?, at frame: Frame) {
        recorded = sent?.map {
            Recorded(number: $0.number, body: $0.body, text: $0.body.normalized)
        }
        texts = Set((recorded ?? []).map(\.text))
        let chunks = answer.chunks
        pongs = chunks.filter { $0.body.control == .pong }
        waiting =
            chunks.enumerated().map { index, chunk in
                (chunk, answer.isClosed && index == chunks.count - 1)
            }.filter { $0.0.body.control != .pong }[...]
        self.frame = frame
    }

    /// The app sends `body`, as it is compared; `holdsBytes` says whether it is sound.
    /// `areAlike` says which texts count as the same beside equal ones.
    mutating func send(
        _ body: CallBody, holdsBytes: Bool, at frame: Frame,
        _ areAlike: ((JSONValue, JSONValue) -> Bool)?
    ) -> Match {
        let (number, match) = place(of: body, holdsBytes: holdsBytes, areAlike)
        guard let number else { return match }
        while let recorded, next < recorded.count, recorded[next].number <= number {
            if recorded[next].number < number { leftOut.insert(recorded[next].number) }
            next += 1
        }
        (position, self.frame) = (number, frame)
        return match
    }

    /// The number of the recorded message that `body` is; nil for one beside them.
    private func place(
        of body: CallBody, holdsBytes: Bool, _ areAlike: ((JSONValue, JSONValue) -> Bool)?
    ) -> (Int?, Match) {
        guard let recorded else { return (position + 1, .known) }
        let ahead = recorded[next...].prefix(Self.reach)
        if holdsBytes {
            let isFree = ahead.first?.number != position + 1
            return (isFree ? position + 1 : nil, .known)
        }
        let isClose = body.control == .close
        let text = body.normalized
        func isSame(_ one: Recorded) -> Bool {
            if isClose { return one.body.control == .close }
            return one.text == text || areAlike.map { $0(one.body.read, body.read) } ?? false
        }
        if isClose {
            return (recorded[next...].first(where: isSame)?.number, .known)
        }
        if let first = ahead.first, isSame(first) { return (first.number, .known) }
        if next > 0, isSame(recorded[next - 1]) { return (nil, .known) }
        if let later = ahead.first(where: isSame) { return (later.number, .known) }
        if texts.contains(text) || areAlike != nil && recorded.contains(where: isSame) {
            return (nil, .known)
        }
        guard let first = ahead.first, first.body.resembles(body) else { return (nil, .new) }
        return (first.number, .changed(first.body))
    }

    /// The app sends a ping; a recorded server answers it as it did, or as it answered the last.
    mutating func ping(_ payload: JSONValue, at frame: Frame) -> (frame: Frame, part: CallPart)? {
        pings += 1
        pingFrame = frame
        let pong = pongs.first { $0.behind == pings } ?? pongs.last
        return pong.map { pong in
            let body = CallBody(.object([CallBody.Control.pong.rawValue: payload]), .json)
            return (frame + pong.after, CallPart(body: body, isLast: false))
        }
    }

    /// Takes what comes behind the messages that were sent up to now: none of it before
    /// `earliest`. What came behind a message that was left out never comes.
    mutating func due(notBefore earliest: Frame) -> [(frame: Frame, part: CallPart)] {
        var due: [(frame: Frame, part: CallPart)] = []
        var last = earliest
        while let first = waiting.first, first.chunk.behind <= position {
            waiting.removeFirst()
            guard !leftOut.contains(first.chunk.behind) else { continue }
            // What comes behind an earlier message than the last came before it: at once now.
            last = max(last, frame + (first.chunk.behind == position ? first.chunk.after : 0))
            due.append((last, CallPart(body: first.chunk.body, isLast: first.isLast)))
        }
        return due
    }
}

extension CallBody {
    /// A frame of a WebSocket that is no message.
    enum Control: String { case ping, pong, close }

    /// Which such frame it is; nil for a message.
    var control: Control? {
        guard encoding == .json, let object = value.object else { return nil }
        let names = Set(object.members.map(\.key))
        if names.contains(Control.close.rawValue) {
            return names.isSubset(of: [Control.close.rawValue, "reason", "error"]) ? .close : nil
        }
        return names.count == 1 ? names.first.flatMap(Control.init) : nil
    }
}
