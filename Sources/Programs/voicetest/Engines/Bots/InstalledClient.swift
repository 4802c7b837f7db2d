import VoiceFiles
import VoiceJSON
import VoicePrograms

/// Python of the user, and the packages in it that voice apps are made with.
struct InstalledClient {
    /// The package of the client.
    static let package = "voicetest-app"
    /// Prints the versions of Python and of packages. A copy in the folder itself does not count.
    private static let question = """
        import sys
        sys.path = [one for one in sys.path if one]
        import importlib.metadata, importlib.util, json
        found = {"python": sys.version.split()[0]}
        for name in sys.argv[1:]:
            try:
                found[name] = importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError:
                pass
        if not importlib.util.find_spec("voicetest_app"):
            found.pop("\(package)", None)
        print(json.dumps(found))
        """

    /// The versions by name; `python` for the interpreter.
    let versions: [String: String]

    /// Asks the `python3` of the PATH for the versions of the client and of `packages`; nil where
    /// none answers. A project for an app that exists starts nothing: ``PythonInstallation`` looks
    /// at folders instead.
    init?(packages: [String] = []) {
        guard let python = ProgramStart.path(of: "python3", in: nil) else { return nil }
        let start = ProgramStart(
            program: python, arguments: ["-c", Self.question, Self.package] + packages)
        guard let told = try? ProgramRun(start, input: [], outputLimit: 1 << 16).run(),
            let object = (try? JSONReader.value(of: told.output))?.object
        else { return nil }
        var versions: [String: String] = [:]
        for member in object.members { versions[member.key] = member.value.string }
        self.versions = versions
    }

    /// The line of `requirements.txt` that asks for the client of this release.
    static let requirement = "\(package)==\(Voicetest.version)"

    /// Whether the package brings a file of a first project, too.
    private static func isBrought(_ file: ProjectTemplate.File) -> Bool {
        file.path.hasPrefix("voicetest_") && file.path.hasSuffix(".py")
    }

    /// Returns `template` with ``requirement`` in place of the client's files, where this release
    /// of the client is installed already; and a sentence on the way that was taken, nil where
    /// the project has no client for Python.
    static func fitting(
        _ template: ProjectTemplate, copying: Bool
    ) -> (template: ProjectTemplate, told: String?) {
        guard template.files.contains(where: isBrought) else { return (template, nil) }
        let copied = "The project has a copy of the client: voicetest_app.py."
        guard !copying, InstalledClient()?.versions[package] == Voicetest.version else {
            return (template, copied)
        }
        var fitting = template
        fitting.files.removeAll(where: isBrought)
        fitting.files.append(("requirements.txt", Array("\(requirement)\n".utf8)))
        return (
            fitting,
            "The project takes the client that is installed: requirements.txt names \(requirement)."
        )
    }
}
