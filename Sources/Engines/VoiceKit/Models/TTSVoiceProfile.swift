/// Profile of one voice: how it speaks.
public struct TTSVoiceProfile: Sendable, Equatable, Codable {
    /// The voice, as in ``TTSVoiceInfo/id``.
    public let id: String
    /// Speed: 0 is 80 words a minute, 0.5 is 175 and 1 is 450; the rates between lie evenly.
    public var rate: Double
    /// Height, from 0.5 to 2; 1 is the voice's own.
    public var pitch: Float
    /// Loudness, from 0 to 1; the master volume of ``Tuning`` multiplies it.
    public var volume: Float

    /// A profile of the voice `id` with the middle rate, its own pitch and full volume.
    public init(id: String, rate: Double = 0.5, pitch: Float = 1, volume: Float = 1) {
        self.id = id
        self.rate = rate
        self.pitch = pitch
        self.volume = volume
    }
}

/// Tuning that holds for all voices.
public struct Tuning: Sendable, Equatable, Codable {
    /// Largest random change of the rate per utterance, as a share of the whole range.
    public var rateVariation: Float
    /// Largest random change of the pitch per utterance; the result stays within 0.5 to 2.
    public var pitchVariation: Float
    /// Master volume, 0 to 1; it multiplies the volume of each profile.
    public var volume: Float

    /// Tuning without variation and with full volume.
    public init(rateVariation: Float = 0, pitchVariation: Float = 0, volume: Float = 1) {
        self.rateVariation = rateVariation
        self.pitchVariation = pitchVariation
        self.volume = volume
    }

    /// Returns the volume of an utterance: that of its profile times the master volume, within 0 to
    /// 1. A product that is not a number counts as 1.
    public func finalVolume(of profile: TTSVoiceProfile) -> Float {
        let product = profile.volume * volume
        return product.isNaN ? 1 : min(max(product, 0), 1)
    }
}
