import VoiceAudio
import VoiceCalls
import VoiceFiles
import VoiceReports
import VoiceSession

/// Finds which sound files are calls, which two are one call, and what `sides.json` says of each.
///
/// All of it is told by the folder that a file stands in, so that a call is the same call alone and
/// among others.
struct CallSearch {
    /// The calls, in the order in which they were found.
    private(set) var calls: [SoundSearch.Found] = []
    /// Faults of files that cannot be used.
    private(set) var faults: [RunFault] = []

    /// The answers and pairs of a folder.
    private struct Folder {
        var answers = SideAnswers()
        var pairs = CallPairs([])

        /// Returns the app's channel of two files that are named as one call, by `sides.json` or
        /// by their names; nil where neither says it.
        func app(_ first: String, _ second: String) -> Int? {
            let files = [first, second]
            let listed = answers.pairs.first { Set($0) == Set(files.map(DiskFile.name(of:))) }
            if let listed { return files.firstIndex { DiskFile.name(of: $0) == listed[1] } }
            guard let pair = CallPairs(files).pairs.first, let app = pair.app else { return nil }
            return files.firstIndex(of: app == 0 ? pair.first : pair.second)
        }
    }

    private var folders: [String: Folder] = [:]

    /// The calls among the sounds that were `found`.
    init(_ found: [SoundSearch.Found]) {
        var known: Set<String> = []
        for one in found where !known.contains(one.path) {
            let folder = DiskFile.parent(of: one.path)
            let told = told(by: folder)
            var call = one
            if one.second == nil,
                let crowd = told.pairs.crowds.first(where: { $0.contains(one.path) })
            {
                known.formUnion(crowd)
                faults.append(
                    RunFault(
                        .badData,
                        "\(crowd.joined(separator: ", ")): their names make more than two of them"
                            + " the sides of one call. Say which two are in"
                            + " \(SideAnswers.fileName)."))
                continue
            }
            if one.second == nil,
                let pair = told.pairs.pairs.first(where: {
                    $0.first == one.path || $0.second == one.path
                })
            {
                call = SoundSearch.Found(path: pair.first, relative: one.relative)
                call.second = pair.second
                call.answer.appChannel = pair.app
                known.formUnion([pair.first, pair.second])
            }
            if let second = one.second { call.answer.appChannel = told.app(one.path, second) }
            known.insert(one.path)
            for path in [call.second, call.path].compactMap(\.self) {
                guard let answer = told.answers.answers[DiskFile.name(of: path)] else { continue }
                call.answer = answer.completed(by: call.answer)
            }
            calls.append(call)
        }
    }

    /// Returns the answers and pairs of the folder at `path`, which is read once.
    private mutating func told(by path: String) -> Folder {
        if let known = folders[path] { return known }
        var folder = Folder()
        do {
            folder.answers = try SideAnswers(folder: path)
        } catch { faults.append(RunFault(ExitStatus(error), "\(error)")) }
        let prefix = path.isEmpty || path.hasSuffix("/") ? path : "\(path)/"
        let named = folder.answers.pairs.map {
            CallPairs.Pair(first: prefix + $0[0], second: prefix + $0[1], app: 1)
        }
        for name in folder.answers.answers.keys.sorted() + folder.answers.pairs.flatMap(\.self)
        where !DiskFile.exists(prefix + name) {
            faults.append(
                RunFault(
                    .missing,
                    "\(prefix)\(SideAnswers.fileName) names \(name), which is not beside it."))
        }
        let names = (try? DiskFile.names(in: path.isEmpty ? "." : path)) ?? []
        let sounds = names.filter(SoundSearch.isSound).map { prefix + $0 }
        folder.pairs = CallPairs(CallPairs(sounds).monoOnly(Self.isMono), named: named)
        folders[path] = folder
        return folder
    }

    private static func isMono(_ path: String) -> Bool {
        (try? SoundFileReader(path: path))?.format.channels == 1
    }
}
