import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import ProgramEngine

/// The time and the place that a session gives its program.
@Suite struct ProgramPlaceTests {
    private let folders = ProgramFolders([
        ("PROJECT", "/home/ada/bots/pizza/"), ("TMPDIR", "/tmp"), ("HOME", "/home/ada"),
    ])

    @Test func aWorldIsReadAsItIsWritten() throws {
        var world = SessionWorld()
        world.startsAt = 1_774_745_990
        world.timeZone = "Europe/Berlin"
        world.processors = 16
        #expect(SessionWorld(bytes: world.bytes) == world)
    }

    @Test(arguments: [
        ("\"processors\": 4", "\"processors\": 0"), ("\"processors\": 4", "\"processors\": \"4\""),
        ("2023-11-14T22:13:20Z", "2023-11-14T22:13:20"), ("\"UTC\"", "\"\""),
        ("\"UTC\"", "\"A=B\""), ("\"UTC\"", "\"A\\nB\""), ("\"user\"", "\"who\""),
        ("\"host\"", "\"more\": 1, \"host\""),
    ])
    func aWorldThatIsNoneIsRefused(old: String, new: String) {
        let text = String(decoding: SessionWorld().bytes, as: UTF8.self)
        let damaged = text.split(separator: old, maxSplits: 1).joined(separator: new)
        #expect(text.contains(old))
        #expect(SessionWorld(bytes: Array(damaged.utf8)) == nil)
    }

    @Test func theProgramIsToldItsWorld() {
        var hello = ProgramHello(rate: .standard, seed: 7)
        #expect(hello.object["world"] == nil)
        #expect(hello.object["epoch"] == 1_700_000_000)
        var world = SessionWorld()
        world.startsAt = 5
        hello.world = world
        #expect(hello.object["epoch"] == 5)
        #expect(
            hello.object["world"]
                == [
                    "timeZone": "UTC", "locale": "C.UTF-8", "host": "voicetest",
                    "user": "voicetest", "processors": 4,
                ])
    }

    @Test(arguments: [
        ("/home/ada/bots/pizza/menu.txt", "$PROJECT/menu.txt"),
        ("open /home/ada/bots/pizza.", "open $PROJECT."), ("/home/ada", "$HOME"),
        ("/home/ada/bots/pizza2/a", "$HOME/bots/pizza2/a"), ("/home/adam/x", "/home/adam/x"),
        ("/data/home/ada/x", "/data/home/ada/x"), ("file:///home/ada/x", "file://$HOME/x"),
        ("'/tmp/a' and /tmp/b", "'$TMPDIR/a' and $TMPDIR/b"), ("/tmpfile", "/tmpfile"),
        ("https://shop.example/tmp/a", "https://shop.example/tmp/a"), ("no path", "no path"),
        ("/tmp/größe", "$TMPDIR/größe"),
    ])
    func foldersHaveNames(text: String, named: String) {
        #expect(folders.named(text) == named)
    }

    @Test func whatLeavesTheProgramNamesItsFolders() {
        func told(_ kind: ProgramAct.Kind) -> ProgramAct.Kind {
            folders.named(ProgramAct(kind: kind, line: "bot.py:1")).kind
        }
        #expect(
            told(
                .emit(
                    event: "saved", fields: ["path": .array(["/tmp/a", 1])],
                    why: ["in": "/home/ada"]))
                == .emit(
                    event: "saved", fields: ["path": .array(["$TMPDIR/a", 1])], why: ["in": "$HOME"]
                ))
        #expect(
            told(.play(id: 1, .text("in /tmp/a"), isLast: true))
                == .play(id: 1, .text("in $TMPDIR/a"), isLast: true))
        let question = CallQuestion(
            to: "PUT https://a.example/b", body: CallBody(["file": "/home/ada/x"], .json))
        var named = question
        named.body = CallBody(["file": "$HOME/x"], .json)
        #expect(told(.call(id: 2, question)) == .call(id: 2, named))
        #expect(told(.failed(reason: "no /tmp/a")) == .failed(reason: "no $TMPDIR/a"))
        // An answer stays as it came.
        let came = ProgramAct.Kind.came(id: 2, CallBody("/tmp/a", .text), isLast: false)
        #expect(told(came) == came)
    }

    @Test func theRootIsNoFolderWithAName() {
        #expect(ProgramFolders([("HOME", "/"), ("TMPDIR", "")]).named("/etc/a") == "/etc/a")
    }
}
