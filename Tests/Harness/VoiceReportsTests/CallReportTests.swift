import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

@Suite struct CallReportTests {
    /// A call in which the app begins 500 ms before the caller has ended, and then says nothing
    /// for 3 s.
    private static let session: SessionLatency = {
        let rate = SampleRate.standard
        let speech = CallSpeech(
            caller: [32_000..<64_000, 96_000..<112_000], app: [0..<16_000, 56_000..<80_000],
            sampleRate: rate, frames: 160_000)
        let trace = CallTrace(speech, pause: 8_000)
        var subject = LatencySubject(
            name: "calls/one.wav", path: "calls/one.wav", sampleRate: rate,
            frames: speech.frames, events: trace.events, vocabulary: .call, turns: trace.turns)
        subject.tellsDecisions = false
        var session = SessionLatency(subject)
        var figures = CallFigures(
            prompts: speech.prompts, turns: trace.turns, sampleRate: rate, frames: speech.frames)
        figures.appChannel = 1
        figures.findings = [.init(name: "drift", sentence: "The channels drift apart.")]
        session.call = figures
        return session
    }()

    @Test("JSON has talk-over, dead air, the app's channel from 1, and findings")
    func json() throws {
        let value = LatencyJSON.value(LatencyReport([Self.session]))
        let call = value.object?["sessions"]?.array?.first?.object?["call"]?.object
        let found = try #require(call)
        #expect(found["appChannel"]?.integer == 2)
        #expect(found["guess"]?.string == "speaksFirst")
        #expect(
            found["talkOver"]?.array == [
                ["start": 56_000, "end": 64_000, "us": 500_000, "by": "app"]
            ])
        #expect(
            found["deadAir"]?.array == [
                ["start": 112_000, "end": 160_000, "us": 3_000_000, "waitsFor": "app"]
            ])
        #expect(
            found["findings"]?.array == [["kind": "drift", "what": "The channels drift apart."]])
    }

    @Test("text has a row for each call")
    func text() {
        let text = LatencyText().text(LatencyReport([Self.session]))
        let row = text.split(separator: "\n").first { $0.contains("1, 500.0 ms") }
        #expect(row?.contains("calls/one.wav") == true)
        #expect(row?.contains("1, 3000.0 ms") == true)
        #expect(row?.contains("3000.0 ") == true)
    }

    @Test("a record of a run keeps what is told of a call, and the page shows it")
    func kept() throws {
        let call = try #require(Self.session.call)
        let codec = CallFigures.codec(rate: .standard, within: 160_000)
        let value = codec.write(call)
        #expect(codec.read(value) == call)
        #expect(CallFigures.codec(rate: .standard, within: 159_999).read(value) == nil)
        #expect(codec.read([:]) == nil)
        let body = LatencySection(LatencyReport([Self.session])).body
        #expect(body.contains("<h3>Calls</h3>"))
        #expect(body.contains("The channels drift apart."))
        #expect(body.contains("1, 3000.0 ms"))
    }

    @Test("the page says why a call is unfit")
    func unfit() {
        var session = Self.session
        session.call?.unfit = [.init(name: "gate", sentence: "a noise gate hides 3 of 4 ends")]
        let body = LatencySection(LatencyReport([session])).body
        #expect(body.contains("Unfit by gate: a noise gate hides 3 of 4 ends."))
    }

    @Test("other sessions have no row and no member")
    func others() {
        var session = Self.session
        session.call = nil
        #expect(!LatencyText().text(LatencyReport([session])).contains("dead air"))
        #expect(!LatencySection(LatencyReport([session])).body.contains("<h3>Calls</h3>"))
        let value = LatencyJSON.value(LatencyReport([session]))
        #expect(value.object?["sessions"]?.array?.first?.object?["call"] == nil)
    }
}
