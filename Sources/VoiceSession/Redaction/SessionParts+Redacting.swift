internal import VoiceAudio
internal import VoiceMedia
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

extension SessionParts {
    /// A listener that says of every utterance, and of speech under way, what the trace says.
    var recordedAnswers: SessionRecognizer {
        .recorded(finals: recorded { $0 != .partial }, partials: recorded { $0 == .partial })
    }

    private func recorded(_ isWanted: (_ kind: CoreKind) -> Bool) -> RecordedRecognizer {
        RecordedRecognizer(
            outcomes: golden.events.compactMap { event in
                guard event.tap == .words, let kind = event.core, isWanted(kind),
                    let end = event.why[CoreKey.end]?.integer, let outcome = Self.outcome(event)
                else { return nil }
                return RecordedOutcome(frame: end, outcome: outcome)
            },
            identity: RecognizerIdentity(
                kind: manifest.recognizer.kind, model: manifest.recognizer.model,
                digest: manifest.recognizer.digest))
    }

    private static func outcome(_ event: TraceEvent) -> RecognitionOutcome? {
        let confidence = Int(clamping: event.fields[CoreKey.confidence]?.integer ?? 0)
        let hypothesis = event.fields[CoreKey.text]?.string.map {
            Hypothesis(text: $0, confidence: confidence, words: [])
        }
        switch event.core {
        case .final, .partial: return hypothesis.map { .final($0) }
        case .rejected: return .rejected(hypothesis)
        case .recognitionError:
            return .failed(.recorded(reason: event.fields[CoreKey.reason]?.string ?? ""))
        default: return nil
        }
    }

    /// The realised prompt of a digest; nil where its sound is not there.
    func promptSound(_ digest: String) throws(SessionError) -> MonoSound? {
        let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(digest))"
        guard let entry = manifest.files.first(where: { $0.path == name })?.entry else {
            return nil
        }
        do {
            let bytes = try folder.bytes(of: name, entry: entry)
            return try SoundFile.decode(bytes: bytes, name: name)
        } catch let error as TraceError {
            throw .trace(error)
        } catch {
            throw .unreadable(what: "\(folder.path)/\(name): \(error)")
        }
    }

    private static let timingKeys = ["frames", "wallMicroseconds", "blockNanoseconds"]
    private static let timingLimit: Int64 = 16 << 20

    /// The wall-clock figures of the recording as a whole; empty where they cannot be read.
    var timing: JSONObject {
        guard let bytes = try? DiskFile.read(folder.timingPath, limit: Self.timingLimit),
            let read = (try? JSONReader.value(of: bytes))?.object
        else { return [:] }
        var timing = JSONObject()
        for key in Self.timingKeys {
            if let value = read[key], WordMask.texts(value).isEmpty { timing[key] = value }
        }
        return timing
    }
}
