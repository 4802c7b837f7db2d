import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceReports
import VoiceSynthesis
import VoiceTrace

/// Cases that failed when they were tested last, kept in the user's cache folder for
/// `--last-failed`; never in the project.
struct LastFailures {
    private let path: String?
    private static let byteLimit: Int64 = 16 << 20

    /// The failures of tests that were run from the working folder.
    init() {
        let folder = SpeechSynthesizer.usualCacheFolder.map { DiskFile.parent(of: $0) }
        let key = Digest.hex(of: Array(DiskFile.currentFolder.utf8)).prefix(24)
        path = folder.map { "\($0)/failed/\(key).json" }
    }

    /// Whether no test was run from the working folder before, as far as is known.
    var isNew: Bool { path.map { !DiskFile.exists($0) } ?? false }

    /// Returns the goldens of the cases that failed, by the paths they were tested with; nil where
    /// that is not known: the list is damaged, or a run ended early.
    ///
    /// - Throws: a message when no test ran here before.
    func paths() throws -> Set<NameBytes>? {
        guard let path, DiskFile.exists(path) else {
            throw CommandError(
                .missing, "no test was run from this folder before. Run it without --last-failed.")
        }
        let bytes = try DiskFile.read(path, limit: Self.byteLimit)
        guard let object = (try? JSONReader.value(of: bytes))?.object,
            object["running"] == nil, let listed = object["failed"]?.array
        else { return nil }
        let failed = listed.compactMap(\.string)
        return failed.count == listed.count ? Set(failed.map(NameBytes.init)) : nil
    }

    /// Whether neither the session at `golden` nor its scenario is there.
    static func isGone(_ golden: String) -> Bool {
        let name = golden.dropLast(SessionFolder.suffix.count)
        return ![golden, "\(name)\(Project.scenarioSuffix)"].contains(where: DiskFile.exists)
    }

    /// Notes that a run begins: until it has recorded its outcomes, what failed is not known.
    ///
    /// - Returns: what failed before, as far as that is known.
    func begin() -> Set<NameBytes>? {
        guard let failed = try? paths() else { return nil }
        if let path, !Console.isCI { write(failed, isRunning: true, to: path) }
        return failed
    }

    private func write(_ failed: Set<NameBytes>, isRunning: Bool, to path: String) {
        var object: JSONObject = ["failed": .array(failed.sorted().map { .string($0.text) })]
        if isRunning { object["running"] = true }
        // A cache that cannot be written costs the next --last-failed only.
        try? DiskFile.write(JSONWriter.prettyBytes(.object(object)), to: path)
    }

    /// Records `outcomes`: to those that failed `before` the run others are added, and those that
    /// agree are taken off. Where it is not known what failed before, only a run of all `count`
    /// cases of the folder tells it; nil stands for a run of some.
    func record(_ outcomes: [ReplayOutcome], since before: Set<NameBytes>?, of count: Int?) {
        guard let path, !Console.isCI, before != nil || isNew || outcomes.count == count else {
            return
        }
        var failed = before ?? []
        for outcome in outcomes {
            if outcome.status == .agrees {
                failed.remove(NameBytes(outcome.verdict.path))
            } else {
                failed.insert(NameBytes(outcome.verdict.path))
            }
        }
        write(failed, isRunning: false, to: path)
    }
}
