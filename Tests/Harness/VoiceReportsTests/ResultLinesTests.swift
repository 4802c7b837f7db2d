import Testing
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceReports

@Suite("Lines of a result")
struct ResultLinesTests {
    private let folder = TemporaryFolder()

    private func result(_ actual: [TraceEvent], place: Int) -> SessionResult {
        var verdict = Sample.verdict(Sample.golden, actual)
        verdict.start = .audio
        let record = SessionRecord(
            verdict, place: place, frames: 56_000, golden: RecordedTrace.digest(of: Sample.golden),
            actual: RecordedTrace.digest(of: actual))
        return SessionResult(verdict, record: record)
    }

    private func lines(_ folder: ResultFolder) throws -> [JSONObject] {
        let bytes = try DiskFile.read("\(folder.path)/result.jsonl", limit: 1 << 20)
        return try bytes.split(separator: 0x0A).map {
            try #require(try JSONReader.value(of: Array($0)).object)
        }
    }

    @Test("a session that ends adds a line with all that the forms tell; then all stand by place")
    func lines() throws {
        let written = ResultFolder(path: folder.path("lines"))
        let draft = try ReportDraft(in: written, replacing: false)
        var (agrees, differs) = (
            result(Sample.golden, place: 0), result(Array(Sample.golden.dropLast()), place: 1)
        )
        for index in [1, 0] { try draft.folder.stream([agrees, differs][index]) }
        let streamed = try lines(draft.folder)
        #expect(streamed.map { $0["place"] } == [1, 0])
        #expect(streamed[0]["exit"] == 1 && streamed[0]["text"] == .string(differs.text))
        for member in JSONReport.session(differs).members {
            #expect(streamed[0][member.key] == member.value)
        }
        agrees.record.verdict = try draft.folder.write(agrees)
        differs.record.verdict = try draft.folder.write(differs)
        try draft.folder.finish(
            RunResult(
                createdBy: "voicetest 1", settings: [:], shard: .whole,
                all: [agrees, differs].map { .init(path: $0.path, digest: "", milliseconds: 1) },
                sessions: [agrees.record, differs.record]))
        try draft.publish()
        #expect(try lines(written) == streamed.reversed())
    }
}
