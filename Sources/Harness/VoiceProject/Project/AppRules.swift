internal import VoiceJSON

/// Rules of the app that scenarios of a project have in common, as the project's file writes them.
package struct AppRules: Sendable, Equatable {
    /// The project's file, as the user names it.
    package let file: String
    /// A scenario of these rules alone, as a session keeps it.
    package let scenario: [UInt8]
    /// The same with every value at the line and column where the project's file has it.
    package let placed: [UInt8]
    /// Text before the list's key in the project's file, as in `overrides[1].`.
    let prefix: String

    private static let opening = "{\"app\":"

    /// No rules.
    package static let noScenario = Array("{\"app\":[]}\n".utf8)

    /// Rules as a session keeps them, in `file`.
    init(scenario: [UInt8], file: String) {
        (self.scenario, self.file) = (scenario, file)
        (placed, prefix) = (scenario, "")
    }

    /// The list at the key `app` of the object at `path`; nil where no list stands there.
    init?(of document: JSONDocument, in path: JSONPath, file: String, prefix: String = "") {
        let list = path.key("app")
        guard let text = document.text(of: list) else { return nil }
        let place = document.place(of: list)
        let blanks = place.column - 1 - (place.line == 1 ? Self.opening.utf8.count : 0)
        self.file = file
        self.prefix = prefix
        scenario = Array(Self.opening.utf8) + text + Array("}\n".utf8)
        placed =
            Array(Self.opening.utf8)
            + [UInt8](repeating: UInt8(ascii: "\n"), count: place.line - 1)
            + [UInt8](repeating: UInt8(ascii: " "), count: max(0, blanks)) + text
            + Array("}\n".utf8)
    }
}
