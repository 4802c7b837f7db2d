import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

/// Files of an app's code, whose lines do not say which folder they are in.
@Suite struct AppFilesTests {
    @Test(
        arguments: [
            (nil, "bot.py"), (".", "bot.py"), ("./", "bot.py"), ("pizza", "pizza/bot.py"),
            ("./apps/pizza/", "apps/pizza/bot.py"), ("/r/pizza", "/r/pizza/bot.py"),
        ] as [(String?, String)])
    func aFileIsNamedFromTheWorkingFolder(folder: String?, path: String) {
        #expect(AppFiles(folder: folder, loaded: ["bot.py"]).path("bot.py") == path)
        #expect(AppFiles(folder: folder, loaded: []).path("bot.py") == path)
    }

    @Test func aFileBelowTheFolderIsKnownByItsNameUnlessTwoHaveIt() {
        let files = AppFiles(
            folder: "pizza", loaded: ["src/bot.py", "src/a/ask.py", "src/b/ask.py"])
        #expect(files.path("bot.py") == "pizza/src/bot.py")
        #expect(files.path("ask.py") == "pizza/ask.py")
        #expect(files.path("src/bot.py") == "pizza/src/bot.py")
        #expect(files.path("/usr/lib/ask.py") == "/usr/lib/ask.py")
    }

    private func diff(_ golden: String, _ actual: String, line: String) -> TraceDiff {
        func trace(_ to: String) -> [TraceEvent] {
            var event = TraceEvent(
                frame: 0, tap: .actions, kind: "call", fields: ["to": .string(to)])
            event.why[TraceEvent.lineKey] = .string(line)
            return [event]
        }
        return TraceDiff(
            golden: trace(golden), actual: trace(actual), sampleRate: .standard,
            vocabulary: EventVocabulary(kinds: [
                EventKind("call", fields: [EventField("to")], sentence: "asks {to}")
            ]))
    }

    @Test func everyKindOfCauseInCodeIsNamedAndOthersStay() throws {
        let diff = diff("kitchen", "cellar", line: "bot.py:9 ask")
        let asked = Cause(.flag, what: "The app calls cellar", names: ["kitchen", "cellar"])
        let edit = FileEdits(
            codeBefore: Array("a\n".utf8), now: Array("b\n".utf8), file: "src/bot.py"
        ).causes
        let gone = FileEdits(codeBefore: Array("a\n".utf8), now: nil, file: "ask.py").causes
        let flow = Cause(.file, file: "pizza/flow.json", line: 2, what: "x")
        // ask.py was moved.
        let files = AppFiles(folder: "pizza", loaded: ["src/bot.py", "src/ask.py"])
        func places(_ causes: [Cause]) throws -> [String?] {
            let verdict = Verdict(name: "a", path: "a.vsession", diff: diff, causes: causes)
                .named(files)
            let first = try #require(verdict.firstCause)
            // What stands for no known cause is told by its event.
            for cause in first.causes where !causes.isEmpty {
                #expect(first.sentence.contains(cause.description))
            }
            return first.causes.map(\.place)
        }
        #expect(try places([]) == ["pizza/src/bot.py:9"])
        #expect(try places([asked]) == ["pizza/src/bot.py:9"])
        #expect(try places(edit) == ["pizza/src/bot.py:1"])
        #expect(try places(gone) == ["pizza/ask.py"])
        #expect(try places([flow]) == ["pizza/flow.json:2"])
    }

    @Test func aProofNamesTheFilesToo() throws {
        func edit(_ file: String) -> [Cause] {
            FileEdits(codeBefore: Array("a\n".utf8), now: Array("b\n".utf8), file: file).causes
        }
        var verdict = Verdict(
            name: "a", path: "a.vsession", diff: diff("kitchen", "cellar", line: "bot.py:9")
        ).named(AppFiles(folder: "pizza", loaded: []))
        verdict.prove(
            ProvenCauses(
                causes: [edit("bot.py"), edit("ask.py")], rest: .withoutEffect, others: [], runs: 2)
        )
        #expect(verdict.cause?.place == "pizza/bot.py:1")
        #expect(verdict.proof?.text.contains("The next cause: pizza/ask.py:1: ") == true)
    }
}
