import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("Cutting, splitting and converting in one step")
struct CutCommandTests {
    private let program = Program()

    /// Writes a tone in which every sample tells its frame.
    private func writeRamp(_ name: String, frames: Int = 16_000) throws {
        let sound = MonoSound(sampleRate: 16_000, samples: (0..<frames).map { Int16($0) })
        try SoundFile.writeMono(sound, path: program.folder.path(name))
    }

    private func samples(_ name: String) throws -> [Int16] {
        try SoundFile.readMono(path: program.folder.path(name), sampleRate: nil).samples
    }

    private func json(_ outcome: Program.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test(
        "a piece is exact to the frame",
        arguments: [
            ("0.25-0.5", 4_000, 8_000), ("100f-101f", 100, 101), ("0:00.9-", 14_400, 16_000),
            ("-0.1", 0, 1_600), ("0.00005-0.001", 1, 16),
        ])
    func exact(piece: String, start: Int, end: Int) throws {
        try writeRamp("in.wav")
        let outcome = try program.run([
            "cut", "in.wav", "out.wav", "--piece", piece, "--format", "json",
        ])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try samples("out.wav") == (start..<end).map { Int16($0) })
        #expect(try json(outcome)[0]["start"] as? Int == start)
        #expect(try json(outcome)[0]["end"] as? Int == end)
    }

