import Testing
import VoiceAudio
import VoiceJSON
import VoicePrograms

@testable import VoiceRecognition

@Suite("A recognizer that is a program")
struct ProcessRecognizerTests {
    private static let ready = #"{"kind":"ready","protocol":1,"name":"table","version":"1.0"}"#

    private func played(
        _ programs: [PlayedLink.Turn]..., limits: RecognizerCommand.Limits = .init(),
        task: RecognitionTask = .phrases(["yes", "no"])
    ) throws -> (recognizer: ProcessRecognizer, children: PlayedPrograms) {
        var command = try RecognizerCommand("table --fast")
        command.limits = limits
        let children = PlayedPrograms(programs.map { PlayedLink([.line(Self.ready)] + $0) })
        command.note = children.note
        let program = try RecognizerProgram(command, start: children.start)
        return (ProcessRecognizer(program, task: task), children)
    }

    private func utterance(frames: Int = 1_600) -> Utterance {
        Utterance(
            sound: MonoSound(sampleRate: 16_000, samples: Array(repeating: 1, count: frames)),
            start: 5_000, spoken: 5_400..<6_200)
    }

    private func yes(_ id: Int) -> PlayedLink.Turn {
        .line(#"{"kind":"answer","id":\#(id),"words":[{"text":"YES","start":400,"end":1200}]}"#)
    }

    private func reason(_ outcome: RecognitionOutcome) -> String {
        if case .failed(let error) = outcome { "\(error)" } else { "" }
    }

    @Test("gives its words with session frames, in lower case and certain unless it says otherwise")
    func words() throws {
        let (recognizer, _) = try played([yes(1)])
        let word = RecognizedWord(text: "yes", range: 5_400..<6_200, confidence: 1_000)
        #expect(
            recognizer.recognize(utterance())
                == .final(Hypothesis(text: "yes", confidence: 1_000, words: [word])))
        #expect(recognizer.identity == RecognizerIdentity(kind: "process", model: "table 1.0"))
    }

    @Test("is asked with sound, place of speech and phrases")
    func question() throws {
        let (recognizer, children) = try played([yes(1)])
        var asked = utterance(frames: 2)
        asked.alternatives = 3
        asked.wantsPhones = true
        _ = recognizer.recognize(asked)
        let hello = #"{"kind":"hello","protocol":1}"#
        let question =
            #"{"alternatives":3,"id":1,"kind":"utterance","pcm":"AQABAA==","phones":true,"#
            + #""phrases":["yes","no"],"sampleRate":16000,"samples":2,"#
            + #""spoken":{"end":2,"start":2}}"#
        #expect(children.links[0].asked == [hello, question])
    }

    @Test("listens for the utterance's own task, with what a graph says beside its phrases")
    func tasks() throws {
        let (recognizer, children) = try played([yes(1), yes(2), yes(3)])
        var asked = utterance()
        asked.task = .grammar(jsgf: "g")
        _ = recognizer.recognize(asked)
        asked.task = .general
        _ = recognizer.recognize(asked)
        asked.task = .graph(
            RecognitionGraph(
                phrases: ["go"],
                pronunciations: [WordPronunciation(word: "go", phones: ["G", "OW"], tag: "#a")],
                speaking: .oralReading, trigger: "hey"))
        _ = recognizer.recognize(asked)
        let lines = children.links[0].asked
        try #require(lines.count == 4)
        #expect(lines[1].contains(#""grammar":"g""#) && !lines[1].contains("phrases"))
        #expect(!lines[2].contains("grammar") && !lines[2].contains("phrases"))
        let context =
            ##""context":{"pronunciations":[{"phones":["G","OW"],"tag":"#a","word":"go"}],"##
            + #""speaking":"oralReading","spokenNoise":500,"trigger":"hey"}"#
        #expect(lines[3].contains(context) && lines[3].contains(#""phrases":["go"]"#))
    }

    @Test("may take its time for an answer, and four times the utterance")
    func limits() throws {
        let (recognizer, children) = try played([yes(1)])
        _ = recognizer.recognize(utterance(frames: 16_000))
        #expect(children.links[0].limits == [120_000, 34_000])
    }

    @Test("is started again and asked once more when it dies")
    func restarts() throws {
        let (recognizer, children) = try played(
            [.fault(.ended(program: "x"))], [yes(2), yes(3)])
        guard case .final = recognizer.recognize(utterance()) else {
            Issue.record("the second program was not asked")
            return
        }
        #expect(children.links[0].isOver && !children.links[1].isOver)
        #expect(children.notes == ["table 1.0 ended before it answered (exit code 3)"])
        guard case .final = recognizer.recognize(utterance()) else {
            Issue.record("the second program was not asked again")
            return
        }
    }

    @Test("is started again three times in a row and no more, and counts anew after an answer")
    func boundedRestarts() throws {
        let dead: [PlayedLink.Turn] = [.fault(.ended(program: "x"))]
        let (recognizer, children) = try played(dead, dead, [yes(3)] + dead, dead, dead, dead, dead)
        #expect(reason(recognizer.recognize(utterance())).contains("ended before it answered"))
        guard case .final = recognizer.recognize(utterance()) else {
            Issue.record("the third program was not asked")
            return
        }
        for _ in 0..<2 {
            #expect(reason(recognizer.recognize(utterance())).contains("ended before it answered"))
        }
        let last = reason(recognizer.recognize(utterance()))
        #expect(last.contains("does not answer, though it was started again 3 times"))
        #expect(children.links.count { !$0.asked.isEmpty } == 6)
        #expect(children.links.prefix(6).allSatisfy { $0.isOver })
    }

