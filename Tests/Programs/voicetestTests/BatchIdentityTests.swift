import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("Files of a batch that are one file")
struct BatchIdentityTests {
    private let program = Program()

    private func path(_ name: String) -> String { program.folder.path(name) }

    private func write(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path(name) as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        let samples = (0..<16_000).map { Int16($0 % 200 < 100 ? 16_000 : -16_000) }
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: samples), path: path(name))
    }

    private func peak(_ name: String) throws -> Int16? {
        try SoundFile.readMono(path: path(name), sampleRate: nil).samples.max()
    }

    @Test("a link in a folder gets no second gain, whatever the jobs", arguments: ["1", "4"])
    func link(jobs: String) throws {
        try write("d/a.wav")
        try FileManager.default.createSymbolicLink(
            atPath: path("d/z.wav"), withDestinationPath: "a.wav")
        let outcome = try program.run(["gain", "d", "d", "--db", "-6", "--force", "--jobs", jobs])
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("d/z.wav: left out, because it is d/a.wav"))
        #expect(outcome.output.split(separator: "\n").count == 1)
        #expect(try peak("d/a.wav") == 8_019)
    }

    @Test("files whose names differ in their ending alone keep it before the new one")
    func endings() throws {
        for name in ["d/talk.wav", "d/talk.flac", "d/other.flac"] { try write(name) }
        let outcome = try program.run(["convert", "d", "out/", "--container", "w64"])
        #expect(outcome.status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: path("out")).sorted()
        #expect(names == ["other.w64", "talk.flac.w64", "talk.wav.w64"])
    }

    @Test("a hard link becomes a file of its own, done once like the other")
    func hardLink() throws {
        try write("d/a.wav")
        try FileManager.default.linkItem(atPath: path("d/a.wav"), toPath: path("d/b.wav"))
        #expect(try program.run(["gain", "d", "d", "--db", "-6", "--force"]).status == 0)
        #expect(try peak("d/a.wav") == 8_019)
        #expect(try peak("d/b.wav") == 8_019)
    }

    @Test("a path that is named twice is done once, by whatever name")
    func twice() throws {
        try write("in/a.wav")
        let outcome = try program.run(["gain", "in/a.wav", "in", path("in"), "out/", "--db", "-6"])
        #expect(outcome.status == 0)
        #expect(outcome.messages.split(separator: "\n").count { $0.contains("left out") } == 2)
        #expect(try peak("out/a.wav") == 8_019)
    }

    @Test("an output that another step reads is refused")
    func crossed() throws {
        try write("in/a.wav")
        try write("in/b.wav")
        try FileManager.default.createDirectory(
            atPath: path("out"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: path("out/a.wav"), withDestinationPath: "../in/b.wav")
        let outcome = try program.run(["gain", "in", "out", "--db", "-6", "--force"])
        #expect(outcome.status == 73)
        #expect(outcome.messages.contains("out/a.wav is in/b.wav, which is to be read as well"))
        #expect(try peak("in/b.wav") == 16_000)
    }
}
