internal import VoiceEngine
internal import VoiceJSON
internal import VoiceSynthesis

/// Parts of a prompt that are not heard as its file asks: SSML, and a start behind the end.
extension FlowLinter {
    /// Reports malformed SSML, and SSML that is not spoken as it is written.
    mutating func checkMarkup(of prompt: AudioPrompt) {
        guard prompt.isSSML.fixed, prompt.style.field != nil || prompt.style.fixed == .single
        else { return }
        func notify(_ text: String, _ key: String, in file: String = "") {
            for fault in MarkupFault.all(in: text) {
                promptSurvey.report(
                    fault.isMalformed ? .fault : .warning, prompt.path.key(key),
                    file + fault.sentence)
            }
        }
        if case .literal(let text)? = prompt.text { notify(text, FlowKey.textString) }
        if case .literal(let file)? = prompt.textFile, let text = surroundings.text?(file) {
            notify(text, FlowKey.textFile, in: "\(file): ")
        }
    }

    /// Reports a prompt whose start is behind the end of its sound.
    mutating func checkStart(of prompt: AudioPrompt) {
        let start = prompt.playback.startMilliseconds
        // Whatever a field holds can make it another sound.
        let contents = [prompt.audioFile, prompt.text, prompt.textFile]
        guard start.field == nil, start.fixed > 0, prompt.style == .init(fixed: .single),
            contents.allSatisfy({ !($0?.isField ?? false) }),
            prompt.audioFile == nil || surroundings.hasMedia != nil,
            let request = prompt.request(FieldRepository(), map, language: surroundings.language),
            let length = surroundings.soundMilliseconds?(request),
            request.startMilliseconds >= length
        else { return }
        promptSurvey.report(
            .fault,
            prompt.path.key(FlowKey.audioPlaybackParams).key(FlowKey.startPosMs),
            "The sound of \"\(prompt.id)\" is over after \(length) ms, so nothing of it is heard "
                + "from \(start.fixed) ms on. Begin earlier.")
    }
}
