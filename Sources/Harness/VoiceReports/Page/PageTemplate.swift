internal import Mustache
internal import VoiceFiles

/// The templates of a page, which stand beside this file and are embedded in the program.
enum PageTemplate {
    private static let pageTemplate = template("page")
    private static let sessionTemplate = template("session")
    private static let latencyTemplate = template("latency")
    private static let latencyPageTemplate = template("latency-page")

    /// The page around its sessions.
    static func page(_ context: [String: Any]) -> String { pageTemplate.render(context) }

    /// Returns the part that unfolds below the line of a session.
    static func session(_ context: [String: Any]) -> String { sessionTemplate.render(context) }

    /// The section on latencies.
    static func latency(_ context: [String: Any]) -> String { latencyTemplate.render(context) }

    /// The page around that section alone.
    static func latencyPage(_ context: [String: Any]) -> String {
        latencyPageTemplate.render(context)
    }

    private static func template(_ name: String) -> MustacheTemplate {
        do {
            return try MustacheTemplate(string: part("\(name).mustache"))
        } catch { preconditionFailure("a template of the page is damaged: \(error)") }
    }

    /// The text of a part of the page that stands beside this file.
    static func part(_ name: String) -> String {
        CarriedFile.at("Harness/VoiceReports/Page/\(name)").text
    }
}
