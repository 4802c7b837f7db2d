internal import VoiceDiff

/// The sessions of a page in the order in which they are shown: failing ones first, those that
/// share a cause together, those that agree last.
struct SessionGroups {
    /// Sessions of one cause, or all that agree.
    struct Group {
        /// The anchor of its heading.
        let id: String
        /// Cause that its sessions share.
        let title: String
        /// The sessions, in order of their places.
        let records: [SessionRecord]
        /// Sessions that are shown before the others are folded.
        let shown: Int
        let isRed: Bool

        /// Whether some sessions are folded: never a single one.
        var isFolded: Bool { records.count > shown + 1 }
        /// Whether its title stands above its sessions: a cause of one session stands on its card.
        var hasHeading: Bool { isRed && records.count > 1 }
    }

    /// Sessions of one group that are not folded.
    static let shownLimit = 5

    let groups: [Group]

    /// The groups of `records`; `causes` are those of failing sessions, by place.
    init(_ records: [SessionRecord], causes: [Int: Cause]) {
        let red = records.filter(\.isRed)
        let shared = CauseGroups(
            red.enumerated().map { index, record in
                let text = record.reason ?? record.sentence ?? "not known"
                return (index, causes[record.place] ?? Cause(.damage, what: text))
            })
        var groups = shared.groups.enumerated().map { number, group in
            Group(
                id: "cause-\(number + 1)", title: group.title,
                records: group.places.map { red[$0] }, shown: Self.shownLimit, isRed: true)
        }
        let green = records.filter { !$0.isRed }
        if !green.isEmpty {
            groups.append(
                Group(
                    id: "agreeing",
                    title: TerminalReport.count(green.count, "session")
                        + (green.count == 1 ? " agrees" : " agree"),
                    records: green, shown: groups.isEmpty ? 2 * Self.shownLimit : 0, isRed: false))
        }
        self.groups = groups
    }

    /// The cards of a page by the template's names, each with what opens and closes around it.
    func cards(
        effects: [Int: CallerEffect], card: (SessionRecord, _ isCauseAbove: Bool) -> [String: Any]
    ) -> [[String: Any]] {
        groups.flatMap { group -> [[String: Any]] in
            group.records.enumerated().map { place, record in
                let count = group.records.count
                var context = card(record, group.hasHeading)
                context["opensGroup"] = place == 0
                context["closesGroup"] = place == count - 1
                context["opensFold"] = group.isFolded && place == group.shown
                context["closesFold"] = group.isFolded && place == count - 1
                guard place == 0 || place == group.shown else { return context }
                context["group"] = group.id
                context["groupKind"] = group.isRed ? "red" : "green"
                context["hasHeading"] = group.hasHeading
                context["groupTitle"] = TerminalReport.printable(group.title)
                context["groupCount"] = TerminalReport.count(count, "session")
                let told = Self.told(group, effects)
                context["hasTold"] = !told.isEmpty
                context["told"] = told
                context["foldText"] = Self.fold(group)
                return context
            }
        }
    }

    private static func told(_ group: Group, _ effects: [Int: CallerEffect]) -> String {
        let found = group.records.compactMap { effects[$0.place]?.kind }
        guard group.hasHeading, !found.isEmpty else { return "" }
        let text = CallerEffect.summary(found)
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private static func fold(_ group: Group) -> String {
        let count = group.records.count - group.shown
        guard group.isRed else {
            return group.shown == 0 ? group.title : "Show \(count) more sessions that agree"
        }
        return "Show \(count) more sessions with this cause"
    }
}
