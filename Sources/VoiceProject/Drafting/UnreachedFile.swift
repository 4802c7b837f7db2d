public import VoiceDiff
internal import VoiceTrace

/// The `unreached.json` of a project: what no session of it can reach.
public struct UnreachedFile: Sendable, Equatable {
    /// Its name in the project's folder.
    public static let name = "unreached.json"
    private static let byteLimit: Int64 = 64 << 20

    /// Where it stands.
    public let path: String
    private let bytes: [UInt8]

    /// The file in `folder`; nil where there is none.
    ///
    /// - Throws: ``DraftError`` for one that cannot be read, or is no such list.
    public init?(folder: String) throws(DraftError) {
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
    public func setApart(in coverage: inout FlowCoverage) {
        let list = try? UnreachedList(bytes: bytes, file: path, graph: coverage.graph)
        list?.setApart(in: &coverage)
    }
}
