internal import VoiceFiles
internal import VoiceJSON

/// A run's result as an HTML page: the list of its sessions, and what is told of all of them.
///
/// What opens below a session stands in a script of the report's folder, which the page loads when
/// the session is opened; a page of its own, ``bytes(with:)``, holds that itself. The templates,
/// the style and the scripts stand in `Page/` and are embedded in the program. All text of sessions
/// is escaped by the template engine; what the script reads is JSON.
/// The page depends on the result and its details only, so equal results give equal bytes.
package struct ReportPage: Sendable {
    let result: RunResult
    let sections: [PageSection]
    /// Subject of the page; nil where the replay's own headline says it.
    let headline: String?

    /// A page of `result` with `sections` below its sessions.
    package init(result: RunResult, sections: [PageSection] = [], headline: String? = nil) {
        self.result = result
        self.sections = sections
        self.headline = headline
    }

    /// The bytes of a page that needs nothing beside it: each session has its part of `details`,
    /// which are given by place.
    ///
    /// - Throws: ``ReportError`` when a sound is damaged.
    package func bytes(with details: [Int: SessionDetail]) throws(ReportError) -> [UInt8] {
        let text = text(details, isWhole: true, parts: [])
        var parts = details.sorted { $0.key < $1.key }.map { place, detail -> JSONObject in
            ["number": .integer(Int64(place + 1)), "detail": .object(detail.shown)]
        }
        var room = PageSounds.pageBytes - text.utf8.count
        for part in parts { room -= SessionScript.embedded(part).utf8.count }
        var cut: Set<Int> = []
        for (place, detail) in details.sorted(by: { $0.key < $1.key }) {
            let sounds = try PageSounds(detail, room: max(0, room))
            if sounds.isCut { cut.insert(place) }
            room -= JSONWriter.text(.object(sounds.texts)).utf8.count
            parts.append(["sounds": .object(sounds.texts)])
        }
        return Array(self.text(details, isWhole: true, parts: parts, cut: cut).utf8)
    }

    /// The bytes of the page of a report's folder; `details` are those of sessions that fail, by
    /// place.
    func bytes(failing details: [Int: SessionDetail]) -> [UInt8] {
        Array(text(details, isWhole: false, parts: []).utf8)
    }

    private func text(
        _ details: [Int: SessionDetail], isWhole: Bool, parts: [JSONObject], cut: Set<Int> = []
    ) -> String {
        let summary = PageSummary(result, isWhole: isWhole)
        var context = summary.context
        if let headline { context["headline"] = headline }
        let own = headline == nil ? SelfTestSection.section(result) : nil
        let sections = sections + (own.map { [$0] } ?? [])
        func told(_ sections: [PageSection]) -> [[String: String]] {
            sections.map { ["id": $0.id, "title": $0.title, "html": $0.html] }
        }
        context["firsts"] = told(sections.filter(\.isFirst))
        context["sections"] = told(sections.filter { !$0.isFirst })
        context["css"] = PageTemplate.part("page.css")
        let scripts = ["plots.js", "lanes.js", "sound.js", "timeline.js", "parts.js", "page.js"]
        context["script"] = scripts.map(PageTemplate.part).joined(separator: "\n")
        let effects = details.compactMapValues(\.effect)
        let groups = SessionGroups(
            result.sessions, causes: details.compactMapValues(\.cause))
        let causes = summary.causes(groups, effects)
        context["hasCauses"] = !causes.isEmpty
        context["causes"] = causes
        context["lead"] = summary.lead(effects)
        context["sessions"] = groups.cards(effects: effects) { record, isCauseAbove in
            let session = PageSession(
                record: record, detail: details[record.place],
                isSoundLeftOut: cut.contains(record.place),
                command: result.origin?.line(for: record.path, name: record.name))
            var card = session.card(isCauseAbove: isCauseAbove)
            // A session that cannot be used has no script.
            card["body"] = isWhole || record.detail == nil ? session.body : ""
            return card
        }
        context["parts"] = parts.map(SessionScript.embedded)
        return PrintableText.page(PageTemplate.page(context))
    }
}

/// A part of the report's page below its sessions: latency, trends, whatever else was measured.
package struct PageSection: Sendable, Equatable {
    /// Its name in links: letters, digits and hyphens.
    package var id: String
    /// Its heading, as plain text.
    package var title: String
    /// Its body as HTML, everything in it escaped; it may use the page's colours, such as
    /// `var(--ink)`, `var(--dim)`, `var(--line)`, `var(--golden)`, `var(--actual)`, `var(--red)`.
    package var html: String
    /// Subject of the page where this section is what was asked for.
    package var headline: String?
    /// Whether it stands above the sessions.
    package var isFirst = false

    /// A section of these parts.
    package init(id: String, title: String, html: String) {
        precondition(
            !id.isEmpty && id.utf8.allSatisfy { $0 == 0x2D || (0x30...0x7A).contains($0) },
            "an id is made of letters, digits and hyphens")
        self.id = id
        self.title = title
        self.html = html
    }
}
