import CSampleRate

/// Converts mono sound from one sample rate to another, keeping its duration.
///
/// Shape: `n` frames in, `n * targetRate / sourceRate` frames out in all, rounded up.
/// Frames come out in time with those that went in: the filter's delay is taken off.
/// How the input is cut into blocks makes no difference to the output.
///
/// The sums are Float and Double arithmetic compiled for the architecture's baseline, without a
/// choice of instructions at run time, so CPUs of one architecture agree to the bit. Another
/// architecture or another release of the library may differ in the last bit: convert when
/// sound comes in, and let a session hold what came out.
/// Source: libsamplerate 0.2 API reference, `src_process`, `SRC_SINC_BEST_QUALITY`.
package struct RateConverter: ~Copyable {
    /// The rates that are converted, in hertz.
    package static let rates = 4_000...768_000
    private let handle: RateHandle
    private let sourceRate: Int
    private let targetRate: Int
    private var framesIn: Int64 = 0
    private var framesOut: Int64 = 0
    private var block = [Float](repeating: 0, count: 8_192)

    /// Prepares a conversion.
    ///
    /// - Throws: ``AudioError/unsupportedRate(rate:)`` outside ``rates``.
    package init(
        from sourceRate: Int, to targetRate: Int, quality: RateQuality = .best
    ) throws(AudioError) {
        try Self.check(sourceRate)
        try Self.check(targetRate)
        handle = RateHandle(channels: 1, quality: quality)
        self.sourceRate = sourceRate
        self.targetRate = targetRate
    }

    /// Converts a whole sound.
    ///
    /// - Throws: ``AudioError/unsupportedRate(rate:)`` outside ``rates``.
    package static func convert(
        _ samples: [Float], from sourceRate: Int, to targetRate: Int, quality: RateQuality = .best
    ) throws(AudioError) -> [Float] {
        var converter = try RateConverter(from: sourceRate, to: targetRate, quality: quality)
        if sourceRate == targetRate { return samples }
        var output: [Float] = []
        samples.withUnsafeBufferPointer { converter.append($0, isLast: true, to: &output) }
        return output
    }

    /// Converts a whole mono sound; at the same rate it comes back unchanged.
    ///
    /// - Throws: ``AudioError/unsupportedRate(rate:)`` outside ``rates``.
    package static func convert(
        _ sound: MonoSound, to targetRate: Int, quality: RateQuality = .best
    ) throws(AudioError) -> MonoSound {
        if sound.sampleRate == targetRate { return sound }
        let converted = try convert(
            sound.samples.map(PCM16.float), from: sound.sampleRate, to: targetRate,
            quality: quality)
        return MonoSound(sampleRate: targetRate, samples: converted.map(PCM16.sample))
    }

    /// Takes the next input frames and appends the output frames that are ready.
    ///
    /// Shape: any number of frames; `isLast` flushes what the filter still holds, once.
    package mutating func append(
        _ input: UnsafeBufferPointer<Float>, isLast: Bool, to output: inout [Float]
    ) {
        framesIn += Int64(input.count)
        let total =
            (framesIn * Int64(targetRate) + Int64(sourceRate) - 1) / Int64(sourceRate)
        var consumed = 0
        while true {
            let step = handle.process(
                UnsafeBufferPointer(rebasing: input[consumed...]), into: &block,
                ratio: Double(targetRate) / Double(sourceRate), isLast: isLast)
            consumed += step.consumed
            let kept = Int(min(Int64(step.produced), total - framesOut))
            output.append(contentsOf: block[0..<kept])
            framesOut += Int64(kept)
            if step.produced == 0 && (consumed == input.count || step.consumed == 0) { break }
        }
        guard isLast, framesOut < total else { return }
        output.append(contentsOf: repeatElement(0, count: Int(total - framesOut)))
        framesOut = total
    }

    /// Refuses a rate outside the range.
    static func check(_ rate: Int) throws(AudioError) {
        guard rates.contains(rate) else { throw .unsupportedRate(rate: rate) }
    }
}

/// The only owner of one `SRC_STATE *`: internal, never escapes, released once.
struct RateHandle: ~Copyable {
    private let raw: OpaquePointer

    private let channels: Int

    init(channels: Int, quality: RateQuality) {
        guard let raw = src_new(quality.code, Int32(channels), nil) else {
            preconditionFailure("libsamplerate has no memory for a converter")
        }
        self.raw = raw
        self.channels = channels
    }

    /// Runs the filter once and returns the frames that it took and made.
    func process(
        _ input: UnsafeBufferPointer<Float>, into output: inout [Float], ratio: Double,
        isLast: Bool
    ) -> (consumed: Int, produced: Int) {
        var data = SRC_DATA()
        // libsamplerate wants an address even for no frames.
        var nothing: Float = 0
        let status = withUnsafePointer(to: &nothing) { spare in
            output.withUnsafeMutableBufferPointer { target in
                data.data_in = input.baseAddress ?? spare
                data.data_out = target.baseAddress
                data.input_frames = input.count / channels
                data.output_frames = target.count / channels
                data.end_of_input = isLast ? 1 : 0
                data.src_ratio = ratio
                return src_process(raw, &data)
            }
        }
        precondition(status == 0, "libsamplerate refused what was checked before")
        return (Int(data.input_frames_used), Int(data.output_frames_gen))
    }

    deinit { _ = src_delete(raw) }
}

/// Steepness of the filter of a rate conversion.
///
/// Source: the sinc converters of libsamplerate 0.2.
public enum RateQuality: String, CaseIterable, Sendable {
    /// 144 dB of signal to noise over 96 % of the band.
    case best
    /// 121 dB over 90 % of the band.
    case medium
    /// 97 dB over 80 % of the band.
    case fast

    var code: Int32 {
        switch self {
        case .best: Int32(SRC_SINC_BEST_QUALITY)
        case .medium: Int32(SRC_SINC_MEDIUM_QUALITY)
        case .fast: Int32(SRC_SINC_FASTEST)
        }
    }
}
