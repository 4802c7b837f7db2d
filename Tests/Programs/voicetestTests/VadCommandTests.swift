import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

/// Sounds for the commands that take sound files.
enum Sounds {
    /// Three seconds: a quiet room, and speech-like sound in it from 1.0 to 2.0 s.
    static func spoken(rate: Int = 16_000) throws -> MonoSound {
        let speech = MonoSound(
            sampleRate: 16_000, samples: SpeechLikeSound.syllables(frames: 16_000))
        let room = RoomTone(seed: 4).sound(frames: 48_000, sampleRate: 16_000)
        let sound = Mixer.adding(speech, to: room, at: 16_000)
        return try RateConverter.convert(sound, to: rate)
    }

    /// Three seconds of a quiet room.
    static var quiet: MonoSound { RoomTone(seed: 4).sound(frames: 48_000, sampleRate: 16_000) }
}

@Suite("voicetest vad")
struct VadCommandTests {
    private let program = Program()

    private func write(_ sound: MonoSound, _ name: String) throws {
        let path = URL(fileURLWithPath: program.folder.path(name))
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try SoundFile.writeMono(sound, path: path.path)
    }

    private func object(_ line: some StringProtocol) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(value as? [String: Any])
    }

    @Test("lists keys beside the speech where they are asked for, in frames of the file's rate")
    func keys() throws {
        var sound = try Sounds.spoken(rate: 48_000)
        let pressed = KeyPad.sound(
            of: "5#", sampleRate: 48_000, toneFrames: 4_800, pauseFrames: 4_800)
        sound = Mixer.adding(pressed, to: sound, at: 120_000)
        try write(sound, "a.wav")
        let outcome = try program.run(["vad", "a.wav", "--keys", "--format", "json"])
        let keys = try #require(try object(outcome.output)["keys"] as? [[String: Any]])
        #expect(keys.map { $0["key"] as? String } == ["5", "#"])
        for (key, start) in zip(keys, [120_000, 129_600]) {
            #expect(abs((key["start"] as? Int ?? 0) - start) <= 240)
            #expect(abs((key["end"] as? Int ?? 0) - start - 4_800) <= 240)
        }
        let text = try program.run(["vad", "a.wav", "--keys"]).output
        #expect(text.contains("  key 5: 2.50") || text.contains("  key 5: 2.49"), "\(text)")
        #expect(try !program.run(["vad", "a.wav"]).output.contains("key"))
        #expect(try program.run(["vad", "a.wav", "--keys", "--format", "rttm"]).status == 64)
    }

    @Test("prints one line of JSON a file, in frames of the file's rate, in the order given")
    func json() throws {
        try write(try Sounds.spoken(rate: 48_000), "b.wav")
        try write(Sounds.quiet, "a.flac")
        let outcome = try program.run(["vad", "b.wav", "a.flac", "--format", "json"])
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 2)
        let first = try object(lines[0])
        #expect(Set(first.keys) == ["file", "sha256", "sampleRate", "frames", "segments"])
        #expect(first["file"] as? String == "b.wav")
        let digest = try program.runShell("sha256sum b.wav").output.prefix { $0 != " " }
        #expect(first["sha256"] as? String == String(digest))
        #expect(first["sampleRate"] as? Int == 48_000)
        #expect(first["frames"] as? Int == 144_000)
        let segments = try #require(first["segments"] as? [[String: Int]])
        #expect(Set(segments[0].keys) == ["start", "end"])
        #expect(abs((segments[0]["start"] ?? 0) - 48_000) < 4_800)
        #expect((try object(lines[1])["segments"] as? [Any])?.isEmpty == true)
    }

    @Test("prints the same on one core and on two")
    func jobs() throws {
        try write(try Sounds.spoken(), "a.wav")
        let one = try program.run(["vad", "a.wav", "--frames", "--jobs", "1"])
        #expect(one.output.split(separator: "\n").count > 300)
        #expect(try program.run(["vad", "a.wav", "--frames", "--jobs", "2"]).output == one.output)
    }

    @Test("prints the evidence of one file after the other, on any number of cores")
    func framesOfSeveral() throws {
        try write(try Sounds.spoken(), "a.wav")
        try write(Sounds.quiet, "b.wav")
        let alone = try ["a.wav", "b.wav"].map { try program.run(["vad", $0, "--frames"]).output }
        let both = try program.run(["vad", "a.wav", "b.wav", "--frames", "--jobs", "3"])
        #expect(both.output == alone.joined())
    }

    @Test("a full disk leaves nothing behind")
    func fullDisk() throws {
        let spoken = try Sounds.spoken().samples
        try write(MonoSound(sampleRate: 16_000, samples: spoken + spoken + spoken), "a.wav")
        let outcome = try program.runLimited(
            blocks: 1, ["vad", "a.wav", "--explain", "--output", "out"])
        #expect(outcome.status == 74)
        #expect(outcome.messages.contains("out/a.json"))
        #expect(try program.folder.names().contains("out"))
        let out = program.folder.path("out")
        #expect(try FileManager.default.contentsOfDirectory(atPath: out).isEmpty)
    }

    @Test("writes one file for each of a folder, and never over another")
    func output() throws {
        try write(try Sounds.spoken(), "in/deep/a.wav")
        try write(Sounds.quiet, "in/b.flac")
        try program.write("no sound", to: "in/c.txt")
        #expect(try program.run(["vad", "in", "--output", "out/here"]).status == 0)
        let out = program.folder.path("out/here")
        let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
        #expect(names == ["b.json", "deep"])
        #expect(FileManager.default.fileExists(atPath: "\(out)/deep/a.json"))
        let again = try program.run(["vad", "in", "--output", "out/here"])
        #expect(again.status == 73)
        #expect(again.messages.contains("--force"))
        #expect(try program.run(["vad", "in", "--output", "out/here", "--force"]).status == 0)
        let file = try program.run(["vad", "in", "--output", "in/c.txt"])
        #expect(file.status == 73)
        #expect(
            file.messages
                == "voicetest: in/c.txt is a file, and the outputs need a folder. Name a folder.\n")
        #expect(try program.run(["vad", "in/deep/a.wav", "--output", "flat"]).status == 0)
        #expect(FileManager.default.fileExists(atPath: program.folder.path("flat/a.json")))
    }

    @Test("two files of one name in two folders of a folder do not meet")
    func tree() throws {
        try write(Sounds.quiet, "in/x/a.wav")
        try write(Sounds.quiet, "in/y/a.wav")
        #expect(try program.run(["vad", "in", "--output", "out"]).status == 0)
        for name in ["out/x/a.json", "out/y/a.json"] {
            #expect(FileManager.default.fileExists(atPath: program.folder.path(name)))
        }
    }

    @Test("refuses two inputs that would become one output")
    func sameStem() throws {
        try write(Sounds.quiet, "x/a.wav")
        try write(Sounds.quiet, "y/a.flac")
        let outcome = try program.run(["vad", "x", "y", "--output", "out"])
        #expect(outcome.status == 73)
        #expect(outcome.messages.contains("x/a.wav and y/a.flac would both become out/a.json"))
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("out")))
    }

    @Test("goes on after a bad file and exits with the gravest")
    func several() throws {
        try write(try Sounds.spoken(), "a.wav")
        try program.write("this is no sound", to: "bad.wav")
        let outcome = try program.run([
            "vad", "missing.wav", "bad.wav", "a.wav", "--format", "json",
        ])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("missing.wav"))
        #expect(outcome.messages.contains("bad.wav"))
        #expect(outcome.output.split(separator: "\n").count == 1)
        #expect(try program.run(["vad", "missing.wav"]).status == 66)
    }

    @Test("a folder without sound is missing input")
    func emptyFolder() throws {
        try program.write("no sound", to: "in.txt")
        let outcome = try program.run(["vad", "."])
        #expect(outcome.status == 66)
        #expect(outcome.messages.contains("no sound file"))
        try write(Sounds.quiet, "full/a.wav")
        try program.folder.write("", to: "empty/readme")
        let both = try program.run(["vad", "empty", "full"])
        #expect(both.status == 66)
        #expect(both.output.hasPrefix("full/a.wav: no speech"))
    }

    @Test("a label track, a TextGrid and RTTM name the same stretch")
    func formats() throws {
        try write(try Sounds.spoken(), "my call.wav")
        let labels = try program.run(["vad", "my call.wav", "--format", "audacity"]).output
        let fields = labels.split(separator: "\n")[0].split(separator: "\t")
        let start = try #require(Double(fields[0]))
        #expect(abs(start - 1) < 0.1)
        #expect(fields[2] == "speech")
        let grid = try program.run(["vad", "my call.wav", "--format", "textgrid"]).output
        #expect(grid.hasPrefix("File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n"))
        #expect(grid.contains("xmin = \(fields[0])"))
        #expect(grid.contains("xmax = 3.000000"))
        let rttm = try program.run(["vad", "my call.wav", "--format", "rttm"]).output
        #expect(rttm.hasPrefix("SPEAKER my%20call 1 \(fields[0]) "))
    }

    @Test("RTTM names files by their path below the folder, and never two alike")
    func namesInRTTM() throws {
        for name in ["in/x.wav", "in/sub/x.wav", "in/a b.wav", "in/a_b.wav", "in/a%20b.wav"] {
            try write(try Sounds.spoken(), name)
        }
        let rttm = try program.run(["vad", "in", "--format", "rttm"])
        let names = rttm.output.split(separator: "\n").map { $0.split(separator: " ")[1] }
        #expect(names == ["a%20b", "a%2520b", "a_b", "sub/x", "x"])
        let file = try program.run(["vad", "in", "--format", "rttm", "--output", "out"])
        #expect(file.status == 0)
        let inner = try String(
            contentsOfFile: program.folder.path("out/sub/x.rttm"), encoding: .utf8)
        #expect(inner.hasPrefix("SPEAKER sub/x 1 "))
        let both = try program.run(["vad", "in/x.wav", "in/sub/x.wav", "--format", "rttm"])
        #expect(both.status == 64 && both.output.isEmpty)
        #expect(both.messages.contains("in/x.wav and in/sub/x.wav would both be 'x' in RTTM"))
    }

    @Test("names a file without its control characters in RTTM")
    func controlCharactersInRTTM() throws {
        let name = "\u{202E}gnp\u{1B}[31m.wav"
        try write(try Sounds.spoken(), name)
        let rttm = try program.run(["vad", name, "--format", "rttm"]).output
        #expect(rttm.hasPrefix("SPEAKER "))
        #expect(!rttm.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" })
    }

    @Test("formats that hold one file need a folder for several")
    func severalInOne() throws {
        try write(Sounds.quiet, "a.wav")
        try write(Sounds.quiet, "b.wav")
        let arguments = ["vad", "a.wav", "b.wav", "--format", "textgrid"]
        #expect(try program.run(arguments).status == 64)
        #expect(try program.run(arguments + ["--output", "out"]).status == 0)
        #expect(FileManager.default.fileExists(atPath: program.folder.path("out/b.TextGrid")))
    }

    @Test("--explain names level, floor and margin of every stretch")
    func explain() throws {
        try write(try Sounds.spoken(), "a.wav")
        let outcome = try program.run(["vad", "a.wav", "--explain"])
        #expect(outcome.output.contains("dB over a floor of"))
        let json = try program.run(["vad", "a.wav", "--explain", "--format", "json"])
        let segments = try #require(try object(json.output)["segments"] as? [[String: Any]])
        let why = try #require(segments[0]["why"] as? [String: Any])
        #expect((why["hops"] as? Int ?? 0) > 0)
    }

    @Test("eight channels, and a pipe, which is refused at once")
    func channelsAndPipes() throws {
        let sound = try Sounds.spoken()
        var writer = try SoundFileWriter(
            path: program.folder.path("eight.wav"), sampleRate: 16_000, channels: 8)
        try writer.write(sound.samples.flatMap { [0, 0, $0, 0, 0, 0, 0, 0] })
        try writer.finish()
        let outcome = try program.run(["vad", "eight.wav", "--format", "json"])
        #expect((try object(outcome.output)["segments"] as? [Any])?.isEmpty == false)
        #expect(mkfifo(program.folder.path("pipe"), 0o600) == 0)
        #expect(try program.run(["vad", "pipe"]).status == 66)
    }
}
