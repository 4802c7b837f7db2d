import ProgramEngine
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTrace

/// The engines that this program has: every command asks here.
enum Engines {
    /// Factory closures of the engines, in the order in which a bare trace is tried for them; tests
    /// have others.
    @TaskLocal static var makers = RegisteredEngine.all.map(\.make)

    /// Makes the engine of projects and commands that name none.
    static func usual() -> any EngineFactory { RegisteredEngine.usual.make() }

    /// The kind of that engine.
    static let usualKind = usual().declaration.kind

    /// The kind of the engine whose apps are programs; nil where there is none.
    static let programKind = RegisteredEngine.all.first(where: \.runsPrograms)?.make().declaration
        .kind

    /// Prefix of the names of settings that an app declares itself, when it runs.
    static let openSettings = ProgramEngineFactory.settingPrefix

    /// A factory of each engine.
    static func factories() -> [any EngineFactory] { makers.map { $0() } }

    fileprivate static var declarations: [EngineDeclaration] { factories().map(\.declaration) }

    /// Whether an engine of `kind` is among them.
    static func knows(_ kind: String) -> Bool { declarations.contains { $0.kind == kind } }

    /// The factory of engines of `kind`.
    ///
    /// - Throws: ``CommandError`` of `status` with the known kinds where none is.
    static func factory(
        of kind: String, orExit status: ExitStatus = .usage
    ) throws(CommandError) -> any EngineFactory {
        let all = factories()
        if let factory = all.first(where: { $0.declaration.kind == kind }) { return factory }
        throw CommandError.unknown(
            "engine", kind, among: all.map(\.declaration.kind), status: status)
    }

    /// Returns the kind of the first engine that knows a document of `paths` by content or name;
    /// nil where none does. A document that cannot be read is left to the command to refuse.
    static func kind(ofFiles paths: [String]) -> String? {
        let documents = paths.compactMap { path -> (name: String, root: JSONValue)? in
            guard !DiskFile.isFolder(path),
                let bytes = try? DiskFile.read(path, limit: FileLimit.text),
                let root = try? JSONReader.value(of: bytes, dialect: .lenient)
            else { return nil }
            return (DiskFile.name(of: path), root)
        }
        return factories().first { factory in
            documents.contains { factory.fileName(of: $0.root, called: $0.name) != nil }
        }?.declaration.kind
    }

    /// The factory of the engine that `configuration` names, and its files.
    ///
    /// - Throws: ``CommandError`` for an engine or a file of it that is not known.
    static func factory(
        of configuration: RunConfiguration
    ) throws(CommandError) -> any EngineFactory {
        do throws(CommandError) {
            let factory = try factory(of: configuration.engine, orExit: .badData)
            for name in configuration.files.keys.sorted() {
                try check(name, isFileOf: factory, orExit: .badData)
            }
            guard let command = configuration.programCommand else { return factory }
            guard factory.declaration.kind == programKind else {
                throw CommandError(
                    .badData,
                    "a \"programCommand\" is for the engine \(programKind ?? "program"). Write"
                        + " \"engine\": \"\(programKind ?? "program")\" beside it.")
            }
            return try told(factory, command)
        } catch {
            let place = configuration.projectFile.map { "\($0): " } ?? ""
            throw CommandError(error.status, "\(place)\(error)")
        }
    }

    /// The engine as its program says it is.
    private static func told(
        _ factory: any EngineFactory, _ command: ProgramCommand
    ) throws(CommandError) -> any EngineFactory {
        do {
            return try factory.told(running: command)
        } catch { throw CommandError(ExitStatus(error), "\(error)") }
    }

    /// Refuses a name that an engine of `factory` gives no file.
    ///
    /// - Throws: ``CommandError`` of `status` with the names.
    static func check(
        _ name: String, isFileOf factory: any EngineFactory, orExit status: ExitStatus
    ) throws(CommandError) {
        guard !factory.fileNames.contains(name) else { return }
        throw CommandError.unknown(
            "file of the engine \(factory.declaration.kind)", name,
            among: factory.fileNames, status: status)
    }

    /// Declarations that the engines make of their events.
    static var vocabularies: [EventVocabulary] { declarations.map(\.vocabulary) }

