/// The tags of an MP3 file, byte for byte: ID3v2 in front of the frames, ID3v1 behind them.
///
/// Source: id3.org, "ID3 tag version 2.3.0" and "2.4.0 - Main Structure".
struct ID3Tags: Equatable {
    private static let byteLimit: Int64 = 1 << 26

    /// Bytes in front; empty where there is nothing.
    private(set) var front: [UInt8] = []
    /// Bytes behind; empty where there is nothing.
    private(set) var back: [UInt8] = []
    /// Names of what was not taken.
    private(set) var lost: [String] = []

    /// The tags of a file.
    init(_ file: ByteSource) {
        let length = file.endOfTags()
        if length > Self.byteLimit || length > file.count {
            lost.append("ID3 tag")
        } else {
            front = file.bytes(at: 0, Int(length))
        }
        let end = file.bytes(at: file.count - 128, 128)
        if end.count == 128, end.has("TAG") { back = end }
    }

    /// Leaves out frames that a change has made untrue: the length, and the gain that a player is
    /// to apply.
    mutating func apply(_ change: SoundChange) {
        let isQuiet = change.gainDB == 0 && !change.changesLevels
        let isUncut = change.movesNothing
        guard let frames = frames, !(isQuiet && isUncut) else { return }
        let kept = frames.filter { frame in
            if frame.has("TLEN") { return isUncut }
            if frame.has("RVA2") || frame.has("RVAD") || frame.has("RGAD") { return isQuiet }
            guard frame.has("TXXX") else { return true }
            let start = frame.dropFirst(11).prefix(64).filter { $0 != 0 }
            let text = String(decoding: start, as: UTF8.self)
            return isQuiet || !text.lowercased().contains("replaygain_")
        }
        guard kept.count < frames.count else { return }
        let body = kept.flatMap(\.self)
        let size = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: body.count >> $0 & 0x7F) }
        front = Array(front[..<6]) + size + body
    }

    /// The frames of the tag in front; nil where it is of an older version, or its frames are not
    /// plain.
    private var frames: [[UInt8]]? {
        // Unsynchronised, extended and footed tags are left as they are.
        guard front.count > 10, front[3] == 3 || front[3] == 4, front[5] == 0 else { return nil }
        var (place, frames) = (10, [[UInt8]]())
        while place + 10 <= front.count, front[place] != 0 {
            let bits = front[3] == 4 ? 7 : 8
            let size = front[place + 4..<place + 8].reduce(0) { $0 << bits | Int($1) }
            guard size >= 0, place + 10 + size <= front.count else { return nil }
            frames.append(Array(front[place..<place + 10 + size]))
            place += 10 + size
        }
        return frames
    }

    /// Names of what is lost where another container takes what libsndfile carries over.
    var names: [String] {
        let known: Set<String> = [
            "TIT2", "TPE1", "TALB", "TYER", "TDRC", "TRCK", "TCON", "COMM", "TCOP", "TSSE", "TENC",
            "TLEN",
        ]
        var names = lost
        for frame in frames ?? [] {
            let label = String(decoding: frame.prefix(4), as: UTF8.self)
            let name = label == "APIC" ? "cover art" : "ID3 \(label)"
            if !known.contains(label), !names.contains(name) { names.append(name) }
        }
        return names
    }
}
