import Testing
import VoiceAudio
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceReports

@Suite("What a report keeps of a session that agrees")
struct AgreeingReportTests {
    private let folder = TemporaryFolder()

    @Test("of a session that agrees the folder holds one script, and no verdict, trace or sound")
    func agreeing() throws {
        let written = ResultFolder(path: folder.path("small"))
        let draft = try ReportDraft(in: written, replacing: false)
        var verdict = Sample.verdict(Sample.golden, Sample.golden)
        verdict.start = .words
        let detail = SessionDetail(
            verdict, golden: Sample.golden,
            actual: Sample.golden, frames: 56_000,
            sounds: SessionSounds(
                microphone: MonoSound(
                    sampleRate: 16_000, samples: Array(repeating: 500, count: 56_000))),
            keepsSound: false)
        let digest = RecordedTrace.digest(of: Sample.golden)
        var record = SessionRecord(
            verdict, place: 0, frames: 56_000, golden: digest, actual: digest)
        record.detail = try draft.folder.write(detail, of: record, origin: nil)
        record.trace = try draft.folder.write(RecordedTrace(events: Sample.golden), of: record)
        record.verdict = try draft.folder.write(SessionResult(verdict, record: record))
        #expect(record.trace == nil && record.verdict == nil)
        try draft.folder.finish(
            RunResult(
                createdBy: "voicetest 1", settings: ["from": "words"], shard: .whole,
                all: [.init(path: record.path, digest: "", milliseconds: 1)], sessions: [record]))
        try draft.publish()
        #expect(
            try DiskFile.names(in: written.path) == [
                "index.html", "result.json", "result.jsonl", "sessions",
            ])
        #expect(try written.detail(of: record) == detail)
        #expect(detail.object["waves"]?.object?["microphone"] != nil)
        #expect(try written.session(of: record) == SessionResult(verdict, record: record))
        #expect(try written.result().sessions == [record])
    }
}
