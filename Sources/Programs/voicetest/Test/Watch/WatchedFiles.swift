import VoiceActivity
import VoiceAudio
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceSystem
import VoiceTrace

/// The files that the cases of projects are run from.
struct WatchedFiles {
    /// The cases with their files.
    private(set) var cases: [WatchMachine.Case] = []
    /// Project files, and folders in which cases and files may appear.
    private(set) var layout: Set<String> = []

    private static let depthLimit = 32
    private static let fileLimit = 100_000
    private var media: [String: Set<String>] = [:]
    private var fileCount = 0

    /// The files of `work` in the projects in `folders`; `more` are files that every case reads.
    init(_ work: [TestWork], in folders: [String], more: [String]) {
        let projectFiles = folders.map { Self.path(of: Project.fileName, in: $0) }
        layout.formUnion(projectFiles)
        for folder in folders { walk(folder, depth: 0) }
        for item in work {
            let shared = more + projectFiles + [item.toleranceFile].compactMap { $0 }
            cases.append(
                .init(
                    name: item.item.golden.path,
                    files: files(of: item.item).union(shared)))
        }
    }

    private mutating func files(of item: ProjectCase) -> Set<String> {
        let configuration = item.configuration
        var files = Set(FlowSources.paths(of: configuration).compactMap { $0 })
        files.formUnion([item.golden.manifestPath, item.golden.tracePath])
        if let folder = configuration.media { files.formUnion(media(in: folder)) }
        guard case .scenario(let path) = item.caller else { return files }
        files.insert(path)
        let parent = DiskFile.parent(of: path)
        for clip in Self.clips(of: path) {
            let folders = [parent.isEmpty ? "." : parent] + [configuration.media].compactMap { $0 }
            let places = clip.hasPrefix("/") ? [clip] : folders.map { Self.path(of: clip, in: $0) }
            files.formUnion(places + places.flatMap(SpeechLabels.places))
        }
        return files
    }

    /// The sounds that a scenario's caller plays; none of one that cannot be read.
    private static func clips(of path: String) -> [String] {
        guard let bytes = try? DiskFile.read(path, limit: FileLimit.text),
            let root = try? JSONReader.value(of: bytes, dialect: .lenient).object
        else { return [] }
        let all = [root] + (root["callers"]?.array ?? []).compactMap(\.object)
        let entries = all.flatMap { ($0["caller"]?.array ?? []) + [$0["noise"]].compactMap { $0 } }
        return entries.compactMap { $0.object?["play"]?.string }
    }

    private static func path(of name: String, in folder: String) -> String {
        folder == "." ? name : "\(folder)/\(name)"
    }

    /// Sounds and texts below a media folder.
    private mutating func media(in folder: String) -> Set<String> {
        if let known = media[folder] { return known }
        let found = walk(folder, depth: 0)
        media[folder] = found
        return found
    }

    /// Notes the folders below `folder`, and gives the sounds and texts in them. Hidden folders,
    /// links and sessions are left out.
    @discardableResult
    private mutating func walk(_ folder: String, depth: Int) -> Set<String> {
        guard depth < Self.depthLimit, DiskFile.isFolder(folder) else { return [] }
        layout.insert(folder)
        var found: Set<String> = []
        for name in (try? DiskFile.names(in: folder)) ?? [] where !name.hasPrefix(".") {
            fileCount += 1
            guard fileCount <= Self.fileLimit else { return found }
            let path = Self.path(of: name, in: folder)
            let ending = SoundContainer.ending(of: name)
            if ending == "txt" || SoundContainer.searchedExtensions.contains(ending) {
                found.insert(path)
            } else if !name.contains(SessionFolder.suffix), DiskFile.isFolder(path),
                !DiskFile.isLink(path)
            {
                found.formUnion(walk(path, depth: depth + 1))
            }
        }
        return found
    }
}

/// Facts that tell one state of a file or a folder from the next.
struct FileStamp: Sendable, Hashable {
    let inode: UInt64
    let bytes: Int64
    let seconds: Int64
    let nanoseconds: Int64
}

extension FileStamp {
    /// The stamp of what stands at `path`, links followed; nil where nothing does.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Glibc)
            let time = status.st_mtim
        #else
            let time = status.st_mtimespec
        #endif
        self.init(
            inode: UInt64(truncatingIfNeeded: status.st_ino),
            bytes: Int64(truncatingIfNeeded: status.st_size),
            seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// The stamps of all of `paths`.
    static func of(_ paths: Set<String>) -> [String: FileStamp?] {
        var stamps: [String: FileStamp?] = [:]
        for path in paths { stamps.updateValue(FileStamp(path: path), forKey: path) }
        return stamps
    }
}
