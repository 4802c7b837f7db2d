internal import VoiceEngine
internal import VoiceJSON

/// Words of a file that mean nothing in their place.
extension FlowLinter {
    /// Types and formats of files, which the readers take as they come. Types are a closed list,
    /// formats are not.
    mutating func checkWords(of module: FlowModule) {
        guard let save = module.listening?.save else { return }
        let path = module.path.key(FlowKey.recordAudioParams).key(FlowKey.saveAudioParams)
        if case .literal(let type)? = save.fileType,
            !["wav", "caf", "m4a"].contains(type.lowercased())
        {
            flowSurvey.report(
                .fault, path.key(FlowKey.fileType),
                "Unknown file type \"\(type)\"; the module takes the edge recordingFileError. Use "
                    + "wav or caf."
            )
        }
        if case .literal(let format)? = save.format, PCMFormat.sampleRate(format) == nil {
            flowSurvey.report(
                .warning, path.key(FlowKey.audioFormat),
                "Recordings cannot use the format \"\(format)\"; the module takes "
                    + "audioFormatError. Use pcm_16khz, or another rate from 8 to 192.")
        }
    }

    mutating func checkWords(of prompt: AudioPrompt) {
        guard case .literal(let format)? = prompt.playback.format,
            format.lowercased() != "media", PCMFormat.sampleRate(format) == nil
        else { return }
        promptSurvey.report(
            .warning, prompt.path.key(FlowKey.audioPlaybackParams).key(FlowKey.audioFormat),
            "Unknown format \"\(format)\"; the file's own header applies. Use media, or "
                + "pcm_16khz for samples without a header.")
    }

    /// Fields inside longer texts, which are no fields.
    mutating func checkTexts() {
        Self.tellInnerFields(in: &flowSurvey)
        Self.tellInnerFields(in: &promptSurvey)
        if var survey = mapSurvey {
            Self.tellInnerFields(in: &survey)
            mapSurvey = survey
        }
    }

    private static func tellInnerFields(in survey: inout DocumentSurvey) {
        func visit(_ value: JSONValue, _ path: JSONPath) {
            switch value {
            case .string(let text):
                guard let inner = innerField(of: text) else { return }
                let isSpoken = path.steps.last == .key(FlowKey.textString)
                survey.report(
                    .warning, path,
                    "\"\(inner)\" is \(isSpoken ? "spoken" : "taken") literally: the engine "
                        + "replaces a field only when it is the whole text. Let the app set the "
                        + "whole text"
                        + (isSpoken ? ", or make a combo of several prompts" : ""))
            case .array(let elements):
                for (index, element) in elements.enumerated() { visit(element, path.index(index)) }
            case .object(let object):
                for member in object.members where !member.key.hasPrefix("_") {
                    visit(member.value, path.key(member.key))
                }
            case .null, .bool, .integer, .decimal: return
            }
        }
        visit(survey.document.root, .root)
    }

    /// The first `$[Name]` in a text that is more than that.
    private static func innerField(of text: String) -> String? {
        guard FlowText.fieldName(text) == nil, let start = text.firstRange(of: "$[") else {
            return nil
        }
        let rest = text[start.upperBound...]
        guard let end = rest.firstIndex(of: "]"), end > rest.startIndex else { return nil }
        return "$[\(rest[..<end])]"
    }

    /// Reports values that a process gives to fields of another type.
    mutating func checkFieldTypes() {
        let expected = Dictionary(
            grouping: FieldExpectation.all(of: modules, prompts), by: \.field)
        guard !expected.isEmpty else { return }
        for module in modules {
            guard case .process(let assignments) = module.body else { continue }
            for assignment in assignments {
                for use in expected[assignment.name] ?? [] {
                    guard let complaint = use.complaint(about: assignment.value) else { continue }
                    flowSurvey.report(.warning, assignment.path.key(FlowKey.value), complaint)
                    break
                }
            }
        }
    }
}
