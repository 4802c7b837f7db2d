import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

/// Sound that phones record, with programs in the place of ffmpeg: it need not be installed.
@Suite("Sound through ffmpeg")
struct ForeignSoundTests {
    private let program = Program()

    private func path(_ name: String) -> String { program.folder.path(name) }

    /// Writes a phone's recording, and an ffmpeg that decodes it to a sound of this many frames.
    private func prepare(frames: Int, ffmpeg: String = "cp sound.caf \"${target#file:}\"") throws {
        try FileManager.default.createDirectory(
            atPath: path("bin"), withIntermediateDirectories: true)
        let samples = (0..<frames).map { PCM16.sample(Float(0.25 * sin(Double($0) * 0.39))) }
        let sound = MonoSound(sampleRate: 16_000, samples: samples)
        try SoundFile.writeMono(sound, path: path("plain.wav"))
        #expect(
            try program.run(["convert", "plain.wav", "sound.caf", "--encoding", "float"]).status
                == 0)
        try program.write("\0\0\0\u{20}ftypM4A and more", to: "a.m4a")
        try script(
            """
            [ "$1" = -version ] && { echo "ffmpeg version 9.8 of a test"; exit; }
            for target in "$@"; do :; done
            \(ffmpeg)
            """, "ffmpeg")
        try script("printf 'codec_name=aac\\nsample_fmt=fltp\\n'", "ffprobe")
    }

    private func script(_ lines: String, _ name: String) throws {
        try program.write("#!/bin/sh\n\(lines)\n", to: "bin/\(name)")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: path("bin/\(name)"))
    }

    private func run(_ arguments: [String]) throws -> Program.Outcome {
        try program.run(
            arguments,
            variables: ["PATH": "\(path("bin")):/usr/bin:/bin", "TMPDIR": program.folder.path])
    }

    private func leftOver() throws -> [String] {
        try program.folder.names().filter { $0.hasPrefix("voicetest-") }
    }

    @Test("is measured as the file that the user named")
    func info() throws {
        try prepare(frames: 8_000)
        let outcome = try run(["info", "a.m4a", "--format", "json"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        let found = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(found["file"] as? String == "a.m4a")
        #expect(found["frames"] as? Int == 8_000)
        #expect(found["containerName"] as? String == "MP4, decoded by ffmpeg")
        #expect(found["encodingName"] as? String == "aac")
        #expect(found["container"] is NSNull)
        #expect(try leftOver() == [])
    }

    @Test("is written as 16 bits, and to no file of its own kind")
    func convert() throws {
        try prepare(frames: 8_000)
        let outcome = try run(["convert", "a.m4a", "b.wav"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try SoundFileReader(path: path("b.wav")).format.encoding == "Signed 16 bit PCM")
        let trimmed = try run(["trim", "a.m4a", "t.wav"])
        #expect(trimmed.status == 0, "\(trimmed.messages)")
        #expect(trimmed.messages.contains("a.m4a: "))
        let refused = try run(["gain", "a.m4a", "c.m4a", "--db", "-1"])
        #expect(refused.status == 73)
        #expect(refused.messages.contains("cannot write c.m4a: such files are only read."))
        #expect(try leftOver() == [])
    }

    @Test("is found in a folder, and written there as a WAV file")
    func folder() throws {
        try prepare(frames: 8_000)
        try FileManager.default.createDirectory(
            atPath: path("phone"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path("a.m4a"), toPath: path("phone/a.m4a"))
        let outcome = try run(["gain", "phone", "out/", "--db", "-1"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try SoundFileReader(path: path("out/a.wav")).format.frames == 8_000)
    }

    @Test("without ffmpeg exits 69 with the package's name")
    func missing() throws {
        try prepare(frames: 100)
        try FileManager.default.removeItem(atPath: path("bin/ffmpeg"))
        let outcome = try program.run(
            ["vad", "a.m4a"], variables: ["PATH": path("bin"), "TMPDIR": program.folder.path])
        #expect(outcome.status == 69)
        #expect(
            outcome.messages.contains(
                "a.m4a: MP4 is read through ffmpeg, which is not installed. "
                    + "Run `apt-get install ffmpeg`."))
        #expect(try leftOver() == [])
    }

    @Test("tells what ffmpeg says, and never the file that it writes")
    func failure() throws {
        try prepare(frames: 100, ffmpeg: "echo \"file:a.m4a: moov atom not found\" >&2; exit 1")
        let outcome = try run(["info", "a.m4a"])
        #expect(outcome.status == 65)
        #expect(
            outcome.messages.contains(
                "cannot read a.m4a as sound: moov atom not found. Copy or export it again."))
    }

    @Test("tells that ffmpeg decoded a part only")
    func part() throws {
        try prepare(
            frames: 100,
            ffmpeg: "cp sound.caf \"${target#file:}\"; echo 'File ended prematurely' >&2")
        let cut = try run(["info", "a.m4a"])
        #expect(cut.status == 0)
        #expect(cut.messages.contains("a.m4a: ffmpeg: File ended prematurely"))
        #expect(try leftOver() == [])
    }

    @Test("doctor names ffmpeg, and does without it")
    func doctor() throws {
        try prepare(frames: 100)
        #expect(try run(["doctor"]).output.contains("ok       ffmpeg: 9.8 ("))
        let without = try program.run(["doctor"], variables: ["PATH": path("none")])
        #expect(
            without.output.contains("optional). Run `apt-get install ffmpeg`."), "\(without.output)"
        )
        #expect(without.status == (try run(["doctor"]).status))
    }
}
