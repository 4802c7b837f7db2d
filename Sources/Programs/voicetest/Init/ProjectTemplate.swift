import CCarriedFiles
import VoiceEngine
import VoiceFiles
import VoiceReports

/// A small project that `init` writes: an app that takes an order, and its scenarios.
struct ProjectTemplate: Sendable {
    /// Description of the project for this engine, in a sentence of the help.
    let help: String
    /// The files by their paths in the project.
    var files: [(path: String, bytes: [UInt8])]
    /// Text that the app says or listens for, a text that may take its place, and the file that has
    /// it.
    let change: (before: String, after: String, file: String)
    /// Whether the change asks the world outside something else, whose answer no session has.
    var changeAsksAnew = false

    /// Files that tell git what to leave out, and what not to change: a session's files are hashed.
    static let gitFiles: [(path: String, bytes: [UInt8])] = [
        (".gitignore", Array("*.vsession.new/\n*.vsession.new.partial/\nreport/\n".utf8)),
        (".gitattributes", Array("**/*.vsession/** -text\n".utf8)),
    ]

    /// The project for an engine of `kind`.
    ///
    /// - Throws: ``CommandError`` with the kinds that have one.
    static func of(_ kind: String) throws(CommandError) -> ProjectTemplate {
        if let found = all.first(where: { $0.kind == kind }) { return found.template }
        throw CommandError.unknown(
            "engine of a first project", kind, among: all.map(\.kind), status: .usage)
    }

    /// The project for each engine that has one, by the engine's kind.
    static let all: [(kind: String, template: ProjectTemplate)] =
        RegisteredEngine.all.compactMap { engine in
            engine.template.map { (engine.make().declaration.kind, $0) }
        }

    /// Path of the file that describes a continuous integration run.
    static let workflowPath = ".github/workflows/voicetest.yml"

    /// A workflow that tests the project in `folder` of a repository.
    static func workflow(testing folder: String) -> [UInt8] {
        let text = String(decoding: carried_workflow_yml().array, as: UTF8.self)
        return Array(text.replacing("FOLDER", with: folder).utf8)
    }
}
