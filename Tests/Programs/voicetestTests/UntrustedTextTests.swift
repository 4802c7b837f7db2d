import Foundation
import Testing

@testable import voicetest

@Suite("Untrusted text")
struct UntrustedTextTests {
    private let program = Program()
    /// A name that colours, erases, turns round and begins a line with a command.
    private static let name = "::error::\u{1B}[31mA\u{7F}\u{9B}\u{202E}\n::error::B"
    private static let spelled =
        "::error::\\u001b[31mA\\u007f\\u009b\\u202e\\n::error::B"

    private func isSafe(_ text: String) -> Bool {
        let lines = text.split(separator: "\n").map { $0.drop { $0.isWhitespace } }
        let scalars = text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" }
        return !lines.contains { $0.hasPrefix("::") }
            && !scalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" }
    }

    private func hostileFlow() throws {
        try program.write(
            """
            [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "\(Self.spelled)" } },
              { "id": "\(Self.spelled)", "type": "node", "goTo": { "DEFAULT": "VF_END" } },
              { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } } ]
            """, to: "flow.json")
        try program.write("[]", to: "prompts.json")
        try program.write(
            #"{ "limits": { "seconds": 1 }, "silence": "digital" }"#, to: "scenario.json")
    }

    @Test("names in a flow and a session steer no terminal and no log")
    func names() throws {
        try hostileFlow()
        let recorded = try program.run([
            "record", "--flow", "flow.json", "--prompts", "prompts.json", "--scenario",
            "scenario.json", "--recognizer", "scripted", "--output", "out.vsession",
        ])
        #expect(recorded.status == 0, "\(recorded.messages)")
        try program.write(#"{"rules":[{"ignore":true}]}"#, to: "t.json")
        for command in [
            ["dump", "out.vsession"], ["dump", "out.vsession", "--format", "json"],
            ["flow", "flow.json"], ["latency", "out.vsession"],
            ["flow", "flow.json", "--format", "json"],
            ["validate", "flow.json", "prompts.json"],
            ["validate", "flow.json", "prompts.json", "--format", "json"],
            ["replay", "out.vsession", "--coverage", "100", "--tolerance", "t.json"],
            ["diff", "out.vsession", "out.vsession", "--tolerance", "t.json"],
            ["replay", "out.vsession", "--format", "json"],
            ["replay", "out.vsession", "--format", "sarif"],
        ] {
            let outcome = try program.run(command)
            #expect(isSafe(outcome.output), "\(command): \(outcome.output)")
            #expect(isSafe(outcome.messages), "\(command): \(outcome.messages)")
            #expect(outcome.status <= 1)
        }
    }

    @Test("names of files steer no terminal and no log")
    func files() throws {
        let name = "::error::\u{1B}[31mA\u{202E}\n::error::B.wav"
        let sound = "\(Program.package)/Corpora/yes-no/answers-yes.vsession/audio/mic.flac"
        #expect(try program.run(["convert", sound, name]).status == 0)
        for command in [
            ["gain", name, "::warning::\u{1B}[2J.wav", "--db", "-3"], ["info", name],
            ["vad", name], ["trim", name, "b.wav"], ["gain", name, "c.ogg", "--db", "900000"],
            ["info", name, "--format", "json"], ["vad", name, "--format", "json"],
            ["trim", name, "d.wav", "--format", "json"],
            ["gain", name, "e.wav", "--db", "-3", "--format", "json"],
            ["info", "::error::\u{1B}[2J\n::error::"], ["flow", "a", "b\n::error::\u{1B}[2J"],
            ["replay", "::error::\n::error::"],
        ] {
            let outcome = try program.run(command)
            #expect(isSafe(outcome.output), "\(command): \(outcome.output)")
            #expect(isSafe(outcome.messages), "\(command): \(outcome.messages)")
        }
    }

    @Test("no line of a message is a command")
    func notes() {
        let note = Console.text(ofNote: "a\n::error::b\u{1B}[0m")
        #expect(note == "voicetest: a\n  \\::error::b\u{FFFD}[0m")
    }

    @Test("a line of pronunciations that is too long is refused with its number and the limit")
    func longPhonemes() throws {
        let line = "Xavier: " + String(repeating: "ˈzeɪ", count: 150_000)
        try program.write("a: b\n\(line)\n", to: "ipa.txt")
        for option in ["--phonemes", "--aliases"] {
            let outcome = try program.run(["speak", "Xavier", "out.wav", option, "ipa.txt"])
            #expect(outcome.status == 65)
            #expect(outcome.messages.contains("ipa.txt:2: the line is longer than 4096 bytes"))
        }
    }

    @Test("a pronunciation that the speech engine cannot take is refused")
    func longPronunciation() throws {
        try program.write(
            "Xavier: " + String(repeating: "ˈzeɪ", count: 150) + "\n", to: "ipa.txt")
        let outcome = try program.run(["speak", "Xavier", "out.wav", "--phonemes", "ipa.txt"])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("the pronunciation of Xavier takes more than 198"))
    }

    @Test("a catastrophic expression is searched, one that cannot be is named with its place")
    func expressions() throws {
        try hostileFlow()
        try program.write(
            #"{"app":[{"on":{"callback":"SRHypothesis","matches":"(a)\\1"},"stop":true}]}"#,
            to: "bad.scenario.json")
        let outcome = try program.run(
            ["validate", "flow.json", "prompts.json", "bad.scenario.json"])
        #expect(outcome.output.contains("bad.scenario.json:1:"))
        #expect(outcome.output.contains("a back reference is not supported"))
        #expect(outcome.status == 1)
    }
}
