import VoiceSession
import VoiceTrace

/// Whether a session's golden is the one that was accepted, and of this engine.
struct GoldenState {
    /// What is not as the last acceptance left it, and that the golden is of another version of
    /// the engine, in words: any of it makes the session differ.
    let faults: [String]

    /// The state of the golden that `result` was compared with.
    ///
    /// - Throws: ``TraceError`` for a ledger or an anchor that cannot be read.
    init(_ result: ReplayResult, in folder: SessionFolder) throws {
        let ledger = try AcceptanceLedger(in: folder)
        var faults = try ledger.faults(golden: result.golden, in: folder)
        let version = ledger.engine ?? result.manifest.engine.version
        if version != result.engineVersion {
            faults.append(
                "the golden is stale: it is of version \(version) of the engine, this is"
                    + " \(result.engineVersion)")
        }
        self.faults = faults
    }
}
