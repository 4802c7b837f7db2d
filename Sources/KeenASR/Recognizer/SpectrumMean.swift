internal import Foundation
internal import VoiceAudio

/// The mean cepstrum of a sound: what a speaker, a room and a microphone leave in every frame.
///
/// Shape: 13 coefficients of frames of 25 ms, one every 10 ms, on 20 bands from 100 Hz to half the
/// rate. Source: Davis and Mermelstein 1980, without the mel scale's lower linear part.
enum SpectrumMean {
    static let coefficients = 13
    private static let bands = 20
    private static let lowestHertz = 100.0

    /// The mean and the frames it is taken over; nil for a sound without a whole frame.
    static func of(_ sound: MonoSound) -> (mean: [Float], frames: Int64)? {
        let rate = sound.sampleRate
        let (length, hop) = (rate / 40, rate / 100)
        guard length > 0, sound.samples.count >= length else { return nil }
        var size = 2
        while size < length { size *= 2 }
        let transform = FrequencyTransform(size: size)
        var window = [Float](repeating: 0, count: length)
        for index in window.indices {
            let turn = ExactCosine.of(halfTurns: 2 * Double(index) / Double(length - 1))
            window[index] = Float(0.54 - 0.46 * turn)
        }
        let edges = edges(size: size, rate: rate)
        var powers = [Float](repeating: 0, count: size / 2 + 1)
        var sums = [Float](repeating: 0, count: bands)
        var frames: Int64 = 0
        let samples = sound.samples.map { Float($0) / 32_768 }
        for start in stride(from: 0, through: samples.count - length, by: hop) {
            samples[start...].withUnsafeBufferPointer { block in
                window.withUnsafeBufferPointer { window in
                    guard let base = block.baseAddress else { return }
                    transform.measure(base, window: window, into: &powers)
                }
            }
            for band in 0..<bands {
                var power: Float = 0
                for bin in edges[band]..<edges[band + 1] { power += powers[bin] }
                sums[band] += log10f(max(power, 1e-9))
            }
            frames += 1
        }
        return (cepstrum(of: sums.map { $0 / Float(frames) }), frames)
    }

    /// The first bins of the bands, and one past the last; equal steps of the logarithm.
    private static func edges(size: Int, rate: Int) -> [Int] {
        let highest = Double(rate) / 2
        let ratio = highest / min(lowestHertz, highest / 2)
        var edges = (0...bands).map { band in
            let hertz = min(lowestHertz, highest / 2) * pow(ratio, Double(band) / Double(bands))
            return Int((hertz * Double(size) / Double(rate)).rounded())
        }
        // A band has a bin at least.
        for band in 1...bands { edges[band] = max(edges[band], edges[band - 1] + 1) }
        edges = edges.map { min($0, size / 2) }
        return edges
    }

    private static func cepstrum(of bands: [Float]) -> [Float] {
        (0..<coefficients).map { order in
            bands.enumerated().reduce(Float(0)) { sum, band in
                let turns = Double(order) * (Double(band.offset) + 0.5) / Double(bands.count)
                return sum + band.element * Float(ExactCosine.of(halfTurns: turns))
            }
        }
    }
}
