extension SoundFile {
    /// Decodes a sound file held in memory and shows it to `body` in blocks of `blockFrames`, of
    /// which only the last may be shorter; `name` stands for the file in errors.
    ///
    /// What is decoded is used while it is at hand: a track of hours needs no room of its own.
    /// - Returns: the file's rate in hertz, and how many frames were shown.
    /// - Throws: every ``AudioError`` about input; blocks before the fault were shown by then.
    public static func decode(
        bytes: [UInt8], name: String, blockFrames: Int,
        showing body: (UnsafeBufferPointer<Int16>) -> Void
    ) throws(AudioError) -> (sampleRate: Int, frames: Int64) {
        var reader = try SoundFileReader(bytes: bytes, name: name)
        let rate = reader.format.sampleRate
        guard reader.isMono16 else {
            let sound = try decode(bytes: bytes, name: name)
            sound.samples.withUnsafeBufferPointer { show($0, blockFrames, body) }
            return (rate, Int64(sound.frames))
        }
        let capacity = blockFrames * max(1, MonoFold.blockFrames / blockFrames)
        let piece = UnsafeMutableBufferPointer<Int16>.allocate(capacity: capacity)
        defer { piece.deallocate() }
        let limit = Int64(hoursLimit) * 3_600 * Int64(rate)
        var frames: Int64 = 0
        while true {
            let count = try reader.read(samples: piece)
            if count == 0 { break }
            frames += Int64(count)
            guard frames <= limit else { throw .tooLong(path: name, hours: hoursLimit) }
            show(UnsafeBufferPointer(rebasing: piece[..<count]), blockFrames, body)
        }
        guard frames > 0 else { throw .empty(path: name) }
        return (rate, frames)
    }

    private static func show(
        _ samples: UnsafeBufferPointer<Int16>, _ blockFrames: Int,
        _ body: (UnsafeBufferPointer<Int16>) -> Void
    ) {
        for start in stride(from: 0, to: samples.count, by: blockFrames) {
            let end = min(start + blockFrames, samples.count)
            body(UnsafeBufferPointer(rebasing: samples[start..<end]))
        }
    }
}
