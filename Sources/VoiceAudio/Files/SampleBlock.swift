/// A block of samples that is allocated once and used again for every piece of a file.
struct SampleBlock<Sample: BitwiseCopyable>: ~Copyable {
    /// How many samples a block holds, about: whole frames, at least one.
    static var usualCount: Int { 16_384 }

    let samples: UnsafeMutableBufferPointer<Sample>

    /// A block of whole frames of so many channels.
    init(channels: Int) {
        samples = .allocate(capacity: max(1, Self.usualCount / channels) * channels)
    }

    /// The first `count` samples.
    func first(_ count: Int) -> UnsafeMutableBufferPointer<Sample> {
        UnsafeMutableBufferPointer(rebasing: samples[..<count])
    }

    deinit { samples.deallocate() }
}
