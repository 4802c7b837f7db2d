import Testing
import VoiceDiff

@testable import VoiceReports

@Suite("Groups of a page's sessions")
struct SessionGroupsTests {
    private func records(_ reds: [Bool]) -> [SessionRecord] {
        reds.enumerated().map { place, isRed in
            let verdict =
                isRed
                ? Verdict(name: "n\(place)", path: "p\(place)", reason: "broken")
                : Sample.verdict(Sample.golden, Sample.golden)
            return SessionRecord(verdict, place: place)
        }
    }

    private func cards(_ groups: SessionGroups) -> [[String: Any]] {
        groups.cards(effects: [:]) { record, isCauseAbove in
            ["place": record.place, "isCauseAbove": isCauseAbove]
        }
    }

    @Test("failing sessions come first, the cause that most share before the others")
    func order() {
        let groups = SessionGroups(
            records([true, false, true, true]),
            causes: [
                0: Cause(.flag, what: "a"), 2: Cause(.flag, what: "b"), 3: Cause(.flag, what: "b"),
            ])
        #expect(groups.groups.map(\.title) == ["b", "a", "1 session agrees"])
        #expect(cards(groups).compactMap { $0["place"] as? Int } == [2, 3, 0, 1])
        #expect(cards(groups).compactMap { $0["isCauseAbove"] as? Bool }.filter { $0 }.count == 2)
    }

    @Test("a group shows five sessions and folds the others, never a single one")
    func folds() {
        func opens(_ count: Int) -> Int? {
            let groups = SessionGroups(records(Array(repeating: true, count: count)), causes: [:])
            return cards(groups).firstIndex { $0["opensFold"] as? Bool == true }
        }
        #expect(opens(6) == nil)
        #expect(opens(7) == 5)
    }

    @Test("every group and fold that opens closes")
    func balance() {
        let groups = SessionGroups(
            records((0..<40).map { $0 % 3 > 0 }),
            causes: [
                1: Cause(.flag, what: "x"), 2: Cause(.flag, what: "x"), 4: Cause(.flag, what: "y"),
            ])
        let cards = cards(groups)
        func count(_ key: String) -> Int { cards.count { $0[key] as? Bool == true } }
        #expect(count("opensGroup") == groups.groups.count)
        #expect(count("closesGroup") == groups.groups.count)
        #expect(count("opensFold") == count("closesFold"))
        #expect(count("opensFold") == 2)
    }

    @Test("sessions that agree are folded only where others fail")
    func agreeing() {
        let green = SessionGroups(records([false, false, false]), causes: [:])
        #expect(!cards(green).contains { $0["opensFold"] as? Bool == true })
        let mixed = SessionGroups(records([true, false, false]), causes: [:])
        #expect(cards(mixed)[1]["opensFold"] as? Bool == true)
        #expect(cards(mixed)[1]["foldText"] as? String == "2 sessions agree")
    }

    @Test("effects of several sessions are counted, the most frequent first")
    func summary() {
        #expect(
            CallerEffect.summary([.times, .words, .times])
                == "the caller hears prompts at other times in 2 sessions;"
                + " the app understands other words in 1 session")
    }
}
