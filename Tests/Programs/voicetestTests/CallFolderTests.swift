import Foundation
import Testing
import VoiceTestSupport

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
