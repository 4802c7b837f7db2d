internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

extension AudioPrompt {
    /// Returns the request to play the prompt, with `fields` as they stand; nil where it names
    /// nothing to play.
    ///
    /// `voices`, best first, and `speechVolume` are those of what plays it: they count where the
    /// prompt names none itself.
    func request(
        _ fields: FieldRepository, _ map: AudioTextMap, language: String, voices: [String] = [],
        speechVolume: Int? = nil
    ) -> PromptRequest? {
        func text(_ text: FlowText?) -> String? {
            text.flatMap { fields.resolve($0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let own = voice.resolved(fields)
        let voices = own.isEmpty ? voices : own
        var request = PromptRequest(language: language, voice: voices.first ?? "")
        request.otherVoices = Array(voices.dropFirst())
        request.audioFile = text(audioFile)
        request.text = text(self.text)
        request.textFile = text(textFile)
        request.substituteText = request.audioFile.flatMap {
            map.text(for: $0, language: language, fields: fields)
        }
        request.isSSML = isSSML.resolved(fields, ScalarText.flag)
        request.startMilliseconds = playback.startMilliseconds.milliseconds(fields)
        request.audioFormat = request.audioFile == nil ? nil : text(playback.format)
        request.plays = playback.plays(fields)
        let volume = playback.volume.resolved(fields, PlaybackParameters.thousandths)
        request.volume = Int(min(max(0, volume), 1_000))
        request.speechVolume = voice.volume(fields) ?? speechVolume ?? 1_000
        request.silenceMilliseconds = .init(
            before: playback.silenceBefore.milliseconds(fields),
            after: playback.silenceAfter.milliseconds(fields))
        let hasContent = request.audioFile ?? request.text ?? request.textFile
        return hasContent == nil ? nil : request
    }
}

extension RuntimeValue<Int64> {
    /// Returns the milliseconds of a file or a field: past the longest session nothing is
    /// distinguished, and sums of such numbers stay numbers.
    func milliseconds(_ fields: FieldRepository) -> Int64 {
        let longest = SessionManifest.secondsLimit * 1_000
        return min(max(0, resolved(fields, ScalarText.integer)), longest)
    }
}
