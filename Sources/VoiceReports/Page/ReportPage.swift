internal import Mustache
internal import VoiceTime
internal import VoiceTrace

/// A run's result as one HTML file that needs nothing beside it.
///
/// The template, its style and its script stand in `Page/` and are embedded in the program. All
/// text of sessions is escaped by the template engine; what the script reads is JSON without `<`.
/// The page depends on the result and its details only, so equal results give equal bytes.
public struct ReportPage: Sendable {
    let result: RunResult
    let sections: [PageSection]
    /// What the page is about; nil where the replay's own headline says it.
    let headline: String?

    /// A page of `result` with `sections` below its sessions.
    public init(result: RunResult, sections: [PageSection] = [], headline: String? = nil) {
        self.result = result
        self.sections = sections
        self.headline = headline
    }

    /// The page's bytes.
    ///
    /// - Throws: ``ReportError`` when a detail or a sound is missing or damaged.
    public func bytes(from source: PageSource) throws(ReportError) -> [UInt8] {
        let summary = PageSummary(result)
        var context = summary.context
        if let headline { context["headline"] = headline }
        let own = headline == nil ? SelfTestSection.section(result) : nil
        let sections = sections + (own.map { [$0] } ?? [])
        func told(_ sections: [PageSection]) -> [[String: String]] {
            sections.map { ["id": $0.id, "title": $0.title, "html": $0.html] }
        }
        context["firsts"] = told(sections.filter(\.isFirst))
        context["sections"] = told(sections.filter { !$0.isFirst })
        context["css"] = Self.text(PackageResources.page_css)
        context["script"] = [
            PackageResources.lanes_js, PackageResources.sound_js, PackageResources.timeline_js,
            PackageResources.page_js,
        ].map(Self.text).joined(separator: "\n")
        context["sounds"] = "{}"
        context["sessions"] = result.sessions.map { record in
            PageSession(record: record, command: command(of: record)).context
        }
        let bare = Self.template.render(context).utf8.count
        let budget = try PageBudget(
            result.sessions, sounds: sections.flatMap(\.sounds), from: source, bytes: bare)
        let groups = SessionGroups(result.sessions, causes: budget.causes)
        let causes = summary.causes(groups, budget.effects)
        context["hasCauses"] = !causes.isEmpty
        context["causes"] = causes
        context["lead"] = summary.lead(budget.effects)
        context["sessions"] = groups.cards(effects: budget.effects) { record, isCauseAbove in
            PageSession(
                record: record, detail: budget.details[record.place],
                isSoundLeftOut: budget.soundLeftOut.contains(record.place),
                effect: budget.effects[record.place], isCauseAbove: isCauseAbove,
                command: command(of: record)
            ).context
        }
        context["details"] = result.sessions.compactMap { record in
            budget.details[record.place].map { detail in
                // The table stands in the page itself.
                var read = detail
                read["rows"] = nil
                return ["number": "\(record.place + 1)", "json": Self.embedded(.object(read))]
            }
        }
        context["sounds"] = Self.embedded(.object(budget.sounds))
        return Array(PrintableText.page(Self.template.render(context)).utf8)
    }

    private func command(of record: SessionRecord) -> String? {
        result.origin.flatMap { $0.line(for: record.path, name: record.name) }
    }

    private static let template: MustacheTemplate = {
        do {
            return try MustacheTemplate(string: text(PackageResources.page_mustache))
        } catch { preconditionFailure("the page's template is damaged: \(error)") }
    }()

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// JSON that can stand in a script element: nothing in it ends one or begins a comment.
    static func embedded(_ value: JSONValue) -> String {
        var text = ""
        for scalar in JSONWriter.text(value).unicodeScalars {
            switch scalar {
            case "<": text += "\\u003c"
            case ">": text += "\\u003e"
            case "\u{2028}": text += "\\u2028"
            case "\u{2029}": text += "\\u2029"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

/// A part of the report's page below its sessions: latency, trends, whatever else was measured.
public struct PageSection: Sendable, Equatable {
    /// Its name in links: letters, digits and hyphens.
    public var id: String
    /// Its heading, as plain text.
    public var title: String
    /// Its body as HTML, everything in it escaped; it may use the page's colours, such as
    /// `var(--ink)`, `var(--dim)`, `var(--line)`, `var(--golden)`, `var(--actual)`, `var(--red)`.
    public var html: String
    /// The sound that its buttons play; it comes before that of sessions.
    public var sounds: [PageSound] = []
    /// What the page is about where this section is what was asked for.
    public var headline: String?
    /// Whether it stands above the sessions.
    public var isFirst = false

    /// A section of these parts.
    public init(id: String, title: String, html: String) {
        precondition(
            !id.isEmpty && id.utf8.allSatisfy { $0 == 0x2D || (0x30...0x7A).contains($0) },
            "an id is made of letters, digits and hyphens")
        self.id = id
        self.title = title
        self.html = html
    }
}

/// Where a page's details and sound come from.
public struct PageSource: Sendable {
    let detail: @Sendable (SessionRecord) throws(ReportError) -> SessionDetail?
    let sound: @Sendable (String) throws(ReportError) -> [UInt8]

    /// A result folder.
    static func folder(_ folder: ResultFolder) -> PageSource {
        PageSource(
            detail: { (record) throws(ReportError) in try folder.detail(of: record) },
            sound: { (name) throws(ReportError) in try folder.sound(named: name) })
    }

    /// One session's detail, for a page without a folder.
    public static func memory(_ detail: SessionDetail) -> PageSource {
        let files = Dictionary(detail.files.map { ($0.name, $0.bytes) }) { first, _ in first }
        return PageSource(
            detail: { (_) throws(ReportError) in detail },
            sound: { (name) throws(ReportError) in
                guard let bytes = files[name] else {
                    throw .disk(.missing(path: name))
                }
                return bytes
            })
    }
}
