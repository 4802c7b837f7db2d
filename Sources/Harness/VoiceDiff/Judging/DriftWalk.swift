internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The walk along the events that two traces share, which tells drift from the other lengths of
/// prompts.
struct DriftWalk {
    let before: PlayedLengths
    let now: PlayedLengths
    /// Lengths that sounds of the session have.
    let known: Set<Frame>
    let rate: SampleRate
    let vocabulary: EventVocabulary

    /// The largest distance, in frames, that no prompt explains.
    private(set) var greatest: UInt64 = 0
    /// The largest distance, in frames, that prompts explain.
    private(set) var explained: UInt64 = 0

    /// Shift of the next event's place that prompts explain.
    private(set) var inForce: Frame = 0
    /// Shifts that they explained at all places until now.
    private(set) var earlier: [Frame] = [0]
    /// Numbers of frames by which the playing prompts are longer, by their items.
    private(set) var changes: [String: Frame] = [:]
    /// Shift of the beginning of what plays or listens, and its share of drift, by items.
    private(set) var begun: [String: (shift: Frame, drift: UInt64)] = [:]

    /// Largest distance between two detections of the same speech, in milliseconds.
    private static let detectionMilliseconds: Int64 = 50
    /// Repeats of a prompt that are told from a fault.
    private static let repeatLimit: Frame = 100
    /// Lengths that are remembered.
    private static let earlierLimit = 1_000

    /// Adds the next pair of events: `golden` of the anchor and `actual` of the other trace;
    /// `difference` is what differs between them, nil where nothing does.
    mutating func add(_ golden: TraceEvent, _ actual: TraceEvent, _ difference: Difference?) {
        let shift = actual.frame &- golden.frame
        let item = vocabulary.text(.item, of: golden) ?? ""
        let role = vocabulary.role(of: golden)
        switch role {
        case .playBegin:
            changes[item] = lengthChange(
                before[item, golden.frame],
                now[vocabulary.text(.item, of: actual) ?? item, actual.frame])
        case .sound, .soundBegin, .soundEnd:
            // The end of the prompt is judged as a whole.
            if changes[item] != nil { return }
        case .playEnd:
            if let change = changes.removeValue(forKey: item) { follow(change) }
        case .playStop, .playFail: changes[item] = nil
        default:
            if golden.core == .speechStart { hear(golden, actual, shift) }
        }
        // An event that changed places did not drift.
        guard difference?.kind != .moved else { return }
        let drift = drift(of: shift, difference, began: begun[item]?.shift, begun[item]?.drift)
        if role == .playBegin || role == .listenBegin { begun[item] = (shift, drift) }
        greatest = max(greatest, drift)
    }

    /// Shifts everything that follows by `change`, because a prompt is longer.
    private mutating func follow(_ change: Frame) {
        inForce = inForce &+ change
        if earlier.count < Self.earlierLimit { earlier.append(inForce) }
        explained = max(explained, inForce.magnitude)
    }

    /// The caller speaks when the caller wants: what was explained before a prompt may hold again.
    private mutating func hear(_ golden: TraceEvent, _ actual: TraceEvent, _ shift: Frame) {
        var shift = shift
        if let before = golden.fields[CoreKey.spoken]?.integer,
            let now = actual.fields[CoreKey.spoken]?.integer
        {
            shift = now &- before
        }
        func distance(_ base: Frame) -> UInt64 { (shift &- base).magnitude }
        let near = UInt64(max(0, rate.frames(milliseconds: Self.detectionMilliseconds)))
        guard distance(inForce) > near,
            let base = earlier.min(by: { distance($0) < distance($1) }), distance(base) <= near
        else { return }
        inForce = base
    }

    /// Returns the part of `shift` that nothing explains. An event that only comes at another time
    /// may be as late as what it ends, or as something earlier was.
    private func drift(
        of shift: Frame, _ difference: Difference?, began: Frame?, _ inherited: UInt64?
    ) -> UInt64 {
        guard let difference else { return 0 }
        let own = (shift &- inForce).magnitude
        guard difference.kind == .retimed else { return own }
        if shift == began, let inherited { return min(own, inherited) }
        return earlier.contains(shift) ? 0 : own
    }

    /// Returns by how much a prompt plays longer because its sound is another one; nil where it is
    /// not.
    private func lengthChange(_ before: PlayedLengths.Play?, _ now: PlayedLengths.Play?) -> Frame? {
        guard let before, let now, let old = before.length, let new = now.length else { return nil }
        if before.digests.isEmpty, now.digests.isEmpty {
            // The engine tells no sounds: what plays for exactly as long as one is that one.
            guard let was = before.sounds, let sounds = now.sounds, was != sounds,
                known.contains(sounds)
            else { return nil }
            return sounds &- was
        }
        guard before.digests != now.digests, let sounds = now.sounds else { return nil }
        // An anchor may be older than every length that is known.
        guard let was = before.sounds else { return new == sounds ? new &- old : nil }
        let change = sounds &- was
        let played = new &- old
        // A prompt may be played several times in a row.
        let isRepeated = (2...Self.repeatLimit).contains { change &* $0 == played }
        return isRepeated ? played : change
    }
}
