/// A part of the report's page below its sessions: latency, trends, whatever else was measured.
public struct PageSection: Sendable, Equatable {
    /// Its name in links: letters, digits and hyphens.
    public var id: String
    /// Its heading, as plain text.
    public var title: String
    /// Its body as HTML, everything in it escaped; it may use the page's colours, such as
    /// `var(--ink)`, `var(--dim)`, `var(--line)`, `var(--golden)`, `var(--actual)`, `var(--red)`.
    public var html: String

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
