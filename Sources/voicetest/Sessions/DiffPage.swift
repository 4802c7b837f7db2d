import VoiceDiff
import VoiceReports
import VoiceTrace

/// The page about one comparison of two traces.
struct DiffPage {
    let verdict: Verdict
    let golden: [TraceEvent]
    let actual: [TraceEvent]
    /// What came of the self-test; nil where there was none.
    let selfTest: GateSelfTest.Outcome?

    /// What the sessions do not share is told of so many things in the headline.
    private static let toldLimit = 5

    /// Writes it, with the sound of the first of `paths` that is a session.
    func write(to path: String, sessions paths: [String], replacing: Bool) throws {
        let session = paths.first(where: DiskFile.isFolder).map(SessionFolder.init(path:))
        let manifest = try session?.open()
        var record = SessionRecord(verdict, place: 0, frames: manifest?.frames)
        record.golden = RecordedTrace.digest(of: golden)
        record.actual = RecordedTrace.digest(of: actual)
        record.selfTest = selfTest
        let sounds = session.flatMap { session in
            manifest.map { RunReport.sounds(of: session, $0) }
        }
        let detail = SessionDetail(
            verdict, golden: golden, actual: actual, frames: manifest?.frames ?? 0,
            sounds: sounds ?? SessionSounds())
        let result = RunResult(
            createdBy: "voicetest \(Voicetest.version)",
            settings: ["golden": .string(paths[0]), "actual": .string(paths[1])], shard: .whole,
            all: [.init(path: verdict.path, digest: "", milliseconds: 0)], sessions: [record])
        let differs = verdict.outcome == .agrees ? "agree" : "differ"
        let told = verdict.notShared.prefix(Self.toldLimit).joined(separator: "; ")
        let more = verdict.notShared.count - Self.toldLimit
        let unshared =
            told.isEmpty ? "" : "; not shared: \(told)\(more > 0 ? "; and \(more) more" : "")"
        let page = ReportPage(result: result, headline: "The two traces \(differs)\(unshared)")
        try DiskFile.write(
            try page.bytes(from: .memory(detail)), to: path, replacing: replacing)
    }
}
