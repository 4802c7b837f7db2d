import Foundation
import Testing
import VoiceJSON
import VoiceRecognition
import VoiceReports
import VoiceTestSupport

@testable import voicetest

@Suite("What listen prints")
struct ListenFormsTests {
    private static let utterance: HeardSound.Utterance = {
        let phones = [
            RecognizedPhone(phone: "Y", range: 16_000..<17_600, score: 910),
            RecognizedPhone(phone: "EH", range: 17_600..<19_200, score: 480),
        ]
        let words = [
            RecognizedWord(text: "yes", range: 16_000..<19_200, confidence: 870, phones: phones)
        ]
        return .init(
            spoken: 15_840..<19_360,
            outcome: .final(
                Hypothesis(
                    text: "yes", confidence: 860, words: words,
                    alternatives: [AlternativeReading(text: "guess", distance: 42)])))
    }()

    @Test("keys stand among the utterances, with their channel")
    func keys() {
        var caller = HeardSound(frames: 48_000, utterances: [Self.utterance])
        caller.keys = [.init(key: "#", frames: 8_000..<9_600)]
        let heard = HeardSound(channels: [(2, caller)])
        #expect(
            ListeningText().lines(heard) == [
                "500 ms to 600 ms  channel 2  key #",
                "990 ms to 1210 ms  channel 2  yes  (860 of 1000)",
            ])
        let half = heard.converted(from: 16_000, to: 8_000, frames: 24_000)
        #expect(
            half.keys.map(\.value) == [["key": "#", "start": 4_000, "end": 4_800, "channel": 2]])
    }

    @Test("words, phones, goodness and other readings are lines of their own where asked for")
    func lines() {
        let first = "990 ms to 1210 ms  yes  (860 of 1000)"
        let word = "  1000 ms to 1200 ms  yes  (870 of 1000)"
        #expect(ListeningText().lines(Self.utterance) == [first])
        #expect(ListeningText(showsWords: true).lines(Self.utterance) == [first, word])
        #expect(
            ListeningText(showsPhones: true).lines(Self.utterance) == [
                first, word, "    1000 ms to 1100 ms  Y", "    1100 ms to 1200 ms  EH",
            ])
        #expect(
            ListeningText(showsPhones: true, showsGoodness: true, showsAlternatives: true)
                .lines(Self.utterance) == [
                    first, word, "    1000 ms to 1100 ms  Y  (910 of 1000)",
                    "    1100 ms to 1200 ms  EH  (480 of 1000)", "  or: guess  (42 less likely)",
                ])
    }

    @Test("the same stands in JSON, and nothing that was not asked for")
    func json() throws {
        let plain = try #require(ListeningText().value(Self.utterance).object)
        #expect(
            plain.members.map(\.key) == ["confidence", "end", "outcome", "start", "text", "words"])
        let all = ListeningText(showsPhones: true, showsGoodness: true, showsAlternatives: true)
        let full = try #require(all.value(Self.utterance).object)
        #expect(full["alternatives"] == .array([["text": "guess", "distance": 42]]))
        let word = try #require(full["words"]?.array?.first?.object)
        #expect(
            word["phones"]?.array?.last
                == .object(["phone": "EH", "start": 17_600, "end": 19_200, "score": 480]))
        let timed = ListeningText(showsPhones: true).value(Self.utterance)
        #expect(!JSONWriter.text(timed).contains("score"))
    }

    @Test("positions lie inside of the file, in the file's own frames")
    func positions() {
        let phones = [RecognizedPhone(phone: "Y", range: -320..<800, score: 910)]
        let word = RecognizedWord(text: "yes", range: -320..<9_600, confidence: 870, phones: phones)
        let outcome = RecognitionOutcome.final(
            Hypothesis(text: "yes", confidence: 860, words: [word]))
        let heard = HeardSound(
            frames: 8_000,
            utterances: [
                .init(
                    spoken: -160..<8_160, outcome: outcome,
                    partials: [.init(frame: 9_000, text: "y")])
            ])
        let clipped = heard.clipped
        #expect(clipped.utterances.map(\.spoken) == [0..<8_000])
        #expect(clipped.utterances.map(\.partials) == [[.init(frame: 8_000, text: "y")]])
        #expect(clipped.recognized.flatMap(\.words).map(\.range) == [0..<8_000])
        #expect(clipped.recognized.flatMap(\.words).flatMap(\.phones).map(\.range) == [0..<800])
        let own = clipped.converted(from: 16_000, to: 22_050, frames: 11_025)
        #expect(own.frames == 11_025)
        #expect(own.recognized.flatMap(\.words).map(\.range) == [0..<11_025])
        #expect(own.recognized.flatMap(\.words).flatMap(\.phones).map(\.range) == [0..<1_103])
    }

    @Test("rejected and failed utterances say so, with the nearest words where they are asked for")
    func others() {
        let nearest = Hypothesis(text: "yes", confidence: 300, words: [])
        let rejected = HeardSound.Utterance(spoken: 0..<16_000, outcome: .rejected(nearest))
        #expect(
            ListeningText().lines(rejected) == [
                "0 ms to 1000 ms  rejected: yes fits badly  (300 of 1000)"
            ])
        #expect(ListeningText().value(rejected).object?["words"] == nil)
        #expect(ListeningText(showsWords: true).value(rejected).object?["words"] == .array([]))
        let failed = HeardSound.Utterance(spoken: 0..<16_000, outcome: .failed(.decoderFailed))
        #expect(ListeningText().lines(failed)[0].hasPrefix("0 ms to 1000 ms  failed: pocketsphinx"))
        #expect(ListeningText().value(failed).object?["outcome"] == "failed")
        let none = HeardSound.Utterance(spoken: 0..<16_000, outcome: .rejected(nil))
        #expect(
            ListeningText().lines(none) == ["0 ms to 1000 ms  rejected: nothing listened for fits"])
    }

    @Test("a reference names the words misread, skipped, unread, repeated and begun falsely")
    func reference() throws {
        let reading = try ReadingAligner(reference: "The cat sat on the big mat, yes.")
            .aligned("the cut the cat#inc cat on the the uh big hat")
        #expect(
            ReadingText.lines(reading) == [
                "reference: 8 words, 5 right, 1 wrong, 1 skipped, 1 unread; 2 repeated,"
                    + " 1 begun falsely, 1 too many",
                "  word 1 'The': repeated once",
                "  word 2 'cat': read, and misread as 'cut', begun falsely once",
                "  word 3 'sat': skipped", "  word 5 'the': repeated once",
                "  word 7 'mat,': misread as 'hat'", "  word 8 'yes.': unread",
                "  heard 9 'uh': too many",
            ])
        let object = try #require(ReadingText.value(reading).object)
        #expect(object["furthest"] == 5 && object["skipped"] == 1 && object["repeats"] == 2)
        #expect(
            object["words"]?.array?[1]
                == .object([
                    "text": "cat", "state": "right", "heard": .array([1, 4]), "repeats": 0,
                    "falseStarts": 1,
                ]))
        #expect(
            object["heard"]?.array?[3]
                == .object(["text": "cat", "role": "falseStart", "reference": 1]))
    }
}

