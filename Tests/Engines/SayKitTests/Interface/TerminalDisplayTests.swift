import Foundation
import Testing
import VoiceRun
import VoiceTestSupport

@testable import SayKit

/// The display for terminals.
@MainActor
@Suite("Displays in a terminal")
struct TerminalDisplayTests {
    private let world = ConversationWorld()

    private func terminal() -> SAYTerminalVoiceRequestDisplay {
        SAYTerminalVoiceRequestDisplay { world.show($0) }
    }

    @Test("in a terminal a person reads the request, and picks or types an answer")
    func terminalAnswers() {
        let display = terminal()
        world.presenter.display = display
        let request = SAYSelectRequest(itemLabels: ["Cash", "Credit"], promptText: "How?") {
            world.show("chosen \($0?.selectedOption?.label ?? "none")")
        }
        for line in ["2", "cash please"] {
            world.conversation.presentVoiceRequest(request)
            world.host.advance(milliseconds: 100)
            display.take(line: line)
            world.host.go()
        }
        #expect(
            world.screen.lines == [
                "? How?", "  1  Cash", "  2  Credit", "chosen Credit",
                "? How?", "  1  Cash", "  2  Credit", "chosen Cash",
            ])
    }

    @Test("in a terminal an empty line taps the microphone, and commands cancel and help")
    func terminalCommands() {
        let display = terminal()
        display.levelMilliseconds = 1_000
        world.presenter.display = display
        display.take(line: "hello")
        let request = SAYStringRequest(promptText: "Name?") {
            world.show($0?.transcription ?? "none")
        }
        world.answers = ["anna"]
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 100)
        display.take(line: "")
        world.host.go()
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 100)
        display.take(line: "/help")
        display.take(line: "  Peter ")
        world.host.go()
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 100)
        display.take(line: "/cancel")
        world.host.go()
        #expect(
            world.screen.lines.filter { !$0.hasPrefix("  |") } == [
                "No question is open.", "? Name?", "* listening", "> anna", "* microphone off",
                "anna", "? Name?",
                "Type your answer; Enter taps the microphone, /cancel cancels.", "Peter",
                "? Name?", "none",
            ])
        #expect(world.texts("soundStopped", "sound").first == "Name?")
    }

    @Test("a terminal shows levels as bars")
    func levels() {
        let display = terminal()
        for level in [-160, -60, -30, 0] as [Double] { display.displayMicrophoneLevel(level) }
        let bars = world.screen.lines.map { $0.count - 3 }
        #expect(bars == [0, 0, 15, 30])
    }

    @Test("what changes is written in its place, and other lines below it")
    func rewrites() {
        let display = SAYTerminalVoiceRequestDisplay(
            rewrite: { world.show("~\($0)") }, write: { world.show($0) })
        display.displayPartialTranscript("two")
        display.displayPartialTranscript("two large")
        display.displayMicrophoneLevel(-54)
        display.displayErrorMessage("Too late.")
        #expect(world.screen.lines == ["~> two", "~> two large", "~  |===", "! Too late."])
    }

    /// What a display writes to a file that is no terminal.
    private func written(_ show: (SAYTerminalVoiceRequestDisplay) -> Void) throws -> String {
        let pipe = Pipe()
        show(SAYTerminalVoiceRequestDisplay.display(on: pipe.fileHandleForWriting))
        try pipe.fileHandleForWriting.close()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("what is no terminal gets whole lines")
    func lines() throws {
        let text = try written { display in
            display.displayPromptText("How many?")
            display.displayPartialTranscript("two")
            display.displayPartialTranscript("two three")
        }
        #expect(text == "? How many?\n> two\n> two three\n")
    }

    @Test("a terminal gets a changing line in its place")
    func terminalLines() throws {
        let terminal = try PseudoTerminal()
        let display = SAYTerminalVoiceRequestDisplay.display(on: terminal.file)
        display.displayPromptText("How many?")
        display.displayPartialTranscript("two")
        display.displayPartialTranscript("two three")
        display.displayErrorMessage("Too late.")
        // A terminal ends lines by a return as well.
        let clear = "\u{1B}[K"
        let wanted = "? How many?\r\n> two\(clear)\r> two three\(clear)\r\n! Too late.\r\n"
        #expect(try terminal.read(wanted.utf8.count) == wanted)
    }

    @Test("lines of a file are answers until its end, which cancels what is open")
    func readsFiles() async throws {
        let display = terminal()
        world.presenter.display = display
        let pipe = Pipe()
        let names = [
            SAYStringRequest(promptText: "First?") { result in
                world.show("first \(result?.transcription ?? "none")")
            },
            SAYStringRequest(promptText: "Last?") { result in
                world.show("last \(result?.transcription ?? "none")")
            },
            SAYStringRequest(promptText: "Age?") { result in
                world.show("age \(result?.transcription ?? "none")")
            },
        ]
        display.readAnswers(from: pipe.fileHandleForReading)
        let ended = Task { await display.inputEnd() }
        world.conversation.presentVoiceRequest(names[0])
        world.host.advance(milliseconds: 100)
        pipe.fileHandleForWriting.write(Data("Anna".utf8))
        pipe.fileHandleForWriting.write(Data("\nLee".utf8))
        while names[0].outcome == nil {
            await Task.yield()
            world.host.advance(milliseconds: 10)
        }
        world.conversation.presentVoiceRequest(names[1])
        world.host.advance(milliseconds: 100)
        try pipe.fileHandleForWriting.close()
        await ended.value
        world.host.go()
        world.ask(names[2])
        #expect(
            world.screen.lines == [
                "? First?", "first Anna", "? Last?", "last Lee", "? Age?",
                "The input is over: the question is cancelled.", "age none",
            ])
    }

    @Test("the end of input cancels the open question, but for a display that goes on by voice")
    func endOfInput() {
        let display = terminal()
        world.presenter.display = display
        let request = SAYStringRequest(promptText: "Name?") {
            world.show($0?.transcription ?? "none")
        }
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 100)
        display.take(bytes: [])
        display.take(bytes: [])
        world.host.go()
        let other = terminal()
        other.cancelsAtEndOfInput = false
        world.presenter.display = other
        other.take(bytes: Array("no question".utf8))
        other.take(bytes: [])
        world.answers = ["anna"]
        world.ask(request)
        #expect(
            world.screen.lines == [
                "? Name?", "The input is over: the question is cancelled.", "none",
                "No question is open.", "? Name?", "* listening", "> anna", "* microphone off",
                "anna",
            ])
    }

    @Test("a line that is too long is cut")
    func longLine() {
        let display = terminal()
        world.presenter.display = display
        let request = SAYStringRequest(promptText: "Name?") {
            world.show("\($0?.transcription?.count ?? 0)")
        }
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 100)
        display.take(bytes: [UInt8](repeating: UInt8(ascii: "a"), count: 20_000) + Array("\n".utf8))
        world.host.go()
        #expect(world.screen.lines.last == "10000")
    }
}

/// A terminal without a screen: what is written to ``file`` can be read.
private final class PseudoTerminal {
    let file: FileHandle
    private let master: FileHandle

    init() throws {
        // Linux: a terminal is unlocked and numbered by its master (ioctl_tty(2)).
        let (unlock, numberOf): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        let first = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        guard first >= 0 else { throw CocoaError(.fileReadUnknown) }
        master = FileHandle(fileDescriptor: first, closeOnDealloc: true)
        var (isLocked, number): (CInt, CInt) = (0, 0)
        guard ioctl(first, unlock, &isLocked) == 0, ioctl(first, numberOf, &number) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        guard other >= 0 else { throw CocoaError(.fileReadUnknown) }
        file = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    }

    /// The first `count` bytes that were written.
    func read(_ count: Int) throws -> String {
        var bytes = Data()
        while bytes.count < count, let more = try master.read(upToCount: count - bytes.count) {
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
