internal import VoiceDiff
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceRecognition
internal import VoiceSession
internal import VoiceTrace

/// The edits of a project since a golden session was recorded, each of which can be made without
/// the others.
struct ProjectEdits {
    /// A case as it is with some of the edits.
    struct Made {
        var configuration: RunConfiguration
        var sources: FlowSources
        /// The scenario; nil for that of the file.
        var scenario: [UInt8]?
    }

    private enum Target {
        /// An edit of the file at a place in ``files``.
        case file(Int, edit: Int)
        case rules(edit: Int)
        case value((inout RunConfiguration) -> Void)
        /// A file of prompts that requests call by the names, and its old state at the path.
        case sound(names: Set<String>, path: String)
    }

    private enum Place {
        case source(String)
        case scenario
        /// A file of the program, by its path below its folder.
        case program(String)
    }

    /// Changes of each edit.
    private(set) var causes: [[Cause]] = []
    private var targets: [Target] = []
    private var files: [(place: Place, edits: FileEdits)] = []
    private let rules: ConfigurationChange.RuleChange?

    /// The edits since `golden`: `names` are files of the engine and its words, `unused` those that
    /// make no difference, `scenario` is the file as it is, with its path. Without a `change` no
    /// value of the project's file counts.
    init(
        since golden: GoldenSession, _ change: ConfigurationChange?, _ sources: FlowSources,
        names: Set<String>, unused: Set<String>, scenario: (path: String, bytes: [UInt8])?
    ) {
        rules = change?.rules
        let now = sources.files.merging(sources.taskFiles) { own, _ in own }
        for name in names.union(now.keys).subtracting(unused).sorted()
        where golden.files[name] != now[name] {
            // A partial set of sources leaves what it does not name as it was.
            guard now[name] != nil || !sources.isPartial else { continue }
            let file = sources.paths[name] ?? name
            add(
                FileEdits(before: golden.files[name], now: now[name], file: file), .source(name))
        }
        if let scenario {
            let before = golden.files[Self.scenarioName]
            add(FileEdits(before: before, now: scenario.bytes, file: scenario.path), .scenario)
        }
        guard let change else { return }
        let rules = change.rules
        for edit in 0..<rules.edits.count {
            causes.append(rules.edits.count == 1 ? rules.causes : [rules.causes[edit]])
            targets.append(.rules(edit: edit))
        }
        for value in change.edits {
            guard let undo = value.undo else { continue }
            causes.append([value.cause])
            targets.append(.value(undo))
        }
    }

    /// The name of a session's copy of its scenario.
    static let scenarioName = "scenario.json"

    /// Adds the edits of files of a program in `folder`, but for its sessions and what is compared
    /// already. Returns whether there were any.
    mutating func add(
        _ files: [ProjectHistory.OldFile], in folder: String, besides known: [String]
    ) -> Bool {
        let known = Set(known.map(DiskFile.realPath))
        let root = DiskFile.realPath(folder)
        let count = causes.count
        for file in files {
            let parts = file.path.split(separator: "/")
            let isOwn =
                file.path.hasSuffix(Project.scenarioSuffix)
                || parts.last == Substring(Project.fileName)
                || parts.contains { $0.hasSuffix(SessionFolder.suffix) }
            let path = "\(folder)/\(file.path)"
            // A file behind a link is no file of the project's own.
            guard !isOwn, !known.contains(DiskFile.realPath(path)),
                DiskFile.realPath(DiskFile.parent(of: path))
                    == DiskFile.parent(of: "\(root)/\(file.path)")
            else { continue }
            // A file that is new stays: nothing of the old files knows it.
            let now = DiskFile.exists(path) ? try? DiskFile.read(path, limit: Self.codeLimit) : nil
            guard now != nil || !DiskFile.exists(path) else { continue }
            add(
                FileEdits(codeBefore: file.bytes, now: now, file: file.path), .program(file.path))
        }
        return causes.count > count
    }

    /// Files of prompts that are edits at most.
    private static let soundLimit = FileEdits.limit
    /// The folder with the old files of prompts; nil where no such file changed.
    private var soundFolder: String?

    /// Adds the changes of `sounds`, files of prompts, of which `history` has the old state in
    /// `folder`.
    ///
    /// - Throws: ``ProjectHistory/Fault``, `DiskError` where an old file cannot be put anywhere.
    mutating func add(
        _ sounds: [SoundChanges.File], in folder: String, of history: ProjectHistory
    ) throws {
        let known = Dictionary(
            sounds.prefix(Self.soundLimit).map { (DiskFile.realPath($0.path), $0) }
        ) { first, _ in first }
        let root = DiskFile.realPath(folder)
        let old = try history.oldFiles { known["\(root)/\($0)"] != nil }
        guard !old.isEmpty else { return }
        let place = try DiskFile.makeTemporaryFolder(in: "/tmp")
        soundFolder = place
        for (number, file) in old.enumerated() {
            guard let sound = known["\(root)/\(file.path)"] else { continue }
            // Its ending says how it is read.
            let path = "\(place)/\(number)-\(DiskFile.name(of: file.path))"
            try DiskFile.write(file.bytes, to: path)
            causes.append(sound.causes)
            targets.append(.sound(names: sound.names, path: path))
        }
    }

    /// Removes the files that were written for tries.
    func removeFiles() {
        if let soundFolder { try? DiskFile.remove(soundFolder) }
    }

    /// Bytes of a file of a program that are read at most.
    private static let codeLimit: Int64 = 4 << 20

    private mutating func add(_ edits: FileEdits, _ place: Place) {
        for edit in 0..<edits.count {
            causes.append(edits.causes(of: edit))
            targets.append(.file(files.count, edit: edit))
        }
        files.append((place, edits))
    }

    /// The case with the edits at the places in `made`, and without the others.
    func made(
        _ made: Set<Int>, in configuration: RunConfiguration, _ sources: FlowSources
    ) -> Made {
        var result = Made(configuration: configuration, sources: sources)
        var ofFiles = [Set<Int>](repeating: [], count: files.count)
        var ofRules: Set<Int> = []
        for (index, target) in targets.enumerated() {
            switch target {
            case .file(let file, let edit): if made.contains(index) { ofFiles[file].insert(edit) }
            case .rules(let edit): if made.contains(index) { ofRules.insert(edit) }
            case .value(let undo): if !made.contains(index) { undo(&result.configuration) }
            case .sound(let names, let path):
                guard !made.contains(index) else { continue }
                for name in names { result.configuration.oldSounds[name] = path }
            }
        }
        if let rules { result.configuration.app = rules.rules(with: ofRules) }
        var changed: [String: [UInt8]?] = [:]
        for (made, (place, edits)) in zip(ofFiles, files) {
            let bytes = edits.bytes(with: made)
            switch place {
            case .source(let name): changed[name] = .some(bytes)
            case .scenario: result.scenario = bytes
            case .program(let name):
                guard made.count < edits.count, let bytes else { continue }
                result.configuration.programCommand?.replacedFiles[name] = bytes
            }
        }
        result.sources = sources.replacing(changed)
        return result
    }
}
