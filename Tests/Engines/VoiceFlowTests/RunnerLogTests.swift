import Logging
import Synchronization
import Testing
import VoiceRun
import VoiceTestSupport

@testable import VoiceFlow

/// The lines that reached the log, as `level label: text`.
private final class Lines: Sendable {
    private let kept = Mutex<[String]>([])

    var all: [String] { kept.withLock { $0 } }

    func add(_ line: String) { kept.withLock { $0.append(line) } }
}

private struct KeepingHandler: LogHandler {
    let label: String
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.add("\(event.level) \(label): \(event.message)") }
}

@MainActor
@Suite("What the runner writes to its logs")
struct RunnerLogTests {
    private let host = SimulatedHost()
    private let app = NotingApp()

    /// The lines of a whole run in which a caller is understood.
    private func lines(_ prepare: (STVoiceFlowRunner) -> Void) -> [String] {
        let kept = Lines()
        let runner = STVoiceFlowRunner(host: host)
        runner.log = RunnerLog { KeepingHandler(label: $0, lines: kept) }
        prepare(runner)
        runner.initialize()
        runner.setVoiceFlowCallback(app)
        runner.loadVoiceflow(jsonData: "[")
        let yes = #""userInputCollection": [{"input": "yes", "goTo": "VF_END"}]"#
        let flow = Files.flow([Files.dialog([], goTo: yes)], from: "Ask")
        runner.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self))
        runner.loadAudioPromptModules(jsonData: "[]")
        runner.runVoiceflow()
        runner.setVoiceflowRuntimeField(name: "A", value: 1)
        host.advance(milliseconds: 10)
        host.say("yes")
        host.go()
        #expect(app.notes.last == "over: end")
        return kept.all
    }

    @Test("a runner without a world refuses to run, and its log says what to set")
    func unsetWorld() {
        let kept = Lines()
        let runner = STVoiceFlowRunner()
        runner.log = RunnerLog { KeepingHandler(label: $0, lines: kept) }
        runner.initialize()
        runner.setVoiceFlowCallback(app)
        let flow = Files.flow([Files.module("Wait", "pauseResume")], from: "Wait")
        runner.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self))
        runner.loadAudioPromptModules(jsonData: "[]")
        for _ in 0..<2 { #expect(runner.runVoiceflow() == .ST_AUDIO_DEVICE_FAILURE) }
        #expect(runner.getLastError() == .ST_AUDIO_DEVICE_FAILURE)
        #expect(kept.all.contains { $0.contains("STVoiceFlowRunner.makeHost is not set") })
        #expect(app.notes == [])
    }

    private func count(_ lines: [String], _ prefix: String) -> Int {
        lines.count { $0.hasPrefix(prefix) }
    }

    @Test(
        "a refusal is an error line at the usual level, and at none there is no line",
        .fact("voiceflow-1-7"))
    func silence() {
        let usual = lines { _ in }
        #expect(usual.count == 1)
        #expect(usual[0].hasPrefix("error STVoiceFlow: ST_JSON_PARSE_FAILURE"))
        #expect(lines { $0.setLogLevel(logLevel: "none") } == [])
        #expect(lines { $0.setLogLevel(logLevel: "fault") } == [])
    }

    @Test(
        "a field of another type than a key takes is warned of, before the run and in it",
        .fact("voiceflow-5-5"))
    func fieldTypes() {
        let kept = Lines()
        let runner = STVoiceFlowRunner(host: host)
        runner.log = RunnerLog { KeepingHandler(label: $0, lines: kept) }
        runner.initialize()
        runner.setVoiceFlowCallback(app)
        let body = #""playAudioParams": {"promptID": "P"}"#
        let flow = Files.flow([Files.module("A", "playAudio", body)], from: "A")
        runner.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self))
        runner.loadAudioPromptModules(
            jsonData: #"[{"id": "P", "style": "single", "textString": "t", "#
                + #""audioPlaybackParams": {"startPosMsRuntime": "$[Start]", "#
                + #""loopPlayRuntime": "$[Loops]"}}]"#)
        runner.setVoiceflowRuntimeField(name: "Start", value: "soon")
        runner.setVoiceflowRuntimeField(name: "Loops", value: "yes")
        app.acts["> A"] = { runner.setVoiceflowRuntimeField(name: "Start", value: 10.0) }
        app.acts["< A"] = { runner.setVoiceflowRuntimeField(name: "Loops", value: 3) }
        runner.runVoiceflow()
        host.go()
        #expect(
            kept.all == [
                #"warning STVoiceFlow: the field "Start" holds "soon", which startPosMsRuntime "#
                    + "does not accept. Set the field to a whole number",
                #"warning STVoiceFlow: the field "Loops" holds 3, which loopPlayRuntime "#
                    + "does not accept. Set the field to true or false",
            ])
    }

    @Test("an unknown level is warned of once, and changes nothing", .fact("voiceflow-1-6"))
    func unknown() {
        let written = lines { $0.setLogLevel(logLevel: "loud") }
        #expect(written.count == 2)
        #expect(written[0] == "warning STVoiceFlow: loud is not a log level for STVoiceFlow")
    }

    @Test(
        "debug tells events, verbose the app's calls and the evidence of decisions as well",
        .fact("voiceflow-1-7"))
    func levels() {
        let debug = lines { $0.setLogLevel(logLevel: "debug") }
        #expect(debug.contains { $0.hasPrefix("debug STVoiceFlow: moduleStart") })
        #expect(count(debug, "trace") == 0)
        let verbose = lines { $0.setLogLevel(logLevel: "verbose") }
        #expect(count(verbose, "debug") == count(debug, "debug"))
        #expect(verbose.contains { $0.hasPrefix("trace STVoiceFlow: called setField") })
        #expect(verbose.contains { $0.hasPrefix("trace STVoiceFlow: transition by") })
    }

    @Test(
        "a component's lines come at its own level, and not at the runner's", .fact("voiceflow-1-7")
    )
    func components() {
        let heard = lines { $0.setMediaModulesLogLevels(logLevels: ["MediaRunner": "verbose"]) }
        #expect(count(heard, "debug MediaRunner: speechStart") == 1)
        #expect(count(heard, "trace MediaRunner: speechEnd by") == 1)
        #expect(count(heard, "debug STVoiceFlow") == 0)
        let silent = lines {
            $0.setMediaModulesLogLevels(logLevels: ["MediaRunner": "debug"])
            $0.setMediaModulesLogLevels(logLevels: ["MediaRunner": "none"])
        }
        #expect(silent.count == 1)
    }
}
