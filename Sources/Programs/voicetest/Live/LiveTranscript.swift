import VoiceJSON
import VoiceReports
import VoiceTrace

/// Transcript of a recording while it runs, a line at a time.
struct LiveTranscript {
    private let vocabulary: EventVocabulary
    /// Role of the events that tell of something that the app says: single sounds, or prompts as a
    /// whole where the engine tells no sounds.
    private let said: EventRole

    /// A transcript of events that mean what `vocabulary` says.
    init(_ vocabulary: EventVocabulary) {
        self.vocabulary = vocabulary
        said = vocabulary.kinds(of: .sound).isEmpty ? .playBegin : .sound
    }

    /// Returns a line of the transcript; nil for events without interest there. Texts come from
    /// files and must not steer the terminal.
    func line(of event: TraceEvent) -> String? {
        let text = PrintableText.part(event.fields[CoreKey.text]?.string ?? "")
        switch event.core {
        case .partial: return "  caller  \(text) ..."
        case .final: return "  caller  \(text)"
        case .rejected: return "  caller  (not understood)"
        default: break
        }
        func field(_ role: FieldRole) -> String? {
            vocabulary.text(role, of: event).map(PrintableText.part)
        }
        switch vocabulary.role(of: event) {
        case said:
            // A sound without a text is called as its prompt is.
            let name = said == .sound ? field(.item) : nil
            let told = name ?? PrintableText.part(vocabulary.sentence(of: event))
            return "  app     \(text.isEmpty ? told : text)"
        case .step: return "  -> \(field(.to) ?? "")"
        default: return nil
        }
    }
}