    /// Every kind of event that one of the engines emits, those of the core first.
    static var kinds: [String] { EventVocabulary.names(of: vocabularies) }

    /// Returns the meaning of the events of the session of `manifest`: as the manifest says, and
    /// for kinds that its trace does not have as its engine declares; nil where neither is known.
    static func vocabulary(of manifest: SessionManifest) -> EventVocabulary? {
        let own = declarations.first { $0.kind == manifest.engine.kind }?.vocabulary
        guard let told = manifest.vocabulary else { return own }
        return own.map { told.adding($0) } ?? told
    }

    /// Returns the meaning of the events of `manifest`, or of the events of `trace` where the
    /// manifest does not say it.
    ///
    /// A trace that does not tell the settings in force is one of another program: nothing is known
    /// of what its evidence counts.
    ///
    /// - Throws: ``TraceError`` where a line that is read is no event.
    static func vocabulary(
        of manifest: SessionManifest?, _ trace: TraceLines
    ) throws(TraceError) -> EventVocabulary {
        if let own = manifest.flatMap({ vocabulary(of: $0) }) { return own }
        var events: [TraceEvent] = []
        // Every kind has its first line among these.
        for index in trace.sample(of: [], context: 0) { events.append(try trace.event(at: index)) }
        let nearest = vocabulary(covering: events)
        return events.contains { $0.settingsInForce != nil } ? nearest : nearest.withoutEvidence
    }

    /// The vocabulary of the first engine that declares every kind of `events`; of those that do
    /// not, the first one's.
    static func vocabulary(
        covering events: [TraceEvent], among known: [EventVocabulary] = vocabularies
    ) -> EventVocabulary {
        known.first { $0.undeclared(in: events).isEmpty } ?? known.first ?? .core
    }

    /// Returns the values that the settings of the session of `manifest` in `folder` have unless
    /// said otherwise; empty where its engine is not known.
    static func standards(of manifest: SessionManifest, in folder: SessionFolder) -> JSONObject {
        guard
            let factory = factories().first(where: { $0.declaration.kind == manifest.engine.kind })
        else { return [:] }
        var files: [String: [UInt8]] = [:]
        if let name = factory.ownDescriptionFile {
            let path = "\(SessionFolder.Part.flow)/\(name)"
            files[name] = (try? folder.read(path, limit: FileLimit.text)) ?? nil
        }
        let told = try? factory.told(running: nil, describedBy: files)
        return SessionSettings(engine: (told ?? factory).declaration).object
    }

    /// Returns the graph, called `name`, of `files` of an engine of `kind`; nil where they cannot
    /// be read, are no graph, or the engine is not known. An engine's own states, which no file
    /// declares, are called by the engine: sessions of several folders cover them together.
    static func graph(
        of files: [String: [UInt8]], ofKind kind: String, name: String
    ) -> FlowGraph? {
        guard let factory = try? factory(of: kind),
            var graph = try? factory.graph(of: files, name: name, named: { $0 })
        else { return nil }
        let own = try? factory.graph(of: [:], name: name) { $0 }
        if graph == own { graph.name = "engine \(kind)" }
        return graph
    }
}

extension EventVocabulary {
    /// The vocabulary of the session of `manifest`; the core's alone where nothing is known of it.
    static func of(_ manifest: SessionManifest) -> EventVocabulary {
        Engines.vocabulary(of: manifest) ?? .core
    }

    /// Returns the vocabulary as the engine declares it now, with what it declared once and
    /// declares no more: a golden is measured by the rules of its replay.
    static func now(_ manifest: SessionManifest) -> EventVocabulary {
        let own = Engines.declarations.first { $0.kind == manifest.engine.kind }?.vocabulary
        guard let own else { return .of(manifest) }
        return manifest.vocabulary.map { own.adding($0) } ?? own
    }
}

extension CommandError {
    /// Returns the error for an unknown `what`, with the known ones.
    static func unknown(
        _ what: String, _ name: String, among known: [String], status: ExitStatus
    ) -> CommandError {
        CommandError(status, NearMiss.unknown(what, name, among: known))
    }
}
