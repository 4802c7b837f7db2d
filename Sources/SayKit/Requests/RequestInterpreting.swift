internal import VoiceRecognition
internal import VoiceTrace

/// What a language makes of requests and their answers.
protocol RequestInterpreting: Sendable {
    /// Why the request itself is of no use, for people; nil where it is of use.
    func fault(of form: RequestForm) -> String?

    /// What the recognizer listens for, and its name for the trace.
    func task(of form: RequestForm) -> (task: RecognitionTask, label: String)

    /// What the words of an answer mean to the request.
    func reading(of text: String, for form: RequestForm) -> RequestReading
}
