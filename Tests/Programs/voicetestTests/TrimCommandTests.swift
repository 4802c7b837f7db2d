import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("voicetest trim")
struct TrimCommandTests {
    private let program = Program()

    private func path(_ name: String) -> String { program.folder.path(name) }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }

    @Test("keeps channels, rate, encoding and metadata, and cuts all channels alike")
    func keeps() throws {
        let sound = try Sounds.spoken()
        var writer = try SoundFileWriter(path: path("a.wav"), sampleRate: 16_000, channels: 2)
        try writer.write(sound.samples.flatMap { [$0, $0 / 2] })
        try writer.finish()
        let outcome = try program.run(["trim", "a.wav", "new/b.wav"])
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        let format = try SoundFileReader(path: path("new/b.wav")).format
        #expect(format.channels == 2)
        #expect(format.sampleRate == 16_000)
        #expect(format.encoding == "Signed 16 bit PCM")
        #expect((19_000...24_000).contains(format.frames))
        let mono = try SoundFile.readMono(path: path("new/b.wav"), sampleRate: nil)
        let mean = sound.samples.map { (Int($0) + Int($0 / 2)) / 2 }
        let start = try #require(
            (0..<24_000).first { offset in
                (0..<400).allSatisfy { abs(Int(mono.samples[$0]) - mean[offset + $0]) <= 1 }
            })
        #expect((14_000...16_000).contains(start))
    }

    @Test("trims a trimmed file to the same bytes")
    func trimsTrimmedFileToSameBytes() throws {
        try SoundFile.writeMono(try Sounds.spoken(), path: path("a.wav"))
        #expect(try program.run(["trim", "a.wav", "b.wav"]).status == 0)
        #expect(try program.run(["trim", "b.wav", "c.wav"]).status == 0)
        let once = try Data(contentsOf: URL(fileURLWithPath: path("b.wav")))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path("c.wav"))) == once)
    }

    @Test("copies a file without speech as it is, and says so")
    func noSpeech() throws {
        try SoundFile.writeMono(Sounds.quiet, path: path("a.wav"))
        let outcome = try program.run(["trim", "a.wav", "b.wav"])
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("a.wav: no speech found, copied unchanged"))
        #expect(
            try SoundFile.readMono(path: path("b.wav"), sampleRate: nil)
                == SoundFile.readMono(path: path("a.wav"), sampleRate: nil))
    }

    @Test("says why it cut where it did, in words and in JSON")
    func explain() throws {
        try SoundFile.writeMono(try Sounds.spoken(), path: path("a.wav"))
        let text = try program.run(["trim", "a.wav", "b.wav", "--explain"]).output
        #expect(text.contains("of 3.000 s"))
        #expect(text.contains("over a floor of"))
        #expect(text.contains("50 ms are kept before the speech and 200 ms after it"))
        let json = try program.run(
            ["trim", "a.wav", "c.wav", "--explain", "--format", "json", "--start", "0.9"]
                + ["--end", "2.1"])
        let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let object = try #require(value as? [String: Any])
        #expect(object["reason"] as? String == "words")
        #expect(object["start"] as? Int == 13_600)
        #expect(object["end"] as? Int == 36_800)
        let facts = try program.run(["trim", "a.wav", "d.wav", "--format", "json"]).output
        #expect(facts.contains(#""output":"d.wav""#) && !facts.contains("why"))
    }

    @Test("takes a recognizer's words from a file")
    func words() throws {
        try SoundFile.writeMono(try Sounds.spoken(rate: 8_000), path: path("a.wav"))
        try program.write(
            #"""
            {"sampleRate": 16000, "utterances": [{"outcome": "rejected"},
              {"words": [{"text": "a", "start": 16000, "end": 20000, "confidence": 9},
                         {"text": "b", "start": 20000, "end": 32000, "confidence": 9}]}]}
            """#, to: "words.json")
        let outcome = try program.run(["trim", "a.wav", "b.wav", "--words", "words.json"])
        #expect(outcome.status == 0)
        #expect(try SoundFileReader(path: path("b.wav")).format.frames == 8_000 + 400 + 1_600)
        try program.write("{}", to: "words.json")
        #expect(try program.run(["trim", "a.wav", "c.wav", "--words", "words.json"]).status == 65)
        #expect(!exists("c.wav"))
    }

    @Test(
        "words that no file can hold are refused in words",
        arguments: [
            (5_000_000_000_000_000_000, Int64.max, "begin at 5e+18 s, where the file has ended"),
            (4, 9, "begin at 4.000 s, where the file has ended"),
            (2, Int64.max, "are 1.000 s long and leave out too much"),
        ] as [(Int64, Int64, String)])
    func hostileWords(start: Int64, end: Int64, sentence: String) throws {
        let quiet = Sounds.quiet.samples
        let spoken = try Sounds.spoken().samples
        // The words are late in the file, or behind it.
        let samples = sentence.hasPrefix("are") ? quiet + spoken + quiet : spoken
        let offset = sentence.hasPrefix("are") ? Int64(6) : 0
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: samples), path: path("a.wav"))
        let word = #"{"start":\#(start + offset),"end":\#(end)}"#
        try program.write(
            #"{"sampleRate":1,"utterances":[{"words":[\#(word)]}]}"#, to: "words.json")
        let outcome = try program.run([
            "trim", "a.wav", "b.wav", "--words", "words.json", "--explain",
        ])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.contains("the words \(sentence)"), "\(outcome.output)")
        #expect(exists("b.wav"))
        let plain = try program.run(["trim", "a.wav", "c.wav", "--words", "words.json"])
        #expect(plain.messages.contains("a.wav: the words \(sentence)"))
        #expect(plain.messages.contains("so the speech that is found decides"))
    }

    @Test("trims a folder into a folder, names kept")
    func folder() throws {
        for name in ["in/a.wav", "in/deep/a.flac"] {
            let file = path(name)
            try FileManager.default.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try SoundFile.writeMono(try Sounds.spoken(), path: file)
        }
        #expect(try program.run(["trim", "in", "out"]).status == 0)
        #expect(exists("out/a.wav") && exists("out/deep/a.flac"))
        try FileManager.default.copyItem(atPath: path("in"), toPath: path("copy"))
        let colliding = try program.run(["trim", "in", "copy", "new/"])
        #expect(colliding.status == 73)
        #expect(colliding.messages.contains("would both become new/a.wav"))
        #expect(!exists("new"))
    }

    @Test("replaces nothing without --force, not even the input itself")
    func force() throws {
        try SoundFile.writeMono(try Sounds.spoken(), path: path("a.wav"))
        #expect(try program.run(["trim", "a.wav", "a.wav"]).status == 73)
        #expect(try SoundFileReader(path: path("a.wav")).format.frames == 48_000)
        #expect(try program.run(["trim", "a.wav", "a.wav", "--force"]).status == 0)
        #expect(try SoundFileReader(path: path("a.wav")).format.frames < 30_000)
    }

    @Test("refuses pads and times that make no sense")
    func usage() throws {
        for more in [
            ["--pre-pad=-1"], ["--post-pad", "-1"], ["--post-pad", "nan"], ["--start", "1"],
            ["--jobs", "0"], ["--start", "1", "--end", "0.5"], ["--start", "1", "--end", "1"],
            ["--words", "w.json", "--start", "1", "--end", "2"],
        ] {
            #expect(try program.run(["trim", "a.wav", "b.wav"] + more).status == 64)
        }
        #expect(try program.run(["trim", "a.wav"]).status == 64)
    }

    @Test("a sample that is not a number is refused, and nothing is left behind")
    func notANumber() throws {
        var bytes = [UInt8](try Data(contentsOf: try floatFile()))
        let tail = bytes.count - 4
        bytes.replaceSubrange(tail..<tail + 4, with: [0, 0, 0xc0, 0x7f])
        try Data(bytes).write(to: URL(fileURLWithPath: path("a.wav")))
        for verb in [["vad", "a.wav"], ["trim", "a.wav", "b.wav"]] {
            let outcome = try program.run(verb)
            #expect(outcome.status == 65)
            #expect(outcome.messages.contains("is not a number"))
        }
        #expect(!exists("b.wav"))
    }

    @Test("a full disk leaves nothing behind")
    func fullDisk() throws {
        try SoundFile.writeMono(try Sounds.spoken(), path: path("a.wav"))
        #expect(try program.run(["trim", "a.wav", "/dev/full/b.wav"]).status == 73)
        #expect(try program.run(["trim", "a.wav", "/proc/b.wav"]).status == 73)
        let full = try program.runLimited(blocks: 16, ["trim", "a.wav", "out.wav"])
        #expect(full.status == 74)
        #expect(full.messages.contains("out.wav"))
        #expect(try program.folder.names().filter { $0.contains("out") } == ["stdout.txt"])
    }

    private func floatFile() throws -> URL {
        try SoundFile.writeMono(try Sounds.spoken(), path: path("short.wav"))
        var options = RewriteOptions()
        options.encoding = .float
        _ = try SoundRewrite(from: path("short.wav"), to: path("float.wav"), options: options).run()
        return URL(fileURLWithPath: path("float.wav"))
    }
}
