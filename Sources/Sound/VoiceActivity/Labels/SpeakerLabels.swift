internal import VoiceFiles

/// Stretches of speech by speaker in a sound of one channel, by a file of labels.
///
/// Shape: frames at the rate that was asked for.
package struct SpeakerLabels: Sendable, Equatable {
    /// One speaker in one stretch.
    package struct Stretch: Sendable, Equatable {
        /// The speaker's name in the file.
        package var speaker: String
        /// Time at which they speak.
        package var range: Range<Int64>
        /// Words that they say; empty where the file does not tell.
        package var text: String
    }

    /// A stretch as a file has it: its times in seconds.
    struct Line {
        var speaker: String
        var start: Double
        var end: Double
        var text = ""
    }

    /// Form of a file, by the ending of its name.
    enum Form: CaseIterable {
        case rttm, textGrid, transcript, audacity, subtitles

        /// The form of the file at `path`: a transcript in JSON unless its ending says otherwise.
        init(ofFile path: String) {
            self = Self.allCases.first { $0.endings.contains { path.hasSuffix($0) } } ?? .transcript
        }

        var endings: [String] {
            switch self {
            case .rttm: [".rttm"]
            case .textGrid: [".TextGrid", ".textgrid"]
            case .audacity: [".labels.txt", ".txt"]
            case .subtitles: [".vtt", ".srt"]
            case .transcript: [".labels.json"]
            }
        }
    }

    /// The most stretches and the most speakers of a file, and its size in bytes.
    static let limit = 20_000
    private static let speakerLimit = 100
    package static let byteLimit: Int64 = 16 << 20
    /// The latest time, in seconds: the longest sound.
    private static let secondsLimit = 172_800.0
    /// Names that only an app has.
    private static let appNames: Set = ["app", "agent", "assistant", "bot", "ivr", "system"]

    /// All stretches by their beginnings.
    package private(set) var stretches: [Stretch] = []

    /// Reads the labels in `bytes`, at `rate` in hertz; `path` names them in errors, and its ending
    /// says their form.
    ///
    /// - Throws: ``ActivityError/labels(path:reason:)``.
    package init(bytes: [UInt8], path: String, rate: Int) throws(ActivityError) {
        let lines =
            switch Form(ofFile: path) {
            case .rttm, .audacity: try Self.lines(tracks: bytes, path: path)
            case .textGrid: try TextGrid(bytes: bytes, path: path).lines
            case .transcript: try Self.lines(transcript: bytes, path: path)
            case .subtitles: try Self.lines(subtitles: bytes, path: path)
            }
        guard lines.count <= Self.limit else {
            throw .labels(path: path, reason: "more than \(Self.limit) stretches of speech")
        }
        for (index, line) in lines.enumerated() where line.start != line.end {
            guard line.start >= 0, line.end > line.start, line.end <= Self.secondsLimit else {
                throw .labels(
                    path: path, reason: "stretch \(index + 1) is not in seconds and in order")
            }
            let first = Int64((line.start * Double(rate)).rounded())
            let end = Int64((line.end * Double(rate)).rounded())
            guard first < end else { continue }
            stretches.append(
                Stretch(speaker: line.speaker, range: first..<end, text: line.text))
        }
        stretches.sort { $0.range.lowerBound < $1.range.lowerBound }
        guard (2...Self.speakerLimit).contains(speakers.count) else {
            throw .labels(
                path: path,
                reason: "it names \(speakers.count) speaker\(speakers.count == 1 ? "" : "s"), and a"
                    + " call has two or more")
        }
    }

    /// The speakers, in the order in which they begin to speak.
    package var speakers: [String] {
        var known: Set<String> = []
        return stretches.map(\.speaker).filter { known.insert($0).inserted }
    }

    /// Speaker who is the app: the one with that name, else, of two, the one that speaks first and
    /// as long as the other one; nil where that is not clear.
    package var app: String? {
        let speakers = speakers
        let named = speakers.filter { Self.appNames.contains($0.lowercased()) }
        if named.count == 1 { return named[0] }
        guard speakers.count == 2 else { return nil }
        return AppChannel(speech: speakers.map { speech(of: $0) }).channel.map { speakers[$0] }
    }

    /// Returns the stretches in which `speaker` speaks, ascending and apart.
    package func speech(of speaker: String) -> [Range<Int64>] {
        SpeechLabels.joined(stretches.filter { $0.speaker == speaker }.map(\.range))
    }

    /// Returns the stretches in which all others speak, ascending and apart.
    package func speech(except speaker: String) -> [Range<Int64>] {
        SpeechLabels.joined(stretches.filter { $0.speaker != speaker }.map(\.range))
    }

    /// Returns what is said by `speaker`, or by all others, in stretches whose middle is in
    /// `range`.
    package func text(in range: Range<Int64>, of speaker: String, others: Bool = false) -> String {
        stretches.filter { stretch in
            (stretch.speaker == speaker) != others && !stretch.text.isEmpty
                && range.contains((stretch.range.lowerBound + stretch.range.upperBound) / 2)
        }.map(\.text).joined(separator: " ")
    }

    /// Returns the labels so many frames earlier; what would begin before the sound begins with it.
    package func moved(earlier offset: Int64) -> SpeakerLabels {
        var moved = self
        moved.stretches = stretches.compactMap { stretch in
            let end = stretch.range.upperBound - offset
            guard end > 0 else { return nil }
            var stretch = stretch
            stretch.range = max(0, stretch.range.lowerBound - offset)..<end
            return stretch
        }
        return moved
    }

    /// Returns the path of the file of labels beside the sound at `path`; nil where there is none.
    package static func beside(_ path: String) -> String? {
        let name = DiskFile.name(of: path)
        let ending = name.lastIndex(of: ".").map { name[$0...].count } ?? 0
        let base = path.dropLast(ending)
        let endings = Form.allCases.flatMap(\.endings).filter { $0 != ".txt" }
        return endings.map { "\(base)\($0)" }.first { DiskFile.exists($0) }
    }
}
