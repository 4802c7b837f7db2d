/// Interpretation and response.
extension RequestLifecycle {
    /// Whether the app's responder is waited for.
    var awaitsResponse: Bool { question != nil }

    mutating func interpret(_ text: String, by way: Way) {
        transcript = HeardText.shown(text)
        silentAttempts = 0
        move(to: .interpreting, by: way)
        effects.append(.interpret(text))
    }

    mutating func answer(_ reading: RequestReading, by way: Way) {
        move(to: .responding, by: way)
        respond(to: reading, nil, message: nil)
    }

    mutating func answer(_ failure: RequestFailure, _ message: String?, by way: Way) {
        move(to: .responding, by: way)
        let isUnfit = failure == .noContent && hasHeardSpeech
        silentAttempts = isUnfit ? 0 : silentAttempts + 1
        effects.append(.showFailure(failure, message: message))
        let reading = RequestReading.invalid(
            .noInput, message ?? failure.message(in: language))
        respond(to: reading, failure, message: message)
    }

    private mutating func respond(
        to reading: RequestReading, _ failure: RequestFailure?, message: String?
    ) {
        if form.responder == .app {
            question = (reading, failure)
            effects.append(.askResponder(reading, failure))
        } else if reading.isValid {
            close(result(of: reading, nil), by: .terminal)
        } else if failure == .unauthorized {
            // Asking again does not help: feedback only.
            let why = failure.map { SAYSpeechUtterance($0.message(in: language)) }
            end(result(of: reading, failure), after: why)
        } else if mayAskAgain {
            askAgain(after: failure, because: reading)
        } else {
            close(result(of: reading, failure ?? .invalidInput), by: .terminal)
        }
    }

    private var mayAskAgain: Bool {
        attempts < RequestForm.attemptLimit && (form.retries.map { attempts <= $0 } ?? true)
            && (form.silentRetries.map { silentAttempts <= $0 } ?? true)
    }

    private mutating func askAgain(
        after failure: RequestFailure?, because reading: RequestReading
    ) {
        if failure == nil, form.kind == .command { effects.append(.play(.unrecognizedCommand)) }
        // Trouble of the service is not the user's: the request is asked as it was.
        guard failure?.isTransient != true else { return prompt(form.prompt, by: .retry) }
        let fault = reading.faults.first { $0.type == .invalidInput && $0.reason != nil }
        let (speech, shown) = form.reprompt(in: language, because: fault?.reason)
        prompt(speech, showing: shown, by: .retry)
    }

    private func result(of reading: RequestReading, _ failure: RequestFailure?) -> RequestResult {
        RequestResult(
            outcome: failure == nil ? .answered : .failed, value: reading.value,
            transcript: transcript, failure: failure,
            message: reading.faults.first?.reason ?? failure?.message(in: language),
            attempts: attempts)
    }

    mutating func follow(_ response: RequestResponse) {
        guard let question else { return }
        self.question = nil
        let isUnanswered = response.followup == nil && !question.reading.isValid
        if isUnanswered, response.asksAgain, response.feedback == nil, mayAskAgain {
            return askAgain(after: question.failure, because: question.reading)
        }
        let failure = question.failure ?? (question.reading.isValid ? nil : .invalidInput)
        let result = self.result(of: question.reading, failure)
        let form = response.followup ?? (response.asksAgain && mayAskAgain ? self.form : nil)
        guard let form else { return end(result, after: response.feedback) }
        let acted = response.followup == nil ? nil : result
        guard let feedback = response.feedback, feedback.hasWords else {
            return ask(form, after: acted)
        }
        next = .follow(form, acted)
        effects.append(.say(feedback))
    }

    /// Asks `form`: the same request again, or another one after the action of `result`.
    mutating func ask(_ form: RequestForm, after result: RequestResult?) {
        if let result {
            effects.append(.act(result))
            attempts = 0
            silentAttempts = 0
        }
        self.form = form
        prompt(form.prompt, by: result == nil ? .retry : .followUp)
    }

    /// Ends the request after a feedback, where there is one.
    private mutating func end(_ result: RequestResult, after feedback: SAYSpeechUtterance?) {
        guard let feedback, feedback.hasWords else { return close(result, by: .terminal) }
        next = .close(result)
        effects.append(.say(feedback))
    }

    mutating func close(_ result: RequestResult, by way: Way) {
        stopEverything()
        move(to: .ended, by: way)
        effects.append(.close(result))
    }
}
