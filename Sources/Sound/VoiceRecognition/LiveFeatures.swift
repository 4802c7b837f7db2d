internal import VoiceAcoustics
internal import VoiceAudio
internal import VoiceHypothesis

/// Turns the sound of one utterance that is still spoken into features, at the model's rate and at
/// one level.
///
/// Each frame depends on the sound alone, not on how it was cut into pieces.
struct LiveFeatures: ~Copyable {
    /// The level is set by so much of the beginning, in seconds: no frame comes before.
    private static let levelSeconds = 0.4
    /// The level that the loudest sample of the beginning is brought to: −12 dBFS, since speech may
    /// become louder.
    static let peak: Int32 = 8_192

    private var stream: CepstralStream
    private var converter: RateConverter?
    /// Samples at the model's rate that wait for a level.
    private var waiting: [Int16] = []
    private var leveler: Leveler?
    /// Number of samples of the utterance that were taken.
    private(set) var taken = 0

    /// Creates features of sound of `rate` Hz before its first sample, by a speaker whose mean is
    /// `speaker`.
    init(model: AcousticModel, rate: Int, speaker: SpeakerMean?) throws(AudioError) {
        stream = CepstralStream(
            model: model, isNarrow: rate <= SpeakerMean.narrowRate, mean: speaker?.cepstra)
        if rate != DecoderInput.sampleRate {
            converter = try RateConverter(
                from: rate, to: DecoderInput.sampleRate, quality: .fast)
        }
    }

    /// Processes the samples that follow those taken before; `body` gets the features of every
    /// frame that is due, ``CepstralFrontEnd/size`` numbers each.
    mutating func process(
        _ samples: [Int16], _ body: (UnsafePointer<Float>) -> Void
    ) {
        taken += samples.count
        guard converter != nil else { return hear(samples, body) }
        var output: [Float] = []
        let input = samples.map(PCM16.float)
        input.withUnsafeBufferPointer { converter?.append($0, isLast: false, to: &output) }
        hear(output.map(PCM16.sample), body)
    }

    private mutating func hear(_ samples: [Int16], _ body: (UnsafePointer<Float>) -> Void) {
        waiting += samples
        if leveler == nil {
            let needed = Int(Self.levelSeconds * Double(DecoderInput.sampleRate))
            guard waiting.count >= needed else { return }
            leveler = Leveler(waiting[..<needed], peak: Self.peak)
        }
        guard var leveler else { return }
        let leveled = leveler.leveled(waiting)
        self.leveler = leveler
        waiting.removeAll(keepingCapacity: true)
        leveled.withUnsafeBufferPointer { stream.append($0, body) }
    }
}

/// The beginning of an utterance that is followed while it is spoken.
struct FollowedSound {
    private let start: Int64
    private let speaker: SpeakerMean?
    private let sound: SoundPieces

    /// Creates the sound that was heard of `utterance` so far.
    init(_ utterance: Utterance) {
        start = utterance.start
        speaker = utterance.speaker
        sound = utterance.pieces
    }

    /// Whether `utterance` begins with all that was heard.
    func isBeginning(of utterance: Utterance) -> Bool {
        start == utterance.start && speaker == utterance.speaker
            && sound.isBeginning(of: utterance.pieces)
    }
}
