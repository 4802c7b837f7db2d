import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("Bad input")
struct BadInputTests {
    private let program = Program()

    private static let end = #"{ "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } }"#
    private static let silent = #"{ "limits": { "seconds": 1 }, "silence": "digital" }"#

    private func record(
        flow: String, prompts: String = "[]", scenario: String = Self.silent,
        _ more: [String] = []
    ) throws -> Program.Outcome {
        try program.write(flow, to: "flow.json")
        try program.write(prompts, to: "prompts.json")
        try program.write(scenario, to: "scenario.json")
        return try program.run(
            [
                "record", "--flow", "flow.json", "--prompts", "prompts.json", "--scenario",
                "scenario.json", "--recognizer", "scripted", "--output", "out.vsession",
            ] + more)
    }

    private func start(_ target: String) -> String {
        #"{ "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "\#(target)" } }"#
    }

    private var nothingWasWritten: Bool {
        !FileManager.default.fileExists(atPath: program.folder.path("out.vsession"))
            && !FileManager.default.fileExists(atPath: program.folder.path("out.vsession.partial"))
    }

    @Test(
        "an unknown command is named, with the one that is spelled nearly so",
        arguments: [
            ("relpay", "Did you mean 'replay'?"), ("validat", "Did you mean 'validate'?"),
            ("nonsense", "lists the commands"),
        ])
    func unknownCommand(name: String, step: String) throws {
        let outcome = try program.run([name, "x"])
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("Unknown command '\(name)'"))
        #expect(outcome.messages.contains(step))
    }

    @Test(
        "a limit of too few open files is named", arguments: [4, 5, 8],
        ["--version", "replay session", "test"])
    func openFiles(limit: Int, words: String) throws {
        let outcome = try program.runShell("ulimit -n \(limit); exec voicetest \(words)")
        #expect(outcome.status == 74)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("voicetest: too many open files: the system lets "))
    }

    @Test("a prompt list in the place of the flow is named as one")
    func swapped() throws {
        let prompts = #"[ { "id": "P_Ask", "style": "single", "textString": "Yes?" } ]"#
        let outcome = try record(flow: prompts, prompts: "[ \(start("VF_END")), \(Self.end) ]")
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("Did you swap the flow and the prompt list?"))
        #expect(!outcome.messages.contains("\"type\" is missing"))
    }

    @Test("an unknown setting is named, with the one that is spelled nearly so")
    func unknownSetting() throws {
        let outcome = try record(
            flow: "[ \(start("VF_END")), \(Self.end) ]", ["--set", "endpoint.offsetMS=3"])
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("Did you mean 'endpoint.offsetMs'?"))
    }

    @Test("malformed JSON is named with line, column and path")
    func malformed() throws {
        let outcome = try record(flow: "[\n  { \"id\": \"VF_START\", \"type\" \"node\" }\n]")
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("flow.json:2:30"))
        #expect(outcome.messages.contains("$[0]"))
        #expect(nothingWasWritten)
    }

    @Test("a goTo to a module that does not exist is refused at load")
    func danglingTarget() throws {
        let outcome = try record(flow: "[ \(start("Nowhere")), \(Self.end) ]")
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("No module is named \"Nowhere\"."))
        #expect(outcome.messages.contains("$[0].goTo.DEFAULT"))
        #expect(nothingWasWritten)
    }

    @Test("a prompt that does not exist is a warning, then loadPromptFailure")
    func unknownPrompt() throws {
        let play = """
            { "id": "Play", "type": "playAudio", "playAudioParams": { "promptID": "P_Nobody" },
              "goTo": { "loadPromptFailure": "VF_END", "DEFAULT": "Play" } }
            """
        let outcome = try record(flow: "[ \(start("Play")), \(play), \(Self.end) ]")
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("warning") && outcome.messages.contains("P_Nobody"))
        let dump = try program.run(["dump", "out.vsession", "--kind", "transition"])
        #expect(dump.output.contains("by=loadPromptFailure"))
    }

    @Test("a collection that contains itself is refused")
    func cycle() throws {
        let prompts = """
            [ { "id": "P_A", "style": "select", "promptCollection": [ { "promptID": "P_B" } ] },
              { "id": "P_B", "style": "combo", "promptCollection": [ { "promptID": "P_A" } ] } ]
            """
        let outcome = try record(flow: "[ \(start("VF_END")), \(Self.end) ]", prompts: prompts)
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("P_A > P_B > P_A"))
    }

    @Test("a flow that loops without consuming time ends in failure, and is recorded")
    func endlessLoop() throws {
        let around = #"{ "id": "A", "type": "process", "goTo": { "DEFAULT": "A" } }"#
        let outcome = try record(flow: "[ \(start("A")), \(around), \(Self.end) ]")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("flow ended: failure"))
        #expect(try program.run(["replay", "out.vsession"]).status == 0)
    }

    @Test("a caller line that is never reached fails the recording and is named")
    func unreached() throws {
        let outcome = try record(
            flow: "[ \(start("VF_END")), \(Self.end) ]",
            scenario: #"{ "caller": [ { "after": { "kind": "rain" }, "say": "hello" } ] }"#)
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("Caller line 1 (\"hello\") never played: "))
    }

    @Test("a clip that leads out of its folder is refused")
    func escape() throws {
        let outcome = try record(
            flow: "[ \(start("VF_END")), \(Self.end) ]",
            scenario: #"{ "caller": [ { "atMs": 1, "play": "../../../etc/passwd" } ] }"#)
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("leads out of"))
        #expect(nothingWasWritten)
    }

    @Test("audio that is missing, corrupt, empty or not finite is named")
    func badAudio() throws {
        try program.write("this is not sound", to: "noise.wav")
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: [1]), path: program.folder.path("empty.wav"))
        try truncate("empty.wav", to: 44)
        try writeFloatWAV([0, .nan, 0], to: "nan.wav")
        let cases: [(String, Int32, String)] = [
            ("absent.wav", 66, "absent.wav"), ("noise.wav", 65, "noise.wav"),
            ("empty.wav", 65, "empty.wav"), ("nan.wav", 65, "nan.wav"),
        ]
        for (name, status, words) in cases {
            let outcome = try program.run(["listen", name, "--phrases", "nothing.txt"])
            let other = try input(name)
            #expect(outcome.status == status || outcome.status == 66, "listen \(name)")
            #expect(other.status == status, "record --input \(name): \(other.messages)")
            #expect(other.messages.contains(words))
        }
        #expect(nothingWasWritten)
    }

    @Test("eight channels at 192 kHz are mixed down and converted")
    func manyChannels() throws {
        let frames = 19_200
        let samples = (0..<(frames * 8)).map { Float($0 % 97) / 400 }
        try writeFloatWAV(samples, to: "wide.wav", channels: 8, rate: 192_000)
        let outcome = try input("wide.wav")
        #expect(outcome.status == 0, "\(outcome.messages)")
    }

    @Test("wrong usage says what is wrong and exits 64")
    func usage() throws {
        for arguments in [
            ["replay"], ["replay", "a", "--jobs", "0"], ["record", "--flow", "a"],
            ["replay", "a", "--colour"], ["frobnicate"], ["speak", "hi", "a.wav", "--rate", "9"],
            ["replay", "a", "--set", "nonsense"],
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.status == 64, "\(arguments)")
            #expect(!outcome.messages.isEmpty)
        }
    }

    @Test("every verb has help with an example")
    func help() throws {
        for verb in [
            "record", "replay", "diff", "accept", "dump", "validate", "flow", "speak", "listen",
            "evaluate", "doctor", "gain", "resample", "convert", "info",
        ] {
            let outcome = try program.run([verb, "--help"])
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("voicetest \(verb)"), "\(verb)")
            #expect(outcome.output.contains("Example"), "\(verb)")
        }
    }

    private func input(_ name: String) throws -> Program.Outcome {
        try program.write("[ \(start("VF_END")), \(Self.end) ]", to: "flow.json")
        try program.write("[]", to: "prompts.json")
        return try program.run([
            "record", "--flow", "flow.json", "--prompts", "prompts.json", "--input", name,
            "--output", "out.vsession",
        ])
    }

    private func truncate(_ name: String, to count: Int) throws {
        let url = URL(fileURLWithPath: program.folder.path(name))
        try Data(contentsOf: url).prefix(count).write(to: url)
    }

    /// A WAV file of 32-bit floats, which voicetest itself does not write.
    private func writeFloatWAV(
        _ samples: [Float], to name: String, channels: UInt16 = 1, rate: UInt32 = 16_000
    ) throws {
        var data = Data()
        func append<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        }
        let bytes = UInt32(samples.count * 4)
        data.append(contentsOf: "RIFF".utf8)
        append(36 + bytes)
        data.append(contentsOf: "WAVEfmt ".utf8)
        append(UInt32(16))
        append(UInt16(3))
        append(channels)
        append(rate)
        append(rate * UInt32(channels) * 4)
        append(channels * 4)
        append(UInt16(32))
        data.append(contentsOf: "data".utf8)
        append(bytes)
        for sample in samples { append(sample.bitPattern) }
        try data.write(to: URL(fileURLWithPath: program.folder.path(name)))
    }
}
