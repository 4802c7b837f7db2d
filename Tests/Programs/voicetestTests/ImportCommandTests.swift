import Foundation
import Testing
import VoiceAudio
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@Suite("voicetest import and calls")
struct ImportCommandTests {
    let program = Program()

    /// A session of the corpus as a recording of two channels: the app's, then the caller's.
    func record(_ session: String, as name: String) throws {
        let path = "\(Program.package)/Corpora/\(session).vsession"
        let caller = try SoundFile.readMono(path: "\(path)/audio/mic.flac", sampleRate: nil)
        var app = [Int16](repeating: 0, count: caller.samples.count)
        for event in try SessionFolder(path: path).golden().events {
            guard event.kind == "segment", let digest = event.fields["digest"]?.string else {
                continue
            }
            let sound = try SoundFile.readMono(
                path: "\(path)/audio/prompts/\(digest.prefix(16)).flac", sampleRate: nil)
            for (place, sample) in sound.samples.enumerated()
            where Int(event.frame) + place < app.count { app[Int(event.frame) + place] = sample }
        }
        try write(app, caller.samples, caller.sampleRate, to: name)
    }

    /// The app's channel and the caller's, which is as long, as a recording.
    private func write(_ app: [Int16], _ caller: [Int16], _ rate: Int, to name: String) throws {
        var data = Data(
            Array("RIFF".utf8) + Self.word(36 + app.count * 4) + Array("WAVEfmt ".utf8)
                + Self.word(16) + [1, 0, 2, 0] + Self.word(rate)
                + Self.word(rate * 4) + [4, 0, 16, 0] + Array("data".utf8)
                + Self.word(app.count * 4))
        for (one, other) in zip(app, caller) {
            for sample in [one, other] {
                let bits = UInt16(bitPattern: sample)
                data.append(contentsOf: [UInt8(bits & 0xFF), UInt8(bits >> 8)])
            }
        }
        try data.write(to: URL(fileURLWithPath: program.folder.path(name)))
    }

    private static func word(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private func turns(_ arguments: [String]) throws -> [JSONValue] {
        let outcome = try program.run(["latency"] + arguments + ["--format", "json"])
        let root = try JSONReader.value(of: Array(outcome.output.utf8)).object
        let session = root?["sessions"]?.array?.first?.object
        return (session?["turns"]?.array ?? []).map { turn in
            let object = turn.object ?? [:]
            return .array(["start", "end", "response", "bargeIn"].map { object[$0] ?? .null })
        }
    }

    @Test("a recording and its session have the same figures, and its page is written")
    func figures() throws {
        try record("digits/second-try", as: "call.wav")
        let outcome = try program.run(["import", "call.wav", "--output", "call.vsession"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.contains("2 turns of the caller"))
        #expect(outcome.messages.contains("channel 1 is taken for the app's"))
        let before = try turns(["call.wav"])
        #expect(before.count == 2)
        #expect(try turns(["call.vsession"]) == before)
        for source in ["call.wav", "call.vsession"] {
            let page = try program.run(
                ["latency", source, "--report", "report", "--force"])
            #expect(page.status == 0, "\(page.messages)")
            #expect(FileManager.default.fileExists(atPath: program.folder.path("report")))
        }
        #expect(try program.run(["validate", "call.vsession"]).status == 0)
        #expect(try program.run(["dump", "call.vsession"]).output.contains("appStart"))
        let diff = ["diff", "call.vsession", "call.vsession", "--report", "diff.html"]
        #expect(try program.run(diff).status == 0)
    }

    @Test("a replay leaves a call out and names it; alone it is wrong usage")
    func replay() throws {
        try record("digits/seven", as: "call.wav")
        #expect(
            try program.run(["import", "call.wav", "--output", "all/call.vsession"]).status == 0)
        let alone = try program.run(["replay", "all"])
        #expect(alone.status == 64)
        #expect(alone.messages.contains("which no code can run again"))
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/Corpora/digits/seven.vsession",
            toPath: program.folder.path("all/seven.vsession"))
        let both = try program.run(["replay", "all"])
        #expect(both.status == 0, "\(both.messages)")
        #expect(both.messages.contains("all/call.vsession: is a call that was imported."))
    }

    @Test("budgets and expectations judge a recording; JUnit tells which")
    func judges() throws {
        try record("digits/second-try", as: "call.wav")
        #expect(try program.run(["latency", "call.wav", "--max", "response=60000"]).status == 0)
        #expect(try program.run(["latency", "call.wav", "--expect", "answer<=60000"]).status == 0)
        let red = try program.run(
            [
                "latency", "call.wav", "--expect", "answer<=1", "--max", "response=1", "--format",
                "junit",
            ])
        #expect(red.status == 1)
        #expect(red.messages.contains("call.wav: answer<=1: "))
        #expect(red.output.contains("<testcase name=\"call.wav\""))
        #expect(red.output.contains("budget response"))
        #expect(red.output.contains("<failure"))
        #expect(!red.output.contains("call.wav/trace.jsonl"))
    }

