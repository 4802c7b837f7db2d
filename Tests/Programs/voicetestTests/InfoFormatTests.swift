import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("voicetest info as a table and as CSV")
struct InfoFormatTests {
    private let program = Program()

    private func write(_ name: String, peak: Int16 = 16_384, frames: Int = 16_000) throws {
        let path = URL(fileURLWithPath: program.folder.path(name))
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        let samples = (0..<frames).map { $0 % 40 < 20 ? peak : -peak }
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: samples), path: path.path)
    }

    @Test("a table has a line for each file, columns above each other, the name last")
    func table() throws {
        try write("in/a.wav")
        try write("in/deep/a longer name.flac", peak: 0, frames: 3_200)
        let outcome = try program.run(["info", "in", "--format", "table"])
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        let place = try #require(lines[0].range(of: "file")).lowerBound.utf16Offset(in: lines[0])
        #expect(lines[1].dropFirst(place) == "in/a.wav")
        #expect(lines[2].dropFirst(place) == "in/deep/a longer name.flac")
        #expect(
            lines[1].split(separator: " ")
                == [
                    "1.000", "16000", "1", "pcm16", "-6.02", "-6.02", "-3.01", "-6.02", "0", "-",
                    "in/a.wav",
                ].map { Substring($0) } || lines[1].contains(" -6.02 "))
        #expect(lines[2].split(separator: " ").contains("-inf"))
    }

    @Test("CSV has the keys of JSON, and nothing where JSON has null")
    func csv() throws {
        try write("a.wav")
        try write("silent.wav", peak: 0, frames: 1_600)
        let outcome = try program.run(["info", "a.wav", "silent.wav", "--format", "csv"])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("\r\n"))
        let rows = outcome.output.components(separatedBy: "\r\n").dropLast()
            .map { $0.components(separatedBy: ",") }
        #expect(rows.count == 3)
        let head = rows[0]
        #expect(rows.allSatisfy { $0.count == head.count })
        let first = Dictionary(zip(head, rows[1])) { first, _ in first }
        let json = try program.run(["info", "a.wav", "--format", "json"])
        let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let object = try #require(value as? [String: Any])
        for key in head where !["file", "channel", "seconds"].contains(key) {
            #expect(object[key] != nil, "\(key)")
        }
        #expect(first["file"] == "a.wav" && first["seconds"] == "1.000")
        #expect(first["peakDBFS"] == "-6.021" && first["isCutShort"] == "false")
        let silent = Dictionary(zip(head, rows[2])) { first, _ in first }
        #expect(silent["peakDBFS"]?.isEmpty == true && silent["integratedLUFS"]?.isEmpty == true)
        let channels = try program.run(["info", "a.wav", "--pick", "each", "--format", "csv"])
        #expect(channels.output.contains("\r\na.wav,1,1.000,"))
    }

    @Test("names that end a field are quoted, and those that begin a formula are paths")
    func names() throws {
        try write("a, \"b\".wav")
        try write("=1+2.wav")
        let outcome = try program.run(["info", "a, \"b\".wav", "=1+2.wav", "--format", "csv"])
        let rows = outcome.output.components(separatedBy: "\r\n")
        #expect(rows[1].hasPrefix("\"a, \"\"b\"\".wav\",,1.000,"))
        #expect(rows[2].hasPrefix("./=1+2.wav,,1.000,"))
        let piped = try program.runShell("voicetest info - --format csv < '=1+2.wav'")
        #expect(piped.output.components(separatedBy: "\r\n")[1].hasPrefix("-,,1.000,"))
    }
}
