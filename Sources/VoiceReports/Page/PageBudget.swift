internal import VoiceAudio
internal import VoiceDiff
internal import VoiceTrace

/// What of all details and sound goes into one page, so that it stays small enough to be sent.
///
/// The sound of sections comes first, in a quarter of the room; then failing sessions, each with
/// its detail; then the sound around the first difference of every group in them, then around their
/// other differences, a stretch of each session at a time; then the details of those that agree,
/// and their beginnings, a stretch of each session at a time: an eighth of the room is theirs.
/// Depends on the records and their files only: every page of one result holds the same.
struct PageBudget {
    /// Bytes of a page at most: what may be sent, less a little that is not counted.
    static let pageBytes = 4_850_000
    /// The sound's rate in a page, in hertz, and its bits a second, in thousands.
    static let sampleRate = 16_000
    static let kilobits = 24
    /// Bytes of a failing session's heading and of what its caller notices, told twice, at most.
    static let headBytes = 2_000

    /// The details that go in, by place.
    private(set) var details: [Int: JSONObject] = [:]
    /// The sound that goes in, as MP3 in Base64, by the name of its file.
    private(set) var sounds = JSONObject()
    /// Places of failing sessions some of whose sound is left out.
    private(set) var soundLeftOut: Set<Int> = []
    /// The causes of failing sessions, by place.
    private(set) var causes: [Int: Cause] = [:]
    /// What the callers of failing sessions notice, by place.
    private(set) var effects: [Int: CallerEffect] = [:]
    private var room: Int
    private var refused: Set<String> = []

    /// The choice for a page that holds `bytes` bytes without any detail.
    init(
        _ records: [SessionRecord], sounds: [PageSound] = [], from source: PageSource, bytes: Int
    ) throws(ReportError) {
        let (red, green) = (records.filter(\.isRed), records.filter { !$0.isRed })
        room = max(0, Self.pageBytes - bytes - red.count * Self.headBytes)
        try takeDetails(red, from: source)
        let others = room / 4 * 3
        for sound in sounds where room > others {
            try take(sound, of: nil, from: source)
        }
        let kept = green.isEmpty ? 0 : room / 8
        room -= kept
        try takeSound(red, from: source)
        room += kept
        try takeDetails(green, from: source)
        try takeSound(green, from: source)
    }

    private mutating func takeDetails(
        _ records: [SessionRecord], from source: PageSource
    ) throws(ReportError) {
        for record in records {
            guard let detail = try source.detail(record) else { continue }
            causes[record.place] = Cause(detail.object["cause"])
            effects[record.place] = DetailValues.effect(detail.object["caller"])
            let size = Self.size(detail.object)
            guard size <= room else { continue }
            room -= size
            details[record.place] = detail.object
        }
    }

    /// Bytes of a detail in a page: what the script reads, and the table, whose cells have some
    /// markup each.
    private static func size(_ detail: JSONObject) -> Int {
        let rows = detail["rows"]?.array ?? []
        return ReportPage.embedded(.object(detail)).utf8.count + rows.count * 1_000
    }

    private mutating func takeSound(
        _ records: [SessionRecord], from source: PageSource
    ) throws(ReportError) {
        var further: [(place: Int, pieces: [JSONObject])] = []
        for record in records {
            let pieces = (details[record.place]?["sound"]?.array ?? []).compactMap(\.object)
            for piece in pieces where piece["more"] == nil {
                try take(piece, of: record.place, from: source)
            }
            further.append((record.place, pieces.filter { $0["more"] != nil }))
        }
        for turn in 0..<(further.map(\.pieces.count).max() ?? 0) {
            for (place, pieces) in further where turn < pieces.count {
                try take(pieces[turn], of: place, from: source)
            }
        }
    }

    private mutating func take(
        _ piece: JSONObject, of place: Int, from source: PageSource
    ) throws(ReportError) {
        guard let name = piece["file"]?.string else { return }
        let sound = PageSound(
            file: name, frames: piece["frames"]?.integer ?? 0,
            rate: details[place]?["rate"]?.integer ?? 1)
        try take(sound, of: place, from: source)
    }

    /// Takes a sound of the session at `place`, or of a section.
    private mutating func take(
        _ sound: PageSound, of place: Int?, from source: PageSource
    ) throws(ReportError) {
        let name = sound.file
        guard sounds[name] == nil else { return }
        let frames = min(max(0, sound.frames), 1 << 40)
        // No smaller than this: what has no room needs no packing.
        let least = Int(frames) * Self.kilobits * 1_000 / 8 * 4 / 3 / Int(max(1, sound.rate))
        guard least <= room, !refused.contains(name) else {
            if let place { soundLeftOut.insert(place) }
            return
        }
        let text = Base64.text(try Self.packed(try source.sound(name), name: name))
        guard text.utf8.count <= room else {
            refused.insert(name)
            if let place { soundLeftOut.insert(place) }
            return
        }
        room -= text.utf8.count
        sounds[name] = .string(text)
    }

    private static func packed(_ bytes: [UInt8], name: String) throws(ReportError) -> [UInt8] {
        do {
            let sound = try SoundFile.decode(bytes: bytes, name: name)
            return try SoundFile.encodeMP3(
                try RateConverter.convert(sound, to: sampleRate), kilobits: kilobits)
        } catch { throw .damaged(path: name, what: error.description) }
    }
}
