import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceReports

/// A small project that `init` writes: an app that takes an order, and its scenarios. It is a
/// folder of `Templates` with its files, and with what `template.json` says of them.
struct ProjectTemplate: Sendable {
    typealias File = (path: String, bytes: [UInt8])

    /// Name of the folder, which is what `--app` calls an app.
    let name: String
    /// The kind of the engine.
    let engine: String
    /// Description of the project for this engine, in a sentence of the help.
    let help: String
    /// The files by their paths in the project.
    var files: [File]
    /// Text that the app says or listens for, a text that may take its place, and the file that has
    /// it.
    let change: (before: String, after: String, file: String)
    /// Whether the change asks the world outside something else, whose answer no session has.
    let changeAsksAnew: Bool
    /// The framework that the app is made with; nil for none.
    let framework: BotFramework?

    private static let folder = "Programs/voicetest/Init/Templates"
    private static let description = "template.json"

    /// Files that tell git what to leave out, and what not to change: a session's files are hashed.
    static let gitFiles: [File] = [
        (".gitignore", Array("*.vsession.new/\n*.vsession.new.partial/\nreport/\n*.bak\n".utf8)),
        (".gitattributes", Array("**/*.vsession/** -text\n".utf8)),
    ]

    /// Every first project, by name.
    static let all = CarriedFile.below(folder).filter { $0.name == description }
        .map { ProjectTemplate(describedBy: $0) }

    /// First projects whose app is a program.
    static var apps: [ProjectTemplate] { all.filter { $0.engine == Engines.programKind } }

    /// First project of each engine, by the engine's kind.
    static let usual: [(kind: String, template: ProjectTemplate)] =
        RegisteredEngine.all.compactMap { engine in
            all.first { $0.name == engine.template }
                .map { (engine.make().declaration.kind, $0) }
        }

    /// Reads what a `template.json` of the program says; one that is wrong is a fault of the
    /// program.
    private init(describedBy file: CarriedFile) {
        guard let object = (try? JSONReader.value(of: file.bytes))?.object,
            let engine = object["engine"]?.string, let help = object["help"]?.string,
            let change = object["change"]?.object, let changed = change["file"]?.string,
            let before = change["before"]?.string, let after = change["after"]?.string
        else { preconditionFailure("\(file.path) does not describe a first project.") }
        let folder = DiskFile.parent(of: file.path)
        name = DiskFile.name(of: folder)
        (self.engine, self.help) = (engine, help)
        self.change = (before, after, changed)
        changeAsksAnew = change["asksAnew"]?.bool ?? false
        let app = name
        framework = object["framework"]?.object.map { BotFramework($0, app: app) }
        var files = CarriedFile.below(folder).filter { $0.name != Self.description }.map {
            (path: String($0.path.dropFirst(folder.utf8.count + 1)), bytes: $0.bytes)
        }
        for name in object["client"]?.array ?? [] {
            files.append(ClientFiles.file(name.string ?? ""))
        }
        for member in object["takes"]?.object?.members ?? [] {
            for name in member.value.array?.compactMap(\.string) ?? [] {
                files.append((name, CarriedFile.at("\(Self.folder)/\(member.key)/\(name)").bytes))
            }
        }
        self.files = files + Self.gitFiles
    }

    /// The project for an engine of `kind`.
    ///
    /// - Throws: ``CommandError`` with the kinds that have one.
    static func of(_ kind: String) throws(CommandError) -> ProjectTemplate {
        if let found = usual.first(where: { $0.kind == kind }) { return found.template }
        throw CommandError.unknown(
            "engine of a first project", kind, among: usual.map(\.kind), status: .usage)
    }

    /// Path of the file that describes a continuous integration run.
    static let workflowPath = ".github/workflows/voicetest.yml"

    /// A workflow that tests the project in `folder` of a repository.
    static func workflow(testing folder: String) -> [UInt8] {
        let text = CarriedFile.at("\(Self.folder)/workflow.yml").text
        return Array(text.replacing("FOLDER", with: folder).utf8)
    }
}
