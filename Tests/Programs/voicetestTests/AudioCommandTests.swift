import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("Sound files on the command line")
struct AudioCommandTests {
    private let program = Program()

    private func writeTone(
        _ name: String, frames: Int = 8_000, amplitude: Double = 0.5, times: Int = 1
    ) throws {
        let tone = (0..<frames).map {
            PCM16.sample(Float(amplitude * sin(Double($0) * 0.39)))
        }
        let path = program.folder.path(name)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        let samples = Array(repeating: tone, count: times).flatMap(\.self)
        try SoundFile.writeMono(MonoSound(sampleRate: 16_000, samples: samples), path: path)
    }

    private func json(_ outcome: Program.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").map {
            try #require(
                JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: program.folder.path(name))
    }

    @Test("gain takes negative decibels, a peak or a loudness, and exactly one of them")
    func gain() throws {
        try writeTone("in.wav")
        let outcome = try program.run(["gain", "in.wav", "out.wav", "--db", "-6"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output == "out.wav: 0.500 s, 16000 Hz, 1 channel, wav pcm16, -6.000 dB\n")
        let peak = try program.run([
            "gain", "in.wav", "new/deep/peak.wav", "--peak", "-1", "--format", "json",
        ])
        let facts = try json(try program.run(["info", "new/deep/peak.wav", "--format", "json"]))
        #expect(try json(peak)[0]["gainDB"] as? Double == 5.021)
        #expect(abs((facts[0]["peakDBFS"] as? Double ?? 0) + 1) <= 0.001)
        for wrong in [[], ["--db", "1", "--peak", "1"], ["--db", "nan"], ["--db", "900"]] {
            #expect(try program.run(["gain", "in.wav", "x.wav"] + wrong).status == 64)
        }
    }

    @Test("gain says how many samples were cut off, and the limiter cuts off none")
    func clipping() throws {
        try writeTone("in.wav")
        let outcome = try program.run(["gain", "in.wav", "a.wav", "--db", "20"])
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("samples were beyond full scale and were cut off"))
        let missed = try program.run(["gain", "in.wav", "missed.wav", "--loudness", "0"])
        #expect(missed.messages.contains("and not 0.0: samples were cut off. --limit turns peaks"))
        let limited = try program.run(["gain", "in.wav", "b.wav", "--db", "20", "--limit"])
        #expect(limited.status == 0 && limited.messages.isEmpty)
        let facts = try json(try program.run(["info", "b.wav", "--format", "json"]))
        #expect((facts[0]["truePeakDBTP"] as? Double ?? 0) < -0.9)
    }

    @Test("info prints one object a line, in the order of the files, null for silence")
    func info() throws {
        try writeTone("b.wav", amplitude: 0)
        try writeTone("a.wav", frames: 48_000)
        let outcome = try program.run(["info", "b.wav", "a.wav", "--format", "json"])
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        let facts = try json(outcome)
        #expect(facts.map { $0["file"] as? String } == ["b.wav", "a.wav"])
        #expect(facts[0]["integratedLUFS"] is NSNull && facts[0]["peakDBFS"] is NSNull)
        #expect(facts[1]["encoding"] as? String == "pcm16")
        #expect(facts[1]["frames"] as? Int == 48_000)
        #expect(abs((facts[1]["rmsDBFS"] as? Double ?? 0) + 9.03) < 0.01)
        let text = try program.run(["info", "a.wav", "b.wav"]).output
        #expect(text.contains("true peak     -") && text.contains("-inf LUFS"))
    }

    @Test("folders become folders, in a stable order, whatever the number of jobs")
    func folders() throws {
        for name in ["in/b.wav", "in/a.wav", "in/deep/c.wav"] { try writeTone(name) }
        try program.write("notes", to: "in/notes.txt")
        try program.write("not sound", to: "in/.hidden.wav")
        var outputs: [String] = []
        for jobs in ["1", "3"] {
            let outcome = try program.run([
                "convert", "in", "out\(jobs)", "--container", "flac", "--jobs", jobs,
            ])
            #expect(outcome.status == 0, "\(outcome.messages)")
            outputs.append(outcome.output.replacingOccurrences(of: "out\(jobs)", with: "out"))
        }
        #expect(outputs[0] == outputs[1])
        #expect(
            outputs[0].split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
                "out/a.flac", "out/b.flac", "out/deep/c.flac",
            ])
        #expect(!exists("out1/notes.txt"))
    }

    @Test("with several files the good are done, the bad named, and the gravest code is given")
    func gravest() throws {
        try writeTone("a.wav")
        try program.write("this is not sound", to: "b.wav")
        let outcome = try program.run([
            "gain", "missing.wav", "a.wav", "b.wav", "out/", "--db", "1",
        ])
        #expect(outcome.status == 65)
        #expect(exists("out/a.wav") && !exists("out/b.wav"))
        #expect(outcome.messages.contains("missing.wav") && outcome.messages.contains("b.wav"))
        #expect(try program.run(["info", "a.wav", "missing.wav"]).status == 66)
        try program.folder.write("", to: "empty/readme")
        #expect(try program.run(["info", "empty"]).status == 66)
    }

    @Test("a disk that gives out is graver than an output that exists, in any order")
    func diskBeforeOutput() throws {
        try writeTone("in/short.wav", frames: 800)
        try writeTone("in/tall.wav", frames: 160_000)
        for taken in ["a.wav", "z.wav"] {
            let folder = "out-\(taken)"
            try writeTone("in/\(taken)", frames: 800)
            try writeTone("\(folder)/\(taken)", frames: 800)
            let outcome = try program.runLimited(blocks: 64, ["convert", "in", folder])
            #expect(outcome.status == 74, "\(outcome.messages)")
            #expect(outcome.messages.contains("\(folder)/\(taken)"))
            #expect(outcome.messages.contains("\(folder)/tall.wav"))
        }
    }

    @Test("a folder's own outputs are not its inputs the next time, by whatever name")
    func outputsInside() throws {
        try writeTone("a.wav")
        for folder in ["levelled", "./levelled", program.folder.path("levelled/")] {
            let outcome = try program.run(["gain", ".", folder, "--db", "1", "--force"])
            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect(outcome.output.split(separator: "\n").count == 1)
        }
        #expect(!exists("levelled/levelled"))
    }

    @Test("a rate that no meter takes is bad data", arguments: [8, 3_000_000])
    func hostileRate(rate: Int) throws {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var bytes = Array("RIFF".utf8) + little(38, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        bytes += little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4)
        bytes += little(2, 2) + little(16, 2) + Array("data".utf8) + little(2, 4) + [1, 0]
        try program.folder.write(bytes, to: "in.wav")
        for arguments in [
            ["info", "in.wav"], ["gain", "in.wav", "a.wav", "--loudness", "-23"],
            ["gain", "in.wav", "a.wav", "--db", "1", "--limit"],
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.status == 65, "\(arguments)")
            #expect(outcome.messages.contains("\(rate) Hz"))
        }
        #expect(!exists("a.wav"))
    }

    @Test("two inputs never become one output")
    func collision() throws {
        for name in ["one/a.wav", "two/a.wav"] { try writeTone(name) }
        let outcome = try program.run(["convert", "one", "two", "out/"])
        #expect(outcome.status == 73)
        #expect(outcome.messages.contains("would both become out/a.wav"))
        #expect(!exists("out"))
    }

    @Test("nothing is overwritten without --force, the input least of all")
    func overwriting() throws {
        for name in ["a.wav", "b.wav"] { try writeTone(name) }
        #expect(try program.run(["gain", "a.wav", "b.wav", "--db", "1"]).status == 73)
        let same = try program.run(["gain", "a.wav", "./a.wav", "--db", "1"])
        #expect(same.status == 73 && same.messages.contains("is the input itself"))
        #expect(try program.run(["gain", "a.wav", "a.wav", "--db", "1", "--force"]).status == 0)
    }

    @Test("a place that takes no file is 73, a disk that gives out 74, and nothing is left")
    func outputs() throws {
        try writeTone("in.wav", frames: 160_000)
        let blocked = try program.run(["gain", "in.wav", "in.wav/out.wav", "--db", "1"])
        #expect(blocked.status == 73, "\(blocked.messages)")
        #expect(try program.run(["convert", "in.wav", "out.xyz"]).status == 73)
        let full = try program.runLimited(blocks: 64, ["convert", "in.wav", "out.wav"])
        #expect(full.status == 74, "\(full.messages)")
        #expect(full.messages.contains("out.wav"))
        #expect(try program.folder.names().filter { $0.contains("out") } == ["stdout.txt"])
    }

    @Test("resample refuses rates outside its range and keeps the length")
    func resample() throws {
        try writeTone("in.wav", frames: 16_001)
        let outcome = try program.run([
            "resample", "in.wav", "out.wav", "--rate", "8000", "--format", "json",
        ])
        #expect(try json(outcome)[0]["frames"] as? Int == 8_001)
        #expect(try program.run(["resample", "in.wav", "x.wav", "--rate", "9"]).status == 64)
        let opus = try program.run(["resample", "in.wav", "x.opus", "--rate", "11025"])
        #expect(opus.status == 73 && opus.messages.contains("11025 Hz"))
    }

    @Test("bit rates are kept to")
    func bitrate() throws {
        try writeTone("in.wav", frames: 160_000)
        for (name, kilobits) in [("a.mp3", 48), ("b.opus", 32)] {
            let outcome = try program.run([
                "convert", "in.wav", name, "--bitrate", "\(kilobits)",
            ])
            #expect(outcome.status == 0, "\(outcome.messages)")
            let path = program.folder.path(name)
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            #expect(abs(Double(size ?? 0) * 8 / 10_000 - Double(kilobits)) < 9)
        }
        let wav = try program.run(["convert", "in.wav", "c.wav", "--bitrate", "64"])
        #expect(wav.status == 0 && wav.messages.contains("no choice of quality or bitrate"))
    }

    @Test(
        "at a signal the unfinished output is removed",
        arguments: [
            ["resample", "in.wav", "out.mp3", "--rate", "8000", "--quality", "fast"],
            ["trim", "in.wav", "out.mp3", "--start", "0", "--end", "600"],
        ])
    func interrupted(arguments: [String]) throws {
        try interrupt(arguments, onOneCore: false)
    }

    @Test(
        "a signal is answered at once on a machine with one core, which the work keeps busy",
        .enabled(if: FileManager.default.isExecutableFile(atPath: Program.taskset)))
    func interruptedOnOneCore() throws {
        let arguments = ["trim", "in.wav", "out.mp3", "--start", "0", "--end", "600"]
        try interrupt(arguments, onOneCore: true)
    }

    private func interrupt(_ arguments: [String], onOneCore: Bool) throws {
        // Long enough that a busy machine has not done it before the signal comes.
        try writeTone("in.wav", frames: 160_000, times: 60)
        let process = try program.start(arguments, onOneCore: onOneCore)
        // The file that is being written tells that the work has begun.
        let unfinished = "\(arguments[2]).\(process.processIdentifier)-0.partial"
        while process.isRunning, !exists(unfinished) {}
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == SIGTERM)
        #expect(!exists(unfinished) && !exists(arguments[2]))
    }

    @Test("when nobody reads what is printed, the other files that are being written are removed")
    func closedPipe() throws {
        try writeTone("in/a.wav")
        try writeTone("in/b.wav", frames: 480_000)
        let status = try program.runUnread([
            "convert", "in", "out", "--container", "mp3", "--jobs", "2",
        ])
        #expect([SIGPIPE, 74].contains(status))
        #expect(try program.folder.names().contains("out"))
        let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.path("out"))
        #expect(left.allSatisfy { !$0.hasSuffix(".partial") })
    }

    @Test("a standard output that takes no more is named, with 74")
    func fullOutput() throws {
        try writeTone("in.wav")
        for arguments in [["info", "in.wav"], ["vad", "in.wav", "--frames"]] {
            let outcome = try program.runFull(arguments)
            #expect(outcome.status == 74)
            #expect(outcome.messages == "voicetest: standard output: No space left on device\n")
        }
    }

    @Test(
        "progress shows on a terminal, and is taken away again",
        arguments: [
            ["vad", "in.wav", "--explain"], ["trim", "in.wav", "a.wav"],
            ["gain", "in.wav", "a.wav", "--db", "1"], ["info", "in.wav"],
        ])
    func progress(arguments: [String]) throws {
        try SoundFile.writeMono(try Sounds.spoken(), path: program.folder.path("in.wav"))
        let shown = try program.runOnTerminal(arguments)
        #expect(shown.contains("100 %  1 of 1 file"))
        // A note may follow the line that is taken away.
        #expect(shown.contains("1 of 1 files\r\u{1B}[K"))
    }
}
