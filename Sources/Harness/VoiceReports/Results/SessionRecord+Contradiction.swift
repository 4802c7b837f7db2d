internal import VoiceDiff
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension SessionRecord {
    private static let countLimit: Int64 = 1 << 40

    /// Returns the contradiction in the record that no replay can have written, as in `agrees with
    /// 2 differences`; nil when all of it fits together. Only a simulated session starts at no
    /// stage of a recording.
    func contradiction(isSimulated: Bool) -> String? {
        if outcome == .damaged {
            guard reason != nil else { return "is damaged without a reason" }
            let hasMore =
                sentence != nil || frames != nil || sampleRate != nil || golden != nil
                || actual != nil || coverage != nil || detail != nil || trace != nil
                || verdict != nil || start != nil || !counts.isEmpty
            if hasMore { return "is damaged and was replayed" }
            return exit.rawValue > 1 ? nil : "is damaged and exits \(exit.rawValue)"
        }
        guard exit == (outcome == .agrees ? .agrees : .differs) else {
            return "\(outcome.rawValue) and exits \(exit.rawValue)"
        }
        guard start != nil || isSimulated else {
            return "does not say from which stage it was replayed"
        }
        guard reason == nil else { return "\(outcome.rawValue) and has a reason to be damaged" }
        guard let rate = sampleRate.flatMap({ SampleRate(hertz: $0) }) else {
            return "has no sample rate of a session"
        }
        let limit = SessionManifest.secondsLimit * Frame(rate.hertz)
        guard let frames, (0...limit).contains(frames) else {
            return "has no length of a session"
        }
        return contradictionOfCounts
    }

    private var contradictionOfCounts: String? {
        func count(_ name: String) -> Int64? {
            counts[name]?.integer.flatMap { (0...Self.countLimit).contains($0) ? $0 : nil }
        }
        let kinds = Difference.Kind.allCases.compactMap { count($0.rawValue) }
        guard kinds.count == Difference.Kind.allCases.count, let differences = count("differences"),
            count("golden") != nil, count("actual") != nil, count("ignored") != nil,
            counts.members.count == kinds.count + 4, kinds.reduce(0, +) == differences
        else { return "has counts that are none" }
        let told = TerminalReport.count(Int(differences), "difference")
        guard let golden, let actual, Digest.isHex(golden), Digest.isHex(actual) else {
            return "lacks the digest of a trace"
        }
        if outcome == .agrees {
            if differences > 0 { return "agrees with \(told)" }
            return sentence == nil ? nil : "agrees and has a cause to differ"
        }
        guard let sentence, !sentence.isEmpty else { return "differs without a cause" }
        return golden == actual && differences > 0
            ? "has \(told) of equal traces" : nil
    }
}
