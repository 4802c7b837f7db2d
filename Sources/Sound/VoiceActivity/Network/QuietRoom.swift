internal import VoiceAudio

/// The quiet room that the detector hears before a sound begins, and after a file's sound ends.
///
/// A recording may begin with its first word, and a detector that knows nothing of the noise takes
/// the word for it. So it hears faint hiss first. What the hiss says of the noise counts until
/// enough of the sound itself is known (``BlockMemory/Reach/room``): the sound may be noisier.
struct QuietRoom: Sendable {
    /// The hops of it that a file's detector hears before the sound, an even number.
    static let hopsBefore = 80
    /// Hops that it hears after the sound: as far as it looks ahead.
    static let hopsAfter = 130
    /// The room of files is as quiet as this share of the quietest hops of their beginning.
    private static let quietest = 20
    /// White noise at -60 dBFS.
    private static let tone: [HopFeatures] = {
        let frames = (hopsAfter + 2) * HopGrid.hopFrames
        let sound = RoomTone(seed: 1).sound(frames: frames, sampleRate: HopGrid.sampleRate)
        let grid = [0].withUnsafeBufferPointer { HopGrid(first: $0) }
        return Array(SpeechActivity.features(of: sound.samples, grid: grid).prefix(hopsAfter))
    }()
    /// The level of the tone below 4 kHz, in hundredths of a decibel.
    private static let toneLevel = level(tone)
    private static let toneMilliDB = -60_000
    /// A few samples more or less of a file do not move a level by that.
    private static let step: Float = 300

    /// Level of the room over the tone, in hundredths of a decibel.
    private var gain: Int16

    /// A room of noise at `milliDB` relative to full scale.
    init(milliDB: Int) {
        gain = Int16(clamping: (min(max(milliDB, -120_000), 0) - Self.toneMilliDB) / 10)
    }

    /// Creates the room of a file that begins with these hops: as quiet as the quietest of them,
    /// and no louder than -55 dBFS, in steps of 3 dB.
    init(opening: [HopFeatures]) {
        let levels = opening.map { BandLevels($0).mean }.sorted()
        let count = max(1, levels.count / Self.quietest)
        let quiet = levels.prefix(count).reduce(0, +) / Float(count)
        let steps = ((quiet - Self.toneLevel) / Self.step).rounded()
        gain = levels.isEmpty ? 0 : Int16(min(500, max(-3_000, steps * Self.step)))
    }

    /// The room at another level, in hundredths of a decibel.
    func louder(by centiDB: Int) -> QuietRoom {
        var louder = self
        louder.gain = Int16(clamping: Int(gain) + centiDB)
        return louder
    }

    /// Returns so many hops of the room.
    func hops(_ count: Int) -> [HopFeatures] {
        (0..<max(0, count)).map { Self.tone[$0 % Self.tone.count].louder(by: gain) }
    }

    private static func level(_ hops: [HopFeatures]) -> Float {
        hops.reduce(0) { $0 + BandLevels($1).mean } / Float(hops.count)
    }
}

extension HopFeatures {
    /// Returns the hop at another level, in hundredths of a decibel.
    func louder(by gain: Int16) -> HopFeatures {
        typealias Place = HopFeatures.Place
        var louder = self
        louder.bands &+= SIMD16(repeating: gain)
        for place in [Place.high, Place.high + 1] + Array(Place.lowQuarters..<16) {
            louder.rest[place] &+= gain
        }
        return louder
    }
}
