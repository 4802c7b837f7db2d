import ArgumentParser
import VoiceEngine
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceTime
import VoiceTrace

/// Measures the voiceflow engine for `scripts/measures/measure-flow`: loading, transitions, memory.
struct FlowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flow",
        abstract: "Loads a large flow and runs many modules, for scripts/measures/measure-flow.")

    @Option(help: "Modules of the flow that is loaded.")
    var modules = 10_000

    @Option(help: "Modules that are run.")
    var steps: Int64 = 1_000_000

    func validate() throws {
        if !(1...1_000_000).contains(modules) || !(10...10_000_000_000).contains(steps) {
            throw ValidationError(
                "--modules takes 1 to 1000000, --steps takes 10 to 10000000000.")
        }
    }

    func run() throws {
        let files = Self.files(modules)
        let setup = EngineSetup(
            files: files, settings: [:], language: "en-US", seed: 1, sampleRate: .standard)
        var loads: [Int64] = []
        var engine = try VoiceflowFactory().make(setup)
        for _ in 0..<11 {
            let start = ProcessFigures.processorNanoseconds
            engine = try VoiceflowFactory().make(setup)
            loads.append(ProcessFigures.processorNanoseconds - start)
        }
        var loop = try FrameLoop(
            engine: engine, host: AbsentApp(), rate: .standard, settings: MediaSettings())
        loop.keepsTrace = false
        loop.schedule(.run, at: 0)
        try Self.run(&loop, until: steps / 10)
        let early = ProcessFigures.residentKilobytes
        let start = ProcessFigures.processorNanoseconds
        try Self.run(&loop, until: steps)
        let taken = ProcessFigures.processorNanoseconds - start
        let late = ProcessFigures.residentKilobytes
        let object: JSONObject = [
            "modules": .integer(Int64(modules)),
            "loadMicroseconds": .integer(loads.sorted()[5] / 1_000),
            "steps": .integer(steps),
            "nanosecondsPerModule": .integer(taken / max(1, steps - steps / 10)),
            "residentKilobytesEarly": .integer(early), "residentKilobytesLate": .integer(late),
        ]
        print(JSONWriter.text(.object(object)))
    }

    /// A ring of nodes and processes, in which a recording of 10 ms takes time every 8,000 modules.
    private static func files(_ count: Int) -> [String: [UInt8]] {
        var text = #"[{"id": "VF_START", "type": "node", "name": "", "goTo": {"DEFAULT": "M0"}}"#
        for index in 0..<count {
            let next = "M\((index + 1) % count)"
            let (type, body) =
                switch index {
                case _ where index % 8_000 == 7_999 || index == count - 1:
                    (
                        "recordAudio",
                        #""recordAudioParams": {"stopRecordParams": {"maxAudioLengthMs": 10}}, "#
                    )
                case _ where index % 2 == 0: ("node", "")
                default:
                    (
                        "process",
                        #""processParams": {"setValueForFieldNameCollection": ["#
                            + #"{"name": "$[F\#(index % 7)]", "value": \#(index)}]}, "#
                    )
                }
            text +=
                ",\n" + #"{"id": "M\#(index)", "type": "\#(type)", "name": "", \#(body)"#
                + #""goTo": {"DEFAULT": "\#(next)"}}"#
        }
        text += ",\n" + #"{"id": "VF_END", "type": "node", "name": "", "goTo": {"DEFAULT": ""}}]"#
        return [
            VoiceflowFactory.FileName.flow: Array(text.utf8),
            VoiceflowFactory.FileName.prompts: Array("[]".utf8),
        ]
    }

    private static func run(_ loop: inout FrameLoop<AbsentApp>, until steps: Int64) throws {
        while loop.host.modules < steps, loop.endReason == nil {
            loop.advance(to: loop.now + Frame(SampleRate.standard.hopFrames))
        }
        guard loop.endReason == nil else {
            throw ValidationError("the flow ended after \(loop.host.modules) modules")
        }
    }
}

/// An app that does nothing, and counts the modules.
private struct AbsentApp: SessionHost {
    private(set) var modules: Int64 = 0

    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply {
        if callback.name == "PreModuleStart" { modules += 1 }
        return CallbackReply()
    }

    mutating func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) { (.rejected(nil), 0) }

    mutating func realize(_ request: PromptRequest) -> PromptOutcome { .failed(reason: "none") }
}
