import Testing
import VoiceTime

@testable import VoiceDiff

/// A run parts where the first of some edits has its effect: here each effect is the edits that it
/// takes together, at a frame.
@Suite struct ProofSearchTests {
    private func proof(
        _ count: Int, budget: Int = 64, bare: Frame? = nil,
        _ effects: [(edits: Set<Int>, at: Frame)]
    ) -> CauseProof {
        func outcome(_ edits: Set<Int>) -> ProofSearch.Outcome {
            let frames = effects.filter { edits.isSuperset(of: $0.edits) }.map(\.at)
            let first = (frames + [bare].compactMap { $0 }).min()
            return first.map { .parts(DifferenceMark(frame: $0)) } ?? .agrees
        }
        guard case .parts(let mark) = outcome(Set(0..<count)) else { return CauseProof() }
        var search = ProofSearch(count: count, budget: budget) { outcome($0) }
        return search.proof(of: mark)
    }

    @Test(arguments: 0..<7)
    func findsTheOneThatMattersAndThatTheOthersChangeNothing(edit: Int) {
        let proof = proof(7, [([edit], 100)])
        #expect(proof.causes == [[edit]])
        #expect(proof.rest == .withoutEffect)
        #expect(proof.runs <= 9, "\(proof.runs)")
    }

    @Test func takesTwoRunsWhereTheLikelyEditIsTheCause() {
        #expect(proof(5, [([0], 1)]).runs == 2)
        #expect(proof(1, [([0], 1)]).runs == 1)
    }

    @Test func needsNoRunWithoutAnyEditWhereOneWithSomeAgrees() {
        let proof = proof(3, [([0], 100), ([1], 200)])
        #expect(proof.causes == [[0], [1]])
        #expect(proof.runs == 4)
    }

    @Test func triesTheEditsOfEachDifferenceInTheirOwnOrder() {
        let marks = [1, 2].map { DifferenceMark(frame: $0) }
        var search = ProofSearch(
            count: 9, budget: 64, likely: { ($0 == marks[0] ? [5] : [7]) + Array(0..<9) }
        ) { edits in
            edits.contains(5) ? .parts(marks[0]) : edits.contains(7) ? .parts(marks[1]) : .agrees
        }
        let proof = search.proof(of: marks[0])
        #expect(proof.causes == [[5], [7]])
        #expect(proof.runs == 4)
    }

    @Test func findsEditsThatOnlyTogetherMakeTheDifference() {
        let proof = proof(9, [([2, 7], 100)])
        #expect(proof.causes == [[2, 7]])
        #expect(proof.rest == .withoutEffect)
    }

    @Test func findsTheSecondCauseAndTheThird() {
        let proof = proof(8, [([6], 100), ([1, 3], 200), ([0], 300), ([5], 400)])
        #expect(proof.causes == [[6], [1, 3], [0]])
        #expect(proof.rest == .unknown)
    }

    @Test func namesBothOfEditsThatEachSuffice() {
        #expect(proof(4, [([1], 100), ([2], 100)]).causes == [[1], [2]])
    }

    @Test func saysThatNoEditIsBehindTheDifference() {
        let proof = proof(4, bare: 50, [([1], 100)])
        #expect(proof.causes == [])
        #expect(proof.rest == .notBehindIt)
    }

    @Test func provesNothingPastItsBudget() {
        let proof = proof(100, budget: 5, [([90], 100)])
        #expect(proof.causes == [])
        #expect(proof.rest == .unknown)
        #expect(proof.runs == 5)
    }

    @Test func aRunThatFailsIsNoSuchDifference() {
        let mark = DifferenceMark(frame: 1)
        var search = ProofSearch(count: 4, budget: 64) { edits in
            // Half of the edit does not run.
            edits.isSuperset(of: [1, 2])
                ? .parts(mark) : edits.isDisjoint(with: [1, 2]) ? .agrees : .fails
        }
        #expect(search.proof(of: mark).causes == [[1, 2]])
    }

    @Test func stopsWhereNoMoreRunsMayBeMade() {
        var runs = 0
        var search = ProofSearch(count: 4, budget: 64) { _ in
            runs += 1
            return runs > 2 ? nil : .agrees
        }
        let proof = search.proof(of: DifferenceMark(frame: 1))
        #expect(proof.causes == [])
        #expect(proof.rest == .unknown)
        #expect(proof.isStopped)
        #expect(proof.runs == 2)
    }

