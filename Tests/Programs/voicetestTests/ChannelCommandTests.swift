import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@Suite("Channels in verbs on sound")
struct ChannelCommandTests {
    private let program = Program()

    private func path(_ name: String) -> String { program.folder.path(name) }

    private func write(_ channels: [[Int16]], _ name: String, rate: Int = 16_000) throws {
        try FileManager.default.createDirectory(
            atPath: (path(name) as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        var writer = try SoundFileWriter(
            path: path(name), sampleRate: rate, channels: channels.count, overwrite: true)
        try writer.write(channels[0].indices.flatMap { frame in channels.map { $0[frame] } })
        try writer.finish()
    }

    /// A call: one side speaks from 1.0 to 2.0 s, the other from 4.0 to 5.0 s.
    private func writeCall() throws {
        let (spoken, quiet) = (try Sounds.spoken().samples, Sounds.quiet.samples)
        try write([spoken + quiet, quiet + spoken], "call.wav")
    }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map {
            let value = try JSONSerialization.jsonObject(with: Data($0.utf8))
            return try #require(value as? [String: Any])
        }
    }

    private func starts(_ object: [String: Any]) throws -> [Int] {
        try #require(object["segments"] as? [[String: Int]]).compactMap { $0["start"] }
    }

    @Test("vad finds the speech of each channel, or of one")
    func vadEach() throws {
        try writeCall()
        let each = try program.run(["vad", "call.wav", "--pick", "each", "--format", "json"])
        #expect(each.status == 0 && each.messages.isEmpty)
        let lines = try objects(each.output)
        #expect(lines.map { $0["channel"] as? Int } == [1, 2])
        #expect(try starts(lines[0]).count == 1 && starts(lines[1]).count == 1)
        #expect(try starts(lines[0]).allSatisfy { (12_000..<20_000).contains($0) })
        #expect(try starts(lines[1]).allSatisfy { (60_000..<68_000).contains($0) })
        let right = try program.run(["vad", "call.wav", "--pick", "right", "--format", "json"])
        #expect(try objects(right.output)[0]["channel"] as? Int == 2)
        #expect(each.output.hasSuffix(right.output))
        #expect(
            try program.run(["vad", "call.wav", "--pick", "2"]).output.hasPrefix(
                "call.wav, channel 2: 1 stretch of speech"))
    }

