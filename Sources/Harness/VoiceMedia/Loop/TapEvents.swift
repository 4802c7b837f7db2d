internal import VoiceActivity
internal import VoiceEngine
internal import VoiceHypothesis
internal import VoiceJSON
internal import VoiceTrace

/// Decisions and words as events of their taps, and back.
enum TapEvents {
    /// Levels that a decision about speech rests on, and the places of their evidence.
    static let levels:
        [(key: CoreEvidence, path: any WritableKeyPath<SpeechBoundary, Int32> & Sendable)] = [
            (.energy, \.energy), (.floor, \.floor), (.margin, \.margin),
            (.leastMargin, \.leastMargin), (.probability, \.probability),
            (.threshold, \.threshold),
        ]
    static let lengths:
        [(key: CoreEvidence, path: any WritableKeyPath<SpeechBoundary, Int64> & Sendable)] = [
            (.duration, \.duration), (.limit, \.limit),
        ]

    static func event(_ decision: SpeechDecision) -> TraceEvent {
        let (kind, boundary) =
            switch decision {
            case .start(let boundary): (CoreKind.speechStart, boundary)
            case .end(let boundary): (CoreKind.speechEnd, boundary)
            }
        var why = JSONObject()
        for (key, path) in levels { why[evidence: key] = Int64(boundary[keyPath: path]) }
        for (key, path) in lengths { why[evidence: key] = boundary[keyPath: path] }
        // Nothing goes on at a start.
        if kind == .speechStart { why[evidence: .leastMargin] = nil }
        return TraceEvent(
            frame: boundary.frame, tap: .speech, kind: kind.rawValue,
            fields: [CoreKey.spoken: .integer(boundary.spoken)], why: why)
    }

    static func speech(_ event: TraceEvent) -> SpeechDecision? {
        guard event.core == .speechStart || event.core == .speechEnd,
            let recorded = event.fields[CoreKey.spoken]?.integer
        else { return nil }
        // A trace changed by hand may say anything; speech lies between the session's start and
        // the frame that decided.
        let spoken = min(max(0, recorded), event.frame)
        var boundary = SpeechBoundary(frame: event.frame, spoken: spoken)
        for (key, path) in levels {
            boundary[keyPath: path] = Int32(clamping: event.why[evidence: key] ?? 0)
        }
        for (key, path) in lengths { boundary[keyPath: path] = event.why[evidence: key] ?? 0 }
        return event.core == .speechStart ? .start(boundary) : .end(boundary)
    }

    static func event(level: Int, job: Int?) -> TraceEvent {
        var fields: JSONObject = [CoreKey.level: .integer(Int64(level))]
        if let job { fields[CoreKey.job] = .integer(Int64(job)) }
        return TraceEvent(frame: 0, tap: .speech, kind: CoreKind.level.rawValue, fields: fields)
    }

    /// Returns the level of the microphone, in thousandths of a decibel; nil for every other event.
    static func level(_ event: TraceEvent) -> Int? {
        guard event.core == .level, event.tap == .speech else { return nil }
        return event.fields[CoreKey.level]?.integer.map { Int(clamping: $0) }
    }

    /// Job that words are for, and what it wants to know of them.
    struct Place {
        /// The job, where several listen.
        var job: Int?
        /// Whether each word is told.
        var hasWords = false
        /// Whether each of these words tells its phones.
        var hasPhones = false
        /// Number of other readings that are told.
        var alternatives = 0

        func told(_ hypothesis: Hypothesis) -> Hypothesis {
            Hypothesis(
                text: hypothesis.text, confidence: hypothesis.confidence,
                words: hasWords ? hypothesis.words.map(told) : [],
                alternatives: Array(hypothesis.alternatives.prefix(alternatives)))
        }

        private func told(_ word: RecognizedWord) -> RecognizedWord {
            guard !hasPhones, !word.phones.isEmpty else { return word }
            var word = word
            word.phones = []
            return word
        }

        fileprivate func fields(of hypothesis: Hypothesis?) -> JSONObject {
            var fields: JSONObject = [:]
            if let job { fields[CoreKey.job] = .integer(Int64(job)) }
            guard let hypothesis else { return fields }
            fields[CoreKey.text] = .string(hypothesis.text)
            fields[CoreKey.confidence] = .integer(Int64(hypothesis.confidence))
            if hasWords {
                fields[CoreKey.words] = .array(hypothesis.words.map(told).map(TapEvents.word))
            }
            let readings = hypothesis.alternatives.prefix(alternatives).map(TapEvents.reading)
            if !readings.isEmpty { fields[CoreKey.alternatives] = .array(readings) }
            return fields
        }
    }

