import ArgumentParser
import VoiceDiff
import VoiceFlow
import VoiceReports
import VoiceTrace

/// How a flow is shown.
enum FlowFormat: String, CaseIterable, ExpressibleByArgument {
    case text, svg, dot, json
}

struct FlowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flow",
        abstract: "Shows a flow as a list or as a picture.",
        discussion: """
            Every module with its type, and where each of its goTo keys leads. The picture is an \
            SVG file that needs nothing beside it; dot is for Graphviz. With --sessions, modules \
            and ways carry how often the recorded sessions of this flow took them, and what none \
            took is marked.

            Examples:
              voicetest flow voiceflow.json
              voicetest flow voiceflow.json --format svg --sessions sessions > flow.svg
            """)

    @Argument(help: "The voiceflow file.", completion: .file(extensions: ["json"]))
    var file: String

    @Option(help: "How it is shown.")
    var format = FlowFormat.text

    @Option(
        parsing: .upToNextOption,
        help: "Sessions, or folders of sessions, whose golden traces are counted.",
        completion: .directory)
    var sessions: [String] = []

    func run() async throws {
        try await reporting {
            let bytes = try DiskFile.read(file, limit: FileLimit.text)
            let files = [VoiceflowFactory.FileName.flow: bytes]
            let graph = try VoiceflowFactory.graph(
                of: files, name: DiskFile.name(of: file), file: file)
            guard !graph.modules.isEmpty else {
                throw CommandError(
                    .badData,
                    "\(file): no module is in it. A voiceflow is an array of modules with id, type"
                        + " and goTo; `voicetest validate \(file)` says more.")
            }
            var status = ExitStatus.agrees
            let coverage = sessions.isEmpty ? nil : coverage(of: graph, &status)
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

    /// What the golden traces of this very flow's sessions exercised; a session that cannot be
    /// used is named and costs the others nothing. Nil where none ran it.
    private func coverage(of graph: FlowGraph, _ status: inout ExitStatus) -> FlowCoverage? {
        var coverage = FlowCoverage(graph: graph)
        var count = 0
        let search = SessionSearch(sessions)
        status = search.status
        for folder in search.folders {
            do {
                guard let trace = try Self.trace(of: folder, running: graph) else { continue }
                coverage.note(trace.events, trace.vocabulary)
                count += 1
            } catch {
                Console.note("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        guard count == 0 else { return coverage }
        if status == .agrees {
            Console.note(
                "no session below \(sessions.joined(separator: ", ")) ran this flow. Sessions keep"
                    + " the flow they were recorded with: record them again after a change.")
            status = .badData
        }
        return nil
    }

    /// The golden trace of a session of this very flow; nil when it has another.
    private static func trace(
        of folder: SessionFolder, running graph: FlowGraph
    ) throws -> (events: [TraceEvent], vocabulary: EventVocabulary)? {
        let manifest = try folder.open()
        let name = "\(SessionFolder.Part.flow)/\(VoiceflowFactory.FileName.flow)"
        guard let entry = manifest.files.first(where: { $0.path == name })?.entry else {
            return nil
        }
        let files = [VoiceflowFactory.FileName.flow: try folder.bytes(of: name, entry: entry)]
        guard try VoiceflowFactory.graph(of: files, name: graph.name) == graph else { return nil }
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
