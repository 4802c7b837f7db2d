/// The latest sound of one side of a device, thinned to at most 8 kHz and brightened: what an echo
/// is looked for in.
///
/// Shape: sample `i` stands for the frames from `i * factor` on. Silence stands before the first.
struct DecimatedSignal {
    /// Frames to a sample.
    let factor: Int
    private let memory: Int
    private var samples: [Float]
    /// The number behind the last sample.
    private(set) var end = 0
    /// The number behind the last sample that is not silence.
    private var loudEnd = Int.min
    private var sum: Float = 0
    private var count = 0
    private var before: Float = 0

    /// The most samples a second.
    private static let fastest = 8_000
    /// Share of a sample that the next one loses: speech has little at the top.
    private static let tilt: Float = 0.9
    /// Amplitude that counts as sound: -60 dBFS.
    private static let silence: Float = 0.001

    /// Creates a line that remembers so many samples.
    init(rate: Int, memory: Int) {
        factor = Self.factor(rate)
        self.memory = memory
        samples = [Float](repeating: 0, count: memory)
    }

    private static func factor(_ rate: Int) -> Int { (rate + fastest - 1) / fastest }

    /// Samples a second at that rate of frames.
    static func rate(of rate: Int) -> Int { rate / factor(rate) }

    mutating func append(_ frames: some Sequence<Float>) {
        for frame in frames {
            sum += frame
            count += 1
            guard count == factor else { continue }
            let mean = sum / Float(factor)
            let sample = mean - Self.tilt * before
            samples.append(sample)
            end += 1
            if abs(sample) > Self.silence { loudEnd = end }
            (sum, count, before) = (0, 0, mean)
        }
        if samples.count > 2 * memory { samples.removeFirst(samples.count - memory) }
    }

    /// Adds silence of so many frames.
    mutating func skip(_ frames: Int) {
        let shown = min(frames, 2 * memory * factor)
        append(repeatElement(0, count: shown))
        end += (frames - shown) / factor
    }

    /// The last samples.
    func last(_ count: Int) -> ArraySlice<Float> { samples.suffix(count) }

    /// Whether there is sound among the last samples.
    func isLoud(within count: Int) -> Bool { loudEnd > end - count }
}
