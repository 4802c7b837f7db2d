import Testing
import VoiceDiff
import VoiceJSON
import VoiceTrace

@Suite("Faults that were accepted")
struct AcceptedFaultsTests {
    private func fault(_ rule: String, at place: String, after milliseconds: Int) -> TurnFault {
        TurnFault(
            .expectation, rule: rule, what: "the answer began \(milliseconds) ms later",
            frames: 0..<1, line: 1, place: place)
    }

    /// A ledger whose line takes `faults`; nil leaves out what they are known by.
    private func ledger(_ faults: [TurnFault]?) -> AcceptanceLedger {
        var ledger = AcceptanceLedger()
        var entry: JSONObject = ["before": "a", "after": "b", "anchor": "a"]
        if let faults { AcceptedFaults.write(faults, into: &entry) }
        ledger.add(entry)
        return ledger
    }

    @Test("are known by rule and place, whenever they happen")
    func identity() {
        let taken = fault("answer<=10", at: "started 1", after: 900)
        let accepted = AcceptedFaults([taken.sentence, "No event."], ledger([taken]))
        #expect(accepted.contains(fault("answer<=10", at: "started 1", after: 700)))
        #expect(!accepted.contains(fault("answer<=20", at: "started 1", after: 900)))
        #expect(!accepted.contains(fault("answer<=10", at: "started 2", after: 800)))
        #expect(accepted.contains("No event."))
        #expect(accepted.advice == nil)
    }

    @Test("are known by their sentences in a line of the ledger without them, which says so")
    func sentences() {
        let taken = fault("answer<=10", at: "started 1", after: 900)
        let accepted = AcceptedFaults([taken.sentence], ledger(nil))
        #expect(accepted.contains(taken))
        #expect(!accepted.contains(fault("answer<=10", at: "started 1", after: 700)))
        #expect(accepted.advice?.contains("Accept the session anew with") == true)
        #expect(AcceptedFaults([], ledger(nil)).advice == nil)
    }

    @Test("are none without an acceptance")
    func none() {
        let taken = fault("answer<=10", at: "started 1", after: 900)
        #expect(!AcceptedFaults([taken.sentence], AcceptanceLedger()).contains(taken))
        #expect(!AcceptedFaults.none.contains(taken))
        #expect(!AcceptedFaults.none.contains(taken.sentence))
    }
}
