import ArgumentParser
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceReports
import VoiceTrace

/// Forms in which a flow is shown.
enum FlowFormat: String, CaseIterable, ExpressibleByArgument {
    case text, svg, dot, json
}

struct FlowCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "flow",
        abstract: "Shows a flow as a list or as a picture.",
        discussion: """
            Lists every module with its type, and where each of its goTo keys leads. The picture \
            is one SVG file; dot is for Graphviz. With --sessions, modules and transitions show \
            how often the recorded sessions of this flow took them, and those that none took are \
            marked.

            Examples:
              voicetest flow voiceflow.json
              voicetest flow voiceflow.json --format svg --sessions sessions > flow.svg
              voicetest flow order.dialogue.json

            The content of the file shows which engine it belongs to: a voiceflow, a declared app, \
            a dialogue. With --engine, FILE is the first of that engine's files, and --file names \
            the others. An engine whose files have no edges has no picture: exit 64.
            """)

    @Argument(
        help: "The voiceflow file, the app.json of VoiceKit, or a NAME.dialogue.json of SayKit.",
        completion: .file(extensions: ["json"]))
    var file: String

    @OptionGroup var engine: EngineOptions

    @Option(help: "How it is shown.")
    var format = FlowFormat.text

    @Option(
        parsing: .upToNextOption,
        help: "Sessions, or folders of sessions, whose golden traces are counted.",
        completion: .directory)
    var sessions: [String] = []

    @OptionGroup var notes: NoteOptions

    func run() async throws {
        try await reporting {
            let factory = try engine.factory(for: [file])
            let graph = try graph(factory)
            guard !graph.modules.isEmpty else {
                let word = factory.declaration.vocabulary.scopeWord
                throw CommandError(
                    .badData,
                    "\(file): no \(word) is in it. `voicetest validate \(file)` says more.")
            }
            var status = ExitStatus.agrees
            let coverage = sessions.isEmpty ? nil : coverage(of: graph, factory, &status)
            switch format {
            case .text: try Console.print(FlowPicture.text(graph, coverage))
            case .dot: try Console.print(unescaped: FlowPicture.dot(graph, coverage) + "\n")
            case .svg: try Console.print(unescaped: FlowPicture.svg(graph, coverage) + "\n")
            case .json:
                try Console.print(json: Self.value(graph, coverage))
            }
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// Returns the paths of the files by the names that the engine gives them: the file that stands
    /// alone is the first, unless it has the name of another.
    private func paths(_ factory: any EngineFactory) throws -> [String: String] {
        var paths = try engine.paths(for: factory)
        let own = DiskFile.name(of: file)
        let names = factory.fileNames
        let isNamed = engine.kind != nil && names.contains(own)
        guard let name = isNamed ? own : names.first else { return paths }
        paths[name] = file
        return paths
    }

    /// Refuses a file of the engine other than the one that leads from module to module.
    private func refuseOther(_ factory: any EngineFactory) throws {
        guard engine.kind == nil, let first = factory.fileNames.first,
            let root = try? JSONReader.value(
                of: try DiskFile.read(file, limit: FileLimit.text), dialect: .lenient),
            root.array?.isEmpty != true,
            let name = factory.fileName(of: root, called: DiskFile.name(of: file)), name != first
        else { return }
        throw CommandError(
            .usage,
            "\(file): is a file of the kind \(name), which has no edges to draw. Name a file of the"
                + " kind \(first).")
    }

    private func graph(_ factory: any EngineFactory) throws -> FlowGraph {
        try refuseOther(factory)
        let paths = try paths(factory)
        var files = try paths.mapValues { try DiskFile.read($0, limit: FileLimit.text) }
        // Prompts beside the flow only add what its modules say.
        for name in factory.fileNames where files[name] == nil {
            let beside =
                DiskFile.parent(of: file).isEmpty ? name : "\(DiskFile.parent(of: file))/\(name)"
            files[name] = try? DiskFile.read(beside, limit: FileLimit.text)
        }
        let graph = try factory.graph(
            of: files, name: DiskFile.name(of: file), named: { paths[$0] ?? $0 })
        guard let graph else {
            let kind = factory.declaration.kind
            throw CommandError(
                .usage,
                "The files of the engine \(kind) have no graph to show. Check them with"
                    + " `voicetest validate --engine \(kind)`.")
        }
        return graph
    }

    /// Returns the coverage of this very flow by the golden traces of its sessions; a session that
    /// cannot be used is named and costs the others nothing. Nil where none ran it.
    private func coverage(
        of graph: FlowGraph, _ factory: any EngineFactory, _ status: inout ExitStatus
    ) -> FlowCoverage? {
        var coverage = FlowCoverage(graph: graph)
        var count = 0
        let search = SessionSearch(sessions)
        status = search.status
        let progress = ProgressLine(count: search.folders.count, unit: "sessions")
        defer { progress.clear() }
        for (place, folder) in search.folders.enumerated() {
            defer { progress.update(1, of: place) }
            do {
                guard let trace = try trace(of: folder, running: graph, factory) else { continue }
                coverage.add(trace.events, trace.vocabulary)
                count += 1
            } catch {
                Console.report("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        guard count == 0 else { return coverage }
        if status == .agrees {
            Console.report(
                "no session below \(sessions.joined(separator: ", ")) ran this flow. Sessions keep"
                    + " the flow they were recorded with: record them again after a change.")
            status = .badData
        }
        return nil
    }

    /// The golden trace of a session of this very flow; nil when it has another.
    private func trace(
        of folder: SessionFolder, running graph: FlowGraph, _ factory: any EngineFactory
    ) throws -> (events: [TraceEvent], vocabulary: EventVocabulary)? {
        let manifest = try folder.open()
        guard manifest.engine.kind == factory.declaration.kind else { return nil }
        var files: [String: [UInt8]] = [:]
        for name in try paths(factory).keys {
            let path = "\(SessionFolder.Part.flow)/\(name)"
            guard let entry = manifest.files.first(where: { $0.path == path })?.entry else {
                return nil
            }
            files[name] = try folder.bytes(of: path, entry: entry)
        }
        guard try factory.graph(of: files, name: graph.name, named: { $0 }) == graph else {
            return nil
        }
        return (try folder.golden().events, .of(manifest))
    }

    /// `{"flow", "modules": [{"id", "type", "count"?, "goTo": [{"key", "target", "dynamic",
    /// "count"?}]}]}`.
    private static func value(_ graph: FlowGraph, _ coverage: FlowCoverage?) -> JSONValue {
        func counted(_ object: JSONObject, _ count: Int?) -> JSONValue {
            var object = object
            object["count"] = count.map { .integer(Int64($0)) }
            return .object(object)
        }
        var ways: [String: [JSONValue]] = [:]
        for (index, edge) in graph.edges.enumerated() {
            let object: JSONObject = [
                "key": .string(edge.label), "target": .string(edge.target),
                "dynamic": .bool(edge.isDynamic),
            ]
            ways[edge.module, default: []].append(counted(object, coverage?.edgeCounts[index]))
        }
        let modules = graph.modules.enumerated().map { index, module in
            counted(
                [
                    "id": .string(module.id), "type": .string(module.type),
                    "goTo": .array(ways[module.id] ?? []),
                ], coverage?.moduleCounts[index])
        }
        return .object(["flow": .string(graph.name), "modules": .array(modules)])
    }
}
