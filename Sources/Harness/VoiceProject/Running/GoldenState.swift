internal import VoiceJSON
internal import VoiceSession
package import VoiceTrace

/// Whether a session's golden is the one that was accepted.
package struct GoldenState: Sendable, Equatable {
    /// Parts that are not as the last acceptance left them, and lines that the golden's scenario
    /// did not get, in words: any of them makes the session differ.
    package let faults: [String]
    /// Whether golden and anchor are as the last acceptance left them.
    package let isAccepted: Bool
    /// Ledger of the acceptances.
    package let ledger: AcceptanceLedger

    /// The state of the golden trace `golden` of the session in `folder`.
    ///
    /// - Throws: `TraceError` for a ledger or an anchor that cannot be read.
    package init(
        of golden: RecordedTrace, _ manifest: SessionManifest, in folder: SessionFolder
    ) throws(TraceError) {
        let ledger = try AcceptanceLedger(in: folder)
        var faults = try ledger.faults(golden: golden, in: folder)
        self.ledger = ledger
        isAccepted = faults.isEmpty && !golden.isEdited
        faults += ledger.unmetFaults(of: manifest)
        if !golden.isEdited {
            faults += [
                try Self.numberFault(golden, in: folder),
                Self.countFault(golden.events.count, manifest, ledger),
                Self.settingFault(golden.events, manifest, ledger),
            ].compactMap { $0.map { "the golden trace \($0)" } }
        }
        self.faults = faults
    }

    /// Says that the golden's events are not numbered from 0 without a gap, as a predicate; nil
    /// where they are, and in a recovered session, which may have lost some.
    ///
    /// - Throws: `TraceError` for inputs that cannot be read.
    package static func numberFault(
        _ golden: RecordedTrace, in folder: SessionFolder
    ) throws(TraceError) -> String? {
        guard !golden.isNumbered, try !isRecovered(folder) else { return nil }
        let place = golden.events.indices.first { golden.events[$0].sequence != $0 } ?? 0
        return "was edited by hand: line \(place + 1) has \"seq\""
            + " \(golden.events[place].sequence), expected \(place)"
    }

    /// Says that the manifest counts another number of events, as a predicate; nil where it fits,
    /// and where a trace alone was accepted later than the manifest was written.
    package static func countFault(
        _ count: Int, _ manifest: SessionManifest, _ ledger: AcceptanceLedger
    ) -> String? {
        let counted = manifest.counts["events"]?.integer
        guard ledger.entries.isEmpty || ledger.tookSession, counted != Int64(count) else {
            return nil
        }
        return "was edited by hand: session.json counts"
            + " \(counted.map(String.init) ?? "no") events, the trace has \(count)"
    }

    /// Says that the golden's first event names another setting than the manifest or lacks one, as
    /// a predicate; nil where all fit. A trace that was accepted later than the manifest was
    /// written may lack some: its engine need not have them any more.
    package static func settingFault(
        _ events: [TraceEvent], _ manifest: SessionManifest, _ ledger: AcceptanceLedger
    ) -> String? {
        guard let first = events.first else { return nil }
        let named = first.settingsInForce ?? JSONObject()
        for setting in manifest.settings.members where setting.key != SessionManifest.languageKey {
            guard let value = named[setting.key] else {
                guard ledger.entries.isEmpty || ledger.tookSession else { continue }
                return "was edited by hand: its first event does not name \(setting.key), the"
                    + " session has \(JSONWriter.text(setting.value))"
            }
            guard value != setting.value else { continue }
            return "was edited by hand: its first event names"
                + " \(setting.key) = \(JSONWriter.text(value)), the session has"
                + " \(JSONWriter.text(setting.value))"
        }
        return nil
    }

    private static func isRecovered(_ folder: SessionFolder) throws(TraceError) -> Bool {
        let last = try RecordedInputs(path: folder.inputsPath).inputs.last
        return last?.input == .end(reason: SessionRecovery.endReason)
    }
}
