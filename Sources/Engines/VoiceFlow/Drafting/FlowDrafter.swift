internal import VoiceEngine
internal import VoiceRecognition

/// Drafts scenarios for a flow: together they take every edge that can be taken by words, silence,
/// interruptions, fields, the app's answers, permissions and failures.
///
/// The engine itself says what each scenario comes to.
struct FlowDrafter: ScenarioDrafting {
    /// The drafts.
    ///
    /// - Throws: ``FlowError`` for a flow that cannot run, `RecognitionError` for a phrase that is
    ///   not made of words, and what `simulate` throws.
    func draft(
        _ request: DraftRequest,
        simulating simulate: @escaping (_ scenario: [UInt8]) throws -> SimulatedScenario
    ) throws -> DraftedScenarios {
        let facts = try FlowFacts(
            files: request.files, name: request.name, media: MediaSearch(folders: request.folders))
        // Callers say what a recognizer returns: the drafts' own recognizer takes their words.
        let said = try request.phrases.map { try SpeakableTexts(of: .phrases($0))?.texts ?? $0 }
        let vocabulary = Vocabulary(phrases: said)
        let reasons = UnreachedReasons(facts: facts, vocabulary: vocabulary)
        let stage = DraftStage(facts: facts, limits: request.limits, running: simulate)
        let hopeless = reasons.certain
        var search = DraftSearch(stage: stage, vocabulary: vocabulary, hopeless: hopeless)
        try search.run()
        var selection = DraftSelection(stage: search.stage)
        let drafts = try selection.drafts()
        let unreached = reasons.unreached(
            taken: search.taken, entered: search.entered, certain: hopeless, tried: search.tried,
            isCut: search.stage.isExhausted)
        return DraftedScenarios(graph: facts.graph, drafts: drafts, unreached: unreached)
    }
}
