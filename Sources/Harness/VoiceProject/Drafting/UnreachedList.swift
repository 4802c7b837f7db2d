package import VoiceDiff
package import VoiceEngine
package import VoiceFiles
internal import VoiceJSON
package import VoiceTrace

/// Parts of a flow that no scenario can reach, as a file: coverage counts it apart.
package struct UnreachedList: Sendable, Equatable {
    /// The parts, in the order of the flow.
    package var parts: [UnreachedPart]

    /// Longest list that is read.
    private static let limit = 1_000_000

    /// A list of these parts.
    package init(_ parts: [UnreachedPart]) { self.parts = parts }

    /// The file.
    package var bytes: [UInt8] {
        let entries = parts.map { part -> JSONValue in
            var object: JSONObject = [
                "module": .string(part.module), "reason": .string(part.reason),
            ]
            if let edge = part.edge {
                object["key"] = .string(edge.key)
                object["target"] = .string(edge.target)
                object["detail"] = edge.detail.map(JSONValue.string)
            }
            return .object(object)
        }
        return JSONWriter.prettyBytes(
            .object(["formatVersion": 1, "unreached": .array(entries)]))
    }

    /// The list that a file holds, for the flow of `graph`: of a part that the flow no longer has
    /// nothing is kept.
    ///
    /// - Throws: ``DraftError/unreadable(file:what:)``.
    package init(bytes: [UInt8], file: String, graph: FlowGraph) throws(DraftError) {
        let root: JSONObject?
        do {
            root = try DocumentSurvey(bytes: bytes, file: file).document.root.object
        } catch { throw .unreadable(file: file, what: "no JSON: \(error)") }
        guard let root, root["formatVersion"] == 1, let entries = root["unreached"]?.array,
            entries.count <= Self.limit
        else {
            throw .unreadable(file: file, what: "no list of format version 1")
        }
        parts = []
        for (index, entry) in entries.enumerated() {
            guard let object = entry.object, let module = object["module"]?.string,
                let reason = object["reason"]?.string
            else {
                throw .unreadable(
                    file: file, what: "entry \(index + 1) names no module and reason")
            }
            guard let key = object["key"]?.string else {
                if graph.modules.contains(where: { $0.id == module }) {
                    parts.append(.init(module: module, edge: nil, reason: reason))
                }
                continue
            }
            let edge = graph.edges.first { edge in
                edge.module == module && edge.key == key
                    && edge.detail == object["detail"]?.string
                    && edge.target == object["target"]?.string
            }
            if let edge { parts.append(.init(module: module, edge: edge, reason: reason)) }
        }
    }

    /// The parts that no session of `coverage` exercised, which is of the same flow.
    package func without(exercised coverage: FlowCoverage) -> UnreachedList {
        var coverage = coverage
        var known = coverage.apartEdges
        return UnreachedList(
            parts.filter { part in
                guard part.edge != nil else {
                    return coverage.missedModules.contains { $0.id == part.module }
                }
                // Equal edges stand apart by their order, as coverage has it.
                UnreachedList([part]).setApart(in: &coverage)
                defer { known = coverage.apartEdges }
                guard let place = coverage.apartEdges.subtracting(known).first else { return true }
                return coverage.edgeCounts[place] == 0
            })
    }

    /// Takes the parts out of what is counted, where no session exercised them.
    package func setApart(in coverage: inout FlowCoverage) {
        coverage.setApart(
            edges: parts.compactMap(\.edge),
            modules: parts.filter { $0.edge == nil }.map(\.module))
    }
}

/// Reason why a file of drafting is refused.
package enum DraftError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The `file` does not hold what it should; `what` says why.
    case unreadable(file: String, what: String)
    /// A file cannot be read or written.
    case disk(DiskError)
    /// Nothing drafts scenarios for the files of this `engine`.
    case notDrafted(engine: String)

    /// The fault, its place, its reason and the next step.
    package var description: String {
        switch self {
        case .unreadable(let file, let what):
            "\(file): found \(what). Write it anew with `voicetest init --from`."
        case .disk(let error): error.description
        case .notDrafted(let engine):
            "no scenarios are drafted for files of the engine \(engine). Write them by hand, or"
                + " leave --from out."
        }
    }
}

/// The `unreached.json` of a project: parts that no session of it can reach.
package struct UnreachedFile: Sendable, Equatable {
    /// Its name in the project's folder.
    package static let name = "unreached.json"
    private static let byteLimit: Int64 = 64 << 20

    /// Path of the file.
    package let path: String
    private let bytes: [UInt8]

    /// The file in `folder`; nil if there is none.
    ///
    /// - Throws: ``DraftError`` for one that cannot be read, or is no such list.
    package init?(folder: String) throws(DraftError) {
        path = Project.join(folder, Self.name)
        guard DiskFile.exists(path) else { return nil }
        do {
            bytes = try DiskFile.read(path, limit: Self.byteLimit)
        } catch { throw .disk(error) }
        // Its form shows without a flow; its names are those of the flow that is tested.
        _ = try UnreachedList(
            bytes: bytes, file: path, graph: FlowGraph(name: "", modules: [], edges: []))
    }

    /// Takes what it lists out of what is counted, as far as the flow has it and no session
    /// exercised it.
    package func setApart(in coverage: inout FlowCoverage) {
        let list = try? UnreachedList(bytes: bytes, file: path, graph: coverage.graph)
        list?.setApart(in: &coverage)
    }
}
