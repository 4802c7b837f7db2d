/// The power of every channel of a file, and of the sum of all.
struct ChannelPowers {
    private(set) var each: [Double]
    private(set) var sum = 0.0

    init(channels: Int) { each = [Double](repeating: 0, count: channels) }

    /// Adds what there is of a range of a file of as many channels.
    ///
    /// - Throws: every ``AudioError`` about input.
    mutating func add(path: String, range: Range<Int64>) throws(AudioError) {
        let channels = each.count
        var reader = try SoundFileReader(path: path)
        guard reader.format.channels == channels else { return }
        try reader.skip(to: range.lowerBound)
        let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4_096 * channels)
        defer { block.deallocate() }
        var left = Int64(range.count)
        while left > 0 {
            let room = Int(min(4_096, left)) * channels
            let frames = try reader.read(into: UnsafeMutableBufferPointer(rebasing: block[..<room]))
            if frames == 0 { break }
            left -= Int64(frames)
            for frame in 0..<frames { add(block, frame: frame) }
        }
    }

    private mutating func add(_ block: UnsafeMutableBufferPointer<Float>, frame: Int) {
        var total: Float = 0
        for channel in each.indices {
            let value = block[frame * each.count + channel]
            total += value
            each[channel] += Double(value * value)
        }
        sum += Double(total * total)
    }
}