@Suite("Decoding graphs as files")
struct GraphFileTests {
    private func read(_ text: String) throws -> GraphFile {
        try GraphFile(bytes: Array(text.utf8), file: "g.json")
    }

    @Test("every key is read, and texts are brought to lower case")
    func keys() throws {
        let file = try read(
            #"""
            { "$schema": "x", "_note": "n", "phrases": ["Turn it on", "stop"],
              "pronunciations": [{"word": "Stop", "phones": " s t  aa p ", "tag": "Slow"}],
              "speaking": "oralReading", "spokenNoisePermille": 800, "trigger": "Hello computer" }
            """#)
        #expect(
            try file.graph(context: nil)
                == RecognitionGraph(
                    phrases: ["turn it on", "stop"],
                    pronunciations: [
                        WordPronunciation(
                            word: "stop", phones: ["S", "T", "AA", "P"], tag: "slow")
                    ], speaking: .oralReading, spokenNoisePermille: 800,
                    trigger: "hello computer"))
        let plain = try read(#"{"phrases": ["yes"]}"#).graph(context: nil)
        #expect(plain == RecognitionGraph(phrases: ["yes"]))
        #expect(throws: CommandError.self) { _ = try file.graph(context: 0) }
    }

    @Test("one of several contexts is chosen by its number")
    func contexts() throws {
        let file = try read(#"{"contexts": [["yes", "no"], ["one"]], "trigger": "hello"}"#)
        #expect(
            try file.graph(context: 1) == RecognitionGraph(phrases: ["one"], trigger: "hello"))
        for context in [nil, -1, 2] {
            let error = #expect(throws: CommandError.self) { _ = try file.graph(context: context) }
            #expect(error?.status == .usage)
            #expect(error?.description.contains("--context 0 to 1") == true)
        }
    }

    @Test(
        "what is wrong is said with its place",
        arguments: [
            ("[]", "1:1: error: a decoding graph is an object"), ("{", "not JSON"),
            (#"{"phrases": ["a"], "contexts": [["b"]]}"#, "exclude each other"),
            (#"{"phrases": []}"#, "one or more"), (#"{"phrases": [3]}"#, "expected a phrase"),
            (#"{"phrases": ["go to 12"]}"#, "'12'"), (#"{"contexts": []}"#, "list of lists"),
            (#"{"phrases": ["a"], "colour": 1}"#, "Unknown key \"colour\""),
            (#"{"phrases": ["a"], "speaking": "loud"}"#, "Unknown speaking \"loud\""),
            (#"{"phrases": ["a"], "spokenNoisePermille": 1001}"#, "0 to 1000"),
            (#"{"phrases": ["a"], "trigger": ""}"#, "\"trigger\" is empty"),
            (
                #"{"phrases": ["a"], "pronunciations": [{"word": "a"}]}"#,
                "\"phones\" is missing"
            ),
            (
                #"{"phrases": ["a"], "pronunciations": [{"word": "a b", "phones": "A"}]}"#,
                "one word without"
            ),
            (
                #"{"phrases": ["a"], "pronunciations": "#
                    + #"[{"word": "a", "phones": "A", "tag": "INC"}]}"#,
                "false starts"
            ),
        ])
    func refusals(text: String, words: String) {
        let error = #expect(throws: CommandError.self) { _ = try read(text) }
        #expect(error?.status == .badData)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.description.hasPrefix("g.json:") == true)
    }

    @Test("the file of every key is one, with what it says")
    func everyKey() throws {
        let path = "\(Program.package)/Tests/Schemas/every-key.graph.json"
        let file = try GraphFile(
            bytes: [UInt8](Data(contentsOf: URL(filePath: path))), file: path)
        let graph = try file.graph(context: nil)
        #expect(graph.phrases.count == 2 && graph.pronunciations.count == 2)
        #expect(graph.speaking == .oralReading && graph.trigger == "hello computer")
    }

    @Test("a text to read becomes a graph of its sentences, read aloud")
    func reading() {
        let graph = RecognitionGraph.reading("The cat's ice-cream.\nIt melts! Fast?")
        #expect(graph.phrases == ["the cat's ice cream", "it melts", "fast"])
        #expect(graph.speaking == .oralReading)
    }
}

@Suite("voicetest listen")
struct ListenCommandTests {
    private let program = Program()
    private static let clip = "\(Program.package)/Corpora/digits/seven.vsession/audio/mic.flac"

    @Test("wrong usage is refused before a model is loaded")
    func usage() throws {
        try program.write("yes\n", to: "p.txt")
        for (arguments, words) in [
            (["--alternatives", "21"], "0 to 20"), (["--alternatives=-1"], "0 to 20"),
            (["--reference", " … "], "no word"), (["--context", "0"], "--graph"),
            (["--trigger", "hello"], "--phrases or --graph"),
            (["--phrases", "p.txt", "--graph", "g.json"], "one of"),
        ] {
            let outcome = try program.run(["listen", Self.clip] + arguments)
            #expect(outcome.status == 64, "\(arguments): \(outcome.messages)")
            #expect(outcome.messages.contains(words), "\(arguments)")
        }
        let digits = try program.run(["listen", Self.clip, "--reference", "page 12"])
        #expect(digits.status == 65 && digits.messages.contains("'12'"))
        let trigger = try program.run([
            "listen", Self.clip, "--phrases", "p.txt", "--trigger", "12",
        ])
        #expect(trigger.status == 65)
    }

    @Test(
        "hears a digit with its words and other readings, and aligns it with a reference",
        .enabled(
            if: SpeechModel().isInstalled, "the package pocketsphinx-en-us is not there"))
    func hears() throws {
        try program.write(#"{"phrases": ["seven", "eleven"]}"#, to: "g.json")
        let text = try program.run(["listen", Self.clip, "--graph", "g.json", "--words"])
        #expect(text.status == 0, "\(text.messages)")
        let lines = text.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains("  seven  (") && lines[1].hasPrefix("  "))
        let json = try program.run([
            "listen", Self.clip, "--reference", "Six, seven.", "--graph", "g.json",
            "--alternatives", "3", "--format", "json",
        ])
        let root = try #require(try JSONReader.value(of: Array(json.output.utf8)).object)
        let reading = try #require(root["reference"]?.object)
        #expect(reading["skipped"] == 1 && reading["furthest"] == 1)
        let utterance = try #require(root["utterances"]?.array?.first?.object)
        #expect(utterance["text"] == "seven" && utterance["alternatives"]?.array != nil)
    }
}
