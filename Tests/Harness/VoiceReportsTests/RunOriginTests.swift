import Testing
import VoiceJSON

@testable import VoiceReports

@Suite("What was run")
struct RunOriginTests {
    private let origin = RunOrigin(
        label: "nightly", commit: "0123abc", command: ["voicetest", "replay", "a", "b c"],
        paths: ["a", "b c"])

    @Test("the command leaves out where the report goes, how it is printed and which share runs")
    func command() {
        let words = RunOrigin.command([
            "replay", "a", "--report", "r", "--shard=1/2", "--force", "--format", "json",
            "--set", "seed=2", "--label", "x",
        ])
        #expect(words == ["voicetest", "replay", "a", "--set", "seed=2"])
    }

    @Test("the line can be given to a shell")
    func line() {
        #expect(origin.line == "voicetest replay a 'b c'")
        let quoted = RunOrigin(
            label: nil, commit: nil, command: ["voicetest", "it's $HOME"], paths: [])
        #expect(quoted.line == "voicetest 'it'\\''s $HOME'")
    }

    @Test("one session is run by its path, and in a test by its name")
    func session() {
        #expect(origin.line(for: "a/s.vsession", name: "s") == "voicetest replay a/s.vsession")
        let test = RunOrigin(
            label: nil, commit: nil, command: ["voicetest", "test", "p"], paths: ["p"])
        #expect(
            test.line(for: "p/x/s.vsession", name: "x/s") == "voicetest test p --filter x/s")
    }

    @Test("where a path stands twice, no command is made up for one session")
    func ambiguous() {
        let origin = RunOrigin(
            label: nil, commit: nil, command: ["voicetest", "replay", "a", "--media", "a"],
            paths: ["a"])
        #expect(origin.line(for: "a/s", name: "s") == nil)
    }

    @Test("is read as it was written, and refused where it is not that")
    func reading() {
        #expect(RunOrigin.codec.read(RunOrigin.codec.write(origin)) == origin)
        #expect(RunOrigin.codec.read(["command": .array([1]), "paths": .array([])]) == nil)
        #expect(
            RunOrigin.codec.read(["command": .array([]), "paths": .array([]), "label": 1]) == nil)
    }

    @Test("shares keep what they agree on")
    func merged() {
        var other = origin
        other.commit = nil
        #expect(RunOrigin.merged([origin, origin]) == origin)
        #expect(RunOrigin.merged([origin, other])?.commit == nil)
        other.command = ["voicetest", "replay", "b"]
        #expect(RunOrigin.merged([origin, other]) == nil)
        #expect(RunOrigin.merged([origin, nil]) == nil)
    }
}
