import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceRecognition

@Suite("A program that recognises")
struct RunningProgramTests {
    private static let folder = String(
        #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })
    private static let example =
        "/usr/bin/python3 \(folder)/scripts/examples/recognizers/loudness.py"

    private func utterance(level: Int16) -> Utterance {
        var utterance = Utterance(
            sound: MonoSound(
                sampleRate: 16_000, samples: Array(repeating: level, count: 3_200)),
            start: 100, spoken: 900..<2_500)
        utterance.alternatives = 5
        return utterance
    }

    private func text(_ outcome: RecognitionOutcome) -> String? {
        if case .final(let hypothesis) = outcome { hypothesis.text } else { nil }
    }

    @Test("the example answers by loudness, the same every time")
    func example() throws {
        let command = try RecognizerCommand("\(Self.example) 'go on' -20 no -60 -")
        let recognizer = try ProcessRecognizer(command, task: .phrases(["go on", "no"]))
        #expect(recognizer.identity.model == "loudness 1.0")
        #expect(recognizer.identity.digest.count == 64)
        for _ in 0..<2 {
            let loud = recognizer.recognize(utterance(level: 10_000))
            #expect(text(loud) == "go on")
            guard case .final(let hypothesis) = loud else { return }
            #expect(hypothesis.words.map(\.range) == [900..<1_700, 1_700..<2_500])
            #expect(hypothesis.alternatives == [AlternativeReading(text: "no", distance: 10)])
            #expect(text(recognizer.recognize(utterance(level: 1_000))) == "no")
            #expect(recognizer.recognize(utterance(level: 0)) == .rejected(nil))
        }
        let other = try ProcessRecognizer(try RecognizerCommand("\(Self.example) yes"))
        #expect(other.identity.digest != recognizer.identity.digest)
        let again = try ProcessRecognizer(command)
        #expect(again.identity == recognizer.identity)
    }

    @Test("one program answers for all tasks of a cache")
    func cache() throws {
        let cache = RecognizerCache()
        let script =
            #"read -r l; echo '{"kind":"ready","protocol":1,"name":"pid","version":"'$$'"}'"#
        let command = try RecognizerCommand("/bin/sh -c '\(script.replacing("'", with: #"'\''"#))'")
        let first = try cache.recognizer(of: command, for: .phrases(["a"]))
        let second = try cache.recognizer(of: command, for: .phrases(["b"]))
        #expect(first.identity == second.identity)
        let alone = try ProcessRecognizer(command)
        #expect(alone.identity != first.identity)
    }

    @Test("that is nowhere, is a text or says nothing of itself is refused")
    func refusals() throws {
        let folder = TemporaryFolder()
        try folder.write("x", to: "text")
        #expect(throws: RecognitionError.programMissing(program: "no-such-program")) {
            _ = try ProcessRecognizer(try RecognizerCommand("no-such-program"))
        }
        #expect(throws: RecognitionError.programMissing(program: "./text")) {
            _ = try ProcessRecognizer(try RecognizerCommand("./text", folder: folder.path))
        }
        let garbage = #expect(throws: RecognitionError.self) {
            _ = try ProcessRecognizer(try RecognizerCommand("/bin/sh -c 'echo secret; cat'"))
        }
        #expect(garbage?.description.contains("secret") == false)
        var slow = try RecognizerCommand("/bin/sh -c 'cat > /dev/null; exit'")
        slow.limits.startMilliseconds = 50
        let late = #expect(throws: RecognitionError.self) { _ = try ProcessRecognizer(slow) }
        guard case .programUnready("/bin/sh", let what)? = late else {
            Issue.record("\(String(describing: late))")
            return
        }
        #expect(what.hasSuffix(" before it said which recognizer it is"))
    }

    @Test("that dies at every utterance fails for each, and ends with its recognizer")
    func dies() throws {
        let script =
            #"read -r l; echo '\''{"kind":"ready","protocol":1,"name":"d","version":"1"}'\'';"#
            + " echo note >&2; read -r l; exit 9"
        var command = try RecognizerCommand("/bin/sh -c '\(script)'")
        let heard = Heard()
        command.note = heard.add
        let recognizer = try ProcessRecognizer(command)
        let outcome = recognizer.recognize(utterance(level: 1))
        #expect(
            outcome
                == .failed(
                    .programFailed(recognizer: "d 1", what: "ended before it answered")))
        #expect(heard.all.filter { $0 == "note" }.count == 2)
        #expect(heard.all.contains("d 1 ended before it answered (exit code 9)"))
    }
}
