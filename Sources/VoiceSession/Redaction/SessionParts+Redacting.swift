internal import VoiceAudio
internal import VoiceMedia
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

extension SessionParts {
    /// A listener that says of every utterance, and of speech under way, what the trace says.
    var recordedAnswers: Listener {
        .recorded(finals: recorded { $0 != "partial" }, partials: recorded { $0 == "partial" })
    }

    private func recorded(_ isWanted: (_ kind: String) -> Bool) -> RecordedRecognizer {
        RecordedRecognizer(
            outcomes: golden.events.compactMap { event in
                guard event.tap == .words, isWanted(event.kind),
                    let end = event.why["end"]?.integer, let outcome = Self.outcome(event)
                else { return nil }
                return RecordedOutcome(frame: end, outcome: outcome)
            },
            identity: RecognizerIdentity(
                kind: manifest.recognizer.kind, model: manifest.recognizer.model,
                digest: manifest.recognizer.digest))
    }

    private static func outcome(_ event: TraceEvent) -> RecognitionOutcome? {
        let confidence = Int(clamping: event.fields["confidence"]?.integer ?? 0)
        let hypothesis = event.fields["text"]?.string.map {
            Hypothesis(text: $0, confidence: confidence, words: [])
        }
        switch event.kind {
        case "final", "partial": return hypothesis.map { .final($0) }
        case "rejected": return .rejected(hypothesis)
        case "recognitionError":
            return .failed(.recorded(reason: event.fields["reason"]?.string ?? ""))
        default: return nil
        }
    }

    /// The microphone; empty where there was none.
    func sound() throws(SessionError) -> MonoSound {
        var samples: [Int16] = []
        if hasMicrophone {
            try eachMicrophoneBlock(of: 16_000) { samples.append(contentsOf: $0) }
        }
        return MonoSound(sampleRate: manifest.sampleRate.hertz, samples: samples)
    }

    /// The realised prompts by digest.
    func promptSounds() throws(SessionError) -> [String: MonoSound] {
        var sounds: [String: MonoSound] = [:]
        for digest in prompts.digests {
            guard case .realized(let prompt)? = prompts[digest]?.outcome else { continue }
            let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(prompt.digest))"
            guard let entry = manifest.files.first(where: { $0.path == name })?.entry else {
                continue
            }
            do {
                let bytes = try folder.bytes(of: name, entry: entry)
                sounds[prompt.digest] = try SoundFile.decode(bytes: bytes, name: name)
            } catch let error as TraceError {
                throw .trace(error)
            } catch {
                throw .unreadable(what: "\(folder.path)/\(name): \(error)")
            }
        }
        return sounds
    }

    /// The wall-clock figures of the recording; empty where nobody can read them.
    var timing: JSONObject {
        guard let bytes = try? DiskFile.read(folder.timingPath, limit: 16 << 20) else { return [:] }
        return (try? JSONReader.value(of: bytes))?.object ?? [:]
    }
}
