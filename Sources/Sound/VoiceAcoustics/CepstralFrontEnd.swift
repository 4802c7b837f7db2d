internal import CAcousticScore
internal import VoiceAudio

/// Turns an utterance into features of an acoustic model, and again with its spectrum stretched.
///
/// Shape: samples of 16 kHz in; every 10 ms a frame of 39 numbers out: 13 cepstra less their mean
/// over the utterance, their change over 40 ms, and the change of that.
package struct CepstralFrontEnd: ~Copyable {
    /// Numbers of a frame.
    package static let size = AcousticModel.streams * AcousticModel.dimensions
    /// Samples from one frame to the next.
    package static let hop = CepstralTables.hop

    /// Frames of an utterance.
    package struct Features: Sendable {
        /// Number of frames.
        package let count: Int
        /// Whether the sound ends at a telephone's band, so that its upper bands are a guess.
        package let isNarrow: Bool
        /// ``CepstralFrontEnd/size`` numbers a frame.
        let values: [Float]
    }

    private let transform = FrequencyTransform(size: CepstralTables.transform)
    private let banks: [MelBank]
    private let narrowBanks: [(bank: MelBank, repair: BandRepair)]

    /// Creates a front end for `model` that stretches the spectrum by each of `warpsPermille`
    /// thousandths, and that of sound without upper bands by each of `narrowPermille`, or else
    /// alike.
    package init(model: AcousticModel, warpsPermille: [Int], narrowPermille: [Int]? = nil) {
        banks = warpsPermille.map { MelBank(warpPermille: $0) }
        narrowBanks = (narrowPermille ?? warpsPermille).map { warp in
            let bank = MelBank(warpPermille: warp)
            return (bank, BandRepair(model.cepstra, bank: bank))
        }
    }

    /// Returns the number of frames that so many samples give.
    package static func frames(samples: Int) -> Int {
        samples < CepstralTables.window ? 0 : 1 + (samples - CepstralTables.window) / hop
    }

    /// The features of an utterance, one for each warp; empty for less than a window of 26 ms.
    package func features(of samples: [Int16]) -> [Features] {
        let count = Self.frames(samples: samples.count)
        guard count > 0 else {
            return banks.map { _ in Features(count: 0, isNarrow: false, values: []) }
        }
        let powers = powers(of: samples, count: count)
        guard Self.isNarrow(powers, count: count) else {
            return banks.map { bank in
                let filters = Self.filters(of: powers, bank, count: count)
                return Features(
                    count: count, isNarrow: false, values: Self.frames(of: filters, count: count))
            }
        }
        return narrowBanks.map { bank, repair in
            var filters = Self.filters(of: powers, bank, count: count)
            filters.withUnsafeMutableBufferPointer { filters in
                guard let base = filters.baseAddress else { return }
                for frame in 0..<count { repair.repair(base + frame * CepstralTables.filters) }
            }
            return Features(
                count: count, isNarrow: true, values: Self.frames(of: filters, count: count))
        }
    }

    /// The filters of a bank for each frame, less their mean over all frames.
    private static func filters(of powers: [Float], _ bank: MelBank, count: Int) -> [Float] {
        var filters = [Float](repeating: 0, count: count * CepstralTables.filters)
        for frame in 0..<count {
            powers.withUnsafeBufferPointer { powers in
                filters.withUnsafeMutableBufferPointer { filters in
                    guard let power = powers.baseAddress, let filter = filters.baseAddress
                    else { return }
                    bank.measure(
                        power + frame * CepstralTables.bins,
                        into: filter + frame * CepstralTables.filters)
                }
            }
        }
        center(&filters, width: CepstralTables.filters)
        return filters
    }

    private func powers(of samples: [Int16], count: Int) -> [Float] {
        var raised = [Float](repeating: 0, count: samples.count)
        raised[0] = Float(samples[0])
        for index in 1..<samples.count {
            raised[index] =
                Float(samples[index]) - CepstralTables.preemphasis * Float(samples[index - 1])
        }
        return [Float](unsafeUninitializedCapacity: count * CepstralTables.bins) { target, filled in
            filled = count * CepstralTables.bins
            raised.withUnsafeBufferPointer { raised in
                CepstralTables.hamming.withUnsafeBufferPointer { window in
                    guard let sound = raised.baseAddress, let powers = target.baseAddress else {
                        return
                    }
                    for frame in 0..<count {
                        transform.measure(
                            sound + frame * CepstralTables.hop, window: window,
                            into: powers + frame * CepstralTables.bins)
                    }
                }
            }
        }
    }

    /// Whether nothing happens above a telephone's band: no loud frame is there 9 dB over the tenth
    /// part that is quietest. A frame is loud within 25 dB of the loudest, since a quiet room
    /// around a telephone's sound has that band.
    ///
    /// Measured on 98 real digits: telephone sound rises by 8 dB at most, wideband sound by 9.4 and
    /// more but for two clips that hold nothing but noise there.
    private static func isNarrow(_ powers: [Float], count: Int) -> Bool {
        func sums(_ bins: ClosedRange<Int>) -> [Float] {
            (0..<count).map { frame in
                powers[(frame * CepstralTables.bins + bins.lowerBound)...].prefix(bins.count)
                    .reduce(0, +)
            }
        }
        let upper = sums(138...217)
        let all = sums(4...217)
        let limit = (all.max() ?? 0) / 316
        let loudest = zip(all, upper).reduce(Float(0)) { $1.0 < limit ? $0 : max($0, $1.1) }
        return loudest < 8 * upper.sorted()[count / 10]
    }

    /// Subtracts the mean over all frames from each of `width` rows.
    private static func center(_ values: inout [Float], width: Int) {
        let count = values.count / width
        for column in 0..<width {
            var sum = 0.0
            for frame in 0..<count { sum += Double(values[frame * width + column]) }
            let mean = Float(sum / Double(count))
            for frame in 0..<count { values[frame * width + column] -= mean }
        }
    }

    /// Cepstra less their mean, their changes, and the changes of those.
    private static func frames(of filters: [Float], count: Int) -> [Float] {
        let width = CepstralTables.cepstra
        let rows = CepstralTables.filters
        let cosines = CepstralTables.cosines.map { Float($0) }
        var cepstra = [Float](repeating: 0, count: count * width)
        for frame in 0..<count {
            for row in 0..<width {
                var sum: Float = 0
                for filter in 0..<rows {
                    sum += cosines[row * rows + filter] * filters[frame * rows + filter]
                }
                cepstra[frame * width + row] = sum
            }
        }
        center(&cepstra, width: width)
        var values = [Float](repeating: 0, count: count * size)
        func cepstrum(_ frame: Int, _ row: Int) -> Float {
            cepstra[max(0, min(count - 1, frame)) * width + row]
        }
        for frame in 0..<count {
            for row in 0..<width {
                let place = frame * size + row
                values[place] = cepstrum(frame, row)
                values[place + width] = cepstrum(frame + 2, row) - cepstrum(frame - 2, row)
                values[place + 2 * width] =
                    (cepstrum(frame + 3, row) - cepstrum(frame - 1, row))
                    - (cepstrum(frame + 1, row) - cepstrum(frame - 3, row))
            }
        }
        return values
    }
}
