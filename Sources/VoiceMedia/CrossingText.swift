internal import VoiceActivity
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// Crossings of the speech and words taps as trace events, and back.
enum CrossingText {
    static func event(_ decision: SpeechDecision) -> TraceEvent {
        let (kind, crossing) =
            switch decision {
            case .start(let crossing): ("speechStart", crossing)
            case .end(let crossing): ("speechEnd", crossing)
            }
        return TraceEvent(
            frame: crossing.frame, tap: .speech, kind: kind,
            fields: ["spoken": .integer(crossing.spoken)],
            why: [
                "energy": .integer(Int64(crossing.energy)),
                "floor": .integer(Int64(crossing.floor)),
                "margin": .integer(Int64(crossing.margin)),
                "threshold": .integer(Int64(crossing.threshold)),
                "duration": .integer(crossing.duration),
                "limit": .integer(crossing.limit),
            ])
    }

    static func speech(_ event: TraceEvent) -> SpeechDecision? {
        guard event.kind == "speechStart" || event.kind == "speechEnd",
            let recorded = event.fields["spoken"]?.integer
        else { return nil }
        // A trace changed by hand may say anything; speech lies between the session's start and
        // the frame that decided.
        let spoken = min(max(0, recorded), event.frame)
        func level(_ key: String) -> Int32 {
            Int32(clamping: event.why[key]?.integer ?? 0)
        }
        let crossing = SpeechCrossing(
            frame: event.frame, spoken: spoken, energy: level("energy"), floor: level("floor"),
            margin: level("margin"), threshold: level("threshold"),
            duration: event.why["duration"]?.integer ?? 0,
            limit: event.why["limit"]?.integer ?? 0)
        return event.kind == "speechStart" ? .start(crossing) : .end(crossing)
    }

    static func event(
        _ outcome: RecognitionOutcome, why: JSONObject
    ) -> (event: TraceEvent, words: HeardWords) {
        func event(_ kind: String, _ fields: JSONObject) -> TraceEvent {
            TraceEvent(frame: 0, tap: .words, kind: kind, fields: fields, why: why)
        }
        switch outcome {
        case .final(let hypothesis):
            let fields: JSONObject = [
                "text": .string(hypothesis.text),
                "confidence": .integer(Int64(hypothesis.confidence)),
            ]
            let words = HeardWords.final(text: hypothesis.text, confidence: hypothesis.confidence)
            return (event("final", fields), words)
        case .rejected(let hypothesis):
            var fields: JSONObject = [:]
            if let hypothesis {
                fields["text"] = .string(hypothesis.text)
                fields["confidence"] = .integer(Int64(hypothesis.confidence))
            }
            return (event("rejected", fields), .rejected)
        case .failed(let error):
            let reason = error.description
            return (event("recognitionError", ["reason": .string(reason)]), .failed(reason: reason))
        }
    }

    static func event(soFar hypothesis: Hypothesis, why: JSONObject) -> TraceEvent {
        TraceEvent(
            frame: 0, tap: .words, kind: "partial",
            fields: [
                "text": .string(hypothesis.text),
                "confidence": .integer(Int64(hypothesis.confidence)),
            ], why: why)
    }

    /// What was understood of speech under way; nil for every other event.
    static func partial(_ event: TraceEvent) -> Hypothesis? {
        guard event.kind == "partial", let text = event.fields["text"]?.string else { return nil }
        let confidence = Int(clamping: event.fields["confidence"]?.integer ?? 0)
        return Hypothesis(text: text, confidence: confidence, words: [])
    }

    static func words(_ event: TraceEvent) -> RecognitionOutcome? {
        let text = event.fields["text"]?.string
        let confidence = Int(clamping: event.fields["confidence"]?.integer ?? 0)
        let hypothesis = text.map { Hypothesis(text: $0, confidence: confidence, words: []) }
        switch event.kind {
        case "final": return hypothesis.map { .final($0) }
        case "rejected": return .rejected(hypothesis)
        case "recognitionError":
            return .failed(.recorded(reason: event.fields["reason"]?.string ?? ""))
        default: return nil
        }
    }
}
