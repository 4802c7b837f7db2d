/// Finds the quietest place of a stretch of sound, for a cut that is heard least.
package enum QuietPoint {
    /// Length of the stretches that are weighed, in milliseconds: about a sound of speech.
    private static let weighedMilliseconds = 20

    /// Returns the middle of the quietest 20 ms in a range of a file's frames, the first of
    /// several; the range's middle where it is shorter.
    ///
    /// - Throws: every ``AudioError`` about input.
    package static func find(
        path: String, in range: Range<Int64>
    ) throws(AudioError) -> Int64 {
        var reader = try SoundFileReader(path: path)
        let channels = reader.format.channels
        let size = max(1, reader.format.sampleRate * weighedMilliseconds / 1_000)
        try reader.skip(to: range.lowerBound)
        let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: size * channels)
        defer { block.deallocate() }
        var least = Float.infinity
        var found = range.lowerBound + Int64(range.count / 2)
        var place = range.lowerBound
        while place + Int64(size) <= range.upperBound {
            let frames = try reader.read(into: block)
            guard frames == size else { break }
            let power = block.reduce(Float(0)) { $0 + $1 * $1 }
            if power < least { (least, found) = (power, place + Int64(size / 2)) }
            place += Int64(size)
        }
        return found
    }

    /// Returns the middle of the quietest 20 ms of `sound`, in frames, the first of several; its
    /// middle where it is shorter.
    package static func find(in sound: MonoSound) -> Int {
        let size = max(1, sound.sampleRate * weighedMilliseconds / 1_000)
        var least = Double.infinity
        var found = sound.frames / 2
        for start in stride(from: 0, through: sound.frames - size, by: size) {
            let power = Level.power(sound.samples[start..<(start + size)])
            if power < least { (least, found) = (power, start + size / 2) }
        }
        return found
    }
}