    @Test("a folder gives a folder; what cannot be used is named, and the rest is done")
    func folder() throws {
        try FileManager.default.createDirectory(
            atPath: program.folder.path("calls/mon"), withIntermediateDirectories: true)
        try record("digits/seven", as: "calls/mon/one.wav")
        try SoundFile.writeMono(
            MonoSound(sampleRate: 8_000, samples: [Int16](repeating: 9, count: 8_000)),
            path: program.folder.path("calls/two.wav"))
        let outcome = try program.run(["import", "calls", "--output", "sessions"])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("calls/two.wav: has 1 channel, and a call has two"))
        let session = program.folder.path("sessions/mon/one.vsession/session.json")
        #expect(FileManager.default.fileExists(atPath: session))
    }

    @Test(
        "what is no sound is told with the reader's reason",
        arguments: [("call.wav", "This is a note.\n"), ("notes.txt", "a\n"), ("call.mp3", "")])
    func noSound(name: String, text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: program.folder.path(name)))
        for arguments in [["latency", name], ["import", name, "--output", "call.vsession"]] {
            let outcome = try program.run(arguments)
            #expect(outcome.status == 65)
            #expect(outcome.messages.contains("cannot read \(name) as sound: "))
        }
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("call.vsession")))
    }

    @Test("a folder without recordings and sessions is told as such")
    func nothing() throws {
        try FileManager.default.createDirectory(
            atPath: program.folder.path("calls"), withIntermediateDirectories: true)
        let outcome = try program.run(["latency", "calls"])
        #expect(outcome.status == 66)
        #expect(outcome.messages.contains("calls: no session and no recording of a call in"))
    }

    @Test("a recording that ends before its header says so is measured, and told to be cut")
    func cut() throws {
        try record("digits/second-try", as: "call.wav")
        let path = URL(fileURLWithPath: program.folder.path("call.wav"))
        let bytes = try Data(contentsOf: path)
        try bytes.prefix(bytes.count - 20_000).write(to: path)
        let side = ["--app-channel", "1"]
        let outcome = try program.run(["latency", "call.wav"] + side)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(
            outcome.messages.contains(
                "warning: call.wav: The recording announces more sound than it holds"))
        let session = ["import", "call.wav", "--output", "call.vsession"]
        #expect(try program.run(session + side).status == 0)
        #expect(try program.run(["validate", "call.vsession"]).status == 0)
    }

    @Test("recordings beside sessions are measured, and sounds that are no calls are named")
    func beside() throws {
        try FileManager.default.createDirectory(
            atPath: program.folder.path("all"), withIntermediateDirectories: true)
        try record("digits/second-try", as: "all/one.wav")
        let session = ["import", "all/one.wav", "--output", "all/two.vsession"]
        #expect(try program.run(session).status == 0)
        try SoundFile.writeMono(
            MonoSound(sampleRate: 8_000, samples: [Int16](repeating: 9, count: 8_000)),
            path: program.folder.path("all/clip.wav"))
        let outcome = try program.run(["latency", "all", "--format", "json"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        let sessions = try JSONReader.value(of: Array(outcome.output.utf8)).object?["sessions"]
        #expect(sessions?.array?.compactMap { $0.object?["name"]?.string } == ["two", "one.wav"])
        #expect(outcome.messages.contains("all: 1 sound files that do not tell two sides apart"))
    }

    @Test("a redacted import says what is hidden and what is kept")
    func redacts() throws {
        try record("digits/seven", as: "call.wav")
        let outcome = try program.run(
            ["import", "call.wav", "--output", "call.vsession", "--redact", "--redact-app"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.contains("1 turns in the noise"))
        #expect(outcome.output.contains("kept: when both sides speak; no sound of the app"))
        let again = try program.run(
            ["redact", "call.vsession", "--output", "again.vsession", "--app"])
        #expect(again.status == 0, "\(again.messages)")
    }

    @Test("keys that the caller presses are not in a redacted import")
    func redactsKeys() throws {
        let folder = "\(Program.package)/Corpora/digits/seven.vsession"
        let said = try SoundFile.readMono(path: "\(folder)/audio/mic.flac", sampleRate: nil)
        let pause = [Int16](repeating: 0, count: said.sampleRate)
        let keys = KeyPad.sound(
            of: "4711#", sampleRate: said.sampleRate, toneFrames: said.sampleRate / 10,
            pauseFrames: said.sampleRate / 10)
        let silence = [Int16](repeating: 0, count: said.samples.count)
        let caller = silence + said.samples + pause + keys.samples + pause
        let app =
            said.samples.reversed() + [Int16](repeating: 0, count: caller.count - silence.count)
        try write(app, caller, said.sampleRate, to: "call.wav")
        for (options, wanted) in [([], "4711#"), (["--redact"], "")] {
            let outcome = try program.run(
                ["import", "call.wav", "--output", "call.vsession", "--force"]
                    + ["--app-channel", "1"] + options)
            #expect(outcome.status == 0, "\(outcome.messages)")
            let track = try SoundFile.readMono(
                path: program.folder.path("call.vsession/audio/mic.flac"), sampleRate: nil)
            #expect(String(KeyDecoder.keys(in: track).map(\.key)) == wanted)
        }
    }

    @Test("keys that the caller presses are a turn where keys are asked for")
    func keys() throws {
        let folder = "\(Program.package)/Corpora/digits/seven.vsession"
        let said = try SoundFile.readMono(path: "\(folder)/audio/mic.flac", sampleRate: nil)
        let rate = said.sampleRate
        func silence(_ frames: Int) -> [Int16] { [Int16](repeating: 0, count: frames) }
        func keys(_ keys: String) -> [Int16] {
            KeyPad.sound(
                of: keys, sampleRate: rate, toneFrames: rate / 10, pauseFrames: rate / 2
            ).samples
        }
        // The app asks, hears a number, says something, hears one key.
        let (number, one) = (keys("4711#"), keys("2"))
        let starts = [said.samples.count + rate, 2 * (said.samples.count + rate) + number.count]
        let caller =
            silence(starts[0]) + number + silence(starts[1] - starts[0] - number.count) + one
            + silence(3 * rate)
        var app = said.samples + silence(2 * rate + number.count) + said.samples
        app += silence(caller.count - app.count)
        try write(app, caller, rate, to: "call.wav")

        let asked = ["call.wav", "--keys", "--app-channel", "1"]
        let table = try program.run(["latency", "--turns"] + asked)
        #expect(table.output.contains("keys 4711#"), "\(table.output)\(table.messages)")
        #expect(table.output.contains("keys 2"))
        let found = try turns(asked).compactMap { $0.array?.first?.integer }
        #expect(found.count == 2)
        for (place, start) in zip(found, starts) {
            #expect(abs(Int(place) - start) <= rate / 200)
        }

        let imported = try program.run(
            ["import", "--output", "call.vsession"] + asked)
        #expect(imported.status == 0, "\(imported.messages)")
        let session = try SessionFolder(path: program.folder.path("call.vsession")).golden()
        let finals = session.events.filter { $0.core == .final }
        #expect(finals.map { $0.fields["text"] } == ["4711#", "2"])
        #expect(finals.map { $0.fields["keys"] } == ["4711#", "2"])

        let made = try program.run(
            ["scenario", "call.vsession", "--output", "call.scenario.json", "--for"]
                + ["\(Program.package)/Corpora/program-words"])
        #expect(made.output.contains("  keys 4711#  "), "\(made.output)\(made.messages)")
    }

    @Test("a redacted import whose app says what the caller says is refused, and replaces nothing")
    func refusesRepeatedWords() throws {
        let folder = "\(Program.package)/Corpora/digits/seven.vsession"
        let said = try SoundFile.readMono(path: "\(folder)/audio/mic.flac", sampleRate: nil)
        let silence = [Int16](repeating: 0, count: said.samples.count)
        try write(
            said.samples + silence, silence + said.samples, said.sampleRate, to: "call.wav")
        let command = ["import", "call.wav", "--output", "call.vsession"]
        #expect(try program.run(command).status == 0)
        let manifest = program.folder.path("call.vsession/session.json")
        let before = try String(contentsOfFile: manifest, encoding: .utf8)
        try "seven\nfour\n".write(
            toFile: program.folder.path("phrases.txt"), atomically: true, encoding: .utf8)
        let hiding = command + ["--force", "--redact", "--phrases", "phrases.txt"]
        let outcome = try program.run(hiding)
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("the recognizer hears words of the caller."))
        #expect(outcome.messages.contains("Give --redact-app"))
        #expect(try String(contentsOfFile: manifest, encoding: .utf8) == before)
        #expect(try program.run(hiding + ["--redact-app"]).status == 0)
    }

    @Test("a scenario with the name of a call has no golden, and is told so")
    func namesake() throws {
        try program.makeScriptedProject(at: "app")
        try record("digits/seven", as: "call.wav")
        let path = "app/call.vsession"
        #expect(try program.run(["import", "call.wav", "--output", path]).status == 0)
        let outcome = try program.run(["test", "app"])
        #expect(outcome.messages.contains("\(path): is a call that was imported."))
        #expect(try program.run(["test", path]).status == 64)
    }
}
