import Testing
import VoiceAudio
import VoiceRecognition

@testable import VoiceSession

@Suite("Recognizers of several tasks")
struct TaskRecognizersTests {
    @Test("asks the session's recognizer, but for an utterance with a task of its own")
    func byTask() {
        let lines = [ScriptedLine(range: 0..<1_600, words: "seven")]
        var recognizers = TaskRecognizers(
            ScriptedRecognizer(lines: lines), others: RecognizerCache())
        let sound = MonoSound(sampleRate: 16_000, samples: Array(repeating: 0, count: 1_600))
        var utterance = Utterance(sound: sound, start: 0, spoken: 0..<1_600)
        guard case .final(let words) = recognizers.recognize(utterance) else {
            Issue.record("the session's own recognizer was not asked")
            return
        }
        #expect(words.text == "seven")
        utterance.task = .phrases([])
        #expect(recognizers.recognize(utterance) == .failed(.noPhrases))
    }
}
