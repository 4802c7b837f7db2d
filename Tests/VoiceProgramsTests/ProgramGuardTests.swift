import Testing
import VoiceTestSupport

@testable import VoicePrograms

@Suite("A guard over a program")
struct ProgramGuardTests {
    /// Long enough for a busy machine; no test waits for it.
    private static let patience = 60_000

    /// A program that starts another one and heeds neither its input nor a signal; its number.
    private func stubborn() throws -> (dialog: ProgramDialog, process: Int32) {
        let script = "trap '' TERM HUP INT; read -r line; sleep 600 & echo $$; wait; sleep 600"
        let dialog = try ProgramDialog(
            ProgramStart(program: "/bin/sh", arguments: ["-c", script]), lineLimit: 100)
        let answer = try dialog.exchange(Array("who".utf8), within: Self.patience)
        return (dialog, try #require(Int32(String(decoding: answer, as: UTF8.self))))
    }

    @Test("ends the program and what it started when its own input ends")
    func endsTheGroup() throws {
        let (dialog, process) = try stubborn()
        try ProgramGuard(over: process, within: 0).abandon()
        // The output ends once nobody has it any more.
        #expect(throws: ProgramError.ended(program: "/bin/sh")) {
            _ = try dialog.exchange([], within: Self.patience)
        }
        #expect(dialog.end() == 128 + 9)
    }

    @Test("leaves a program alone once it is let go")
    func released() throws {
        let (dialog, process) = try stubborn()
        try ProgramGuard(over: process, within: 0).release()
        #expect(isRunning(process))
        dialog.end(within: 0)
    }
}