    static func event(
        _ outcome: RecognitionOutcome, why: JSONObject, _ place: Place = Place()
    ) -> TraceEvent {
        func event(_ kind: CoreKind, _ fields: JSONObject) -> TraceEvent {
            TraceEvent(frame: 0, tap: .words, kind: kind.rawValue, fields: fields, why: why)
        }
        switch outcome {
        case .final(let hypothesis): return event(.final, place.fields(of: hypothesis))
        case .rejected(let hypothesis): return event(.rejected, place.fields(of: hypothesis))
        case .failed(let error):
            var fields = place.fields(of: nil)
            fields[CoreKey.reason] = .string(error.description)
            return event(.recognitionError, fields)
        }
    }

    /// Returns the result of `outcome` for a job.
    static func words(_ outcome: RecognitionOutcome, _ place: Place) -> HeardWords {
        switch outcome {
        case .final(let hypothesis): .final(place.told(hypothesis))
        case .rejected: .rejected
        case .failed(let error): .failed(reason: error.description)
        }
    }

    static func event(
        soFar hypothesis: Hypothesis, why: JSONObject, _ place: Place = Place()
    ) -> TraceEvent {
        TraceEvent(
            frame: 0, tap: .words, kind: CoreKind.partial.rawValue,
            fields: place.fields(of: hypothesis), why: why)
    }

    // MARK: Recorded events

    /// Returns the partial result of speech under way; nil for every other event.
    static func partial(_ event: TraceEvent) -> Hypothesis? {
        event.core == .partial ? hypothesis(event) : nil
    }

    static func words(_ event: TraceEvent) -> RecognitionOutcome? {
        switch event.core {
        case .final: hypothesis(event).map { .final($0) }
        case .rejected: .rejected(hypothesis(event))
        case .recognitionError:
            .failed(.recorded(reason: event.fields[CoreKey.reason]?.string ?? ""))
        default: nil
        }
    }

    /// Whether this is an event of the words tap that can be fed to a loop.
    static func isWords(_ event: TraceEvent) -> Bool {
        switch event.core {
        case .partial, .final: event.fields[CoreKey.text]?.string != nil
        case .rejected, .recognitionError: true
        default: false
        }
    }

    /// Returns the job that an event names; nil for the only one that listens.
    static func job(of event: TraceEvent) -> Int? {
        event.fields[CoreKey.job]?.integer.flatMap { Int(exactly: $0) }
    }

    private static func hypothesis(_ event: TraceEvent) -> Hypothesis? {
        guard let text = event.fields[CoreKey.text]?.string else { return nil }
        let words = event.fields[CoreKey.words]?.array ?? []
        return Hypothesis(
            text: text, confidence: Int(clamping: event.fields[CoreKey.confidence]?.integer ?? 0),
            words: words.compactMap(word),
            alternatives: (event.fields[CoreKey.alternatives]?.array ?? []).compactMap(reading))
    }

    private static func reading(_ reading: AlternativeReading) -> JSONValue {
        [
            CoreKey.text: .string(reading.text),
            CoreKey.distance: .integer(Int64(reading.distance)),
        ]
    }

    private static func reading(_ value: JSONValue) -> AlternativeReading? {
        guard let object = value.object, let text = object[CoreKey.text]?.string else { return nil }
        let distance = max(0, object[CoreKey.distance]?.integer ?? 0)
        return AlternativeReading(text: text, distance: Int(clamping: distance))
    }

    private static func word(_ word: RecognizedWord) -> JSONValue {
        var object: JSONObject = [
            CoreKey.text: .string(word.text),
            CoreKey.start: .integer(word.range.lowerBound),
            CoreKey.end: .integer(word.range.upperBound),
            CoreKey.confidence: .integer(Int64(word.confidence)),
        ]
        if !word.phones.isEmpty { object[CoreKey.phones] = .array(word.phones.map(phone)) }
        return .object(object)
    }

    private static func word(_ value: JSONValue) -> RecognizedWord? {
        guard let object = value.object, let text = object[CoreKey.text]?.string,
            let range = range(object)
        else { return nil }
        return RecognizedWord(
            text: text, range: range,
            confidence: Int(clamping: object[CoreKey.confidence]?.integer ?? 0),
            phones: (object[CoreKey.phones]?.array ?? []).compactMap(phone))
    }

    private static func phone(_ phone: RecognizedPhone) -> JSONValue {
        [
            CoreKey.phone: .string(phone.phone),
            CoreKey.start: .integer(phone.range.lowerBound),
            CoreKey.end: .integer(phone.range.upperBound),
            CoreKey.score: .integer(Int64(phone.score)),
        ]
    }

    private static func phone(_ value: JSONValue) -> RecognizedPhone? {
        guard let object = value.object, let name = object[CoreKey.phone]?.string,
            let range = range(object)
        else { return nil }
        return RecognizedPhone(
            phone: name, range: range, score: Int(clamping: object[CoreKey.score]?.integer ?? 0))
    }

    private static func range(_ object: JSONObject) -> Range<Int64>? {
        guard let start = object[CoreKey.start]?.integer, let end = object[CoreKey.end]?.integer,
            0 <= start, start <= end
        else { return nil }
        return start..<end
    }
}
