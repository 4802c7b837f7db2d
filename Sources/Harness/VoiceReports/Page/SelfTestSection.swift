internal import VoiceDiff
internal import VoiceJSON

/// The evidence that a run's comparison finds regressions, as a section of its page.
enum SelfTestSection {
    /// Sessions and failures that are listed at most.
    private static let rowLimit = 200

    /// The section of `result`; nil where nothing ran.
    static func section(_ result: RunResult) -> PageSection? {
        guard !result.sessions.isEmpty else { return nil }
        let html = result.selfTest.map { evidence($0, result) } ?? absence(result)
        return PageSection(id: "self-test", title: "Self-test of the comparison", html: html.text)
    }

    private static func absence(_ result: RunResult) -> Markup {
        let isOff = result.settings["selfTest"]?.bool == false
        let why =
            isOff
            ? "--no-self-test turned it off."
            : "It does not run with --set, and it skips sessions that cannot be used."
        return Markup(
            "p",
            text: "The self-test did not run. \(why) So this page does not prove that the"
                + " comparison finds regressions.")
    }

    private static func evidence(_ outcome: GateSelfTest.Outcome, _ result: RunResult) -> Markup {
        let planted = outcome.found + outcome.failures.count
        let isSound = outcome.failures.isEmpty
        let verdict =
            isSound
            ? "The comparison found every planted regression." : "The self-test failed."
        let facts = [
            ("regressions found", "\(outcome.found) of \(planted)"),
            ("traces equal to themselves", "\(outcome.silent)"),
            ("failures", "\(outcome.failures.count)"),
        ].map { label, value in
            Markup("div", [Markup("dt", text: label), Markup("dd", text: value)])
        }
        return .joined(
            [
                Markup(
                    "p", ["class": "verdict \(isSound ? "good" : "bad")"],
                    [Markup("strong", text: verdict)]),
                Markup(
                    "p",
                    text: "The comparison is first tested on copies of the same traces, with events"
                        + " removed, added, moved, delayed and changed. It has to find each change,"
                        + " and no difference between a trace and itself."),
                Markup("dl", ["class": "facts"], facts),
            ] + (isSound ? [] : failures(outcome)) + [sessions(result)])
    }

    private static func failures(_ outcome: GateSelfTest.Outcome) -> [Markup] {
        let rows = outcome.sorts.prefix(rowLimit).map { Markup("li", text: $0.sentence) }
        return [
            Markup("h3", text: "What it did not find"), Markup("ul", ["class": "missed"], rows),
        ]
    }

    private static func sessions(_ result: RunResult) -> Markup {
        let tested = result.sessions.filter { $0.selfTest != nil }
        let rows = tested.prefix(rowLimit).map { record in
            let outcome = record.selfTest ?? GateSelfTest.Outcome()
            let path = PageSession.parts(PrintableText.part(record.path)).map { Markup($0) }
            return Markup(
                "tr",
                [
                    Markup(
                        "td", ["data-label": "session"],
                        [Markup("span", [.joined(path, by: .own("<wbr>"))])]),
                    Markup("td", ["data-label": "found"], text: "\(outcome.found)"),
                    Markup("td", ["data-label": "failures"], text: "\(outcome.failures.count)"),
                ])
        }
        let head = ["session", "found", "failures"].map { Markup("th", text: $0) }
        let table = Markup(
            "table", ["class": "rows"],
            [Markup("thead", [Markup("tr", head)]), Markup("tbody", rows)])
        let more = tested.count - rows.count
        return Markup(
            "details",
            [
                Markup("summary", text: "Planted regressions by session"),
                Markup("div", ["class": "scroll"], [table]),
            ] + (more > 0 ? [Markup("p", ["class": "note"], text: "and \(more) more")] : []))
    }
}
