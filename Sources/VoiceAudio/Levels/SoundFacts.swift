/// What a sound file is and how loud it is.
///
/// Units: levels in decibels, where 0 dBFS is a constant at full scale (a full-scale sine has an
/// RMS of -3.01). Silence has a level of `-infinity`; what a sound is too short for is `nil`.
public struct SoundFacts: Sendable, Equatable {
    /// Container, encoding, rate and channels; its `frames` are those that were read.
    public var format: SoundFormat
    /// Container and encoding as the command line names them; nil for the few that are only read.
    public var coding: SoundCoding?
    /// Texts, cue points and the like.
    public var metadata: SoundMetadata
    /// Whether the header announces more sound than the file holds.
    public var isCutShort: Bool
    /// The greatest absolute sample, in dBFS.
    public var peak: Double
    /// The greatest value between samples, in dBTP, by ITU-R BS.1770-4, annex 2.
    public var truePeak: Double
    /// The root mean square over all channels, in dBFS.
    public var rms: Double
    /// The mean of all samples, a share of full scale.
    public var offset: Double
    /// The samples at the ends of the scale: the largest and smallest code, or 1 and beyond.
    public var clippedSamples: Int64
    /// The level that one tenth of all pieces of 100 ms stay below, in dBFS; nil below 100 ms.
    public var noiseFloor: Double?
    /// The integrated loudness in LUFS, gated; nil below 400 ms.
    public var integrated: Double?
    /// The greatest loudness of any 400 ms, in LUFS; nil below 400 ms.
    public var momentary: Double?
    /// The greatest loudness of any 3 s, in LUFS; nil below 3 s.
    public var shortTerm: Double?
    /// The loudness range in LU by EBU Tech 3342; nil below 3 s or when no block passes the gate.
    public var range: Double?
}
