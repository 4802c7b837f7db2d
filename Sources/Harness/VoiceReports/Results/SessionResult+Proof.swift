internal import VoiceDiff
internal import VoiceJSON

extension SessionResult {
    private var proven: JSONObject? { listing["firstCause"]?.object?["proof"]?.object }

    /// Sentences on the runs with parts of the edits; nil where none were tried.
    var proof: String? { proven?["text"]?.string }

    /// The path of the session that the rest of the proof is told of; nil where that is this one.
    var proofOf: String? { proven?["proofOf"]?.string }

    /// The number of edits that make the first difference together; 0 where that is not proven.
    private var together: Int {
        min(causes.count, max(0, proven?["together"]?.integer.flatMap { Int(exactly: $0) } ?? 0))
    }

    /// Edits that make differences of their own behind the first.
    var furtherProven: [Cause] {
        causes.filter(\.isProven).dropFirst(together).filter { $0.file != nil }
    }

    /// The same where the session before it in `proofs` stands for it; nil where none does, which
    /// then notes this one.
    func confirmed(by proofs: inout FirstProofs) -> SessionResult? {
        let first = Array(causes.prefix(together))
        guard !first.isEmpty else { return nil }
        guard let path = proofs.session(with: first, before: record.place) else {
            proofs.note(first, of: record.path, at: record.place)
            return nil
        }
        guard path != proofOf, var proof = proven, var cause = listing["firstCause"]?.object
        else { return nil }
        let told = ProvenCauses.confirmation(as: path)
        let lines = (self.proof.map(TerminalReport().lines) ?? "", TerminalReport().lines(told))
        func replaced(_ text: String) -> String {
            text.replacing(lines.0, with: lines.1, maxReplacements: 1)
        }
        proof["text"] = .string(told)
        proof["replays"] = 1
        proof["withoutEffect"] = false
        proof["proofOf"] = .string(path)
        cause["proof"] = .object(proof)
        var listing = listing
        listing["firstCause"] = .object(cause)
        return SessionResult(
            record: record,
            causes: first + causes.dropFirst(first.count).filter { $0.proven == nil },
            flags: flags, notShared: notShared, callerTiming: callerTiming, isNew: isNew,
            text: replaced(text), brief: replaced(brief), brevity: brevity, listing: listing,
            findings: findings)
    }
}

extension TerminalReport {
    /// Returns the lines that stand for these sentences in the report's text.
    fileprivate func lines(_ proof: String) -> String {
        paragraph(proof).map { PrintableText.withoutCommand($0) + "\n" }.joined()
    }
}
