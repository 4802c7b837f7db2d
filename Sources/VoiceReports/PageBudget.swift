internal import VoiceAudio
internal import VoiceTrace

/// What of all details and sound goes into one page, so that it stays small enough to be sent.
///
/// Failing sessions come first, each with its detail; then their sound; then the others' details.
/// Depends on the records and their files only: every page of one result holds the same.
struct PageBudget {
    /// Bytes of details in one page at most.
    static let detailBytes = 1_200_000
    /// Bytes of sound in one page at most, as text.
    static let soundBytes = 3_200_000
    /// The sound's rate in a page, in hertz, and its bits a second, in thousands.
    static let sampleRate = 16_000
    static let kilobits = 24

    /// The details that go in, by place.
    private(set) var details: [Int: JSONObject] = [:]
    /// The sound that goes in, as MP3 in Base64, by the name of its file.
    private(set) var sounds = JSONObject()
    /// Places of failing sessions some of whose sound is left out.
    private(set) var soundLeftOut: Set<Int> = []

    init(_ records: [SessionRecord], from source: PageSource) throws(ReportError) {
        var room = Self.detailBytes
        let ranked = records.filter(\.isRed) + records.filter { !$0.isRed }
        for record in ranked {
            guard let detail = try source.detail(record) else { continue }
            let size = JSONWriter.text(.object(detail.object)).utf8.count
            guard size <= room else { continue }
            room -= size
            details[record.place] = detail.object
        }
        var soundRoom = Self.soundBytes
        for record in ranked where record.isRed {
            guard let object = details[record.place] else { continue }
            for name in SessionDetail(object: object).soundNames where sounds[name] == nil {
                let text = Base64.text(try Self.packed(try source.sound(name), name: name))
                guard text.utf8.count <= soundRoom else {
                    soundLeftOut.insert(record.place)
                    continue
                }
                soundRoom -= text.utf8.count
                sounds[name] = .string(text)
            }
        }
    }

    private static func packed(_ bytes: [UInt8], name: String) throws(ReportError) -> [UInt8] {
        do {
            let sound = try SoundFile.decode(bytes: bytes, name: name)
            return try SoundFile.encodeMP3(
                try RateConverter.convert(sound, to: sampleRate), kilobits: kilobits)
        } catch { throw .damaged(path: name, what: error.description) }
    }
}
