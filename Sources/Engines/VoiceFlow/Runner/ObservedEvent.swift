internal import VoiceJSON
internal import VoiceTrace

/// Event that observers are told beside the media events that the app is called back about.
struct ObservedEvent {
    let item: String
    let function: STNotifyMediaFunction
    let event: STNotifyMediaEvent
    var data: [AnyHashable: Any] = [:]

    /// Translates `event` of the trace for observers; nil for nothing. Speech and words count where
    /// a module listens, or waits for the words.
    init?(_ event: TraceEvent, job: RunnerState.ObservedJob?) {
        switch (event.kind, job) {
        case ("permission", _):
            let what = event.fields["what"]?.string ?? ""
            self.init(permission: what, event.fields["answer"]?.string ?? "")
        case ("media", let job?):
            guard job.isTimedOut(by: event.fields) else { return nil }
            self.init(job, .NME_SR_TIMEOUT)
            data["stopReason"] = event.fields["stopReason"]?.string
        case ("speechStart", let job?) where job.isOpen: self.init(job, .NME_SPEECH_STARTED)
        case ("speechEnd", let job?) where job.isOpen: self.init(job, .NME_SPEECH_ENDED)
        case ("partial", let job?) where job.isOpen: self.init(job, .NME_SR_HYPOTHESIS_PARTIAL)
        // Speech without words that are sure enough is an answer as well: one of no text.
        case ("final", let job?), ("rejected", let job?): self.init(job, .NME_SR_HYPOTHESIS_FINAL)
        case ("recognitionError", let job?):
            self.init(job, .NME_SR_ERROR)
            data["error"] = event.fields["reason"]?.string
        default: return nil
        }
        if event.kind == "final" || event.kind == "partial" {
            data["textString"] = event.fields["text"]?.string
        }
    }

    /// The answer to a request for a permission.
    init(permission what: String, _ answer: String) {
        item = ""
        function = .NMF_PERMISSION
        event = EventNames.permission(what, answer)
    }

    private init(_ job: RunnerState.ObservedJob, _ event: STNotifyMediaEvent) {
        item = job.item
        function = job.function
        self.event = event
    }
}

extension RunnerState {
    /// A listening or recording job, until its module ends.
    struct ObservedJob {
        let item: String
        let function: STNotifyMediaFunction
        var isOpen = true
        var hasHeardSpeech = false

        /// Whether a media event ends it because speech did not begin in time.
        func isTimedOut(by fields: JSONObject) -> Bool {
            guard function == .NMF_RECOGNIZE_AUDIO, !hasHeardSpeech,
                fields["function"]?.string == "recognizeAudio", fields["event"]?.string == "ended"
            else { return false }
            return ["maxPreSpeechSilenceExceeded", "maxAudioLengthExceeded", "maxAudioExceeded"]
                .contains(fields["stopReason"]?.string)
        }
    }
}
