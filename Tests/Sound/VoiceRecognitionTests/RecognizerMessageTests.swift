import Testing
import VoiceAudio
import VoiceFiles

@testable import VoiceRecognition

/// Lines that are no message, each with what is wrong.
private enum WrongLines {
    static let garbage: [(String, String)] = [
        ("", "not JSON (column 1)"), ("{\"kind\":\"answer\",\"id\":7", "not JSON"),
        ("[1]", "no JSON object"), ("nan", "not JSON"),
        (#"{"id":7}"#, "kind is missing"), (#"{"kind":7,"id":7}"#, "kind is not text"),
        (#"{"kind":"answer","id":8,"words":[]}"#, "another question"),
        (#"{"kind":"answer","id":7.0,"words":[]}"#, "id is not a whole number"),
        (#"{"kind":"secret","id":7}"#, "a message that is not an answer"),
        (#"{"kind":"failed","id":7}"#, "reason is missing"),
        (#"{"kind":"answer","id":7}"#, "words is missing"),
        (#"{"kind":"answer","id":7,"words":{}}"#, "words is not a list"),
        (#"{"kind":"answer","id":7,"words":["secret"]}"#, "words[0] is not an object"),
        (#"{"kind":"answer","id":7,"words":[],"rejected":1}"#, "rejected is not true or false"),
        (word(#""start":0,"end":1"#), "words[0].text is missing"),
        (word(#""text":"","start":0,"end":1"#), "words[0].text has to have 1 to 256 bytes"),
        (word(#""text":"se cret","start":0,"end":1"#), "words[0].text has a blank"),
        (word(#""text":"\u001b[31m","start":0,"end":1"#), "has a control character"),
        (word(#""text":"secret","end":1"#), "words[0].start is missing"),
        (word(#""text":"secret","start":-1,"end":1"#), "words[0].start is not 0 to 800"),
        (word(#""text":"secret","start":0,"end":801"#), "words[0].end is not 0 to 800"),
        (word(#""text":"secret","start":5,"end":4"#), "words[0].end is not 5 to 800"),
        (word(#""text":"secret","start":0.5,"end":4"#), "words[0].start is not a whole number"),
        (word(#""text":"secret","start":1e3,"end":4"#), "words[0].start is not a whole number"),
        (word(#""text":"secret","start":NaN,"end":4"#), "not JSON"),
        (
            word(#""text":"secret","start":9223372036854775808,"end":4"#),
            "words[0].start is not a whole number"
        ),
        (word(#""text":"s","start":0,"end":1,"confidence":1001"#), "confidence is not 0 to 1000"),
        (
            word(#""text":"a","start":5,"end":6},{"text":"b","start":4,"end":6"#),
            "words[1].start is before that of the word before"
        ),
        (
            word(#""text":"a","start":5,"end":6,"phones":[{"phone":"A","start":0,"end":900}]"#),
            "words[0].phones[0].end is not 0 to 800"
        ),
        (
            word(#""text":"a","start":5,"end":6"#, #""alternatives":[{"text":"b"}]"#),
            "alternatives[0].distance is missing"
        ),
        (word(#""text":"a","start":5,"end":6"#, #""id":7"#), "not JSON"),
    ]

    static let greetings: [(String, String)] = [
        (#"{"kind":"answer"}"#, "did not begin with"),
        (#"{"kind":"ready","protocol":2}"#, "another protocol than 1"),
        (#"{"kind":"ready","protocol":1}"#, "name is missing"),
        (ready(#""name":"a","version":"""#), "version has to have 1 to 64 bytes"),
        (ready(#""name":"a\n::error::","version":"1""#), "name has a control character"),
        (ready(#""name":"a","version":"1","digest":"ABC""#), "digest is no SHA-256"),
        (ready(#""name":"a","version":"1","partials":"yes""#), "partials is not true or false"),
    ]

    static func word(_ members: String, _ more: String = #""x":1"#) -> String {
        #"{"kind":"answer","id":7,"words":[{\#(members)}],\#(more)}"#
    }

    static func ready(_ members: String) -> String {
        #"{"kind":"ready","protocol":1,\#(members)}"#
    }
}

@Suite("Messages of a recognizer that is a program")
struct RecognizerMessageTests {
    private func utterance(alternatives: Int = 0, phones: Bool = false) -> Utterance {
        var utterance = Utterance(
            sound: MonoSound(sampleRate: 8_000, samples: Array(repeating: 0, count: 800)),
            start: 10_000, spoken: 10_100..<10_700)
        utterance.alternatives = alternatives
        utterance.wantsPhones = phones
        return utterance
    }

    private func reply(
        _ text: String, to utterance: Utterance? = nil
    ) throws -> RecognizerReply {
        try RecognizerReply(Array(text.utf8), to: utterance ?? self.utterance(), id: 7)
    }

    @Test(
        "are refused with the member that is wrong, and without what they say",
        arguments: WrongLines.garbage)
    func garbage(text: String, words: String) {
        let error = #expect(throws: ReplyFault.self) { _ = try reply(text) }
        #expect(error?.what.contains(words) == true, "\(error?.what ?? "") of \(text)")
        #expect(error?.what.contains("secret") == false)
    }

    @Test("take their words, phones and other readings as far as they were asked for")
    func answer() throws {
        let text = #"""
            {"kind":"answer","id":7,"confidence":800,"unknown":[{}],"words":[
              {"text":"Yes","start":100,"end":300,"confidence":700,
               "phones":[{"phone":"Y","start":100,"end":200,"score":600}]},
              {"text":"please","start":300,"end":800}],
             "alternatives":[{"text":"far","distance":90},{"text":"Yes  please","distance":0},
              {"text":"YES peas","distance":20},{"text":"yes peas","distance":30},
              {"text":"near","distance":10}]}
            """#.split(separator: "\n").joined()
        let phone = RecognizedPhone(phone: "Y", range: 10_100..<10_200, score: 600)
        func expected(_ phones: [RecognizedPhone], _ others: [AlternativeReading]) -> Hypothesis {
            Hypothesis(
                text: "yes please", confidence: 800,
                words: [
                    RecognizedWord(
                        text: "yes", range: 10_100..<10_300, confidence: 700, phones: phones),
                    RecognizedWord(text: "please", range: 10_300..<10_800, confidence: 1_000),
                ], alternatives: others)
        }
        #expect(try reply(text) == .heard(expected([], [])))
        let others = [
            AlternativeReading(text: "near", distance: 10),
            AlternativeReading(text: "yes peas", distance: 20),
        ]
        #expect(
            try reply(text, to: utterance(alternatives: 2, phones: true))
                == .heard(expected([phone], others)))
    }

    @Test("reject with or without the nearest words; no words are a rejection")
    func rejections() throws {
        #expect(try reply(#"{"kind":"answer","id":7,"words":[]}"#) == .rejected(nil))
        let nearest = WrongLines.word(#""text":"yes","start":0,"end":8"#, #""rejected":true"#)
        guard case .rejected(let words?) = try reply(nearest) else {
            Issue.record("no nearest words")
            return
        }
        #expect(words.text == "yes")
    }

    @Test("are limited: words, phones and readings")
    func limits() {
        let word = #"{"text":"a","start":0,"end":1}"#
        for (count, isTaken) in [(2_000, true), (2_001, false)] {
            let words = Array(repeating: word, count: count).joined(separator: ",")
            let text = #"{"kind":"answer","id":7,"words":[\#(words)]}"#
            #expect(((try? reply(text)) != nil) == isTaken)
        }
    }

    @Test("say first which recognizer it is", arguments: WrongLines.greetings)
    func greetings(text: String, words: String) {
        let error = #expect(throws: ReplyFault.self) {
            _ = try RecognizerGreeting(Array(text.utf8))
        }
        #expect(error?.what.contains(words) == true, "\(error?.what ?? "") of \(text)")
    }

    @Test("name the recognizer of a session's manifest by name, version and digest")
    func identity() throws {
        let digest = String(repeating: "0a", count: 32)
        let text = WrongLines.ready(#""name":"a b","version":"1","digest":"\#(digest)""#)
        let greeting = try RecognizerGreeting(Array(text.utf8))
        #expect(
            greeting.identity
                == RecognizerIdentity(kind: "process", model: "a b 1", digest: digest))
    }

    @Test(
        "carry bytes as the RFC says",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, coded: String) {
        #expect(Base64.text(of: Array(text.utf8)) == coded)
    }
}

@Suite("The command of a recognizer")
struct RecognizerCommandTests {
    @Test(
        "is cut at blanks, with quotes and backslashes as in a shell and nothing else of one",
        arguments: [
            ("python3 a.py", ["python3", "a.py"]), ("  a\t b\n", ["a", "b"]),
            (#"a 'b  c' "d e" f\ g"#, ["a", "b  c", "d e", "f g"]),
            (#"a '\' "\"\\\n" ''"#, ["a", #"\"#, #""\\n"#, ""]),
            (#"x'y'"z""#, ["xyz"]),
            ("a $HOME * | b > c; d", ["a", "$HOME", "*", "|", "b", ">", "c;", "d"]),
            (#"a \'"#, ["a", "'"]), ("é ü", ["é", "ü"]),
        ])
    func words(text: String, words: [String]) throws {
        #expect(try RecognizerCommand(text).words == words)
    }

    @Test(
        "is refused with what is wrong",
        arguments: [
            ("", "names no program"), ("  ", "names no program"), ("''", "names no program"),
            ("a 'b", "has a ' without its second one"), (#"a "b"#, #"has a " without"#),
            (#"a \"#, "ends with a backslash"), ("a\0b", "a character of value 0"),
            (String(repeating: "a ", count: 257), "more than 256 words"),
            (String(repeating: "a", count: 40_000), "more than 32768 bytes"),
        ])
    func refusals(text: String, words: String) {
        let error = #expect(throws: RecognitionError.self) { _ = try RecognizerCommand(text) }
        #expect(error?.description.contains(words) == true)
        #expect(error?.description.contains("Separate the program and its arguments") == true)
    }

    @Test(
        "errors say what, where, why and what next",
        arguments: [
            (RecognitionError.programMissing(program: "x"), "x was not found", "Install it"),
            (.programNotStarted(program: "x", number: 8), "system error 8", "may be executed"),
            (.programUnready(program: "x", what: "sang."), "it sang", "protocol"),
            (.programFailed(recognizer: "x 1", what: "sang"), "recognizer x 1 sang", "by hand"),
        ])
    func errors(error: RecognitionError, fact: String, step: String) {
        #expect(error.description.contains(fact) && error.description.contains(step))
    }
}
