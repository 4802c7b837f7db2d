import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceReports
import VoiceSynthesis

/// Which cases failed when they were tested last, kept in the user's cache folder for
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

    /// The goldens of the cases that failed, by the paths they were tested with.
    ///
    /// - Throws: a message when no test ran here before.
    func paths() throws -> Set<String> {
        guard let path, DiskFile.exists(path) else {
            throw CommandError(
                .missing, "no test was run from this folder before. Run it without --last-failed.")
        }
        let bytes = try DiskFile.read(path, limit: Self.byteLimit)
        let listed = (try? JSONReader.value(of: bytes))?.object?["failed"]?.array ?? []
        return Set(listed.compactMap(\.string))
    }

    /// Records `outcomes`: those that failed are added, those that agree are taken off.
    func record(_ outcomes: [ReplayOutcome]) {
        guard let path, !Console.isCI else { return }
        var failed = (try? paths()) ?? []
        for outcome in outcomes {
            if outcome.status == .agrees {
                failed.remove(outcome.verdict.path)
            } else {
                failed.insert(outcome.verdict.path)
            }
        }
        // A cache that cannot be written costs the next --last-failed only.
        try? DiskFile.write(
            JSONWriter.prettyBytes(["failed": .array(failed.sorted().map { .string($0) })]),
            to: path)
    }
}
