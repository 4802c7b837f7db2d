internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The events of a session of a call without words: what a redacted copy keeps of them.
struct CallEvents {
    /// The events that are kept, numbered anew.
    private(set) var events: [TraceEvent] = []
    /// The caller's turns.
    let turns: [Range<Frame>]
    /// Digests of the sounds that are kept.
    private(set) var kept: Set<String> = []
    /// How many prompts there are, and how many of them lost their sound.
    private(set) var (prompts, silenced) = (0, 0)
    /// How many answers and texts, and how many events of a log, were left out.
    private(set) var (words, logged) = (0, 0)

    /// Those of the session of `parts`. A prompt under which the caller speaks may hold the
    /// caller's voice, unless the sides had channels of their own without an echo.
    init(_ parts: SessionParts, silencesApp: Bool) {
        let told = ToldCall(parts.golden.events, frames: parts.manifest.frames)
        let turns = told.turns.map(\.active)
        self.turns = turns
        let call = parts.manifest.call
        let findings = call["findings"]?.array?.compactMap { $0.object?["kind"]?.string } ?? []
        let isApart = call["appChannel"] != nil && !findings.contains("echo")
        let vocabulary = EventVocabulary.call
        let own = Set(vocabulary.kinds.map(\.name))
        for var event in parts.golden.events {
            if event.tap == .words {
                words += 1
                continue
            }
            guard event.tap == .speech || own.contains(event.kind) else {
                logged += 1
                continue
            }
            if vocabulary.role(of: event) == .playBegin {
                prompts += 1
                let isSpokenOver = told.prompts.contains { prompt in
                    prompt.lowerBound == event.frame && turns.contains { $0.overlaps(prompt) }
                }
                event.fields = hidden(
                    event.fields, isSilent: silencesApp || !isApart && isSpokenOver)
            }
            event.sequence = events.count
            events.append(event)
        }
    }

    /// The fields of the beginning of a prompt that are kept.
    private mutating func hidden(_ fields: JSONObject, isSilent: Bool) -> JSONObject {
        var fields = fields
        if fields["text"] != nil {
            words += 1
            fields["text"] = nil
        }
        if isSilent {
            fields["digest"] = nil
            silenced += 1
        } else if let digest = fields["digest"]?.string {
            kept.insert(digest)
        }
        return fields
    }
}
