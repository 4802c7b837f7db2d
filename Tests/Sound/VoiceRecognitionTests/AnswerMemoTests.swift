import Testing
import VoiceAudio
import VoiceHypothesis
import VoiceTestSupport

@testable import VoiceRecognition

@Suite struct AnswerMemoTests {
    private func utterance(_ samples: [Int16], at start: Int64, spoken: Int64 = 2) -> Utterance {
        Utterance(
            sound: MonoSound(sampleRate: 8_000, samples: samples), start: start,
            spoken: start + 1..<start + spoken)
    }

    private func hypothesis(at frame: Int64) -> Hypothesis {
        var word = RecognizedWord(text: "yes", range: frame..<frame + 2, confidence: 900)
        word.phones = [RecognizedPhone(phone: "Y", range: frame..<frame + 1, score: 800)]
        return Hypothesis(text: "yes", confidence: 900, words: [word])
    }

    @Test func theSameSoundIsSearchedOnceWheneverItIsSaid() {
        let memo = AnswerMemo()
        var searched = 0
        func answer(_ name: String, _ utterance: Utterance) -> RecognitionOutcome {
            memo.answer(of: name, to: utterance) {
                searched += 1
                return .rejected(hypothesis(at: $0.start))
            }
        }
        for start in [100, 7_000, 100] as [Int64] {
            #expect(
                answer("one", utterance([1, 2, 3], at: start))
                    == .rejected(hypothesis(at: start)))
        }
        #expect(searched == 1)
        // What tells questions apart.
        _ = answer("two", utterance([1, 2, 3], at: 100))
        _ = answer("one", utterance([1, 2, 4], at: 100))
        _ = answer("one", utterance([1, 2, 3], at: 100, spoken: 3))
        var more = utterance([1, 2, 3], at: 100)
        more.alternatives = 1
        _ = answer("one", more)
        more.wantsPhones = true
        _ = answer("one", more)
        more.speaker = SpeakerMean(Array(repeating: 1, count: SpeakerMean.coefficients))
        _ = answer("one", more)
        #expect(searched == 7)
    }

    @Test func aFailureIsTriedAgainAndTheOldestAnswerGoesFirst() {
        let memo = AnswerMemo()
        var searched = 0
        func ask(_ sample: Int, _ outcome: RecognitionOutcome = .rejected(nil)) {
            _ = memo.answer(of: "", to: utterance([Int16(sample)], at: 0)) { _ in
                searched += 1
                return outcome
            }
        }
        ask(-1, .failed(.decoderFailed))
        ask(-1, .failed(.decoderFailed))
        #expect(searched == 2)
        for sample in 0...AnswerMemo.room { ask(sample) }
        searched = 0
        ask(1)
        #expect(searched == 0)
        ask(0)
        #expect(searched == 1)
    }

    @Test(
        "a recognizer answers the same with a memo, at each time", .enabled(if: Corpus.isUsable))
    func answersAlike() throws {
        let seven = try #require(Corpus.digits(in: "sc09").first { $0.word == "seven" })
        let heard = try #require(try Corpus.utterance(seven.path))
        let words = ["seven", "eleven", "one"]
        let plain = try AcousticRecognizer(task: .phrases(words))
        let memo = try AcousticRecognizer(task: .phrases(words), answers: AnswerMemo())
        for start in [0, 1_237, 0, 48_000] as [Int64] {
            let move = start - heard.start
            var utterance = Utterance(
                heard.pieces, start: start,
                spoken: heard.spoken.lowerBound + move..<heard.spoken.upperBound + move)
            utterance.alternatives = 2
            utterance.wantsPhones = true
            #expect(memo.recognize(utterance) == plain.recognize(utterance), "\(start)")
        }
    }
}
