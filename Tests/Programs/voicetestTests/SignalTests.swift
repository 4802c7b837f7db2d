import Foundation
import Testing
import VoiceTestSupport

@Suite("Signals")
struct SignalTests {
    private let program = Program()

    private static let sound = "\(Program.package)/Corpora/digits/one.vsession/audio/mic.flac"
    /// A recognizer that heeds no signal and never answers, and a program of its own in a session
    /// of its own: both hold the pipe open that is their second word.
    private static let recognizer = """
        trap '' INT TERM HUP PIPE QUIT
        exec 3>"$1"
        setsid sleep 600 &
        echo >&3
        sleep 600
        """

    @Test(
        "however the program ends, so does its recognizer, with what that started",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGKILL])
    func endsRecognizer(signal number: Int32) throws {
        let pipe = program.folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        try program.write(Self.recognizer, to: "recognizer.sh")
        let process = try program.start(
            ["listen", Self.sound, "--recognizer-command", "sh recognizer.sh pipe"])
        let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe))
        // The recognizer is there; then the pipe ends once both programs have.
        #expect(try reader.read(upToCount: 1) == Data("\n".utf8))
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == number)
        #expect(try reader.readToEnd() ?? Data() == Data())
    }

    @Test("SIGQUIT ends the program with its own status, and without a word")
    func quit() throws {
        let pipe = program.folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        try program.write(Self.recognizer, to: "recognizer.sh")
        let outcome = try program.runShell(
            "(read -r line < pipe; kill -QUIT $$) & exec voicetest listen '\(Self.sound)'"
                + " --recognizer-command 'sh recognizer.sh pipe'")
        #expect(outcome.status == -1)
        #expect(outcome.messages == "")
    }
}