    @Test func provesNothingWhereNoRunShowsThatTheEditMatters() {
        // Without the edit nothing runs, or nothing more may be run.
        for bare in [ProofSearch.Outcome.fails, .parts(DifferenceMark(frame: 1))] {
            var search = ProofSearch(count: 2, budget: 64) { edits in
                edits == [0] ? .parts(DifferenceMark(frame: 1)) : edits.isEmpty ? bare : .fails
            }
            let proof = search.proof(of: DifferenceMark(frame: 1))
            #expect(proof.causes == [])
            #expect((proof.rest == .notBehindIt) == (bare != .fails))
        }
        let proof = proof(2, budget: 1, [([0], 1)])
        #expect(proof.causes == [])
        #expect(proof.rest == .unknown)
    }

    @Test func stopsAtACauseThatIsToldOfAnotherSession() {
        var runs: [Set<Int>] = []
        func search(told: [Int], bare: ProofSearch.Outcome) -> CauseProof {
            runs = []
            var search = ProofSearch(count: 5, budget: 64, isTold: { $0 == told }) { edits in
                runs.append(edits)
                let first = [0, 3].first(where: edits.contains)
                return first.map { .parts(DifferenceMark(frame: Frame($0))) } ?? bare
            }
            return search.proof(of: DifferenceMark(frame: 0))
        }
        let proof = search(told: [0], bare: .agrees)
        #expect(proof.causes == [[0]] && proof.isConfirmation)
        // With it alone, and without any.
        #expect(runs == [[0], []])
        #expect(!search(told: [3], bare: .agrees).isConfirmation)
        // A run without any edit shows whether the cause is behind it.
        for bare in [ProofSearch.Outcome.fails, .parts(DifferenceMark(frame: 0))] {
            let proof = search(told: [0], bare: bare)
            #expect(proof.causes == [] && !proof.isConfirmation)
        }
    }

    /// Runs part at random, also where less edits are made.
    @Test func findsWhatItFindsWithoutAnotherSession() {
        var random = SeededChance(seed: 7).stream("runs")
        var confirmed = 0
        for _ in 0..<4_000 {
            let count = 1 + Int(random.next() % 6)
            let budget = 1 + Int(random.next() % 12)
            var outcomes: [Set<Int>: ProofSearch.Outcome] = [:]
            let kinds = 2 + random.next() % 3
            func outcome(_ edits: Set<Int>) -> ProofSearch.Outcome {
                if let known = outcomes[edits] { return known }
                let kind = random.next() % (kinds + 2)
                let outcome: ProofSearch.Outcome =
                    kind == 0
                    ? .agrees
                    : kind == 1 ? .fails : .parts(DifferenceMark(frame: Frame(kind)))
                outcomes[edits] = outcome
                return outcome
            }
            let mark = DifferenceMark(frame: 2)
            var whole = ProofSearch(count: count, budget: budget) { outcome($0) }
            let proof = whole.proof(of: mark)
            let told = proof.causes.first ?? [0]
            var other = ProofSearch(count: count, budget: budget, isTold: { $0 == told }) {
                outcome($0)
            }
            let again = other.proof(of: mark)
            guard again.isConfirmation else {
                #expect(again == proof)
                continue
            }
            confirmed += 1
            #expect(again.causes == [proof.causes.first])
        }
        #expect(confirmed > 100, "\(confirmed)")
    }

    @Test(arguments: [
        (1, "The edit that was tried is not behind it (1 replay)."),
        (2, "None of the 2 edits that were tried is behind it (1 replay)."),
    ])
    func saysOfEachEditThatItIsNotBehindIt(count: Int, sentence: String) {
        let changes = (1...count).map { [Cause(.file, file: "f", line: $0, what: "a")] }
        var found = CauseProof()
        (found.rest, found.runs) = (.notBehindIt, 1)
        #expect(ProvenCauses(found, changes).text == sentence)
    }

    @Test func saysWhyNoMoreWasTried() {
        let changes = [[Cause(.file, file: "f", line: 1, what: "a")]]
        var found = CauseProof()
        (found.isStopped, found.runs) = (true, 1)
        #expect(
            ProvenCauses(found, changes, stop: "it took longer than 600 s").text
                == "Not proven: it took longer than 600 s.")
        found.causes = [[0]]
        #expect(
            ProvenCauses(found, changes, stop: "it took longer than 600 s").text
                == "Proven by 1 replay. No more was tried: it took longer than 600 s.")
    }
}
