internal import CCarriedFiles
internal import Mustache
internal import VoiceFiles

/// The templates of a page, which stand beside this file and are embedded in the program.
enum PageTemplate {
    private static let pageTemplate = template(carried_page_mustache().array)
    private static let sessionTemplate = template(carried_session_mustache().array)
    private static let latencyTemplate = template(carried_latency_mustache().array)
    private static let latencyPageTemplate = template(carried_latency_page_mustache().array)

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

    private static func template(_ bytes: [UInt8]) -> MustacheTemplate {
        do {
            return try MustacheTemplate(string: text(bytes))
        } catch { preconditionFailure("a template of the page is damaged: \(error)") }
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
