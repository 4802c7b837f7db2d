/// The mean of a speaker's cepstra: what voice, room and microphone leave in every frame.
///
/// What is understood of speech under way begins with it. Source: cepstral mean normalisation
/// (Atal 1974), live (Viikki and Laurila 1998).
package struct SpeakerMean: Sendable, Hashable {
    /// Cepstra of a mean: as many as the acoustic model's front end computes.
    package static let coefficients = 13
    /// No cepstrum of sound reaches so far from 0.
    private static let coefficientLimit: Float = 1_000

    /// ``coefficients`` numbers; the first says how far the mean energy lies above the loudest
    /// frame's.
    package let cepstra: [Float]

    /// A mean of these numbers; nil where they are not ``coefficients``, or no sound has them.
    package init?(_ cepstra: [Float]) {
        guard cepstra.count == Self.coefficients,
            cepstra.allSatisfy({ abs($0) < Self.coefficientLimit })
        else { return nil }
        self.cepstra = cepstra
    }
}
