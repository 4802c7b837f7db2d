/// The mean of each channel: what a microphone or a sound card adds to every sample.
package enum SoundOffset {
    /// The mean of each channel of a file, a share of full scale; the file is read once.
    ///
    /// - Throws: every ``AudioError`` about input.
    package static func measure(
        path: String, progress: (Double) -> Void = { _ in }
    ) throws(AudioError) -> [Double] {
        var reader = try SoundFileReader(path: path)
        let channels = reader.format.channels
        let block = SampleBlock<Double>(channels: channels)
        var sums = [Double](repeating: 0, count: channels)
        var done: Int64 = 0
        while true {
            let frames = try reader.read(into: block.samples)
            if frames == 0 { break }
            let samples = block.first(frames * channels)
            for channel in 0..<channels {
                var sum = 0.0
                for index in stride(from: channel, to: samples.count, by: channels) {
                    sum += samples[index]
                }
                sums[channel] += sum
            }
            done += Int64(frames)
            progress(min(1, Double(done) / Double(max(1, reader.format.frames))))
        }
        guard done > 0 else { throw .empty(path: path) }
        return sums.map { $0 / Double(done) }
    }

    /// Takes each channel's offset off interleaved samples.
    static func remove(
        _ offsets: [Double], from samples: UnsafeMutableBufferPointer<Double>
    ) {
        for (channel, offset) in offsets.enumerated() {
            for index in stride(from: channel, to: samples.count, by: offsets.count) {
                samples[index] -= offset
            }
        }
    }
}
