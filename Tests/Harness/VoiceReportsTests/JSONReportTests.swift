import Testing
import VoiceDiff
import VoiceJSON
import VoiceTrace

@testable import VoiceReports

@Suite("JSON report")
struct JSONReportTests {
    private func session(_ verdict: Verdict) -> JSONObject? {
        let value = JSONReport().value([SessionResult(verdict)])
        return value.object?["sessions"]?.array?.first?.object
    }

    @Test("has a version and one object for every session")
    func sessions() {
        let agrees = Sample.verdict(Sample.golden, Sample.golden)
        let summary = SessionResult(agrees)
        let report = JSONReport().value([summary, summary])
        #expect(report.object?["formatVersion"] == 1)
        #expect(report.object?["sessions"]?.array?.count == 2)
        #expect(session(agrees)?["firstCause"] == .null)
        #expect(session(agrees)?["outcome"] == "agrees")
    }

    @Test("spells a difference with frames and milliseconds")
    func difference() {
        var actual = Sample.golden
        actual[4].frame = 40_008
        actual[4].fields["value"] = "sheep"
        let object = session(Sample.verdict(Sample.golden, actual))
        let difference = object?["differences"]?.array?.first
        #expect(
            difference.map { JSONWriter.text($0) } == """
                {"actual":{"fields":{"name":"Answer","value":"sheep"},"kind":"field",\
                "label":"field Answer","ms":"2500.5","seq":4,"t":40008,"tap":"actions"},\
                "fields":[{"expected":"sleep","found":"sheep","name":"value"}],\
                "golden":{"fields":{"name":"Answer","value":"sleep"},"kind":"field",\
                "label":"field Answer","ms":"2500","seq":4,"t":40000,"tap":"actions"},\
                "kind":"changed","module":"Ask","shift":8}
                """)
        #expect(object?["counts"]?.object?["changed"] == 1)
        #expect(object?["firstCause"]?.object?["field"]?.object?["name"] == "value")
        #expect(object?["groups"]?.array?.count == 1)
    }

    @Test("counts what it leaves out")
    func limit() {
        let object = JSONReport.listing(Sample.verdict(Sample.golden, []), limit: 2)
        #expect(object["differences"]?.array?.count == 2)
        #expect(object["differencesLeftOut"] == 4)
    }

    @Test("gives the reason of a damaged session and nothing about events")
    func damaged() {
        let verdict = Verdict(
            name: "a", path: "b", reason: TraceError.notASession(path: "b").description)
        let object = session(verdict)
        #expect(object?["outcome"] == "damaged")
        #expect(object?["reason"]?.string?.isEmpty == false)
        #expect(object?["counts"] == nil)
    }

    @Test("ends in a newline")
    func bytes() {
        let text = JSONReport().text([SessionResult(Sample.verdict(Sample.golden, []))])
        #expect(text.hasSuffix("}\n"))
    }
}
