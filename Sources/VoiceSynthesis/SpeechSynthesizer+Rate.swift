public import VoiceAudio

extension SpeechSynthesizer {
    /// Speaks `request` at `hertz` frames a second.
    ///
    /// What was converted is kept as well as what was rendered: the conversion of one prompt takes
    /// longer than a replay of ten seconds.
    /// - Parameter hertz: one of ``RateConverter/rates``.
    /// - Throws: ``SynthesisError``, as ``render(_:)`` does.
    public func render(
        _ request: SpeechRequest, at hertz: Int
    ) throws(SynthesisError) -> MonoSound {
        precondition(RateConverter.rates.contains(hertz), "a rate that can be converted to")
        // A text that cannot be spoken is refused as such, whether a program is there or not.
        _ = try Self.arguments(for: request)
        let digest = "\(try digest(of: request))-\(hertz)-\(Self.converter)"
        if let sound = recent?.sound(of: digest) { return sound }
        if let sound = cache?.load(digest), sound.sampleRate == hertz {
            recent?.keep(sound, of: digest)
            return sound
        }
        let sound = try convert(request, to: hertz, as: digest)
        recent?.keep(sound, of: digest)
        return sound
    }

    /// The version of the converter: another one may differ in the last bit.
    private static let converter =
        AudioLibraries.versions.first { $0.name == "libsamplerate" }
        .map { String($0.version.prefix { $0.isLetter || $0.isNumber || ".-".contains($0) }) }
        ?? "unknown"

    private func convert(
        _ request: SpeechRequest, to hertz: Int, as digest: String
    ) throws(SynthesisError) -> MonoSound {
        let spoken = try render(request)
        guard spoken.sampleRate != hertz else { return spoken }
        guard let sound = try? RateConverter.convert(spoken, to: hertz) else {
            throw .outputUnreadable(program: try SpeechProgram.find(given: program))
        }
        cache?.store(sound, digest)
        return sound
    }
}