    @Test("label formats keep channels apart")
    func vadForms() throws {
        try writeCall()
        func each(_ format: String) throws -> String {
            try program.run(["vad", "call.wav", "--pick", "each", "--format", format]).output
        }
        let rttm = try each("rttm").split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rttm.map { $0[2] } == ["1", "2"])
        #expect(rttm.allSatisfy { $0.count == 10 && $0[1] == "call" })
        let grid = try each("textgrid")
        #expect(grid.contains("size = 2\n"))
        #expect(grid.contains("item [2]:") && grid.contains("name = \"speech 2\""))
        let labels = try each("audacity").split(separator: "\n")
        #expect(labels.map { $0.split(separator: "\t")[2] } == ["speech 1", "speech 2"])
        let file = try program.run(
            ["vad", "call.wav", "--pick", "each", "--format", "rttm", "--output", "out"])
        #expect(file.status == 0)
        #expect(try String(contentsOfFile: path("out/call.rttm"), encoding: .utf8) == each("rttm"))
    }

    @Test("channels that differ, and those that cancel, are named once, and nothing is with --pick")
    func notes() throws {
        try writeCall()
        let differ = try program.run(["vad", "call.wav"])
        #expect(differ.messages.contains("call.wav: its channels hold different sound"))
        let spoken = try Sounds.spoken().samples
        try write([spoken, spoken.map { $0 == .min ? .max : -$0 }], "inverted.wav")
        for arguments in [
            ["vad", "inverted.wav"], ["vad", "inverted.wav", "--live"],
            ["trim", "inverted.wav", "trimmed.wav"],
            ["convert", "inverted.wav", "mono.wav", "--channels", "1"],
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.status == 0)
            let count = outcome.messages.split(separator: "\n")
                .count { $0.contains("inverted.wav: its channels cancel each other out") }
            #expect(count == 1, "\(arguments): \(outcome.messages)")
        }
        #expect(
            try SoundFile.readMono(path: path("mono.wav"), sampleRate: nil).samples == spoken)
        #expect(try program.run(["vad", "inverted.wav", "--pick", "left"]).messages.isEmpty)
        let mixed = try program.run(["vad", "inverted.wav", "--pick", "mix"])
        #expect(mixed.output.contains("mean of its channels: no speech"))
        try write([spoken, spoken.map { $0 / 2 }], "usual.wav")
        #expect(try program.run(["vad", "usual.wav"]).messages.isEmpty)
    }

    @Test("listen and evaluate hear what vad hears, and each side of a call")
    func listens() throws {
        for (text, name) in [("one", "one.wav"), ("two", "two.wav")] {
            #expect(try program.run(["speak", text, name]).status == 0)
        }
        try program.write("one\ntwo\n", to: "digits.txt")
        let one = try SoundFile.readMono(path: path("one.wav"), sampleRate: 16_000).samples
        let two = try SoundFile.readMono(path: path("two.wav"), sampleRate: 16_000).samples
        let (before, after) = (one.map { _ in Int16(0) }, two.map { _ in Int16(0) })
        let gap = [Int16](repeating: 0, count: 16_000)
        try write([one, one.map { -$0 }], "clips/inverted.wav")
        try write([before + gap + two, one + gap + after], "call.wav")
        let inverted = try program.run(
            ["listen", "clips/inverted.wav", "--phrases", "digits.txt"])
        #expect(inverted.output.contains("  one  ("), "\(inverted.output)")
        #expect(inverted.messages.contains("cancel each other out"))
        try program.write("one\n", to: "clips/inverted.txt")
        let evaluated = try program.run(["evaluate", "clips", "--phrases", "digits.txt"])
        #expect(evaluated.status == 0, "\(evaluated.output)\(evaluated.messages)")
        #expect(evaluated.messages.contains("inverted.wav: its channels cancel"))
        let call = try program.run(
            ["listen", "call.wav", "--phrases", "digits.txt", "--pick", "each"])
        let lines = call.output.split(separator: "\n")
        #expect(lines.count == 2, "\(call.output)")
        #expect(lines[0].contains("  channel 2  one  ("))
        #expect(lines[1].contains("  channel 1  two  ("))
        let json = try program.run(
            ["listen", "call.wav", "--phrases", "digits.txt", "--pick", "2", "--format", "json"])
        #expect(json.output.contains("\"channel\": 2"))
        #expect(!json.output.contains("two"))
    }

    @Test("trim keeps the speech of every channel with --pick each")
    func trims() throws {
        try writeCall()
        func frames(_ pick: String) throws -> Int64 {
            let outcome = try program.run(
                ["trim", "call.wav", "out.wav", "--force", "--pick", pick])
            #expect(outcome.status == 0, "\(outcome.messages)")
            let format = try SoundFileReader(path: path("out.wav")).format
            #expect(format.channels == 2)
            return format.frames
        }
        #expect((16_000..<24_000).contains(try frames("1")))
        #expect((16_000..<24_000).contains(try frames("2")))
        #expect((64_000..<72_000).contains(try frames("each")))
    }

    @Test("convert writes the channel that is picked, or each to a file of its own")
    func converts() throws {
        try writeCall()
        let call = try [1, 2].map {
            try SoundFile.readMono(
                path: path("call.wav"), sampleRate: nil, choice: .only(channel: $0 - 1))
        }
        #expect(try program.run(["convert", "call.wav", "b.wav", "--pick", "2"]).status == 0)
        #expect(try SoundFile.readMono(path: path("b.wav"), sampleRate: nil) == call[1])
        let each = try program.run(["convert", "call.wav", "side.flac", "--pick", "each"])
        #expect(each.status == 0, "\(each.messages)")
        #expect(each.output.split(separator: "\n").count == 2)
        for number in [1, 2] {
            let side = try SoundFile.readMono(path: path("side-\(number).flac"), sampleRate: nil)
            #expect(side == call[number - 1])
        }
        #expect(!FileManager.default.fileExists(atPath: path("side.flac")))
        let piped = try program.runShell("voicetest convert call.wav - --pick each > c.wav")
        #expect(piped.status == 64 && piped.messages.contains("stands for one sound"))
    }

    @Test("info measures the channel that is picked")
    func info() throws {
        let loud = [Int16](repeating: 16_384, count: 8_000)
        try write([loud, loud.map { $0 / 2 }], "a.wav")
        let each = try program.run(["info", "a.wav", "--pick", "each", "--format", "json"])
        let lines = try objects(each.output)
        #expect(lines.map { $0["channel"] as? Int } == [1, 2])
        #expect(lines.map { $0["peakDBFS"] as? Double } == [-6.021, -12.041])
        #expect(
            try program.run(["info", "a.wav", "--pick", "2"]).output.hasPrefix(
                "a.wav, channel 2\n"))
        let all = try program.run(["info", "a.wav", "--format", "json"])
        #expect(try objects(all.output)[0]["channel"] == nil)
    }

    @Test("a session is recorded from the channel that is picked")
    func records() throws {
        try writeCall()
        let digits = "\(Program.package)/Corpora/digits"
        let outcome = try program.run(
            [
                "record", "--flow", "\(digits)/voiceflow.json", "--prompts",
                "\(digits)/prompts.json", "--phrases", "\(digits)/phrases.txt", "--input",
                "call.wav", "--pick", "2", "--duration", "1", "--output", "call.vsession",
            ])
        #expect(outcome.status == 0, "\(outcome.messages)")
        let microphone = try SoundFile.readMono(
            path: path("call.vsession/audio/mic.flac"), sampleRate: nil)
        let right = try SoundFile.readMono(
            path: path("call.wav"), sampleRate: nil, choice: .only(channel: 1))
        #expect(microphone.samples == Array(right.samples[..<16_000]))
    }

    @Test("a session has one microphone, and takes its channel from a sound file only")
    func refusesRecording() throws {
        for (name, arguments) in [
            ("none", ["--pick", "1"]), ("each", ["--input", "call.wav", "--pick", "each"]),
        ] {
            let outcome = try program.run(
                ["record", "--flow", "f.json", "--prompts", "p.json", "--output", "a.vsession"]
                    + (name == "none" ? ["--scenario", "s.json"] : []) + arguments)
            #expect(outcome.status == 64)
            #expect(outcome.messages.contains(name == "none" ? "give both" : "one microphone"))
        }
    }

    @Test("what cannot be picked is refused with a sentence")
    func refuses() throws {
        try SoundFile.writeMono(Sounds.quiet, path: path("mono.wav"))
        for (arguments, status, sentence) in [
            (["vad", "mono.wav", "--pick", "2"], 65, "mono.wav has 1 channel, and no channel 2."),
            (["info", "mono.wav", "--pick", "right"], 65, "Leave --pick out."),
            (["convert", "mono.wav", "b.wav", "--pick", "3"], 65, "no channel 3"),
            (["trim", "mono.wav", "b.wav", "--pick", "3"], 65, "no channel 3"),
            (["listen", "mono.wav", "--pick", "3"], 65, "no channel 3"),
            (["vad", "mono.wav", "--pick", "0"], 64, "--pick"),
            (["vad", "mono.wav", "--pick", "both"], 64, "each"),
            (["vad", "mono.wav", "--pick", "each", "--frames"], 64, "shows one channel"),
            (["evaluate", ".", "--pick", "each"], 64, "a sound has one transcript"),
            (
                ["listen", "mono.wav", "--reference", "yes", "--pick", "each"], 64,
                "read in one channel"
            ),
        ] as [([String], Int32, String)] {
            let outcome = try program.run(arguments)
            #expect(outcome.status == status, "\(arguments)")
            #expect(outcome.messages.contains(sentence), "\(arguments): \(outcome.messages)")
        }
        #expect(!FileManager.default.fileExists(atPath: path("b.wav")))
        #expect(try program.run(["vad", "mono.wav", "--pick", "left"]).status == 0)
    }
}