    @Test(
        "is ended and not asked again about an utterance that it was late for or answered wrongly",
        arguments: [
            (
                .fault(.late(program: "x", .processor(milliseconds: 30_400))),
                "used 30400 ms of processor time before it answered"
            ),
            (.fault(.unasked(program: "x")), "wrote a line before it was asked"),
            (.fault(.lineTooLong(program: "x", limit: 9)), "a line of more than 9 bytes"),
            (.line("secret"), "wrote a line that is not JSON (column 1)"),
        ] as [(PlayedLink.Turn, String)])
    func notAgain(turn: PlayedLink.Turn, words: String) throws {
        let (recognizer, children) = try played([turn], [yes(2)])
        let text = reason(recognizer.recognize(utterance()))
        #expect(text.hasPrefix("the recognizer table 1.0 ") && text.contains(words))
        #expect(!text.contains("secret"))
        #expect(children.links[0].isOver && children.links[1].asked.isEmpty)
        guard case .final = recognizer.recognize(utterance()) else {
            Issue.record("the next utterance was not heard")
            return
        }
    }

    @Test("has to be the same recognizer after it was started again")
    func anotherOne() throws {
        var command = try RecognizerCommand("table")
        let other = #"{"kind":"ready","protocol":1,"name":"table","version":"2.0"}"#
        let children = PlayedPrograms([
            PlayedLink([.line(Self.ready), .fault(.ended(program: "x"))]),
            PlayedLink([.line(other)]),
        ])
        command.note = children.note
        let program = try RecognizerProgram(command, start: children.start)
        let outcome = ProcessRecognizer(program, task: .general).recognize(utterance())
        #expect(reason(outcome).contains("says it is another recognizer"))
        #expect(children.links[1].isOver)
    }

    @Test("may say that it failed: the reason goes to whoever looks on, and into no session")
    func failed() throws {
        let (recognizer, children) = try played(
            [.line(#"{"kind":"failed","id":1,"reason":"secret"}"#), yes(2)])
        let text = reason(recognizer.recognize(utterance()))
        #expect(text.contains("says that it cannot recognise the utterance"))
        #expect(!text.contains("secret"))
        #expect(children.notes == ["table 1.0 failed: secret"])
        guard case .final = recognizer.recognize(utterance()) else {
            Issue.record("it was not asked again")
            return
        }
    }

    @Test("gives no partials, and is not asked for any, unless it says that it does")
    func partials() throws {
        let (silent, children) = try played([yes(1)])
        #expect(!silent.givesPartials && silent.recognizeSoFar(utterance()) == nil)
        #expect(children.links[0].asked.count == 1)
        let ready = Self.ready.dropLast() + #","partials":true}"#
        let link = PlayedLink([.line(String(ready)), yes(1), .line(#"{"id":2,"kind":"x"}"#)])
        let other = PlayedPrograms([link])
        let program = try RecognizerProgram(try RecognizerCommand("table"), start: other.start)
        let speaking = ProcessRecognizer(program, task: .general)
        #expect(speaking.recognizeSoFar(utterance())?.text == "yes")
        #expect(link.asked[1].contains(#""kind":"partial""#))
        #expect(speaking.recognizeSoFar(utterance()) == nil)
    }

    @Test("is not asked about more than ten minutes, or about nothing")
    func lengths() throws {
        let (recognizer, children) = try played([])
        #expect(recognizer.recognize(utterance(frames: 0)) == .rejected(nil))
        #expect(
            recognizer.recognize(utterance(frames: 600 * 16_000 + 1))
                == .failed(.utteranceTooLong(seconds: 600)))
        #expect(children.links[0].asked.count == 1)
    }

    @Test("is shared by recognizers of one command, whatever they listen for")
    func shared() throws {
        let cache = RecognizerCache()
        let command = try RecognizerCommand("/bin/sh -c 'exit 7'")
        #expect(
            throws: RecognitionError.programUnready(
                program: "/bin/sh",
                what: "ended before it said which recognizer it is, with exit code 7")
        ) { _ = try cache.recognizer(of: command, for: .general) }
    }
}

/// A program whose lines are written beforehand.
final class PlayedLink: RecognizerLink {
    enum Turn: Sendable {
        case line(String)
        case fault(ProgramError)
    }

    private var turns: [Turn]
    private(set) var asked: [String] = []
    private(set) var limits: [Int] = []
    private(set) var isOver = false

    init(_ turns: [Turn]) { self.turns = turns }

    func exchange(
        _ line: [UInt8], within milliseconds: Int
    ) throws(ProgramError) -> [UInt8] {
        asked.append(String(decoding: line, as: UTF8.self))
        limits.append(milliseconds)
        guard !turns.isEmpty else {
            throw .late(program: "played", .clock(milliseconds: milliseconds))
        }
        switch turns.removeFirst() {
        case .line(let text): return Array(text.utf8)
        case .fault(let error): throw error
        }
    }

    func end(within milliseconds: Int) -> Int32 {
        isOver = true
        return 3
    }
}

/// Programs that are started one after the other.
final class PlayedPrograms {
    let links: [PlayedLink]
    private var started = 0
    private let heard = Heard()
    var notes: [String] { heard.all }
    var note: @Sendable (String) -> Void { heard.add }

    init(_ links: [PlayedLink]) { self.links = links }

    func start() throws(RecognitionError) -> any RecognizerLink {
        guard started < links.count else { throw .programMissing(program: "played") }
        started += 1
        return links[started - 1]
    }
}
