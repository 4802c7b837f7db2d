internal import VoiceActivity
internal import VoiceAudio
internal import VoiceDiff
internal import VoiceJSON
internal import VoiceRedaction
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// Events that a redacted copy keeps of a session of a call, without their words.
struct CallEvents {
    /// The events that are kept, numbered anew.
    private(set) var events: [TraceEvent] = []
    /// Digests of the sounds that are kept.
    private(set) var kept: Set<String> = []
    /// Number of prompts.
    private(set) var prompts = 0
    /// Prompts whose sound is kept, in frames, in order.
    private(set) var sounding: [Range<Frame>] = []
    /// Numbers of answers and texts, and of events of a log, that were left out.
    private(set) var (words, logged) = (0, 0)

    /// The events of the session of `parts`, as `told`. A prompt under which the caller is heard,
    /// or that holds keys, loses its sound, as all do where `silencesApp`.
    ///
    /// - Throws: ``SessionError`` where the sound of a prompt cannot be read.
    init(
        _ parts: SessionParts, _ told: ToldCall, _ mask: CallMask, silencesApp: Bool
    ) throws(SessionError) {
        let call = parts.manifest.call
        let rate = parts.manifest.sampleRate
        let caller = HeardCaller(
            mask.said(inSharedChannel: call["appChannel"] == nil),
            delay: Self.callerDelay(call, rate), rate: rate)
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
                let prompt = told.prompts.first { $0.lowerBound == event.frame }
                var kept = prompt.flatMap { silencesApp || caller.isIn($0) ? nil : $0 }
                if kept != nil, try !Self.sounds(event, in: parts) { kept = nil }
                event.fields = hidden(event.fields, isSilent: kept == nil)
                sounding += kept.map { [$0] } ?? []
            }
            event.sequence = events.count
            events.append(event)
        }
    }

    /// Whether `event` has a sound, and one without keys.
    private static func sounds(
        _ event: TraceEvent, in parts: SessionParts
    ) throws(SessionError) -> Bool {
        guard let digest = event.fields["digest"]?.string,
            let sound = try parts.promptSound(digest)
        else { return false }
        return KeyDecoder.keys(in: sound).isEmpty
    }

    /// Returns how late the app's side holds the caller's voice, in frames; nil where it does not
    /// hold it. Of a session that tells of an echo and not where, it counts as the app's.
    private static func callerDelay(_ call: JSONObject, _ rate: SampleRate) -> Frame? {
        if let late = call[HeardCall.callerHeardKey]?.integer {
            let most = Int64(ChannelEcho.delays.upperBound) * 10
            return rate.frames(milliseconds: min(most, max(-most, late)))
        }
        let findings = call["findings"]?.array?.compactMap { $0.object?["kind"]?.string } ?? []
        return call["appChannel"] == nil || findings.contains("echo") ? 0 : nil
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
        } else if let digest = fields["digest"]?.string {
            kept.insert(digest)
        }
        return fields
    }
}
