internal import VoiceRun

extension DeviceHost {
    /// Makes the recognizer that the plan wants, once for all runs with one model. Where none can
    /// be had, a plan that can do without is told so by ``answer(permission:)``.
    ///
    /// - Throws: `RecognitionError` for a plan that cannot.
    func makeRecognizer(for plan: RunPlan) throws {
        lacksRecognizer = false
        guard plan.recognizes, ask == nil || model != plan.model, let task else { return }
        do {
            let made = try LiveRecognition(
                task: task, command: recognizerCommand, model: plan.model
            ) { question, outcome in
                Task { @MainActor [weak self] in self?.handle(outcome, of: question) }
            }
            ask = made.work
            warmUp = made.prepare
            model = plan.model
            conditions.recognizer = made.identity
            conditions.task = task
        } catch {
            guard plan.runsWithoutRecognizer else { throw error }
            lacksRecognizer = true
            deviceWarnings.append("\(error)")
        }
    }
}
