import VoiceActivity
import VoiceAudio
import VoiceTestSupport

/// A channel of a call made of noise whose level changes every 50 ms, as that of speech does.
struct MadeChannel {
    static let rate = 16_000
    private static let pieceFrames = rate / 20
    var samples: [Int16]

    /// A quiet room, so many seconds long.
    init(seconds: Double, room: Float = -70, seed: UInt64 = 1) {
        let frames = SpeechLikeSound.seconds(seconds)
        samples = SpeechLikeSound.noise(frames: frames, decibels: room, seed: seed).samples
    }

    /// Adds speech in `range`, in seconds: every 50 ms its level is one of twenty.
    mutating func speak(_ range: Range<Double>, seed: UInt64) {
        let frames = Self.frames(range)
        let sound = SpeechLikeSound.noise(
            frames: Int(frames.upperBound - frames.lowerBound), decibels: -20, seed: seed)
        var state = seed
        var factor: Float = 1
        for (place, sample) in sound.samples.enumerated() {
            if place.isMultiple(of: Self.pieceFrames) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                factor = Level.factor(decibels: -Float((state >> 33) % 20))
            }
            add(Float(sample) * factor, at: Int(frames.lowerBound) + place)
        }
    }

    /// Adds the sound of `other`, so many decibels quieter and so many frames later, between two
    /// times in seconds; `drift` is by how many millionths it is spread.
    mutating func hear(
        _ other: MadeChannel, decibels: Float, frames: Int, driftPPM: Double = 0,
        from start: Double = 0, to end: Double = .infinity
    ) {
        let factor = Level.factor(decibels: decibels)
        let heard = Double(Self.rate) * start..<Double(Self.rate) * end
        for place in samples.indices where heard.contains(Double(place)) {
            let from = Int((Double(place - frames) / (1 + driftPPM * 1e-6)).rounded())
            guard other.samples.indices.contains(from) else { continue }
            add(Float(other.samples[from]) * factor, at: place)
        }
    }

    /// What its samples tell.
    var levels: ChannelLevels {
        var levels = ChannelLevels(sampleRate: Self.rate)
        samples.withUnsafeBufferPointer { levels.process($0) }
        levels.finish()
        return levels
    }

    /// Seconds as frames.
    static func frames(_ range: Range<Double>) -> Range<Int64> {
        let start = SpeechLikeSound.seconds(range.lowerBound)
        let end = SpeechLikeSound.seconds(range.upperBound)
        return Int64(start)..<Int64(end)
    }

    private mutating func add(_ value: Float, at place: Int) {
        samples[place] = Int16(clamping: Int(samples[place]) + Int(value.rounded()))
    }
}
