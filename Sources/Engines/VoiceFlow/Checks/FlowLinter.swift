internal import VoiceEngine
internal import VoiceJSON
internal import VoiceSynthesis

/// Finds what only shows when the whole set is seen together and keeps no flow from running:
/// modules nothing leads to, prompts nothing plays, fields nothing sets, ways without an end, keys
/// that do nothing.
struct FlowLinter {
    let outline: FlowOutline
    let modules: [FlowModule]
    let prompts: [AudioPrompt]
    let map: AudioTextMap
    let surroundings: EngineSurroundings
    let isWhole: Bool
    var flowSurvey: DocumentSurvey
    var promptSurvey: DocumentSurvey
    var mapSurvey: DocumentSurvey?

    /// The findings of this linter alone.
    consuming func findings() -> [Finding] {
        let known = (
            flowSurvey.findings.count, promptSurvey.findings.count,
            mapSurvey?.findings.count ?? 0
        )
        checkKeys()
        if isWhole {
            checkReach()
            checkEnds()
            checkRings()
            checkEndlessPrompts()
            checkUse()
            checkFields()
        }
        checkMedia()
        let ofMap = mapSurvey?.findings[known.2...] ?? []
        return Array(
            flowSurvey.findings[known.0...] + promptSurvey.findings[known.1...] + ofMap)
    }

    private mutating func checkReach() {
        for module in outline.modules where !outline.reached.contains(module.id) {
            guard module.id != FlowModule.end || !outline.hasDynamicWay else { continue }
            let message =
                outline.hasDynamicWay
                ? "Only a runtime field or the app's interrupt can lead to \"\(module.id)\"."
                : "No transition leads from \(FlowModule.start) to \"\(module.id)\"."
            flowSurvey.report(.warning, module.path.key(FlowKey.id), message)
        }
    }

    private mutating func checkEnds() {
        let endless = outline.endless
        for module in outline.modules
        where endless.contains(module.id) && outline.reached.contains(module.id) {
            flowSurvey.report(
                .warning, module.path.key(FlowKey.goTo),
                "No transition leads from \"\(module.id)\" to \(FlowModule.end); only the app"
                    + " can end the flow.")
        }
    }

    private mutating func checkRings() {
        let paths = Dictionary(outline.modules.map { ($0.id, $0.path) }) { first, _ in first }
        for ring in outline.timelessRings {
            guard let first = ring.first, let path = paths[first] else { continue }
            flowSurvey.report(
                .warning, path.key(FlowKey.goTo),
                "The loop \((ring + [first]).joined(separator: " > ")) never waits; the engine "
                    + "stops it with a failure. Add a module that listens or plays a prompt to "
                    + "the loop.")
        }
    }

    /// Prompts that neither a module nor a collection names; none where a field may name any.
    private mutating func checkUse() {
        var used: Set<String> = []
        var isOpen = modules.contains { $0.kind == .audioListener }
        func use(_ prompt: FlowText) {
            switch prompt {
            case .literal(let id): used.insert(id)
            case .field: isOpen = true
            }
        }
        for module in modules { FlowChecker.prompts(of: module).forEach { use($0.prompt) } }
        for prompt in prompts { prompt.members.forEach(use) }
        guard !isOpen else { return }
        for prompt in prompts where !used.contains(prompt.id) {
            promptSurvey.report(
                .warning, prompt.path.key(FlowKey.id), "Nothing plays the prompt \"\(prompt.id)\".")
        }
    }

    /// Audio and text files that are not there.
    private mutating func checkMedia() {
        guard let hasMedia = surroundings.hasMedia else { return }
        /// A field may name a file that is there.
        func isThere(_ file: FlowText?) -> Bool {
            switch file {
            case .literal(let name): hasMedia(name)
            case .field: true
            case nil: false
            }
        }
        for prompt in prompts {
            let ownText = prompt.text != nil || isThere(prompt.textFile)
            let stand =
                isThere(prompt.audioFile)
                ? "its audio file" : ownText ? "the prompt's own text" : mapText(for: prompt)
            if case .literal(let file)? = prompt.audioFile, !hasMedia(file) {
                missing("audio", file, stand, prompt.path.key(FlowKey.audioFile))
            }
            if case .literal(let file)? = prompt.textFile, !hasMedia(file) {
                missing("text", file, stand, prompt.path.key(FlowKey.textFile))
            }
        }
    }

    private mutating func missing(
        _ kind: String, _ file: String, _ stand: String?, _ path: JSONPath
    ) {
        if let stand {
            promptSurvey.report(
                .warning, path, "The \(kind) file \"\(file)\" is missing; \(stand) is used instead."
            )
        } else {
            promptSurvey.report(
                .fault, path,
                "The \(kind) file \"\(file)\" is missing and the prompt has no text. The flow "
                    + "takes the edge loadPromptFailure here. Add the file, or a text for the "
                    + "prompt.")
        }
    }

    private func mapText(for prompt: AudioPrompt) -> String? {
        guard case .literal(let file)? = prompt.audioFile, map.hasEntry(for: file) else {
            return nil
        }
        return "the map's text"
    }
}

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
