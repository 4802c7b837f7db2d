import VoiceSession
import VoiceTrace

/// Whether a session's golden is the one that was accepted, and of this engine.
struct GoldenState {
    /// What is not as the last acceptance left it, and that the golden is of another version of
    /// the engine, in words: any of it makes the session differ.
    let faults: [String]

    /// That the golden's events are not numbered from 0 without a gap; nil where they are, and in
    /// a recovered session, which may have lost some.
    static func numberFault(
        _ golden: RecordedTrace, in folder: SessionFolder
    ) throws -> String? {
        guard !golden.isNumbered, try !isRecovered(folder) else { return nil }
        let place = golden.events.indices.first { golden.events[$0].sequence != $0 } ?? 0
        return "the golden trace was edited by hand: line \(place + 1) has the number"
            + " \(golden.events[place].sequence) and not \(place)"
    }

    private static func isRecovered(_ folder: SessionFolder) throws -> Bool {
        let last = try RecordedInputs(path: folder.inputsPath).inputs.last
        return last?.input == .end(reason: SessionRecovery.endReason)
    }

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
        if !result.golden.isEdited, let fault = try Self.numberFault(result.golden, in: folder) {
            faults.append(fault)
        }
        self.faults = faults
    }
}
