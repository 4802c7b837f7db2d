import Testing
import VoiceJSON
import VoiceRecognition

@testable import SayKit

@Suite("Words that are said as no rule of spelling tells")
struct PronunciationTests {
    private func graph(_ kind: RequestForm.Kind) throws -> RecognitionGraph? {
        let form = try RequestForm(.object(["kind": .string(kind.rawValue)]))
        guard case .graph(let graph) = LanguageInterpreter.english.task(of: form).task else {
            return nil
        }
        return graph
    }

    @Test("the graph of yes and no says how mmhmm and nuh-uh sound")
    func confirmation() throws {
        let graph = try #require(try graph(.confirmation))
        let ways = Dictionary(grouping: graph.pronunciations, by: \.word)
        #expect(Set(ways.keys) == ["mmhmm", "nuh", "unh"])
        #expect(ways["mmhmm"]?.first?.phones == ["M", "HH", "M"])
        #expect(ways["nuh"]?.map(\.phones) == [["N", "AH"]])
    }

    @Test(
        "no word of yes and no is guessed from its letters",
        .enabled(if: SpeechModel().isInstalled, "the package pocketsphinx-en-us is not there"))
    func unguessed() throws {
        let graph = try #require(try graph(.confirmation))
        #expect(try AcousticRecognizer(task: .graph(graph)).guessed.map(\.word) == [])
    }
}
