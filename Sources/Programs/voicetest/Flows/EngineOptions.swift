import ArgumentParser
import VoiceEngine
import VoiceProject
import VoiceReports

/// A file of an engine given as `NAME=PATH`.
struct FileOption: ExpressibleByArgument {
    let name: String
    let path: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        name = String(argument[..<equals])
        path = String(argument[argument.index(after: equals)...])
        if name.isEmpty || path.isEmpty { return nil }
    }
}

/// Engine that a command is about, and the engine's own files.
struct EngineOptions: ParsableArguments {
    @Option(help: "The kind of the engine; \(Engines.usualKind) unless given.")
    var engine: String?

    @Option(
        name: .customLong("file"), parsing: .unconditionalSingleValue,
        help: .init(
            "One of the engine's own files, by the name that the engine gives it; needs --engine.",
            valueName: "name=path"))
    var files: [FileOption] = []

    @Option(
        help: .init(
            "A dialogue; short for \(dialogueOwner.map(\.text) ?? "--file").",
            valueName: "path"),
        completion: .file(extensions: ["json"]))
    var dialogue: String?

    /// The kind of the engine that is named, also by a file that only one engine has; nil for none.
    var kind: String? { engine ?? (dialogue == nil ? nil : Self.dialogueOwner?.kind) }

    private var named: [(name: String, path: String)] {
        files.map { ($0.name, $0.path) }
            + [dialogue].compactMap { $0 }.compactMap { path in
                Self.dialogueOwner.map { ($0.file, path) }
            }
    }

    /// The engine that --dialogue is for, and the engine's name for the file.
    private static let dialogueOwner: DialogueOwner? = RegisteredEngine.all.lazy.compactMap {
        engine in
        engine.dialogueFile.map { .init(kind: engine.make().declaration.kind, file: $0) }
    }.first

    private struct DialogueOwner {
        let kind: String
        let file: String

        /// Longer options with the same meaning.
        var text: String { "--engine \(kind) --file \(file)=PATH" }
    }

    func validate() throws {
        if dialogue != nil, let engine, let owner = Self.dialogueOwner?.kind, engine != owner {
            throw ValidationError(
                "--dialogue is for the engine \(owner). Leave out --engine \(engine).")
        }
        if engine == nil, !files.isEmpty {
            throw ValidationError("--file names a file of an engine. Give --engine with it.")
        }
        let names = named.map(\.name)
        if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
            throw ValidationError("--file \(twice) is there twice. Keep one of them.")
        }
    }

    /// Whether the engine's files are given by their names, and not by options of their own.
    var isGeneral: Bool {
        !files.isEmpty || kind.map { $0 != Engines.usualKind } ?? false
    }

    /// The factory of the engine that is named; otherwise of the one that knows one of `documents`,
    /// or the usual one.
    ///
    /// - Throws: ``CommandError`` with the known kinds.
    func factory(for documents: [String] = []) throws(CommandError) -> any EngineFactory {
        try Engines.factory(
            of: kind ?? Engines.kind(ofFiles: documents) ?? Engines.usualKind)
    }

    /// The paths of the files by their names.
    ///
    /// - Throws: ``CommandError`` for a name that the engine does not give a file.
    func paths(for factory: any EngineFactory) throws(CommandError) -> [String: String] {
        for file in files { try Engines.check(file.name, isFileOf: factory, orExit: .usage) }
        return Dictionary(named) { first, _ in first }
    }

    /// Puts engine and files into `configuration`, where they are given by their names.
    ///
    /// - Throws: as ``paths(for:)`` and ``factory()`` do.
    func apply(to configuration: inout RunConfiguration) throws(CommandError) {
        guard isGeneral else { return }
        let factory = try factory()
        configuration.setEngine(factory.declaration.kind, files: try paths(for: factory))
    }

    /// Refuses options for the files of the usual engine beside files of another; `options` are
    /// those that were given.
    func refuse(_ options: [(name: String, value: String?)]) throws {
        guard isGeneral, let given = options.first(where: { $0.value != nil })?.name else { return }
        throw ValidationError(
            "\(given) works only with \(Engines.usualKind). Name the files of"
                + " \(kind ?? Engines.usualKind) with --file NAME=PATH.")
    }
}
