import ArgumentParser
import VoiceAudio

/// A part of a sound, as a command line names it: `1.5-12`, `1:02-`, `8000f-16000f`.
struct SoundPiece: Equatable, Sendable {
    /// A place in a sound.
    enum Place: Equatable, Sendable {
        /// Frames from the beginning of the sound.
        case frame(Int64)
        /// Seconds from the beginning of the sound; the nearest frame is meant.
        case seconds(Double)

        /// A time in seconds, `m:s` or `h:m:s`, or a number of frames with an `f` behind it; nil
        /// for anything else.
        init?(_ text: Substring) {
            if text.last == "f" {
                guard let frame = Int64(text.dropLast()), (0...1 << 50).contains(frame) else {
                    return nil
                }
                self = .frame(frame)
                return
            }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard (1...3).contains(parts.count) else { return nil }
            var seconds = 0.0
            for (index, part) in parts.enumerated() {
                let isPlain = part.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
                guard isPlain, let value = Double(part), index == 0 || value < 60 else {
                    return nil
                }
                if index < parts.count - 1, part.contains(".") { return nil }
                seconds = seconds * 60 + value
            }
            guard seconds <= 1e9 else { return nil }
            self = .seconds(seconds)
        }

        /// The frame at a rate in hertz.
        func frame(at sampleRate: Int) -> Int64 {
            switch self {
            case .frame(let frame): frame
            case .seconds(let seconds): Int64((seconds * Double(sampleRate)).rounded())
            }
        }
    }

    /// Place where the part begins.
    let start: Place
    /// Place where the part ends; nil at the sound's end.
    let end: Place?

    /// A piece as `--piece` gives it.
    ///
    /// - Throws: `ValidationError`.
    init(_ text: String) throws {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let first = parts[0].isEmpty ? .frame(0) : Place(parts[0])
        let last = parts.count == 2 ? Place(parts[1]) : nil
        let isOpen = parts.count == 2 && parts[1].isEmpty && !parts[0].isEmpty
        guard let first, last != nil || isOpen else { throw ValidationError(Self.usage(text)) }
        // Frames and seconds can only be compared at a file's own rate.
        if let last, Self.isAlike(first, last), last.frame(at: 768_000) <= first.frame(at: 768_000)
        {
            throw ValidationError("--piece \(text) ends before it begins. Write START-END.")
        }
        start = first
        end = last
    }

    private static func isAlike(_ one: Place, _ other: Place) -> Bool {
        switch (one, other) {
        case (.frame, .frame), (.seconds, .seconds): true
        default: false
        }
    }

    private static func usage(_ text: String) -> String {
        "--piece takes START-END in seconds, such as 1.5-12, 1:02-1:30 or 12- for all from there;"
            + " an f behind a number counts frames, as in 8000f-16000f. '\(text)' is neither."
    }

    /// Returns the frames of the part in a file, and whether they are all there are.
    ///
    /// - Throws: every `AudioError` about input; `AudioError.outside` where the file ends earlier.
    func range(
        in path: String
    ) throws -> (frames: Range<Int64>, isAll: Bool) {
        let format = try SoundFileReader(path: path).format
        let first = start.frame(at: format.sampleRate)
        let last = end?.frame(at: format.sampleRate)
        let frames = try SoundFileReader.frames(of: path)
        let end = last ?? frames
        guard first < end, end <= frames else {
            throw AudioError.outside(path: path, range: first..<max(first + 1, end))
        }
        return (first..<end, first == 0 && end == frames)
    }
}