    @Test("several pieces are numbered in their order")
    func several() throws {
        try writeRamp("in.wav")
        let outcome = try program.run([
            "cut", "in.wav", "out.wav", "--piece", "0.5-0.6", "--piece", "0-0.1", "--pad-after",
            "0.01",
        ])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.hasPrefix("out-1.wav: 0.110 s"))
        #expect(try samples("out-1.wav").first == 8_000)
        #expect(try samples("out-2.wav").suffix(160) == [Int16](repeating: 0, count: 160)[...])
    }

    @Test("a piece that covers all is a copy, byte for byte")
    func whole() throws {
        try writeRamp("in.flac")
        _ = try program.run(["cut", "in.flac", "out.flac", "--piece", "0-"])
        let files = FileManager.default
        #expect(
            files.contents(atPath: program.folder.path("in.flac"))
                == files.contents(atPath: program.folder.path("out.flac")))
    }

    @Test(
        "a piece that is none is wrong usage",
        arguments: [
            "", "-", "5", "2-1", "1-1", "x-2", "1-2-3",
            "nan-1", "1e3-2e3", "1:75-", "-1-2", "5f-5f", "9223372036854775807f-",
        ])
    func wrongPiece(piece: String) throws {
        try writeRamp("in.wav")
        let outcome = try program.run(["cut", "in.wav", "out.wav", "--piece=\(piece)"])
        #expect(outcome.status == 64, "\(outcome.messages)")
        #expect(outcome.messages.contains("START-END"))
    }

    @Test(
        "a piece beyond the end is refused and writes nothing", arguments: ["0.5-2", "1-", "2-3"])
    func beyond(piece: String) throws {
        try writeRamp("in.wav")
        let outcome = try program.run(["cut", "in.wav", "out.wav", "--piece", piece])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("has no frames"))
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("out.wav")))
    }

    @Test("cut without a piece says how one looks")
    func noPiece() throws {
        let outcome = try program.run(["cut", "in.wav", "out.wav"])
        #expect(outcome.status == 64 && outcome.messages.contains("--piece"))
    }

    @Test("a cut goes through pipes, one piece at a time")
    func pipes() throws {
        try writeRamp("in.wav")
        let line = "voicetest cut - - --piece 0.5-1 < in.wav > out.wav"
        #expect(try program.runShell("cd \(program.folder.path) && \(line)").status == 0)
        #expect(try samples("out.wav").count == 8_000)
        let two = "voicetest cut - - --piece 0-0.1 --piece 0.5-1 < in.wav > two.wav"
        #expect(try program.runShell("cd \(program.folder.path) && \(two)").status == 64)
    }

    private func writeSpeech(_ name: String) throws {
        #expect(try program.run(["speak", "one two three", "words.wav"]).status == 0)
        let words = try SoundFile.readMono(
            path: program.folder.path("words.wav"), sampleRate: 16_000)
        let silence = [Int16](repeating: 0, count: 24_000)
        let sound = MonoSound(
            sampleRate: 16_000,
            samples: silence + words.samples + silence + words.samples + silence)
        try SoundFile.writeMono(sound, path: program.folder.path(name))
    }

    @Test("split writes a file for each stretch of speech, with labels")
    func split() throws {
        try writeSpeech("in.wav")
        let outcome = try program.run(["split", "in.wav", "pieces", "--labels", "--format", "json"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        let pieces = try #require(try json(outcome)[0]["pieces"] as? [[String: Any]])
        #expect(
            pieces.compactMap { $0["output"] as? String } == [
                "pieces/in-001.wav", "pieces/in-002.wav",
            ])
        let all = try samples("in.wav")
        for piece in pieces {
            let start = try #require(piece["start"] as? Int)
            let end = try #require(piece["end"] as? Int)
            #expect(
                try samples(try #require(piece["output"] as? String)) == Array(all[start..<end]))
        }
        let labels = try String(
            contentsOfFile: program.folder.path("pieces/in.txt"), encoding: .utf8)
        let lines = labels.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(lines.map { $0[2] } == ["in-001.wav", "in-002.wav"])
    }

    @Test("split overwrites nothing and writes nothing where a name is taken")
    func taken() throws {
        try writeSpeech("in.wav")
        try program.folder.write("mine", to: "pieces/in-002.wav")
        let outcome = try program.run(["split", "in.wav", "pieces"])
        #expect(outcome.status == 73 && outcome.messages.contains("pieces/in-002.wav"))
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("pieces/in-001.wav")))
        #expect(try program.run(["split", "in.wav", "pieces", "--force"]).status == 0)
    }

    @Test("a file without speech gives no piece, and that is said")
    func silent() throws {
        let silence = MonoSound(sampleRate: 16_000, samples: [Int16](repeating: 0, count: 32_000))
        try SoundFile.writeMono(silence, path: program.folder.path("in.wav"))
        let outcome = try program.run(["split", "in.wav", "pieces"])
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(outcome.messages.contains("in.wav: no speech found, no piece written"))
    }

    @Test("labels of two inputs that would be one file are refused")
    func sharedLabels() throws {
        try writeRamp("a.wav")
        try writeRamp("a.flac")
        let outcome = try program.run(["split", "a.wav", "a.flac", "pieces", "--labels"])
        #expect(outcome.status == 73 && outcome.messages.contains("pieces/a.txt"))
    }

    @Test("one step makes a telephone file, and one step takes it back")
    func telephone() throws {
        try writeRamp("in.wav")
        let outcome = try program.run([
            "convert", "in.wav", "phone.wav", "--rate", "8000", "--encoding", "ulaw", "--channels",
            "1",
        ])
        #expect(outcome.output == "phone.wav: 1.000 s, 8000 Hz, 1 channel, wav ulaw\n")
        let back = try program.run([
            "convert", "phone.wav", "back.wav", "--rate", "16000", "--encoding", "pcm16",
        ])
        #expect(back.output == "back.wav: 1.000 s, 16000 Hz, 1 channel, wav pcm16\n")
        #expect(try program.run(["convert", "in.wav", "x.wav", "--rate", "9"]).status == 64)
    }

    @Test(
        "an encoding by another program's name is recognised",
        arguments: [
            ("mulaw", "'ulaw'"), ("mu-law", "'ulaw'"), ("G711U", "'ulaw'"), ("pcm_mulaw", "'ulaw'"),
            ("pcma", "'alaw'"), ("s16", "'pcm16'"), ("pcm_s16le", "'pcm16'"), ("ulow", "'ulaw'"),
            ("flac", "--container flac"), ("pcm_f32le", "'float'"), ("adpcm_ms", "'ms-adpcm'"),
        ])
    func otherNames(name: String, hint: String) throws {
        try writeRamp("in.wav")
        let outcome = try program.run(["convert", "in.wav", "out.wav", "--encoding", name])
        #expect(outcome.status == 64 && outcome.messages.contains(hint), "\(outcome.messages)")
    }

    @Test("a bit rate is kept, or is the one that is asked for, and is told")
    func bitrate() throws {
        try writeRamp("in.wav", frames: 32_000)
        _ = try program.run(["convert", "in.wav", "in.mp3", "--bitrate", "96"])
        let kept = try program.run(["gain", "in.mp3", "a.mp3", "--db", "-1", "--format", "json"])
        #expect(try json(kept)[0]["kilobits"] as? Int ?? 0 > 90)
        let asked = try program.run(["gain", "in.mp3", "b.mp3", "--db", "-1", "--bitrate", "32"])
        #expect(asked.output.contains("kbit/s"))
        let less = try program.run(["info", "b.mp3"]).status
        #expect(less == 0)
        #expect(
            try program.run(["gain", "in.mp3", "c.mp3", "--db", "-1", "--bitrate", "1"]).status
                == 64)
    }

    @Test("a DC offset is taken off alone or with a gain")
    func offset() throws {
        let sound = MonoSound(sampleRate: 16_000, samples: [Int16](repeating: 900, count: 8_000))
        try SoundFile.writeMono(sound, path: program.folder.path("in.wav"))
        let outcome = try program.run(["gain", "in.wav", "out.wav", "--remove-offset"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try samples("out.wav") == [Int16](repeating: 0, count: 8_000))
    }

    @Test("the loudness behind a limiter is told, and why it is not the one asked for")
    func limited() throws {
        try writeSpeech("in.wav")
        let near = try program.run([
            "gain", "in.wav", "a.wav", "--loudness", "-16", "--limit", "--format", "json",
        ])
        #expect(near.status == 0 && near.messages.isEmpty, "\(near.messages)")
        let reached = try #require(try json(near)[0]["loudnessLUFS"] as? Double)
        let facts = try json(try program.run(["info", "a.wav", "--format", "json"]))
        #expect(abs(reached + 16) <= 0.1)
        #expect(abs((facts[0]["integratedLUFS"] as? Double ?? 0) + 16) <= 0.1)
        let far = try program.run(["gain", "in.wav", "b.wav", "--loudness", "0", "--limit"])
        #expect(far.status == 0 && far.messages.contains("LUFS and not 0.0"))
    }
}
