internal import VoiceRecognition
internal import VoiceTrace

/// What a language makes of requests and their answers.
protocol RequestInterpreting: Sendable {
    /// The language of answers, and of what is said to the user.
    var language: SpokenLanguage { get }

    /// Why the request itself is of no use, for people; nil where it is of use.
    func fault(of form: RequestForm) -> String?

    /// What the recognizer listens for, and its name for the trace.
    func task(of form: RequestForm) -> (task: RecognitionTask, label: String)

    /// What the words of an answer mean to the request.
    func reading(of text: String, for form: RequestForm) -> RequestReading

    /// What answers the request can have.
    func shape(of form: RequestForm) -> AnswerShape
}

extension RequestInterpreting {
    /// What the words of an answer mean to the request, where `rivals` may have been said as well.
    ///
    /// An answer whose rival is an answer too, another one and almost as likely, is of no use:
    /// asking again costs less than a wrong answer. `leastLead` is by how much the answer has to be
    /// likelier than a rival that shares no word with it. What two readings share says nothing
    /// about which one was said: where they differ in one word of four, a quarter is enough.
    func reading(
        of text: String, beside rivals: [AlternativeReading], leastLead: Int,
        for form: RequestForm
    ) -> RequestReading {
        let reading = reading(of: text, for: form)
        guard reading.isValid else { return reading }
        let words = text.split(separator: " ")
        for rival in rivals {
            let share = EditDistance.thousandths(words, rival.text.split(separator: " "))
            guard rival.distance * 1_000 < leastLead * share else { continue }
            let other = self.reading(of: rival.text, for: form)
            guard other.isValid, other.value != reading.value else { continue }
            return .invalid(
                evidence: [
                    "rule": "rival", "rival": .string(HeardText.shown(rival.text)),
                    "lead": .integer(Int64(rival.distance)),
                ])
        }
        return reading
    }
}
