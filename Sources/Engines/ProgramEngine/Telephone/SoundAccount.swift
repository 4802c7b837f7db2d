internal import VoiceJSON
internal import VoiceTime

/// Account of what a server sent and a caller heard, item by item of the server's model.
struct SoundAccount {
    /// One item of the model.
    private struct Item {
        /// Bytes of sound that the model gave.
        var bytes = 0
        var heard: Frame = 0
        /// Its words, as far as the model gave them.
        var text = ""
    }

    /// Bytes of the words of one item.
    private static let textLimit = 1 << 16

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

    init(rate: SampleRate) { self.rate = rate }

    /// Whether sound of a model was seen.
    var knowsModel: Bool { latest != nil }

    // MARK: What the model says

    /// A message of the model to the server.
    mutating func hear(model message: JSONObject) {
        if message["type"]?.string?.hasSuffix("audio_transcript.delta") ?? false,
            let item = message["item_id"]?.string, let text = message["delta"]?.string,
            text.utf8.count + (items[item]?.text.utf8.count ?? 0) <= Self.textLimit
        {
            items[item, default: Item()].text += text
            return
        }
        guard let type = message["type"]?.string,
            type == "response.output_audio.delta" || type == "response.audio.delta",
            let item = message["item_id"]?.string, let sound = message["delta"]?.string
        else { return }
        let digits = sound.utf8.count
        let padding = sound.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
        items[item, default: Item()].bytes += digits / 4 * 3 - padding
        soundBytes += digits
        if soundBytes > Self.memory { (bySound, soundBytes) = ([:], digits) }
        bySound[sound, default: []].append(item)
        latest = item
    }

    /// A message of the server to the model; `heard` is what was heard of an item by now.
    ///
    /// - Returns: the fields of the event of a cut: the item, where the server cuts it, what was
    ///   heard of it and how long its sound is; nil for any other message.
    mutating func tell(model message: JSONObject, heard: Frame) -> JSONObject? {
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
            let whole = Int64(items[name]?.bytes ?? 0) * Int64(rate.hertz) / Int64(bytesPerSecond)
            return [
                "item": .string(name), "milliseconds": .integer(end), "heard": .integer(heard),
                "whole": .integer(whole),
            ]
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

    // MARK: What the server sends

    /// Returns the item of sound as a message of the server spells it; nil where no model speaks.
    mutating func item(ofSound text: String) -> String? {
        guard var items = bySound.removeValue(forKey: text) else { return latest }
        let item = items.removeFirst()
        if !items.isEmpty { bySound[text] = items }
        return item
    }

    /// The caller heard a stretch to its end.
    mutating func hear(_ piece: Playout.Piece) {
        guard let name = piece.item else { return }
        items[name]?.heard += piece.frames
    }

    /// Returns the words of an item, as far as the model gave them.
    func text(of item: String) -> String { items[item]?.text ?? "" }

    /// Returns the frames that were heard of an item, but for the stretch that goes on.
    func heard(of item: String) -> Frame { items[item]?.heard ?? 0 }
}
