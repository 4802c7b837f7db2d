internal import VoiceDiff
internal import VoiceTrace

/// The evidence that a run's comparison finds regressions, as a section of its page.
enum SelfTestSection {
    /// Sessions and failures that are listed at most.
    private static let rowLimit = 200

    /// The section of `result`; nil where nothing ran.
    static func section(_ result: RunResult) -> PageSection? {
        guard !result.sessions.isEmpty else { return nil }
        let html = result.selfTest.map { evidence($0, result) } ?? absence(result)
        return PageSection(id: "self-test", title: "Self-test of the comparison", html: html)
    }

    private static func absence(_ result: RunResult) -> String {
        let isOff = result.settings["selfTest"]?.bool == false
        let why =
            isOff
            ? "--no-self-test turned it off."
            : "It does not run with --set, and it skips sessions that cannot be used."
        return "<p>The self-test did not run. \(why) So this page does not prove that the"
            + " comparison finds regressions.</p>"
    }

    private static func evidence(_ outcome: GateSelfTest.Outcome, _ result: RunResult) -> String {
        let planted = outcome.found + outcome.failures.count
        let isSound = outcome.failures.isEmpty
        let verdict =
            isSound
            ? "The comparison found every planted regression." : "The self-test failed."
        var html =
            "<p class=\"verdict \(isSound ? "good" : "bad")\"><strong>\(verdict)</strong></p>"
        html +=
            "<p>The comparison is first tested on copies of the same traces, with events removed, "
            + "added, moved, delayed and changed. It has to find each change, and no difference "
            + "between a trace and itself.</p><dl class=\"facts\">"
        for (label, value) in [
            ("regressions found", "\(outcome.found) of \(planted)"),
            ("traces equal to themselves", "\(outcome.silent)"),
            ("failures", "\(outcome.failures.count)"),
        ] {
            html += "<div><dt>\(label)</dt><dd>\(value)</dd></div>"
        }
        html += "</dl>"
        if !isSound { html += failures(outcome) }
        return html + sessions(result)
    }

    private static func failures(_ outcome: GateSelfTest.Outcome) -> String {
        let rows = outcome.sorts.prefix(rowLimit).map { "<li>\(escaped($0.sentence))</li>" }
        return "<h3>What it did not find</h3><ul class=\"missed\">\(rows.joined())</ul>"
    }

    private static func sessions(_ result: RunResult) -> String {
        let tested = result.sessions.filter { $0.selfTest != nil }
        let rows = tested.prefix(rowLimit).map { record in
            let outcome = record.selfTest ?? GateSelfTest.Outcome()
            let path = PageSession.parts(record.path).map(escaped).joined(separator: "<wbr>")
            return "<tr><td data-label=\"session\"><span>\(path)</span></td>"
                + "<td data-label=\"found\">\(outcome.found)</td>"
                + "<td data-label=\"failures\">\(outcome.failures.count)</td></tr>"
        }
        let more = tested.count - rows.count
        return "<details><summary>Planted regressions by session</summary>"
            + "<div class=\"scroll\"><table class=\"rows\"><thead><tr><th>session</th>"
            + "<th>found</th><th>failures</th></tr></thead><tbody>\(rows.joined())</tbody>"
            + "</table></div>\(more > 0 ? "<p class=\"note\">and \(more) more</p>" : "")"
            + "</details>"
    }

    private static func escaped(_ text: String) -> String { LatencyPlot.escaped(text) }
}
