import Testing
import VoiceAudio
import VoiceRecognition
import VoiceSynthesis

@Suite(.enabled(if: Corpus.isModelInstalled, "the package pocketsphinx-en-us is not installed"))
struct AcousticRecognizerTests {
    /// A vowel-like tone with a little of its own shape for each `seed`.
    private func tone(_ seed: Int, rate: Int = 16_000) -> Utterance {
        let samples = (0..<rate).map { index in
            let isOn = (rate / 5..<rate * 4 / 5).contains(index)
            let phase = index * (100 + 37 * seed) % rate
            return isOn ? Int16(phase * 16_000 / rate - 8_000) : Int16(index * 7_919 % 21 - 10)
        }
        return Utterance(
            sound: MonoSound(sampleRate: rate, samples: samples), start: 4_000,
            spoken: 4_000 + Int64(rate / 5)..<4_000 + Int64(rate * 4 / 5))
    }

    @Test("answers as if each utterance were the first")
    func forgets() throws {
        let task = RecognitionTask.grammar(jsgf: Corpus.digits)
        let recognizer = try AcousticRecognizer(task: task)
        let first = recognizer.recognize(tone(1))
        for seed in 2...6 { _ = recognizer.recognize(tone(seed)) }
        #expect(recognizer.recognize(tone(1)) == first)
        #expect(try AcousticRecognizer(task: task).recognize(tone(1)) == first)
    }

    @Test("rejects a sound that is no word")
    func rejectsTone() throws {
        let recognizer = try AcousticRecognizer(task: .phrases(["seven", "stop the music"]))
        guard case .rejected = recognizer.recognize(tone(3)) else {
            Issue.record("a tone was taken for words")
            return
        }
    }

    @Test("rejects what is too short to hold a word", arguments: [0, 1, 1_599])
    func rejectsShort(count: Int) throws {
        let recognizer = try AcousticRecognizer(task: .phrases(["seven"]))
        let sound = MonoSound(sampleRate: 16_000, samples: Array(repeating: 0, count: count))
        let utterance = Utterance(sound: sound, start: 0, spoken: 0..<0)
        #expect(recognizer.recognize(utterance) == .rejected(nil))
    }

    @Test("refuses an utterance that is too long")
    func refusesLong() throws {
        let recognizer = try AcousticRecognizer(task: .phrases(["seven"]))
        let sound = MonoSound(sampleRate: 100, samples: Array(repeating: 0, count: 60_001))
        let outcome = recognizer.recognize(Utterance(sound: sound, start: 0, spoken: 0..<1))
        #expect(outcome == .failed(.utteranceTooLong(seconds: 600)))
    }

    @Test("names the words of a grammar that the dictionary lacks where none can be guessed")
    func unknownWords() {
        let grammar = "#JSGF V1.0;\ngrammar a;\npublic <a> = seven | zwoelf | blorple;"
        let nowhere = WordGuess(
            synthesizer: SpeechSynthesizer(program: "/nowhere/speak", cacheFolder: nil))
        let error = #expect(throws: RecognitionError.self) {
            _ = try AcousticRecognizer(task: .grammar(jsgf: grammar), guess: nowhere)
        }
        #expect(error?.description.contains("the dictionary lacks blorple, zwoelf, and") == true)
    }

    @Test("a grammar takes words that the dictionary lacks as it is told that they are said")
    func toldWords() throws {
        let grammar = "#JSGF V1.0;\ngrammar a;\npublic <a> = stop | blorple;"
        let nowhere = WordGuess(
            synthesizer: SpeechSynthesizer(program: "/nowhere/speak", cacheFolder: nil))
        let way = WordPronunciation(word: "blorple", phones: ["S", "EH", "V", "AH", "N"])
        let recognizer = try AcousticRecognizer(
            task: .grammar(jsgf: grammar), saying: [way], guess: nowhere)
        #expect(recognizer.guessed == [way])
    }

    @Test("names the words of phrases that the dictionary lacks where none can be guessed")
    func unknownPhraseWord() {
        let nowhere = WordGuess(
            synthesizer: SpeechSynthesizer(program: "/nowhere/speak", cacheFolder: nil))
        let error = #expect(throws: RecognitionError.self) {
            _ = try AcousticRecognizer(
                task: .phrases(["stop", "Go blorple"]), guess: nowhere)
        }
        #expect(error?.description.contains("the dictionary lacks blorple, and") == true)
    }

    @Test("names a word, and its phrase, whose pronunciation has no phone of the model")
    func unusablePronunciation() {
        let error = RecognitionError.phraseWordUnknown(word: "blorple", phrase: "Go blorple")
        #expect(throws: error) {
            _ = try AcousticRecognizer(
                task: .phrases(["stop", "Go blorple"]),
                saying: [WordPronunciation(word: "blorple", phones: ["XX"])])
        }
    }

    @Test("repeats what pocketsphinx says of a malformed grammar")
    func malformed() {
        let error = #expect(throws: RecognitionError.self) {
            _ = try AcousticRecognizer(
                task: .grammar(jsgf: "#JSGF V1.0;\ngrammar a;\npublic <a> = ( seven ;"))
        }
        #expect(error?.description.contains("syntax error") == true)
    }

    @Test("wants exactly one public rule", arguments: [0, 2])
    func publicRules(count: Int) {
        let rules = (0..<2).map { "\($0 < count ? "public " : "")<r\($0)> = seven;" }
        let grammar = "#JSGF V1.0;\ngrammar a;\n" + rules.joined(separator: "\n")
        #expect(throws: RecognitionError.publicRules(count: count)) {
            _ = try AcousticRecognizer(task: .grammar(jsgf: grammar))
        }
    }

    @Test("says which recognizer it is, by model and grammar")
    func identity() throws {
        let one = try AcousticRecognizer(task: .phrases(["seven"])).identity
        let same = try AcousticRecognizer(task: .phrases(["Seven."])).identity
        let other = try AcousticRecognizer(task: .phrases(["eight"])).identity
        #expect(one == same)
        #expect(one.digest != other.digest)
        #expect(one.kind == "pocketsphinx")
        #expect(one.digest.count == 64)
    }

    @Test("names the file that a model lacks")
    func missingModel() {
        let error = RecognitionError.modelMissing(path: "/nowhere/en-us/feat.params")
        #expect(throws: error) {
            _ = try AcousticRecognizer(
                task: .phrases(["seven"]), model: SpeechModel(folder: "/nowhere"))
        }
    }
}
