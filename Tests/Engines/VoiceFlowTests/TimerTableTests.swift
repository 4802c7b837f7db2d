import Testing
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceFlow

/// Every limit of a module that listens, of one caller as sound and simulated.
@MainActor
@Suite("Limits of listening, with sound and simulated")
struct TimerTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The parameters of `recordAudioParams`; of a dialog, unless it records only.
        var limits: String
        var records = false
        var turns: [TwoWorlds.Turn] = []
        var counts: TwoWorlds.Start
        var milliseconds: Int64
        var reason: String

        var testDescription: String { "\(limits) ends by \(reason)" }
    }

    private nonisolated static let vad = #""vadParams": {"enableVAD": true}"#
    private nonisolated static let talks = [TwoWorlds.Turn("yes", 700, 2_600)]
    private nonisolated static let brief = [TwoWorlds.Turn("yes", 700, 1_100)]

    private nonisolated static func stops(_ limits: String, vad: String = vad) -> String {
        #"\#(vad), "stopRecordParams": {\#(limits)}"#
    }

    nonisolated static let rows: [Row] = [
        Row(
            limits: stops(#""maxPreSpeechSilenceLengthMs": 1500"#), counts: .listening,
            milliseconds: 1_500, reason: "maxPreSpeechSilenceExceeded"),
        Row(
            limits: vad, counts: .listening, milliseconds: 8_000,
            reason: "maxPreSpeechSilenceExceeded"),
        Row(
            limits: stops(#""maxPostSpeechSilenceLengthMs": 500"#), turns: talks,
            counts: .speechEnd, milliseconds: 500, reason: "maxPostSpeechSilenceExceeded"),
        Row(
            limits: stops(#""maxPostSpeechSilenceLengthMs": 3000"#), turns: talks,
            counts: .speechEnd, milliseconds: 3_000, reason: "maxPostSpeechSilenceExceeded"),
        Row(
            limits: vad, turns: talks, counts: .speechEnd, milliseconds: 1_000,
            reason: "maxPostSpeechSilenceExceeded"),
        Row(
            limits: stops(
                #""maxPostSpeechSilenceLengthMs": 0"#,
                vad: #""vadParams": {"enableVAD": true, "minSilenceToDetectMs": 700}"#),
            turns: talks, counts: .speechEnd, milliseconds: 700,
            reason: "maxPostSpeechSilenceExceeded"),
        Row(
            limits: stops(#""maxPostSpeechSilenceLengthMs": 0"#), turns: talks,
            counts: .speechEnd, milliseconds: 500, reason: "maxPostSpeechSilenceExceeded"),
        Row(
            limits: stops(#""maxSpeechLengthMs": 1200"#), turns: talks, counts: .speech,
            milliseconds: 1_200, reason: "maxSpeechLengthExceeded"),
        Row(
            limits: stops(#""maxAudioLengthMs": 2000"#), turns: talks, counts: .listening,
            milliseconds: 2_000, reason: "maxAudioLengthExceeded"),
        Row(
            limits: stops(#""maxRecordLengthMs": 1800"#), turns: talks, counts: .listening,
            milliseconds: 1_800, reason: "maxAudioExceeded"),
        // Speech that is too short is none: the silence before speech goes on.
        Row(
            limits: stops(
                #""maxPreSpeechSilenceLengthMs": 2500"#,
                vad: #""vadParams": {"enableVAD": true, "minSpeechToDetectMs": 900}"#),
            turns: brief, counts: .listening, milliseconds: 2_500,
            reason: "maxPreSpeechSilenceExceeded"),
        Row(
            limits: stops(#""maxPostSpeechSilenceLengthMs": 800"#), records: true, turns: talks,
            counts: .speechEnd, milliseconds: 800, reason: "maxPostSpeechSilenceExceeded"),
        Row(
            limits: stops(#""maxPreSpeechSilenceLengthMs": 1500"#), records: true,
            counts: .listening, milliseconds: 1_500, reason: "maxPreSpeechSilenceExceeded"),
        Row(
            limits: stops(
                #""maxRecordLengthMs": 900"#,
                vad: #""vadParams": {"enableVAD": true, "trimSilence": true}"#),
            records: true, turns: talks, counts: .speech, milliseconds: 900,
            reason: "maxAudioExceeded"),
    ]

    private func runner(_ host: any RunHost, _ module: String) -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.loadAudioPromptModules(jsonData: "[]")
        let flow = String(decoding: Files.flow([module], from: "M"), as: UTF8.self)
        #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
        return runner
    }

    @Test(
        "each limit ends listening in both worlds at the same hop", .fact("voiceflow-8-4"),
        arguments: rows)
    func limit(row: Row) async throws {
        let module =
            row.records
            ? Files.record("M", row.limits) : Files.dialog([], id: "M", listens: row.limits)
        let (heard, simulated) = try await TwoWorlds(row.turns, lasting: 9_000)
            .run { runner($0, module) }
        // The detector hears 40 ms later.
        let limit = TwoWorlds.Limit(
            row.milliseconds, from: row.counts, by: row.reason, event: "media",
            field: "stopReason", slack: 0...50)
        #expect(TwoWorlds.faults(of: limit, heard: heard, simulated: simulated) == [])
    }

    @Test(
        "what is told while a caller speaks comes in both worlds at the same hop",
        .fact("voiceflow-8-15"))
    func told() async throws {
        let module = Files.module(
            "M", "audioDialog",
            #""recordAudioParams": {"notifyPosMs": 300, "vadParams": {"enableVAD": true}}, "#
                + #""recognizeAudioParams": {"srSessionParams": {"enablePartialResults": true}}, "#
                + #""audioDialogParams": {"dialogMaxRetryCount": {"timeout": 0, "garbage": 0}, "#
                + #""dialogPromptCollection": []}"#)
        let turns = [TwoWorlds.Turn("twelve main street", 700, 3_000)]
        let (heard, simulated) = try await TwoWorlds(turns, lasting: 6_000, tellsDecisions: true)
            .run { runner($0, module) }
        func told(_ outcome: TwoWorlds.Outcome) -> [(what: String, at: Frame)] {
            outcome.events.filter { $0.kind != "partial" }
                .map { ("\($0.kind) \($0.fields["event"]?.string ?? "")", $0.frame) }
        }
        #expect(told(heard).map(\.what) == told(simulated).map(\.what))
        let shift = (simulated.began ?? 0) - (heard.began ?? 0)
        for (one, other) in zip(told(heard), told(simulated)) {
            #expect(abs(one.at + shift - other.at) <= 160, "\(one.what)")
        }
        #expect(heard.events.contains { $0.kind == "partial" })
        #expect(simulated.events.contains { $0.kind == "partial" })
    }

    @Test(
        "a recognizer that fails more often than a dialog allows ends it in both worlds",
        .fact("voiceflow-10-3"))
    func failures() async throws {
        let module = Files.dialog(
            [], id: "M", counts: #""timeout": 0, "garbage": 0, "sr_error": 1"#,
            listens: #""vadParams": {"enableVAD": true}"#, goTo: #""maxSRErrorCount": "Failed""#)
        let turns = [
            TwoWorlds.Turn(nil, 700, 1_600, failure: "no network"),
            TwoWorlds.Turn(nil, 4_000, 4_900, failure: "no network"),
        ]
        let (heard, simulated) = try await TwoWorlds(turns, lasting: 8_000).run { host in
            let runner = STVoiceFlowRunner(host: host)
            runner.initialize()
            runner.loadAudioPromptModules(jsonData: "[]")
            let modules = [module, Files.module("Failed", "node")]
            let flow = String(decoding: Files.flow(modules, from: "M"), as: UTF8.self)
            #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
            #expect(runner.runVoiceflow() == .ST_SUCCESS)
            return runner
        }
        for outcome in [heard, simulated] {
            #expect(outcome.events.filter { $0.kind == "recognitionError" }.count == 2)
            #expect(outcome.events.contains { $0.fields["by"] == "maxSRErrorCount" })
        }
        let ends = [heard, simulated].map { outcome in
            (outcome.events.last?.frame ?? 0) - (outcome.began ?? 0)
        }
        #expect(abs(ends[0] - ends[1]) <= 160)
    }
}
