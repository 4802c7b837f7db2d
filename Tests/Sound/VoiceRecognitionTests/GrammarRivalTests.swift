import Testing
import VoiceRecognition
import VoiceSynthesis
import VoiceTestSupport

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

/// Other readings of what was said to a grammar.
@Suite(
    .enabled(
        if: Corpus.isModelInstalled && canSpeak,
        "voicetest-speak or the package pocketsphinx-en-us is not there"))
struct GrammarRivalTests {
    private let grammar = RecognitionTask.grammar(jsgf: Corpus.digits)
    private let list = RecognitionTask.phrases([
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ])

    private func heard(
        _ text: String, _ task: RecognitionTask, alternatives: Int
    ) throws -> Hypothesis {
        let recognizer = try AcousticRecognizer(task: task)
        let sound = try SpeechSynthesizer(cacheFolder: nil).render(SpeechRequest(text: text))
        var utterance = try #require(Corpus.trimmed(sound))
        utterance.alternatives = alternatives
        guard case .final(let hypothesis) = recognizer.recognize(utterance) else {
            throw RecognitionError.decoderFailed
        }
        return hypothesis
    }

    @Test("a grammar of single words has the rivals that a list of these words has")
    func words() throws {
        let found = try heard("nine", grammar, alternatives: 9)
        let listed = try heard("nine", list, alternatives: 9)
        #expect(found.text == "nine" && found.alternatives.count == 9)
        #expect(found.alternatives.map(\.text) == listed.alternatives.map(\.text))
        for (rival, other) in zip(found.alternatives, listed.alternatives) {
            #expect(abs(rival.distance - other.distance) <= 1)
        }
    }

    @Test("asking for rivals changes no answer")
    func unchanged() throws {
        var found = try heard("nine", grammar, alternatives: 5)
        found.alternatives = []
        #expect(try found == heard("nine", grammar, alternatives: 0))
    }
}
