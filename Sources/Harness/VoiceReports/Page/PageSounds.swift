internal import VoiceAudio
internal import VoiceFiles
internal import VoiceJSON

/// The sound of sessions as a page plays it: MP3 in Base64, by the name of its file.
///
/// Where there is little room, what is around first differences comes first; then the other
/// stretches, whose order is spread over their session.
struct PageSounds {
    /// Bytes of a page that holds its sound at most: what may be sent, less a little that is not
    /// counted.
    static let pageBytes = 4_850_000
    /// The sound's rate in a page, in hertz, and its bits a second, in thousands.
    static let sampleRate = 16_000
    static let kilobits = 24

    /// The sounds that have room.
    private(set) var texts = JSONObject()
    /// Whether some had none.
    private(set) var isCut = false
    private var room: Int

    /// The sounds of `detail` in so many bytes.
    init(_ detail: SessionDetail, room: Int = .max) throws(ReportError) {
        self.room = room
        let pieces = (detail.object["sound"]?.array ?? []).compactMap(\.object)
        let further = pieces.filter { $0["more"] != nil }
        let first = pieces.filter { $0["more"] == nil }
        var names = (first + further).compactMap { $0["file"]?.string }
        names += detail.files.map(\.name)
        for name in names where texts[name] == nil {
            guard let file = detail.files.first(where: { $0.name == name }) else { continue }
            try add(file.bytes, name)
        }
    }

    private mutating func add(_ bytes: [UInt8], _ name: String) throws(ReportError) {
        let text: String
        do {
            let sound = try SoundFile.decode(bytes: bytes, name: name)
            // The converter adds noise at -97 dB at most, which MP3 of these bits does not keep.
            let converted = try RateConverter.convert(
                sound, to: Self.sampleRate, quality: .fast)
            text = Base64.text(of: try SoundFile.encodeMP3(converted, kilobits: Self.kilobits))
        } catch { throw .damaged(path: name, what: error.description) }
        guard text.utf8.count <= room else {
            isCut = true
            return
        }
        room -= text.utf8.count
        texts[name] = .string(text)
    }
}
