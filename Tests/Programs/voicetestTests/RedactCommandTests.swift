import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("voicetest redact")
struct RedactCommandTests {
    private let program = Program()
    private var output: String { program.folder.path("out.vsession") }

    private func redact(_ name: String, _ more: [String] = []) throws -> Program.Outcome {
        try program.run(["redact", program.copySession(name), "--output", output] + more)
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(output)/\(name)", encoding: .utf8)
    }

    @Test("hides what was said and replays; no file holds a hidden word")
    func hides() throws {
        let outcome = try redact("recordings/every-way")
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try program.run(["replay", output]).status == 0)
        for name in ["inputs.jsonl", "trace.jsonl", "session.json", "flow/voiceflow.json"] {
            let words = try text(name).split { !$0.isLetter }
            #expect(!words.contains("one") && !words.contains("three"), "\(name)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(output)/flow/scenario.json"))
        let mode = try FileManager.default.attributesOfItem(atPath: "\(output)/audio/mic.flac")
        #expect((mode[.posixPermissions] as? Int) == 0o600)
    }

    @Test("keeps no sound of a span and all sound outside")
    func sound() throws {
        #expect(try redact("digits/seven").status == 0)
        let was = try SoundFile.readMono(
            path: program.folder.path("copy.vsession/audio/mic.flac"), sampleRate: 16_000)
        let now = try SoundFile.readMono(path: "\(output)/audio/mic.flac", sampleRate: 16_000)
        let spoken = 17_805..<26_285
        func power(_ left: [Int16], _ right: [Int16]) -> Double {
            spoken.reduce(0) { $0 + Double(left[$1]) * Double(right[$1]) }
        }
        let alike = power(was.samples, now.samples)
        let whole = (power(was.samples, was.samples) * power(now.samples, now.samples))
            .squareRoot()
        #expect(abs(alike / whole) < 0.2)
        // What may be speech begins a little earlier, and 500 ms before that are hidden, too.
        let isKept = was.samples[..<6_400] == now.samples[..<6_400]
        #expect(isKept)
        #expect(was.frames == now.frames)
    }

    @Test("names the words that the flow needs, and replays pocketsphinx from words")
    func kept() throws {
        let outcome = try redact("yes-no/answers-yes")
        #expect(outcome.output.contains("kept, because the app decides by them: yes"))
        #expect(try text("session.json").contains("\"replayFrom\": \"words\""))
        #expect(try program.run(["replay", output]).status == 0)
    }

    @Test(
        "redacts sessions of every kind",
        arguments: [
            "barge-in/waits-for-menu", "dialogs/every-way", "interruptions/every-way",
            "listeners/every-way", "pause-resume/app-resumes", "recognitions/caller-says-no",
            "shutdown/field-set", "sleep-mode/app-rejects", "yes-no/recognizer-fails",
        ])
    func everyKind(name: String) throws {
        let outcome = try redact(name)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try program.run(["replay", output, "--no-self-test"]).status == 0)
    }

    @Test("replays from words where noise in chosen spans is heard otherwise, and says so")
    func cannotMaskSound() throws {
        // What follows of the word stands where it was, so that its start cannot be moved there.
        try program.write(#"[{"startMs":1700,"endMs":1900}]"#, to: "spans.json")
        let outcome = try redact(
            "yes-no/answers-yes", ["--spans", program.folder.path("spans.json")])
        #expect(outcome.status == 0, "\(outcome.messages)")
        let text = try text("session.json")
        #expect(
            outcome.messages.contains("replays from its words, because")
                == text.contains(#""replayFrom": "words""#))
        #expect(try program.run(["replay", output]).status == 0)
    }

    @Test(
        "redacts sessions of every engine, also by what its recognizer hears",
        arguments: [
            "keenasr/heard-digits", "keenasr/reading", "voicekit/wins", "voicekit-calls/hears",
            "saykit/orders", "saykit-german/books",
        ])
    func everyEngine(name: String) throws {
        let outcome = try redact(name)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try program.run(["replay", output, "--no-self-test"]).status == 0)
    }

    @Test("makes other numbers of those that the app reads, and names none of them as kept")
    func otherNumbers() throws {
        let outcome = try redact("saykit-requests/zip-code")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let trace = try text("trace.jsonl") + text("inputs.jsonl")
        let before = try String(
            contentsOfFile: program.folder.path("copy.vsession/trace.jsonl"), encoding: .utf8)
        for number in ["90210", "nine zero two one zero", "12345", "one two three four five"] {
            #expect(before.contains(number) && !trace.contains(number), "\(number)")
        }
        #expect(trace.contains(#""rule":"oneNumber""#))
        #expect(try program.run(["replay", output, "--no-self-test"]).status == 0)
    }

    @Test("redacts a session that replays from its words only, such as one redacted before")
    func redactsWhatReplaysFromWords() throws {
        #expect(try redact("digits/seven").status == 0)
        let more = try program.run([
            "redact", output, "--output", program.folder.path("again.vsession"),
        ])
        #expect(more.status == 0, "\(more.messages)")
        #expect(try program.run(["replay", "again.vsession"]).status == 0)
    }

    @Test("refuses a rule that would change what the flow does")
    func rule() throws {
        try program.write(#"[{"match":"yes","replace":"no"}]"#, to: "rules.json")
        let outcome = try redact(
            "yes-no/answers-yes", ["--rules", program.folder.path("rules.json")])
        #expect(outcome.status == 1)
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test(
        "refuses spans that are none",
        arguments: [
            "x", "[]", "[{}]", #"[{"startMs":5,"endMs":5}]"#, #"[{"startMs":0,"endMs":99999999}]"#,
            #"[{"startMs":20,"endMs":30},{"startMs":10,"endMs":40}]"#,
        ])
    func badSpans(list: String) throws {
        try program.write(list, to: "spans.json")
        let outcome = try redact("digits/seven", ["--spans", program.folder.path("spans.json")])
        #expect(outcome.status == 65)
    }

    @Test("refuses an output that is there, a damaged session, and both kinds of spans")
    func refusals() throws {
        let copy = try program.copySession("digits/seven")
        #expect(try program.run(["redact", copy, "--output", copy]).status == 73)
        let both = ["--output", output, "--all-speech", "--spans", "a.json"]
        #expect(try program.run(["redact", copy] + both).status == 64)
        try program.folder.write("x", to: "copy.vsession/inputs.jsonl")
        #expect(try program.run(["redact", copy, "--output", output]).status == 65)
    }
}
