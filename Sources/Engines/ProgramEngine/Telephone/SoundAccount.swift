internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Account of what a server sent and a caller heard, item by item of the server's model, and the
/// rules that hold for it.
struct SoundAccount {
    /// One item of the model.
    private struct Item {
        /// Place among the items, in the order in which their sound came from the model.
        let order: Int
        /// Bytes of sound that the model gave.
        var bytes = 0
        var heard: Frame = 0
        /// Frames that were heard when the server cut the item, and its line.
        var cut: (heard: Frame, line: String?)?
    }

    /// Difference between a cut and what was heard that is still right, in milliseconds: five
    /// frames of most carriers.
    private static let cutToleranceMilliseconds: Int64 = 100
    /// Time behind the caller's speech in which a turn is answered, in milliseconds; chosen.
    private static let answerLimitMilliseconds: Int64 = 5_000
    /// Bytes of sound of the model that are remembered, as its messages spell it.
    private static let memory = 32 << 20

    private let rate: SampleRate
    /// Bytes of one second of the model's sound.
    private var bytesPerSecond = 48_000
    private var items: [String: Item] = [:]
    /// Items by the sound that came from the model and was not sent yet, as its messages spell it;
    /// the earliest first.
    private var bySound: [String: [String]] = [:]
    private var soundBytes = 0
    private var latest: String?
    /// The newest item that was sent, and the items that were sent behind a newer one.
    private var newest: (order: Int, item: String)?
    private var late: Set<String> = []
    /// Frame at which the caller's turn ended that is not answered.
    private var openTurn: Frame?
    /// Frame at which sound was sent last.
    private var lastSent: Frame?

    init(rate: SampleRate) { self.rate = rate }

    /// Whether sound of a model was seen.
    var knowsModel: Bool { latest != nil }

    // MARK: What the model says

    /// A message of the model to the server.
    mutating func hear(model message: JSONObject) {
        guard let type = message["type"]?.string,
            type == "response.output_audio.delta" || type == "response.audio.delta",
            let item = message["item_id"]?.string, let sound = message["delta"]?.string
        else { return }
        let digits = sound.utf8.count
        let padding = sound.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
        let order = items.count
        items[item, default: Item(order: order)].bytes += digits / 4 * 3 - padding
        soundBytes += digits
        if soundBytes > Self.memory { (bySound, soundBytes) = ([:], digits) }
        bySound[sound, default: []].append(item)
        latest = item
    }

    /// A message of the server to the model; `heard` is what was heard of an item by now.
    ///
    /// - Returns: the rule that it breaks.
    mutating func tell(
        model message: JSONObject, heard: Frame, _ line: String?, at frame: Frame
    ) -> String? {
        switch message["type"]?.string {
        case "session.update":
            let session = message["session"]?.object
            let output = session?["audio"]?.object?["output"]?.object?["format"]
            read(format: output?.object ?? ["type": session?["output_audio_format"] ?? .null])
            return nil
        case "conversation.item.truncate":
            guard let name = message["item_id"]?.string,
                let end = message["audio_end_ms"]?.integer
            else { return nil }
            return cut(name, end, heard, line, at: frame)
        default: return nil
        }
    }

    private mutating func read(format: JSONObject) {
        switch format["type"]?.string {
        case "g711_ulaw", "g711_alaw", "audio/pcmu", "audio/pcma": bytesPerSecond = 8_000
        case "audio/pcm":
            let rate = format["rate"]?.integer ?? 24_000
            if (8_000...192_000).contains(rate) { bytesPerSecond = 2 * Int(rate) }
        default: break
        }
    }

    private mutating func cut(
        _ name: String, _ end: Int64, _ heard: Frame, _ line: String?, at frame: Frame
    ) -> String? {
        guard var item = items[name] else {
            return broken(
                "cut", "the app cuts the item \(name), of which no sound came", line, frame)
        }
        item.cut = item.cut ?? (heard, line)
        items[name] = item
        let whole = Int64(item.bytes) * 1_000 / Int64(bytesPerSecond)
        let known = rate.milliseconds(heard)
        guard (0...whole).contains(end) else {
            return broken(
                "cut",
                "the app cuts the item \(name) at \(end) ms, and its sound has \(whole) ms", line,
                frame)
        }
        let right = known - Self.cutToleranceMilliseconds...known + Self.cutToleranceMilliseconds
        guard !right.contains(end) else { return nil }
        return broken(
            "cut",
            "the app cuts the item \(name) at \(end) ms, and the caller heard \(known) ms of it",
            line, frame)
    }

    // MARK: What the server sends

    /// Returns the item of sound as a message of the server spells it; nil where no model speaks.
    mutating func item(ofSound text: String) -> String? {
        guard var items = bySound.removeValue(forKey: text) else { return latest }
        let item = items.removeFirst()
        if !items.isEmpty { bySound[text] = items }
        return item
    }

    /// The server sent sound.
    ///
    /// - Returns: the rule that it breaks.
    mutating func send(_ piece: Playout.Piece, _ line: String?, at frame: Frame) -> String? {
        openTurn = nil
        lastSent = frame
        guard let name = piece.item, let order = items[name]?.order else { return nil }
        guard let newest, newest.order > order else {
            newest = (order, name)
            return nil
        }
        guard late.insert(name).inserted else { return nil }
        return broken(
            "order",
            "the app sends sound of the item \(name) behind sound of the newer item"
                + " \(newest.item)", line, frame)
    }

    /// The caller heard a stretch to its end.
    mutating func hear(_ piece: Playout.Piece) {
        guard let name = piece.item else { return }
        items[name]?.heard += piece.frames
    }

    /// Returns the frames that were heard of an item, but for the stretch that goes on.
    func heard(of item: String) -> Frame { items[item]?.heard ?? 0 }

    // MARK: Turns

    /// The caller's speech began or ended at `spoken`. A turn is open where nothing answers it by
    /// now: neither sound that was sent since, nor sound that still plays.
    mutating func hear(speech began: Bool, spoken: Frame, isPlaying: Bool) {
        let isAnswered = isPlaying || lastSent.map { $0 >= spoken } ?? false
        openTurn = began || isAnswered ? nil : spoken
    }

    /// Returns the rule that an unanswered turn breaks at `frame`, once; nothing is heard from
    /// `start` on.
    mutating func unanswered(at frame: Frame, silentFrom start: Frame) -> String? {
        guard let end = openTurn,
            frame - max(end, start) >= rate.frames(milliseconds: Self.answerLimitMilliseconds)
        else { return nil }
        openTurn = nil
        return broken(
            "answer",
            "the app says nothing within \(Self.answerLimitMilliseconds) ms behind the"
                + " caller's turn that ends at \(rate.milliseconds(end)) ms", nil, frame)
    }

    /// Returns the rules that are broken at the end of a call.
    func end(at frame: Frame) -> [String] {
        items.sorted { $0.value.order < $1.value.order }.compactMap { name, item in
            guard let cut = item.cut, item.heard > cut.heard else { return nil }
            let more = rate.milliseconds(item.heard - cut.heard)
            guard more > Self.cutToleranceMilliseconds else { return nil }
            return broken(
                "stopped",
                "the caller hears \(more) ms of the item \(name) behind the cut of it", cut.line,
                frame)
        }
    }

    private func broken(_ rule: String, _ what: String, _ line: String?, _ frame: Frame) -> String {
        "\(AppLine.lead(line))\(what) [\(rule), at \(rate.milliseconds(frame)) ms]"
    }
}
