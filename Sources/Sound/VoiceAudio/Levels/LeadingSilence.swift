/// Detects the silence before a sound.
package enum LeadingSilence {
    /// Returns the number of frames of `sound` before the first audible 10 ms; all of them in
    /// silence.
    ///
    /// What is heard is within 40 dB of the loudest 10 ms and 10 dB above the quietest twentieth:
    /// the room of a recording counts as silence. What is within 20 dB of the loudest is always
    /// heard.
    package static func frames(of sound: MonoSound) -> Int {
        let size = max(1, sound.sampleRate / 100)
        let powers = stride(from: 0, to: sound.samples.count, by: size).map { start in
            Level.power(sound.samples[start..<min(start + size, sound.samples.count)])
        }
        guard let loudest = powers.max(), loudest > 0 else { return sound.samples.count }
        let quiet = powers.sorted().prefix(max(1, powers.count / 20))
        let floor = quiet.reduce(0, +) / Double(quiet.count)
        let least = min(max(loudest / 10_000, floor * 10), loudest / 100)
        let first = powers.firstIndex { $0 >= least } ?? 0
        return first * size
    }
}
