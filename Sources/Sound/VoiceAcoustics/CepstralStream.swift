internal import CAcousticScore
internal import VoiceAudio

/// Turns sound that still comes in into features of an acoustic model, frame by frame.
///
/// The features are those of ``CepstralFrontEnd`` but for the mean that is subtracted: the mean of
/// what was heard so far, begun with the speaker's or the model's own, instead of the utterance's.
/// So a frame depends on the sound up to 30 ms after it, and never on how the sound was cut into
/// pieces. Source of the method: live cepstral mean normalisation (Viikki and Laurila 1998).
package struct CepstralStream: ~Copyable {
    /// Number of frames of sound that the mean counts for which the stream begins with.
    private static let priorFrames: Float = 50
    /// Distance below the loudest frame at which the mean of the cepstrum of energy is taken to
    /// lie, in its own units: a neper of power is 5.
    ///
    /// Measured on real digits, commands and sentences with `voicetest-measure speakers` of the
    /// commit 144afa60: 10 to 16 give the fewest partial results that are wrong (16: 1,862 of
    /// 3,555), 21 gives 2,230. The mean itself lies 21 below the loudest frame of the first second
    /// in the middle.
    private static let loudestAboveMean: Float = 16
    /// Frames before and after one that its changes look at.
    private static let reach = 3

    private let transform = FrequencyTransform(size: CepstralTables.transform)
    private let bank = MelBank(warpPermille: 1_000)
    private let repair: BandRepair?
    private let cosines = CepstralTables.cosines.map { Float($0) }
    /// The mean that the stream begins with, as ``mean`` gives it.
    private let prior: [Float]
    /// Samples after pre-emphasis that a frame still needs.
    private var raised: [Float] = []
    private var lastSample: Float = 0
    private var powers = [Float](repeating: 0, count: CepstralTables.bins)
    private var filters = [Float](repeating: 0, count: CepstralTables.filters)
    private var filterSums = [Float](repeating: 0, count: CepstralTables.filters)
    /// The last seven frames' cepstra, the frame after which they are due in the middle.
    private var cepstra: [Float] = []
    private var sums = [Float](repeating: 0, count: CepstralTables.cepstra)
    private var loudest = -Float.infinity
    private var values = [Float](repeating: 0, count: CepstralFrontEnd.size)
    /// Number of frames that were heard.
    package private(set) var heard = 0

    /// A stream that has heard nothing.
    ///
    /// - Parameters:
    ///   - model: The model whose features are made.
    ///   - isNarrow: Whether the sound ends at a telephone's band.
    ///   - mean: The ``mean`` of earlier sound of the speaker, of which all but the energy counts;
    ///     what has another number of coefficients is passed over.
    package init(model: AcousticModel, isNarrow: Bool, mean: [Float]? = nil) {
        repair = isNarrow ? BandRepair(model.cepstra, bank: MelBank(warpPermille: 1_000)) : nil
        let usual = model.meanCepstra
        prior = mean.flatMap { $0.count == usual.count ? $0 : nil } ?? usual
    }

    /// A stream for the ``mean`` of sound that no telephone has narrowed, by no model.
    package init() {
        repair = nil
        prior = [Float](repeating: 0, count: CepstralTables.cepstra)
    }

    /// The mean of the cepstra heard so far; nil before the first frame.
    ///
    /// Shape: 13 numbers; of the first, the energy, what it lies above the loudest frame, so that
    /// it does not depend on the level of the sound.
    package var mean: [Float]? {
        guard heard > 0 else { return nil }
        var mean = sums.map { $0 / Float(heard) }
        mean[0] -= loudest
        return mean
    }

    /// Takes samples of 16 kHz and gives every frame that is due.
    ///
    /// Shape: `body` gets ``CepstralFrontEnd/size`` numbers a frame.
    package mutating func append(
        _ samples: UnsafeBufferPointer<Int16>, _ body: (UnsafePointer<Float>) -> Void
    ) {
        for sample in samples {
            let value = Float(sample)
            let isFirst = heard == 0 && raised.isEmpty
            raised.append(isFirst ? value : value - CepstralTables.preemphasis * lastSample)
            lastSample = value
        }
        var place = 0
        while raised.count - place >= CepstralTables.window {
            hear(at: place)
            place += CepstralTables.hop
            if heard > Self.reach { give(body) }
        }
        raised.removeFirst(place)
    }

    /// Measures the cepstra of the window at `place`.
    private mutating func hear(at place: Int) {
        raised.withUnsafeBufferPointer { raised in
            CepstralTables.hamming.withUnsafeBufferPointer { window in
                powers.withUnsafeMutableBufferPointer { powers in
                    guard let sound = raised.baseAddress, let power = powers.baseAddress else {
                        return
                    }
                    transform.measure(sound + place, window: window, into: power)
                }
            }
        }
        powers.withUnsafeBufferPointer { powers in
            filters.withUnsafeMutableBufferPointer { filters in
                guard let power = powers.baseAddress, let filter = filters.baseAddress else {
                    return
                }
                bank.measure(power, into: filter)
            }
        }
        heard += 1
        fillBands()
        let width = CepstralTables.cepstra
        let rows = CepstralTables.filters
        // Before the first frame stands the first frame.
        let copies = heard == 1 ? 1 + Self.reach : 1
        for row in 0..<width {
            var sum: Float = 0
            for filter in 0..<rows { sum += cosines[row * rows + filter] * filters[filter] }
            sums[row] += sum
            if row == 0 { loudest = max(loudest, sum) }
            cepstra.append(sum)
        }
        for _ in 1..<copies { cepstra += cepstra.prefix(width) }
        let most = (2 * Self.reach + 1) * width
        if cepstra.count > most { cepstra.removeFirst(cepstra.count - most) }
    }

    /// Replaces the filters above a telephone's band by the values that the others make likely.
    private mutating func fillBands() {
        guard let repair else { return }
        for index in filters.indices { filterSums[index] += filters[index] }
        let count = Float(heard)
        for index in filters.indices { filters[index] -= filterSums[index] / count }
        filters.withUnsafeMutableBufferPointer { filters in
            if let base = filters.baseAddress { repair.repair(base) }
        }
        let kept = repair.kept
        // The mean above is as far from the mean below as if the spectrum were level.
        let level = filterSums[0..<kept].reduce(0, +) / Float(kept)
        for index in filters.indices {
            filters[index] += (index < kept ? filterSums[index] : level) / count
        }
    }

    /// Gives the frame in the middle of those that are kept.
    private mutating func give(_ body: (UnsafePointer<Float>) -> Void) {
        let width = CepstralTables.cepstra
        let total = Self.priorFrames + Float(heard)
        for row in 0..<width {
            // Of the energy not the mean itself gives the fewest errors, see above.
            let own = row == 0 ? loudest - Self.loudestAboveMean : prior[row]
            let mean = (Self.priorFrames * own + sums[row]) / total
            func cepstrum(_ offset: Int) -> Float { cepstra[(Self.reach + offset) * width + row] }
            values[row] = cepstrum(0) - mean
            values[width + row] = cepstrum(2) - cepstrum(-2)
            values[2 * width + row] =
                (cepstrum(3) - cepstrum(-1)) - (cepstrum(1) - cepstrum(-3))
        }
        values.withUnsafeBufferPointer { values in
            if let base = values.baseAddress { body(base) }
        }
    }
}
