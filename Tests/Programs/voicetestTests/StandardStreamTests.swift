import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("Standard input and output of verbs on sound")
struct StandardStreamTests {
    private let program = Program()

    private func writeTone(_ name: String) throws {
        let samples = (0..<8_000).map { PCM16.sample(Float(0.25 * sin(Double($0) * 0.39))) }
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: samples), path: program.folder.path(name))
    }

    private func bytes(_ name: String) -> Data? {
        FileManager.default.contents(atPath: program.folder.path(name))
    }

    /// Files of voicetest in the folder for temporary ones.
    private func leftOver() throws -> [String] {
        try program.folder.names().filter { $0.hasPrefix("voicetest-") }
    }

    @Test("info and vad read sound from standard input, and say the same of it")
    func reads() throws {
        try writeTone("a.wav")
        for verb in ["info", "vad"] {
            let file = try program.run([verb, "a.wav", "--format", "json"])
            let piped = try program.runShell(
                "TMPDIR=. ; export TMPDIR; voicetest \(verb) - --format json < a.wav")
            #expect(piped.status == 0, "\(piped.messages)")
            #expect(
                piped.output.replacingOccurrences(of: #""-""#, with: #""a.wav""#) == file.output)
        }
        #expect(try leftOver() == [])
        let folder = try program.runShell("voicetest vad - --output labels < a.wav")
        #expect(folder.status == 64 && folder.messages.contains("has no file name"))
        #expect(try program.runShell("voicetest info - - < a.wav").status == 64)
    }

    @Test("gain and convert give the bytes that they give in a file")
    func rewrites() throws {
        try writeTone("a.wav")
        #expect(try program.run(["gain", "a.wav", "b.wav", "--db", "-3"]).status == 0)
        #expect(try program.run(["convert", "b.wav", "c.flac"]).status == 0)
        let piped = try program.runShell(
            """
            TMPDIR=. ; export TMPDIR
            voicetest gain a.wav - --db -3 | voicetest convert - - --container flac > d.flac
            """)
        #expect(piped.status == 0, "\(piped.messages)")
        #expect(bytes("c.flac") == bytes("d.flac"))
        #expect(try leftOver() == [])
        #expect(bytes("-") == nil)
        #expect(try program.runShell("voicetest gain - e.wav --db -3 < a.wav").status == 0)
        #expect(bytes("e.wav") == bytes("b.wav"))
    }

    @Test("trim gives the bytes that it gives in a file, and speaks of them on standard error")
    func trims() throws {
        try SoundFile.writeMono(try Sounds.spoken(), path: program.folder.path("a.wav"))
        #expect(try program.run(["trim", "a.wav", "b.wav"]).status == 0)
        // Both are made of FLAC, whose comments are kept.
        #expect(try program.run(["convert", "a.wav", "a.flac"]).status == 0)
        #expect(try program.run(["trim", "a.flac", "b.flac"]).status == 0)
        let piped = try program.runShell(
            """
            TMPDIR=. ; export TMPDIR
            voicetest trim - - --explain < a.wav > c.wav
            voicetest convert a.wav - --container flac | voicetest trim - d.flac
            """)
        #expect(piped.status == 0, "\(piped.messages)")
        #expect(piped.messages.contains("-: kept 0."))
        #expect(piped.messages.contains("over a floor of"))
        #expect(!piped.messages.contains("voicetest-"))
        #expect(bytes("c.wav") == bytes("b.wav"))
        #expect(bytes("d.flac") == bytes("b.flac"))
        #expect(try leftOver() == [])
    }

    @Test("notes and rows name the streams, and no file that stands for them")
    func names() throws {
        try SoundFile.writeMono(try Sounds.spoken(), path: program.folder.path("a.wav"))
        // The last frames of what the header announces are not there.
        let cut = "head -c 40000 a.wav"
        for line in [
            "voicetest gain - b.wav --db -1", "voicetest trim - c.wav", "voicetest info -",
            "voicetest gain - - --db 60 > d.wav",
        ] {
            let outcome = try program.runShell("TMPDIR=. ; export TMPDIR; \(cut) | \(line)")
            #expect(outcome.status == 0, "\(line): \(outcome.messages)")
            #expect(outcome.messages.contains("announces more sound than it holds"), "\(line)")
            #expect(!(outcome.messages + outcome.output).contains("voicetest-"), "\(line)")
        }
        let clipped = try program.runShell("voicetest gain - - --db 60 < a.wav > d.wav")
        #expect(clipped.messages.contains("standard output: "))
        let json = try program.runShell("\(cut) | voicetest gain - e.wav --db -1 --format json")
        #expect(json.output.contains("standard input: announces"))
        for more in ["", " --live"] {
            let rows = try program.runShell(
                "voicetest vad - --frames --format json\(more) < a.wav"
            ).output
                .split(separator: "\n")
            #expect(rows.count > 100 && rows.allSatisfy { $0.contains(#""file":"-""#) })
        }
    }

    @Test("what cannot be is refused with a sentence, and what is no sound is named")
    func refuses() throws {
        try writeTone("a.wav")
        try writeTone("b.wav")
        for (line, part) in [
            ("gain a.wav b.wav - --db 1", "stands for one sound"),
            ("gain - out/ --db 1", "standard input has no file name"),
            ("convert a.wav - --format json", "prints on standard output"),
            ("trim - b.wav c/", "stands for one sound"), ("listen -", "./- is one of that name"),
            ("trim a.wav - --format json", "prints on standard output"),
            ("gain a.wav b.wav out.wav --db 1", "Write out.wav/ to have it made"),
        ] {
            let outcome = try program.runShell("voicetest \(line) < a.wav")
            #expect(outcome.status == 64, "\(line)")
            #expect(outcome.messages.contains(part), "\(line): \(outcome.messages)")
        }
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("out.wav")))
        let odd = try program.runShell("echo no sound | voicetest info -")
        #expect(odd.status == 65 && odd.messages.contains("standard input"))
    }

    @Test("speak says which containers it writes before it speaks")
    func speaksTwoContainers() throws {
        for name in ["s.mp3", "s.ogg", "s", "s.aiff"] {
            let outcome = try program.run(["speak", "yes", name])
            #expect(outcome.status == 73)
            #expect(outcome.messages.contains("\(name): speak writes .wav and .flac only"))
        }
        #expect(try program.run(["speak", "yes", "S.WAV"]).status == 0)
    }

    @Test("speak writes the file's sound to standard output")
    func speaks() throws {
        #expect(try program.run(["speak", "yes", "a.wav"]).status == 0)
        let piped = try program.runShell("echo yes | voicetest speak - - > b.wav")
        #expect(piped.status == 0, "\(piped.messages)")
        #expect(bytes("a.wav") == bytes("b.wav"))
    }
}
