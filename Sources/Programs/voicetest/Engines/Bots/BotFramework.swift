import VoiceFiles
import VoiceJSON

/// A framework of bots in Python that has a client: what a bot of it looks like, and its packages.
/// Its first project says so, under `framework` of `template.json`.
struct BotFramework: Equatable, Sendable {
    /// A way to start a bot.
    struct Start: Equatable, Sendable {
        /// Text that a line of the file has.
        let mark: String
        /// Description for the user: what it is, then what takes the place of the framework's own.
        let text: String
        /// Statement that the file has to end with; nil where the mark is the start itself.
        let call: String?
        /// Text that shows that a file has such a statement.
        let callMark: String?

        init(_ object: JSONObject) {
            mark = object["mark"]?.string ?? ""
            text = object["text"]?.string ?? ""
            call = object["call"]?.string
            callMark = object["callMark"]?.string
        }

        /// The description without what takes its place, as in "cli.run_app of LiveKit".
        var thing: String { String(text.prefix { $0 != ";" }) }
    }

    /// Name of its first project, and of the client's file `voicetest_APP.py`.
    let app: String
    /// Module that a bot of it imports.
    let module: String
    /// Package that has the module.
    let package: String
    /// Start by the framework's runner.
    let runner: Start
    /// Start by the file itself.
    let session: Start
    /// Module whose parts are services, as in `pipecat.services`.
    private let services: String
    /// Package of a service, with `SERVICE` for its name; nil where services are parts of the
    /// framework's package, as in `pipecat-ai[openai]`.
    private let servicePackage: String?
    /// Other modules that are parts of the package, and the names of these parts.
    private let parts: [String: String]

    /// Every framework, in order of their apps.
    static let all = ProjectTemplate.all.compactMap(\.framework)

    init(_ object: JSONObject, app: String) {
        self.app = app
        module = object["module"]?.string ?? app
        package = object["package"]?.string ?? app
        services = object["services"]?.string ?? ""
        servicePackage = object["servicePackage"]?.string
        parts = (object["parts"]?.object ?? [:]).members.reduce(into: [:]) {
            $0[$1.key] = $1.value.string
        }
        runner = Start(object["runner"]?.object ?? [:])
        session = Start(object["session"]?.object ?? [:])
    }

    /// The file of the client that adapts it.
    var adapter: String { "voicetest_\(app).py" }

    /// The versions that its client is tested with, oldest first.
    var tested: [String] { ClientFiles.strings("TESTED", in: adapter) }

    /// Whether `name` is the service that `module` is of, or belongs to.
    func has(service name: String, in module: String) -> Bool {
        module == "\(services).\(name)" || module.hasPrefix("\(services).\(name).")
    }

    /// Returns the package of its own that has `module`; nil for a module that is no service, and
    /// where services are parts of the framework's package.
    func servicePackage(of module: String) -> String? {
        guard let servicePackage, let service = service(in: module) else { return nil }
        return servicePackage.replacing("SERVICE", with: service.replacing("_", with: "-"))
    }

    /// Returns the part of the framework's package that has `module`; nil for none.
    func part(of module: String) -> String? {
        if let part = parts.first(where: { module == $0.key || module.hasPrefix($0.key + ".") }) {
            return part.value
        }
        guard servicePackage == nil, let service = service(in: module),
            module != "\(services).\(service)"
        else { return nil }
        return service
    }

    private func service(in module: String) -> String? {
        guard module.hasPrefix(services + ".") else { return nil }
        return module.dropFirst(services.count + 1).split(separator: ".").first.map(String.init)
    }
}
