import Foundation
import Testing
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

/// Folders of recorded calls.
extension ImportCommandTests {
    @Test("says once for many calls which channel is taken for the app's", arguments: [3, 4])
    func sides(count: Int) throws {
        try record("digits/second-try", as: "1.wav")
        for number in 2...count {
            try FileManager.default.copyItem(
                atPath: program.folder.path("1.wav"), toPath: program.folder.path("\(number).wav"))
        }
        let messages = try program.run(["latency", "."]).messages
        let told = messages.split(separator: "\n").filter { $0.contains("is taken for the app's") }
        #expect(told.count == 1)
        #expect(told.first?.contains("4 calls: channel 1") == (count == 4))
        #expect(told.first?.contains("2.wav") == (count == 3))
    }
}

/// Calls that are unfit to be measured.
extension ImportCommandTests {
    /// Adds noise of so many steps on either side of the caller's samples, in the second channel.
    private func addNoise(_ steps: Int, to name: String) throws {
        let file = URL(fileURLWithPath: program.folder.path(name))
        var (bytes, state) = ([UInt8](try Data(contentsOf: file)), UInt64(1))
        for place in stride(from: 46, to: bytes.count - 1, by: 4) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let sample = Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
            let step = Int(state >> 33) % (2 * steps + 1) - steps
            let bits = UInt16(bitPattern: Int16(clamping: Int(sample) + step))
            (bytes[place], bytes[place + 1]) = (UInt8(bits & 0xFF), UInt8(bits >> 8))
        }
        try Data(bytes).write(to: file)
    }

    @Test("a call in noise keeps no budget and no expectation, and is in no figure")
    func unfit() throws {
        try FileManager.default.createDirectory(
            atPath: program.folder.path("calls"), withIntermediateDirectories: true)
        try record("digits/second-try", as: "calls/clear.wav")
        try record("digits/second-try", as: "calls/noisy.wav")
        try addNoise(2_500, to: "calls/noisy.wav")
        let plain = try program.run(["latency", "calls"])
        #expect(plain.status == 0, "\(plain.messages)")
        #expect(plain.messages.contains("noisy.wav: unfit to be measured. noise: the caller is "))
        #expect(plain.output.contains("unfit to be measured, and in no figure: 1 of 2"))
        for judged in [["--max", "response=60000"], ["--expect", "answer<=60000"]] {
            let red = try program.run(["latency", "calls"] + judged)
            #expect(red.status == 1)
            #expect(red.messages.contains("noisy.wav: unfit to be measured (noise), so it keeps"))
            let left = try program.run(["latency", "calls", "--ignore-unmeasured"] + judged)
            #expect(left.status == 0, "\(left.messages)")
            #expect(left.messages.contains("left out as unfit to be measured: 1 call."))
        }
        let alone = try program.run(
            ["latency", "calls/noisy.wav", "--max", "response=60000", "--ignore-unmeasured"])
        #expect(alone.status == 1)
        #expect(alone.messages.contains("No call is fit to be measured, of 1 call."))
        for judged in [["--max", "response=60000"], ["--expect", "answer<=60000"]] {
            let report = ["--report", "report", "--force"]
            let red = try program.run(["latency", "calls"] + judged + report)
            #expect(red.status == 1)
            let again = try program.run(["report", "report", "--output", "again", "--force"])
            #expect(again.status == 1)
            #expect(again.messages.contains("noisy.wav: unfit to be measured (noise)"))
        }
        let junit = try program.run(
            ["latency", "calls", "--max", "response=60000", "--format", "junit"])
        #expect(junit.status == 1)
        #expect(junit.output.contains("unfit to be measured (noise)"))
    }

    @Test("two files of one channel are one call by their names, alone and in the folder")
    func pairs() throws {
        try FileManager.default.createDirectory(
            atPath: program.folder.path("calls"), withIntermediateDirectories: true)
        try record("digits/second-try", as: "call.wav")
        for (pick, side) in [("1", "agent"), ("2", "caller")] {
            let command = ["convert", "call.wav", "calls/7-\(side).wav", "--pick", pick]
            #expect(try program.run(command).status == 0)
        }
        let waits = try ["call.wav", "calls", "calls/7-caller.wav"].map { path in
            let outcome = try program.run(["latency", path])
            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect(outcome.messages.contains("are one call") == (path != "call.wav"))
            return outcome.output.split(separator: "\n").first
        }
        #expect(Set(waits).count == 1)
        for files in [["7-caller.wav", "7-agent.wav"], ["7-agent.wav", "7-caller.wav"]] {
            let paths = files.map { "calls/\($0)" }
            let made = try program.run(["import", "--output", "two.vsession", "--force"] + paths)
            #expect(made.status == 0, "\(made.messages)")
            let manifest = try SessionFolder(path: program.folder.path("two.vsession")).manifest()
            #expect(manifest.call["appChannel"] == (files[0] == "7-agent.wav" ? 1 : 2))
        }
        try FileManager.default.copyItem(
            atPath: program.folder.path("calls/7-agent.wav"),
            toPath: program.folder.path("calls/7_agent.wav"))
        let crowd = try program.run(["latency", "calls"])
        #expect(crowd.status == 65)
        #expect(crowd.messages.contains("make more than two of them the sides of one call"))
    }

    @Test("sides.json says which channel is the app's, and until when")
    func answers() throws {
        try record("digits/second-try", as: "call.wav")
        let plain = try program.run(["latency", "call.wav", "--format", "json"]).output
        try program.folder.write(#"{"calls": {"call.wav": {"app": 2}}}"#, to: "sides.json")
        let turned = try program.run(["latency", "call.wav", "--format", "json"]).output
        let made = try program.run(["import", "call.wav", "--output", "call.vsession"])
        #expect(made.status == 0, "\(made.messages)")
        let manifest = try SessionFolder(path: program.folder.path("call.vsession")).manifest()
        #expect(manifest.call["appChannel"] == 2)
        #expect(plain.contains("\"appChannel\": 1") && turned.contains("\"appChannel\": 2"))
        try program.folder.write(
            #"{"calls": {"call.wav": {"app": [[0, 4.5]]}, "gone.wav": {"app": 1}}}"#,
            to: "sides.json")
        let cut = try program.run(["latency", "call.wav"])
        #expect(cut.status == 66)
        #expect(cut.messages.contains("sides.json names gone.wav, which is not beside it."))
        #expect(cut.output.contains("1 turn"), "\(cut.output)")
        for spans in ["[[0, 0.1]]", "[[500, 600]]", "[[0, 0.1], [900, 901]]"] {
            try program.folder.write(
                "{\"calls\": {\"call.wav\": {\"app\": \(spans)}}}", to: "sides.json")
            let empty = try program.run(["latency", "call.wav", "--max", "response=60000"])
            #expect(empty.status == 65)
            #expect(empty.messages.contains("within the times that sides.json gives"))
        }
    }
}
