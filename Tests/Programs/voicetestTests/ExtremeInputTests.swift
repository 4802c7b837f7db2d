import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

/// Numbers that no sound and no option should have.
@Suite("Extreme input")
struct ExtremeInputTests {
    private let program = Program()

    /// A WAV file of 32-bit floats at 16 kHz.
    private func writeFloats(_ values: [Float], to name: String) throws {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let data = values.flatMap { little(Int($0.bitPattern), 4) }
        let bytes =
            Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4) + little(3, 2) + little(1, 2) + little(16_000, 4) + little(64_000, 4)
            + little(4, 2) + little(32, 2) + Array("data".utf8) + little(data.count, 4) + data
        try Data(bytes).write(to: URL(filePath: program.folder.path(name)))
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: program.folder.path(name))
    }

    @Test("a sample of 1e20 is measured and brought to a loudness; the batch goes on")
    func greatSample() throws {
        let quiet = (0..<16_000).map { Float($0 % 40) / 100 }
        try writeFloats(quiet.map { $0 > 0.3 ? 1e20 : $0 }, to: "great.wav")
        try writeFloats(quiet, to: "plain.wav")
        let info = try program.run(["info", "great.wav", "plain.wav"])
        #expect(info.status == 0, "\(info.messages)")
        #expect(info.output.contains("400.00 dBFS") && info.output.contains("plain.wav"))
        let gain = try program.run([
            "gain", "great.wav", "plain.wav", "out/", "--loudness", "-23",
        ])
        #expect(gain.status == 0, "\(gain.messages)")
        #expect(exists("out/great.wav") && exists("out/plain.wav"))
    }

    @Test("a result that no sample can hold fails its file alone and leaves nothing")
    func beyondRange() throws {
        try writeFloats(Array(repeating: 0.5, count: 700) + [1e37], to: "great.wav")
        try writeFloats(Array(repeating: 0.1, count: 700), to: "plain.wav")
        let outcome = try program.run(["gain", "great.wav", "plain.wav", "out/", "--db", "60"])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("great.wav: at frame 700 "))
        #expect(!exists("out/great.wav") && exists("out/plain.wav"))
    }

    @Test("gain --force keeps the permissions of what it replaces")
    func keepsPermissions() throws {
        try writeFloats([0.1, 0.2], to: "in.wav")
        let path = program.folder.path("in.wav")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(try program.run(["gain", "in.wav", "in.wav", "--db", "-3", "--force"]).status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test(
        "a number that an option cannot take is a usage error with its range",
        arguments: [
            ["replay", ".", "--block", "4294967296"], ["replay", ".", "--block=-1"],
            ["replay", ".", "--block", "4611686018427387904"], ["replay", ".", "--jobs", "0"],
            ["gain", "a", "b", "--db", "nan"], ["gain", "a", "b", "--db", "inf"],
            ["gain", "a", "b", "--db", "1e308"], ["gain", "a", "b", "--peak=-1e308"],
            ["gain", "a", "b", "--db", "1", "--limit", "--ceiling", "nan"],
            ["resample", "a", "b", "--rate", "9223372036854775807"],
            ["convert", "a", "b", "--bitrate=-9223372036854775808"],
            ["convert", "a", "b", "--quality", "nan"], ["convert", "a", "b", "--channels", "65"],
            ["trim", "a", "b", "--pre-pad", "inf"], ["trim", "a", "b", "--post-pad", "nan"],
            ["trim", "a", "b", "--start", "nan", "--end", "1"],
            ["speak", "a", "b.wav", "--rate", "9223372036854775807"],
        ])
    func refusesNumbers(arguments: [String]) throws {
        let outcome = try program.run(arguments)
        #expect(outcome.status == 64, "\(outcome.messages)")
        #expect(outcome.messages.contains(" to "), "\(outcome.messages)")
    }
}
