internal import VoiceEngine
package import VoiceFiles
internal import VoiceJSON
internal import VoiceSession
package import VoiceTrace

/// One thing that a project tests: a scenario and its golden session, or a recorded session that
/// has no scenario.
package struct ProjectCase: Sendable, Equatable {
    /// Source of the caller.
    package enum Caller: Sendable, Equatable {
        /// A scenario file; it is simulated anew each time.
        case scenario(path: String)
        /// The golden session's own microphone: a person who was recorded once.
        case recording
    }

    /// The name relative to the project's folder, without a suffix, as in `ordering/happy`.
    package let name: String
    /// Source of the caller.
    package let caller: Caller
    /// The golden session; it need not exist yet.
    package let golden: SessionFolder
    /// Configuration of its runs.
    package var configuration: RunConfiguration
    /// The number of its caller among those of the scenario, who call at once, from 1; nil for a
    /// scenario of one caller.
    package let number: Int?
    /// The number of callers that its scenario has.
    package let callerCount: Int

    /// The case called `name`.
    package init(
        name: String, caller: Caller, golden: SessionFolder, configuration: RunConfiguration,
        number: Int? = nil, of callerCount: Int = 1
    ) {
        self.name = name
        self.number = number
        self.callerCount = callerCount
        self.caller = caller
        self.golden = golden
        self.configuration = configuration
    }

    /// Whether its caller is still there: its folder may be removed while it runs.
    package var hasCaller: Bool {
        switch caller {
        case .scenario(let path): DiskFile.exists(path)
        case .recording: hasGolden
        }
    }

    /// Returns the scenario in the file at `path`: of several callers, that of this one.
    func scenario(at path: String) throws(ProjectError) -> [UInt8] {
        let bytes = try CaseRunner.scenario(at: path)
        guard let number else { return bytes }
        guard let callers = ScenarioCallers(of: bytes), callers.scenarios.count >= number else {
            return bytes  // its reader says what is wrong
        }
        return callers.scenarios[number - 1]
    }

    /// The golden session is there.
    package var hasGolden: Bool { DiskFile.exists(golden.path) }
}

