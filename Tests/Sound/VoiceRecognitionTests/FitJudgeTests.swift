import Testing
import VoiceAudio

@testable import VoiceRecognition

struct FitJudgeTests {
    private let word = FitJudge.Word(text: "seven", frames: 10...29, score: -360)

    @Test("is sure of a word that explains the sound and all of the speech")
    func sure() {
        let isLoud = (0..<40).map { (10..<30).contains($0) }
        let confidence = FitJudge.confidence(in: [word], isLoud: isLoud, spoken: 8..<32)
        #expect(confidence == 800)
        #expect(confidence >= FitJudge.leastConfidencePermille)
    }

    @Test("rejects a word that leaves half of the speech unexplained")
    func unexplained() {
        let isLoud = (0..<60).map { (10..<50).contains($0) }
        let confidence = FitJudge.confidence(in: [word], isLoud: isLoud, spoken: 8..<52)
        #expect(confidence < FitJudge.leastConfidencePermille)
    }

    @Test("does not charge for loud edges outside the speech, nor for quiet within")
    func edges() {
        let isLoud = (0..<60).map { (10..<30).contains($0) || $0 > 50 }
        #expect(FitJudge.confidence(in: [word], isLoud: isLoud, spoken: 8..<50) == 800)
    }

    @Test("stays within 0 and 1000", arguments: [-90_000, 0, 90_000])
    func bounds(price: Int) {
        #expect((0...1_000).contains(FitJudge.confidence(price: price, frames: 10)))
        #expect(FitJudge.confidence(price: price, frames: 0) == 0)
    }

    @Test("brings a recording to one level, whatever it was recorded at")
    func level() {
        let quiet = MonoSound(sampleRate: 16_000, samples: (0..<1_600).map { Int16($0 % 400) })
        let input = DecoderInput(quiet)
        let loudest = input.samples.map { abs(Int($0)) }.max() ?? 0
        #expect((16_300...16_450).contains(loudest))
        #expect(DecoderInput(quiet).samples == input.samples)
        #expect(input.isLoud.count == 10)
    }

    @Test("survives the loudest sample and digital silence")
    func extremes() {
        #expect(DecoderInput(MonoSound(sampleRate: 16_000, samples: [.min, .max])).isLoud.isEmpty)
        let silence = MonoSound(sampleRate: 16_000, samples: Array(repeating: 0, count: 320))
        #expect(DecoderInput(silence).samples.allSatisfy { abs(Int($0)) <= 32 })
    }

    @Test("goes from the session's frames to the model's and back", arguments: [8_000, 16_000])
    func clock(rate: Int) {
        let sound = MonoSound(sampleRate: rate, samples: Array(repeating: 0, count: rate))
        let clock = FrameClock(Utterance(sound: sound, start: 500, spoken: 500..<600))
        let range = clock.sessionFrames(of: 20..<50)
        #expect(range == 500 + Int64(rate / 5)..<500 + Int64(rate / 2))
        #expect(clock.modelFrames(of: range) == 20..<50)
    }
}

struct PhraseGrammarTests {
    @Test("takes phrases as alternatives of lower-case words")
    func alternatives() throws {
        let grammar = try PhraseGrammar.jsgf(["Stop!", " ", "Go to  sleep, please."])
        #expect(grammar.contains("public <phrase> = stop | go to sleep please ;"))
    }

    @Test("refuses what is not letters and names it", arguments: ["12", "go<x>", "a|b", "(stop)"])
    func refuses(word: String) {
        #expect(throws: RecognitionError.phraseUnreadable(phrase: "say \(word)", word: word)) {
            _ = try PhraseGrammar.jsgf(["say \(word)"])
        }
    }

    @Test("refuses to listen for nothing")
    func nothing() {
        #expect(throws: RecognitionError.noPhrases) { _ = try PhraseGrammar.jsgf(["", "  "]) }
    }

    @Test("a gain is the quotient of whole numbers, rounded towards zero")
    func gainIsExact() {
        for divisor: Int32 in [1, 255, 256, 257, 3_000, 9_973, 16_384, 32_767, 32_768] {
            let factor: Int32 = divisor == 1 ? 64 : 16_384
            let gain = Gain(factor: factor, divisor: divisor)
            let range = -max(divisor, 255)...min(max(divisor, 255), 32_767)
            let wrong = range.first { sample in
                gain.applied(to: Int16(sample)) != sample * factor / divisor
            }
            #expect(wrong == nil, "divisor \(divisor)")
        }
    }
}
