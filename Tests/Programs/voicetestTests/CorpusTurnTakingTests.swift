import Testing
import VoiceTestSupport

@testable import voicetest

@Suite("Turn-taking of every engine, by a session of the corpus")
struct CorpusTurnTakingTests {
    private let program = Program()

    /// What each session does, and just does not do.
    struct Case: CustomTestStringConvertible, Sendable {
        let session: String
        let met: [String]
        let missed: [String]
        var testDescription: String { session }
    }

    private static let cases = [
        Case(
            session: "barge-in",
            met: ["answer<=1100", "stop<=200", "talkover<=200", "silence<=1050"],
            missed: [
                "answer<=1000", "stop<=190", "talkover<=190", "silence<=1000",
                #"says "no news" before hears "news""#, #"says "menu""#,
            ]),
        Case(
            session: "keenasr", met: ["answer<=850", "silence<=850"],
            missed: [
                "answer<=700", "silence<=700", #"hears "blue" after hears "red car""#,
                #"calls {"call": "setVADParameter", "milliseconds": 900}"#,
            ]),
        Case(
            session: "voicekit", met: ["answer<=900", "stop<=530", "talkover<=450"],
            missed: [
                "answer<=800", "stop<=510", "talkover<=440", "silence<=500",
                #"says "guess a number" after hears "five""#,
            ]),
        Case(
            session: "saykit", met: ["answer<=1010", "silence<=1800"],
            missed: [
                "answer<=1000", "silence<=800", #"says "is that right" before hears "two""#,
            ]),
    ]

    @Test("a session is green by what it does and red by what it just does not", arguments: cases)
    func judged(one: Case) throws {
        let path = "\(Program.package)/Corpora/\(one.session)/takes-turns.vsession"
        func replay(_ rules: [String]) throws -> Program.Outcome {
            try program.run(
                ["replay", path, "--no-self-test", "--verbose"]
                    + rules.flatMap { ["--expect", $0] }, variables: ["CI": "1"])
        }
        let met = try replay(one.met)
        #expect(met.status == 0, "\(met.output)")
        for rule in one.missed {
            let missed = try replay([rule])
            #expect(missed.status == 1)
            let words = missed.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(
                words.contains("\(rule.replacing(": ", with: ":").replacing(", ", with: ",")): "))
        }
    }
}