/// Every case of a project, in order of their names, and obstacles to some.
package struct ProjectCases: Sendable, Equatable {
    /// Cases that can be tested.
    package private(set) var cases: [ProjectCase] = []
    /// Goldens that were recorded from a scenario which is gone.
    package private(set) var orphans: [SessionFolder] = []
    /// The cases that such a golden belongs to, by its path, with the golden that they ask for:
    /// their scenario is the one it was recorded from, under another name.
    package private(set) var renamed: [String: ProjectCase] = [:]
    /// Sessions of recorded calls, which no code can run again.
    package private(set) var calls: [SessionFolder] = []
    /// Scenarios with the name of such a session. A call cannot be their golden session.
    package private(set) var namesakes: [ProjectCase] = []
    /// Files and folders that could not be read.
    package private(set) var unreadable: [DiskError] = []

    /// Files and folders that one project may hold.
    private static let fileLimit = 100_000
    private static let depthLimit = 32

    /// Scenarios and sessions, as seen from the project's folder.
    package var paths: [String] { scenarios + sessions }

    private let project: Project
    private var fileCount = 0
    private var scenarios: [String] = []
    private var sessions: [String] = []

    /// Searches the folder of `project`. Hidden folders, links and projects inside it are left out.
    ///
    /// - Throws: ``ProjectError/tooManyFiles(folder:limit:)``.
    package init(of project: Project) throws(ProjectError) {
        self.project = project
        try collect("", depth: 0)
        let suffix = Project.scenarioSuffix
        var names = Set<NameBytes>()
        var callers: [Int] = []
        for path in scenarios {
            let name = path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
            let whole = project.path(of: path)
            let count = Self.callers(at: whole)
            callers.append(count)
            for number in 1...count {
                let own = count == 1 ? name : "\(name).\(number)"
                guard names.insert(NameBytes(own)).inserted || !callers.contains(where: { $0 > 1 })
                else { throw Self.clash(of: own, whole) }
                cases.append(
                    ProjectCase(
                        name: own, caller: .scenario(path: whole),
                        golden: SessionFolder(path: project.path(of: own + SessionFolder.suffix)),
                        configuration: project.configuration(of: name),
                        number: count == 1 ? nil : number, of: count))
            }
        }
        for path in sessions {
            let name = String(path.dropLast(SessionFolder.suffix.count))
            let golden = SessionFolder(path: project.path(of: path))
            if Self.isCall(golden) {
                calls.append(golden)
                namesakes += cases.filter { NameBytes($0.name) == NameBytes(name) }
                cases.removeAll { NameBytes($0.name) == NameBytes(name) }
                continue
            }
            guard !names.contains(NameBytes(name)) else { continue }
            guard !Self.isFromScenario(golden) else {
                orphans.append(golden)
                continue
            }
            cases.append(
                ProjectCase(
                    name: name, caller: .recording, golden: golden,
                    configuration: project.configuration(of: name)))
        }
        for golden in orphans { adopt(golden) }
        cases.sort { NameBytes.precedes($0.name, $1.name) }
    }

    /// Returns the fault of a scenario whose name is that of a caller of another one.
    private static func clash(of name: String, _ path: String) -> ProjectError {
        .refused(findings: [
            Finding(
                severity: .error, file: path, place: TextPlace(line: 1, column: 1), path: .root,
                message: "two scenarios are called \"\(name)\": a caller of one, and the other."
                    + " Rename one")
        ])
    }

    /// Returns the number of callers of the scenario at `path`; 1 where it cannot be read.
    private static func callers(at path: String) -> Int {
        guard let bytes = try? CaseRunner.scenario(at: path) else { return 1 }
        return ScenarioCallers(of: bytes)?.scenarios.count ?? 1
    }

    /// Gives a golden whose scenario is gone to the only case that has no golden and whose scenario
    /// is the one it was recorded from.
    private mutating func adopt(_ golden: SessionFolder) {
        func value(_ bytes: [UInt8]?) -> JSONValue? {
            bytes.flatMap { try? JSONReader.value(of: $0, dialect: .lenient) }
        }
        let part = "\(SessionFolder.Part.flow)/\(ProjectEdits.scenarioName)"
        guard let recorded = value(try? CaseRunner.scenario(at: "\(golden.path)/\(part)")) else {
            return
        }
        let places = cases.indices.filter { place in
            guard case .scenario(let path) = cases[place].caller else { return false }
            return !cases[place].hasGolden
                && value(try? cases[place].scenario(at: path)) == recorded
        }
        guard places.count == 1, let place = places.first else { return }
        let old = cases[place]
        cases[place] = ProjectCase(
            name: old.name, caller: old.caller, golden: golden, configuration: old.configuration,
            number: old.number, of: old.callerCount)
        renamed[golden.path] = old
    }

    /// Leaves only the cases that stand at or below one of `paths`.
    package mutating func keep(below paths: [String]) {
        let roots = paths.map { DiskFile.realPath($0) }
        func isBelow(_ path: String) -> Bool {
            let real = DiskFile.realPath(path)
            return roots.contains { real == $0 || real.hasPrefix($0 == "/" ? $0 : $0 + "/") }
        }
        cases.removeAll { item in
            if case .scenario(let path) = item.caller, isBelow(path) { return false }
            return !isBelow(item.golden.path)
        }
        orphans.removeAll { !isBelow($0.path) }
        calls.removeAll { !isBelow($0.path) }
        namesakes.removeAll { !isBelow($0.golden.path) }
    }

    /// Whether a session is a recorded call; one that cannot be read is not told from others.
    private static func isCall(_ session: SessionFolder) -> Bool {
        (try? session.manifest())?.isCall ?? false
    }

    private mutating func collect(_ relative: String, depth: Int) throws(ProjectError) {
        let folder = relative.isEmpty ? project.folder : project.path(of: relative)
        let names: [String]
        do {
            names = try DiskFile.names(in: folder)
        } catch {
            unreadable.append(error)
            return
        }
        for name in names where !name.hasPrefix(".") {
            fileCount += 1
            guard fileCount <= Self.fileLimit else {
                throw .tooManyFiles(folder: project.folder, limit: Self.fileLimit)
            }
            let path = relative.isEmpty ? name : "\(relative)/\(name)"
            let whole = project.path(of: path)
            if let error = DiskError(ofNameAt: whole) {
                unreadable.append(error)
                continue
            }
            if name.hasSuffix(SessionFolder.suffix) {
                sessions.append(path)
            } else if project.scenarios.contains(where: { $0.matches(path) }) {
                scenarios.append(path)
            } else if depth < Self.depthLimit, DiskFile.isFolder(whole), !DiskFile.isLink(whole),
                !SessionFolder.isPartial(name), !name.hasSuffix(SessionFolder.pendingSuffix),
                !DiskFile.exists("\(whole)/\(Project.fileName)")
            {
                try collect(path, depth: depth + 1)
            }
        }
    }

    /// Whether a scenario was the caller of a session. In a live take it only scripted the app: the
    /// caller was a person, and is in the session.
    private static func isFromScenario(_ golden: SessionFolder) -> Bool {
        guard DiskFile.exists("\(golden.path)/\(SessionFolder.Part.flow)/scenario.json") else {
            return false
        }
        let inputs = try? RecordedInputs(golden.file(SessionFolder.Part.inputs)).inputs
        return !DeviceNews.isOpened(in: inputs ?? [])
    }
}
