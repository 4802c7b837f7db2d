internal import VoiceAudio

/// Facts that the beginning of a sound tells of all of it: where its hops lie, how loud it is, and
/// how quiet it can be.
///
/// A sound is heard at one level, whatever its gain: its first ten seconds are brought to one
/// peak. So a recording and the same recording made quieter give the same stretches of speech.
public struct SoundOpening: Sendable {
    /// The frames at 16 kHz that are looked at.
    public static let frames = HopGrid.anchorFrames
    /// The peak that the opening is brought to: -10 dBFS.
    private static let loudest: Float = 10_362
    /// The most that a sound is made louder: 72 dB.
    private static let mostGain: Float = 4_096

    /// Grid of the hops of the sound.
    public internal(set) var grid: HopGrid
    /// Factor by which samples are multiplied when they are measured.
    package private(set) var gain: Float
    /// Level of the sound as it is measured over that in the file, in hundredths of a decibel.
    let centiDecibels: Int32
    /// The room around the sound.
    private(set) var room: QuietRoom

    /// Measures the opening of a sound whose first samples these are: ``frames`` of them, or all of
    /// a shorter sound. `enlargement` is what they were multiplied by already.
    public init(_ samples: UnsafeBufferPointer<Int16>, enlargement: Float = 1) {
        let samples = UnsafeBufferPointer(rebasing: samples.prefix(Self.frames))
        let peak = Self.peak(samples)
        grid = HopGrid(first: samples)
        gain = peak > 0 ? min(Self.mostGain, Self.loudest / peak) : 1
        // The greatest float that there is lies 770 dB above full scale.
        let decibels = 2 * Level.decibels(power: Double(gain) * Double(enlargement))
        centiDecibels = Int32(min(max(-100_000, 100 * decibels), 100_000).rounded())
        room = QuietRoom(
            opening: SpeechActivity.features(of: Array(samples), grid: grid, gain: gain))
    }

    /// Returns the opening of the same sound, `factor` times as loud, in a room that is as much
    /// louder.
    package func louder(by factor: Float) -> SoundOpening {
        var louder = self
        louder.gain *= factor
        louder.room = room.louder(
            by: Int((100 * Level.decibels(power: Double(factor * factor))).rounded()))
        return louder
    }

    private static func peak(_ samples: UnsafeBufferPointer<Int16>) -> Float {
        var peak: Int32 = 0
        for sample in samples { peak = max(peak, abs(Int32(sample))) }
        return Float(peak)
    }
}
