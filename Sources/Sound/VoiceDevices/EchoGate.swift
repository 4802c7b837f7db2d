internal import VoiceAudio

/// Holds back the rest of an echo after cancelling: until the canceller has learnt the room, and
/// wherever the room is louder than it can follow.
///
/// A hop opens the gate when it is louder, against what was played within the last 300 ms, than
/// every echo of the last second was; speech over a prompt is. A hop held back becomes
/// noise at the level of the room, so that the detector neither hears it nor learns a false floor:
/// turned down to that level alone, a voice still stands out of the noise by its pitch.
struct EchoGate {
    /// Mean squares of the played sound, hop by hop.
    private var played = [Float](repeating: 0, count: 30)
    private var playedPlace = 0
    /// Mean square of the loudest hop that may be heard now, wherever the echo is; nil when that is
    /// known.
    private var sought: Float?
    /// Number of hops until the played sound is known from the place of the echo.
    private var settlingHops: Int?
    /// Ratios of what was left to what was played, of the last hops that were held back.
    private var ratios: [Float] = []
    private var ratioPlace = 0
    /// Ratios of the last hops that were held back: they may yet be the first of a caller's.
    private var fresh: [Float] = []
    /// The least mean square of the last stretches of a quarter of a second without a prompt.
    private var floors = [Float](repeating: .infinity, count: 12)
    private var floorPlace = 0
    private var floorHops = 0
    private var loudHops = 0
    private var openHops = 0
    private let tone = RoomTone(seed: 1)
    private var noiseFrames: Int64 = 0

    /// Hops of echo that the gate remembers.
    private static let ratioCount = 100
    /// Number of hops for which a hop that was held back may be a caller's: voices rise within 100
    /// ms, and one that rises slowly must not count as an echo that becomes louder.
    private static let freshCount = 15
    /// Hops of echo before it believes them.
    private static let leastRatios = 30
    /// Factor by which a caller is louder than the loudest echo: 6 dB.
    private static let margin: Float = 4
    /// Limits of a caller's level against what was played, at least -8 dB, and at most 3 dB: an
    /// echo of -10 dB stays below the least even where nothing is cancelled.
    private static let ratioLimits: ClosedRange<Float> = 0.16...2
    /// Mean square that counts as playing: -60 dBFS.
    private static let silence: Float = 1e-6
    /// Hops in a row that open the gate.
    private static let openingHops = 2
    /// Hops that it stays open after the last loud one.
    private static let holdHops = 25
    /// The quietest noise that is believed: -70 dBFS.
    private static let quietest: Float = 1e-7
    /// The loudest noise that is put in an echo's place: -30 dBFS.
    private static let loudestNoise: Float = 1e-3
    /// Mean square of the room tone: -60 dBFS.
    private static let toneMeanSquare: Float = 1e-6

    /// Notes that the place of the echo is not known yet, or is known now.
    mutating func update(_ news: EchoNews) {
        switch news {
        case .sought(let loudest): sought = loudest
        case .settled: sought = nil
        case .moved(let loudest):
            // What was played is not known from there until the memory is full again.
            sought = loudest
            settlingHops = played.count
            ratios.removeAll(keepingCapacity: true)
            ratioPlace = 0
            fresh.removeAll(keepingCapacity: true)
        }
    }

    /// Processes one hop; `left` is the canceller's output, `reference` the sound that was played.
    mutating func process(_ left: [Int16], reference: [Int16]) -> [Int16] {
        let energy = Self.meanSquare(left)
        played[playedPlace] = Self.meanSquare(reference)
        playedPlace = (playedPlace + 1) % played.count
        settle()
        let loudest = max(played.max() ?? 0, sought ?? 0)
        guard loudest > Self.silence else {
            noteFloor(energy)
            loudHops = 0
            openHops = 0
            return left
        }
        let ratio = energy / loudest
        // A prompt may come before the room was ever heard alone.
        let known = floors.min() ?? .infinity
        let floor = known.isFinite ? max(Self.quietest, known) : Self.quietest
        let isLoud = ratio > threshold && energy > 10 * floor
        loudHops = isLoud ? loudHops + 1 : 0
        if loudHops >= Self.openingHops {
            openHops = Self.holdHops
            fresh.removeAll(keepingCapacity: true)
        }
        if openHops > 0 {
            openHops -= 1
            return left
        }
        if !isLoud, sought == nil { update(ratio) }
        return noise(left.count, meanSquare: floor)
    }

    private mutating func settle() {
        guard let hops = settlingHops else { return }
        settlingHops = hops > 1 ? hops - 1 : nil
        if hops == 1 { sought = nil }
    }

    private mutating func noise(_ count: Int, meanSquare: Float) -> [Int16] {
        let gain = (min(meanSquare, Self.loudestNoise) / Self.toneMeanSquare).squareRoot()
        defer { noiseFrames += Int64(count) }
        return (0..<count).map { place in
            Int16(Float(tone.sample(at: noiseFrames + Int64(place))) * gain)
        }
    }

    private var threshold: Float {
        guard ratios.count >= Self.leastRatios, let loudest = ratios.max() else {
            return Self.ratioLimits.upperBound
        }
        return min(
            max(loudest * Self.margin, Self.ratioLimits.lowerBound), Self.ratioLimits.upperBound)
    }

    private mutating func update(_ latest: Float) {
        fresh.append(latest)
        guard fresh.count > Self.freshCount else { return }
        let ratio = fresh.removeFirst()
        if ratios.count < Self.ratioCount {
            ratios.append(ratio)
        } else {
            ratios[ratioPlace] = ratio
            ratioPlace = (ratioPlace + 1) % Self.ratioCount
        }
    }

    private mutating func noteFloor(_ energy: Float) {
        floors[floorPlace] = min(floors[floorPlace], energy)
        floorHops += 1
        guard floorHops == 25 else { return }
        floorHops = 0
        floorPlace = (floorPlace + 1) % floors.count
        floors[floorPlace] = .infinity
    }

    /// The mean square of a hop; full scale is 1.
    static func meanSquare(_ samples: [Int16]) -> Float {
        var sum: Int64 = 0
        for sample in samples { sum += Int64(Int32(sample) * Int32(sample)) }
        return Float(sum) / Float(max(1, samples.count)) / 1_073_741_824
    }
}
