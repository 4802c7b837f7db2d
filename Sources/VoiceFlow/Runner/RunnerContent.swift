internal import VoiceTrace

/// The flow, prompts and map that a runner has loaded.
struct RunnerContent {
    private(set) var flow: [String: FlowModule]?
    private(set) var prompts: [String: AudioPrompt] = [:]
    private(set) var map = AudioTextMap()
    private(set) var hasPrompts = false

    var flowSet: FlowSet { FlowSet(modules: flow ?? [:], prompts: prompts, map: map) }

    /// Replaces the flow.
    ///
    /// - Throws: ``FlowError``; what was loaded before stays.
    mutating func loadFlow(_ bytes: [UInt8], _ file: String) throws(FlowError) {
        let set = try FlowSet(flow: (bytes, file), prompts: nil, map: nil).checked()
        flow = set.modules
    }

    /// Adds prompts; one of the same id is replaced.
    ///
    /// - Throws: ``FlowError``, also when a prompt would contain itself through earlier ones.
    mutating func loadPrompts(_ bytes: [UInt8], _ file: String) throws(FlowError) {
        let set = try FlowSet(flow: nil, prompts: (bytes, file), map: nil).checked()
        let merged = prompts.merging(set.prompts) { _, new in new }
        try FlowSet.checkNesting(of: merged, file: (bytes, file))
        prompts = merged
        hasPrompts = true
    }

    /// Adds entries to the map; a later one for the same file and language wins.
    ///
    /// - Throws: ``FlowError``.
    mutating func loadMap(_ bytes: [UInt8], _ file: String) throws(FlowError) {
        let set = try FlowSet(flow: nil, prompts: nil, map: (bytes, file)).checked()
        map.entries.removeAll { old in
            set.map.entries.contains {
                $0.audioFile == old.audioFile && $0.language == old.language
            }
        }
        map.entries += set.map.entries
    }
}

extension FlowSet {
    /// - Throws: ``FlowError/refused(findings:)`` for prompts that contain themselves.
    static func checkNesting(
        of prompts: [String: AudioPrompt], file: (bytes: [UInt8], file: String)
    ) throws(FlowError) {
        let survey: DocumentSurvey
        do {
            survey = try DocumentSurvey(bytes: file.bytes, file: file.file)
        } catch { throw .notJSON(file: file.file, error: error) }
        let checker = FlowChecker(
            modules: [], prompts: prompts.values.sorted { $0.id < $1.id }, hasFlow: false,
            hasPrompts: false, promptSurvey: survey, flowSurvey: survey)
        let found = checker.nestingErrors()
        guard found.isEmpty else { throw .refused(findings: found) }
    }
}
