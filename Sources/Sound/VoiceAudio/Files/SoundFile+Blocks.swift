extension SoundFile {
    /// The most frames that are fetched in one go, about. Pieces of a fixed size: a header's word
    /// about the length allocates nothing.
    static let pieceFrames = 16_384

    /// Decodes the sound file that is open as `descriptor`, which is closed then, also when this
    /// throws, and shows it to `body` in blocks of `blockFrames`, of which only the last may be
    /// shorter; `name` stands for the file in errors.
    ///
    /// What is decoded is used while it is at hand: a track of hours needs no room of its own.
    /// - Returns: the file's rate in hertz, and how many frames were shown.
    /// - Throws: every ``AudioError`` about input; blocks before the fault were shown by then.
    public static func decode(
        descriptor: Int32, name: String, blockFrames: Int,
        showing body: (UnsafeBufferPointer<Int16>) -> Void
    ) throws(AudioError) -> (sampleRate: Int, frames: Int64) {
        var stream = try MonoStream(descriptor: descriptor, name: name)
        let piece = blockFrames * max(1, pieceFrames / blockFrames)
        try drain(&stream, name: name, pieceFrames: piece) { samples in
            for start in stride(from: 0, to: samples.count, by: blockFrames) {
                let end = min(start + blockFrames, samples.count)
                body(UnsafeBufferPointer(rebasing: samples[start..<end]))
            }
        }
        return (stream.sampleRate, stream.fileFrames)
    }

    /// Decodes the sound file at `path`, its channels made one, and shows it to `body` piece by
    /// piece.
    ///
    /// `sampleRate` is what it is converted to, in hertz; nil keeps the file's own rate. `gain` is
    /// what samples are multiplied by before they are rounded to 16 bits.
    ///
    /// - Returns: the rate in hertz of what was shown.
    /// - Throws: every ``AudioError`` about input; pieces before the fault were shown by then.
    public static func decode(
        path: String, sampleRate: Int? = nil, choice: ChannelChoice = .best, gain: Float = 1,
        showing body: (UnsafeBufferPointer<Int16>) -> Void
    ) throws(AudioError) -> Int {
        if let sampleRate { try RateConverter.check(sampleRate) }
        var stream = try MonoStream(
            path: path, choice: choice, rate: sampleRate, quality: .best)
        stream.gain = gain
        try drain(&stream, name: path, pieceFrames: pieceFrames, showing: body)
        return stream.sampleRate
    }

    /// The greatest absolute sample of the sound file at `path`, its channels made one, as a share
    /// of full scale; `range` is the frames that are looked at, all of them where it is nil.
    ///
    /// - Throws: every ``AudioError`` about input.
    public static func peak(
        path: String, range: Range<Int64>? = nil, choice: ChannelChoice
    ) throws(AudioError) -> Float {
        var stream = try MonoStream(path: path, range: range, choice: choice)
        guard !stream.areExact else {
            var greatest: Int32 = 0
            try drain(&stream, name: path, pieceFrames: pieceFrames) { samples in
                greatest = max(greatest, ShortGain.peak(of: samples))
            }
            return Float(greatest) / PCM16.fullScale
        }
        var greatest: Float = 0
        while true {
            let samples = try stream.readFloats(pieceFrames)
            if samples.isEmpty { return greatest }
            greatest = samples.reduce(greatest) { max($0, abs($1)) }
        }
    }

    /// Reads a stream of `hours` at most to its end and shows it in pieces, of which only the last
    /// may be shorter.
    ///
    /// - Throws: every ``AudioError`` about input; pieces before the fault were shown by then.
    static func drain(
        _ stream: inout MonoStream, name: String, pieceFrames: Int, hours: Int = hoursLimit,
        showing body: (UnsafeBufferPointer<Int16>) -> Void
    ) throws(AudioError) {
        let piece = UnsafeMutableBufferPointer<Int16>.allocate(capacity: pieceFrames)
        defer { piece.deallocate() }
        let limit = Int64(hours) * 3_600 * Int64(stream.format.sampleRate)
        while true {
            let count = try stream.read(into: piece)
            guard stream.fileFrames <= limit else { throw .tooLong(path: name, hours: hours) }
            if count == 0 { break }
            body(UnsafeBufferPointer(rebasing: piece[..<count]))
        }
        guard stream.fileFrames > 0 else { throw .empty(path: name) }
    }
}
