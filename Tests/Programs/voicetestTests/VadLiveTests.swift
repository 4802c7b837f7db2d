import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("voicetest vad --live")
struct VadLiveTests {
    private let program = Program()

    private func write(_ sound: MonoSound, _ name: String) throws {
        try SoundFile.writeMono(sound, path: program.folder.path(name))
    }

    private func object(_ line: some StringProtocol) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(value as? [String: Any])
    }

    @Test(
        "prints what the detector of a session finds, in the forms of vad",
        arguments: [8_000, 48_000])
    func segments(rate: Int) throws {
        try write(try Sounds.spoken(rate: rate), "a.wav")
        let outcome = try program.run(["vad", "a.wav", "--live", "--format", "json"])
        #expect(outcome.status == 0 && outcome.messages.isEmpty)
        let found = try object(outcome.output)
        #expect(Set(found.keys) == ["file", "sha256", "sampleRate", "frames", "segments"])
        #expect(found["sampleRate"] as? Int == rate)
        #expect(found["frames"] as? Int == 3 * rate)
        let segments = try #require(found["segments"] as? [[String: Int]])
        #expect(segments.count == 1)
        #expect(abs((segments[0]["start"] ?? 0) - rate) < rate / 10)
        let text = try program.run(["vad", "a.wav", "--live"]).output
        #expect(text.hasPrefix("a.wav: 1 stretch of speech, "))
    }

    @Test("prints the evidence of every 10 ms in text and JSON")
    func frames() throws {
        try write(try Sounds.spoken(), "a.wav")
        let lines = try program.run(["vad", "a.wav", "--live", "--frames"]).output
            .split(separator: "\n")
        #expect(lines[0] == "time\tspeech\trule\tenergy\tfloor\tmargin\todds\tprobability")
        #expect(lines.count == 1 + 300 + 2)
        #expect(lines[1].hasPrefix("0.000\t-\tquiet\t"))
        #expect(lines[150].hasPrefix("1.490\tspeech\t"))
        let json = try program.run(["vad", "a.wav", "--live", "--frames", "--format", "json"])
            .output
            .split(separator: "\n")
        #expect(json.count == 301)
        let hop = try object(json[149])
        #expect(
            Set(hop.keys) == [
                "file", "frame", "speech", "rule", "energy", "floor", "margin", "logOdds",
                "probability",
            ])
        #expect(hop["frame"] as? Int == 149 * 160)
        #expect(hop["speech"] as? Bool == true)
    }

    @Test("takes the settings of a session")
    func settings() throws {
        try write(try Sounds.spoken(), "a.wav")
        let outcome = try program.run([
            "vad", "a.wav", "--live", "--set", "speech.levelMinimumMilliDB=0",
        ])
        #expect(outcome.output == "a.wav: no speech in 3.000 s\n")
    }

    @Test(
        "refuses what it cannot do, and says what to do",
        arguments: [
            (
                ["--live", "--set", "speech.headMs=100"],
                "The setting 'speech.headMs' no longer exists."
            ),
            (["--live", "--set", "speech.holdPermill=1"], "Did you mean 'speech.holdPermille'?"),
            (["--live", "--set", "speech.holdPermille=0"], "Pick 1 to 1000."),
            (["--set", "speech.holdPermille=200"], "--set changes --live: add it."),
            (["--live", "--explain"], "leave --live out"),
            (["--live", "--rule", "voicekit"], "--live is --rule detector only"),
        ])
    func refuses(options: [String], sentence: String) throws {
        try write(Sounds.quiet, "a.wav")
        let outcome = try program.run(["vad", "a.wav"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains(sentence))
    }
}
