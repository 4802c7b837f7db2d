import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceReports
import VoiceTrace

/// The projects that a command was pointed at, and their cases.
struct ProjectSet {
    /// Project, with its cases to be tested.
    struct Member {
        var project: Project
        var cases: ProjectCases
        var tolerance: Tolerance
        /// Parts that no scenario can reach; nil where the project has no list.
        var unreached: UnreachedFile?
        /// Whether all of its cases are tested, and not those below some paths.
        var isWhole: Bool
    }

    private(set) var members: [Member] = []
    /// Faults of what could not be found or read on the way.
    private(set) var faults: [RunFault] = []

    /// Deepest folder below a path that is searched for projects.
    private static let depthLimit = 32

    /// Finds the projects of `paths`: the one that a path stands in, else every one below it;
    /// without paths the one above the working folder.
    init(_ paths: [String]) throws {
        guard !paths.isEmpty else {
            guard let folder = Project.folder(above: ".") else {
                throw ProjectError.notFound(from: DiskFile.currentFolder)
            }
            try add(folder, below: nil)
            return
        }
        var narrowed: [String: [String]] = [:]
        var order: [String] = []
        for path in paths {
            guard DiskFile.exists(path) else {
                report(DiskError.missing(path: path))
                continue
            }
            if let folder = Project.folder(above: path) {
                let key = DiskFile.realPath(folder)
                if narrowed[key] == nil { order.append(folder) }
                narrowed[key, default: []].append(path)
                continue
            }
            let known = faults.count
            let found = projects(below: path)
            if found.isEmpty, faults.count == known {
                report(ProjectError.notFound(from: path))
            }
            for folder in found where narrowed[DiskFile.realPath(folder)] == nil {
                order.append(folder)
                narrowed[DiskFile.realPath(folder)] = [folder]
            }
        }
        for folder in order {
            do {
                try add(folder, below: narrowed[DiskFile.realPath(folder)])
            } catch { report(error) }
        }
    }

    private mutating func report(_ error: any Error) {
        Console.report("\(error)")
        faults.append(RunFault(ExitStatus(error), "\(error)"))
    }

    private mutating func add(_ folder: String, below paths: [String]?) throws {
        let reader = try ProjectReader.checked(folder: folder, usual: Engines.usual())
        for finding in reader.findings { Console.report(finding.description) }
        let project = reader.project
        var cases = try ProjectCases(of: project)
        for error in cases.unreadable { report(error) }
        for item in cases.namesakes where paths == nil { report(CallSessions.namesake(item)) }
        let count = cases.cases.count
        if let paths { cases.keep(below: paths) }
        members.append(
            Member(
                project: project, cases: cases,
                tolerance: try project.tolerance.map { try Tolerance(file: $0) } ?? .exact,
                unreached: try UnreachedFile(folder: project.folder),
                isWhole: cases.cases.count == count))
    }

    private mutating func projects(below path: String) -> [String] {
        var faults: [DiskError] = []
        let found = Self.projects(below: path, depth: 0, &faults)
        for fault in faults { report(fault) }
        return found
    }

    /// Whether a project stands at or below `path`.
    static func holdsProject(_ path: String) -> Bool {
        var faults: [DiskError] = []
        return !projects(below: path, depth: 0, &faults).isEmpty
    }

    private static func projects(
        below path: String, depth: Int, _ faults: inout [DiskError]
    ) -> [String] {
        guard depth < depthLimit, DiskFile.isFolder(path), depth == 0 || !DiskFile.isLink(path)
        else { return [] }
        if DiskFile.exists("\(path)/\(Project.fileName)") { return [path] }
        let names = (try? DiskFile.names(in: path)) ?? []
        var found: [String] = []
        for name in names where !name.hasPrefix(".") && !name.hasSuffix(SessionFolder.suffix) {
            let whole = "\(path)/\(name)"
            if let error = DiskError(ofNameAt: whole) {
                faults.append(error)
            } else {
                found += projects(below: whole, depth: depth + 1, &faults)
            }
        }
        return found
    }

    /// The cases of all projects, with their sources: each set of files is read once.
    ///
    /// `tolerance` is a file in place of the projects' own; `configured` says how a case runs.
    func work(
        tolerance: String? = nil, tellsWarnings: Bool = true,
        configured: (RunConfiguration) throws -> RunConfiguration
    ) throws -> [TestWork] {
        var read: [[String?]: Result<FlowSources, any Error>] = [:]
        var work: [TestWork] = []
        let own = try tolerance.map { try Tolerance(file: $0) }
        for member in members {
            for var item in member.cases.cases {
                item.configuration = try configured(item.configuration)
                let names = item.configuration.files.keys.sorted()
                let key =
                    FlowSources.paths(of: item.configuration)
                    + [item.configuration.engine] + names
                    + [item.configuration.telephone.map { Digest.hex(of: $0) }]
                let files =
                    read[key]
                    ?? Result {
                        try FlowSources.noted(item.configuration, tellsWarnings: tellsWarnings)
                    }
                read[key] = files
                work.append(
                    TestWork(
                        item: item, sources: files, tolerance: own ?? member.tolerance,
                        unreached: member.unreached,
                        toleranceFile: tolerance ?? member.project.tolerance))
            }
        }
        return work
    }
}
