/// The stages that double-precision samples pass between two files.
///
/// Channels first, then rate, gain, limiter, and rounding last. Each stage keeps its own buffer,
/// which stops growing after the first blocks.
struct RewriteChain: ~Copyable {
    private let channelsIn: Int
    private let channels: Int
    /// Way in which the input's channels become one; nil where they stay.
    private let fold: ChannelFold?
    private let factor: Double
    private var resampler: FrameResampler?
    private var limiter: Limiter?
    private var quantizer: Quantizer?
    /// Whether values beyond full scale have no place in the output.
    private let saturates: Bool
    /// The greatest value that the output's samples, and the stages' own, can hold; nil where
    /// nothing on the way can be greater.
    private let most: (result: Double, stages: Double)?
    /// Order in which channels are put before they are coded; nil leaves them.
    private let order: ChannelOrder?
    private let path: String
    private var framesIn: Int64 = 0
    private var framesOut: Int64 = 0
    private var overs: Int64 = 0
    private var folded: [Double] = []
    private var resampled: [Double] = []
    private var limited: [Double] = []
    private var steps: [Int32] = []

    /// Number of samples that were cut off at full scale.
    var clipped: Int64 { overs + (quantizer?.clipped ?? 0) }

    /// The stages between the file at `path`, for errors, and an output; `isExact` says that the
    /// output can hold every sample as it is.
    init(
        path: String, options: RewriteOptions, source: SoundEncoding, format: SoundFormat,
        report: RewriteReport, fold: ChannelFold?, order: ChannelOrder?, isExact: Bool
    ) throws(AudioError) {
        self.path = path
        self.fold = fold
        self.order = order
        channelsIn = format.channels
        channels = report.channels
        factor = Decibels.factor(options.gainDB)
        resampler = nil
        limiter = nil
        quantizer = nil
        if report.sampleRate != format.sampleRate {
            resampler = try FrameResampler(
                from: format.sampleRate, to: report.sampleRate, channels: channels,
                quality: options.rateQuality)
        }
        if let ceiling = options.ceilingDB {
            try RateConverter.check(report.sampleRate)
            limiter = Limiter(
                ceilingDB: ceiling, sampleRate: report.sampleRate, channels: channels)
        }
        let target = report.coding.encoding
        saturates = target != .float && target != .double
        let float = Double(Float.greatestFiniteMagnitude)
        let all = Double.greatestFiniteMagnitude
        // Resampler and limiter count in single precision, and so does every reader.
        let isNarrow = resampler != nil || limiter != nil
        most =
            source.isContinuous || !factor.isFinite
            ? (float, isNarrow ? float : all) : nil
        guard !target.isContinuous else { return }
        // Encodings of uneven steps are fed 16 bits; their own steps are wider than any dither.
        let bits = target.integerBits ?? 16
        let losesBits = target.integerBits != nil && bits < source.resolution
        let falls = losesBits || target.integerBits != nil && source.isContinuous && bits < 32
        let dithers = falls && options.dithers && !isExact
        quantizer = Quantizer(bits: bits, dither: dithers ? TriangularDither(seed: 1) : nil)
    }

    /// Takes interleaved frames of the input and writes the result; returns the number of frames.
    mutating func push(
        _ input: UnsafeBufferPointer<Double>, isLast: Bool, to writer: inout SoundFileWriter
    ) throws(AudioError) -> Int64 {
        fold(input)
        try check(most?.stages, from: framesIn)
        framesIn += Int64(folded.count / channels)
        if resampler != nil {
            resampled.removeAll(keepingCapacity: true)
            folded.withUnsafeBufferPointer {
                resampler?.append($0, isLast: isLast, to: &resampled)
            }
            swap(&folded, &resampled)
        }
        if factor != 1 {
            folded.withUnsafeMutableBufferPointer { all in
                for index in all.indices { all[index] *= factor }
            }
        }
        if limiter != nil {
            limited.removeAll(keepingCapacity: true)
            folded.withUnsafeBufferPointer {
                limiter?.append($0, isLast: isLast, to: &limited)
            }
            swap(&folded, &limited)
        }
        try check(most?.result, from: framesOut)
        try write(&writer)
        let frames = Int64(folded.count / channels)
        framesOut += frames
        return frames
    }

    /// Refuses values that are no number or greater than `most`; the first is at frame `start`.
    private func check(_ most: Double?, from start: Int64) throws(AudioError) {
        guard let most, let index = folded.firstIndex(where: { !(abs($0) <= most) }) else { return }
        throw .beyondRange(path: path, frame: start + Int64(index / channels))
    }

    /// Fills `folded` with the input in the output's channels.
    private mutating func fold(_ input: UnsafeBufferPointer<Double>) {
        folded.removeAll(keepingCapacity: true)
        guard let fold else { return folded.append(contentsOf: input) }
        for start in stride(from: 0, to: input.count, by: channelsIn) {
            var value = 0.0
            if let channel = fold.channel {
                value = input[start + channel]
            } else {
                for channel in 0..<channelsIn { value += input[start + channel] }
                value /= Double(channelsIn)
            }
            for _ in 0..<channels { folded.append(value) }
        }
    }

    private mutating func write(_ writer: inout SoundFileWriter) throws(AudioError) {
        guard !folded.isEmpty else { return }
        if let order { folded.withUnsafeMutableBufferPointer { order.write($0) } }
        guard quantizer != nil else {
            if saturates { saturate() }
            let count = folded.count
            return try folded.withUnsafeBufferPointer { (all) throws(AudioError) in
                try writer.write(UnsafeBufferPointer(rebasing: all[..<count]))
            }
        }
        if steps.count < folded.count { steps = [Int32](repeating: 0, count: folded.count) }
        let count = folded.count
        folded.withUnsafeBufferPointer { source in
            steps.withUnsafeMutableBufferPointer { target in
                quantizer?.quantize(
                    source, into: UnsafeMutableBufferPointer(rebasing: target[..<count]))
            }
        }
        try steps.withUnsafeBufferPointer { (all) throws(AudioError) in
            try writer.write(UnsafeBufferPointer(rebasing: all[..<count]))
        }
    }

    private mutating func saturate() {
        for index in folded.indices where abs(folded[index]) > 1 {
            folded[index] = folded[index] > 0 ? 1 : -1
            overs += 1
        }
    }
}
