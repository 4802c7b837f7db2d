import Testing
import VoiceAudio
import VoiceRecognition
import VoiceSynthesis
import VoiceTestSupport

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

private func spoken(_ text: String) throws -> Utterance {
    let sound = try SpeechSynthesizer(cacheFolder: nil).render(SpeechRequest(text: text))
    return try #require(Corpus.trimmed(sound))
}

private func heard(_ text: String, _ graph: RecognitionGraph) throws -> String {
    let recognizer = try AcousticRecognizer(task: .graph(graph))
    guard case .final(let hypothesis) = recognizer.recognize(try spoken(text)) else { return "" }
    return hypothesis.text
}

@Suite(
    .enabled(
        if: Corpus.isModelInstalled && canSpeak,
        "voicetest-speak or the package pocketsphinx-en-us is not there"))
struct RecognitionGraphTests {
    private let phrases = ["go to sleep", "wake up", "play some music"]

    @Test("hears the phrases of a graph", arguments: ["go to sleep", "wake up", "play some music"])
    func phrases(said: String) throws {
        #expect(try heard(said, RecognitionGraph(phrases: phrases)) == said)
    }

    @Test("hears words of a graph in an order that no phrase has", .fact("keenasr-3.8-12"))
    func combinations() throws {
        let graph = RecognitionGraph(phrases: phrases, spokenNoisePermille: 0)
        #expect(try heard("play some music wake up", graph) == "play some music wake up")
    }

    @Test(
        "hears speech that no word of the graph fits as spoken noise, where that is asked for",
        .fact("keenasr-3.8-10"))
    func noise() throws {
        let other = "seventeen elephants crossed the river"
        let open = RecognitionGraph(phrases: phrases, spokenNoisePermille: 500)
        #expect(try heard(other, open).contains(RecognitionGraph.spokenNoise))
        let closed = RecognitionGraph(phrases: phrases, spokenNoisePermille: 0)
        #expect(try !heard(other, closed).contains(RecognitionGraph.spokenNoise))
    }

    @Test("gives other phrases of a graph as alternatives, nearest first, and never spoken noise")
    func alternatives() throws {
        let recognizer = try AcousticRecognizer(
            task: .graph(RecognitionGraph(phrases: phrases + ["go to bed"])))
        var utterance = try spoken("go to sleep")
        utterance.alternatives = 3
        guard case .final(let heard) = recognizer.recognize(utterance) else {
            Issue.record("nothing was heard")
            return
        }
        #expect(heard.text == "go to sleep")
        #expect(heard.alternatives.count == 3)
        #expect(heard.alternatives.map(\.distance) == heard.alternatives.map(\.distance).sorted())
        let texts = heard.alternatives.map(\.text)
        #expect(Set(texts).count == 3 && !texts.contains("go to sleep"))
        #expect(!texts.contains { $0.contains(RecognitionGraph.spokenNoise) })
        utterance.alternatives = 0
        guard case .final(let alone) = recognizer.recognize(utterance) else { return }
        #expect(alone.text == heard.text && alone.alternatives.isEmpty)
    }

    @Test("a graph with a trigger gives alternatives too")
    func triggerAlternatives() throws {
        let recognizer = try AcousticRecognizer(
            task: .graph(RecognitionGraph(phrases: phrases, trigger: "okay computer")))
        var utterance = try spoken("okay computer play some music")
        utterance.alternatives = 2
        guard case .final(let heard) = recognizer.recognize(utterance) else {
            Issue.record("nothing was heard")
            return
        }
        #expect(!heard.alternatives.isEmpty)
    }

    @Test("a word of a graph that is a part of another word is spoken noise")
    func partOfWord() throws {
        let graph = RecognitionGraph(phrases: ["one", "two", "three"])
        for other in ["warning", "tuition"] {
            #expect(try heard(other, graph) == RecognitionGraph.spokenNoise, "\(other)")
        }
        #expect(try heard("two", graph) == "two")
    }

    @Test("keeps many words beside speech that no word fits")
    func manyWords() throws {
        let graph = RecognitionGraph(phrases: phrases)
        let heard = try heard(
            "play some music extraordinary circumstances wake up go to sleep", graph)
        #expect(heard.hasPrefix("play some music") && heard.hasSuffix("go to sleep"))
    }

    @Test("hears nothing of a graph before its trigger was said")
    func trigger() throws {
        let graph = RecognitionGraph(phrases: phrases, trigger: "okay computer")
        #expect(try heard("okay computer play some music", graph).hasSuffix("play some music"))
        #expect(try !heard("play some music", graph).contains("music"))
    }

    @Test(
        "takes no part of a trigger for the trigger",
        arguments: ["computer play some music", "hey play some music", "they compete"])
    func partOfTrigger(said: String) throws {
        let graph = RecognitionGraph(phrases: phrases, trigger: "hey computer")
        #expect(try heard("hey computer play some music", graph).hasSuffix("play some music"))
        #expect(try heard(said, graph) == RecognitionGraph.spokenNoise)
    }

    @Test(
        "marks a word that was heard as one of the graph's own pronunciations",
        .fact("keenasr-3.8-15"))
    func tags() throws {
        let graph = RecognitionGraph(
            phrases: ["play some music"],
            pronunciations: [
                WordPronunciation(word: "music", phones: ["S", "L", "IY", "P"], tag: "other")
            ], spokenNoisePermille: 0)
        #expect(try heard("play some sleep", graph) == "play some music#other")
        #expect(try heard("play some music", graph) == "play some music")
    }

    @Test(
        "follows a text that is read with a word left out and words said again",
        .fact("keenasr-3.8-11"))
    func reading() throws {
        let text = "play some music and go to sleep"
        let graph = RecognitionGraph(
            phrases: [text], speaking: .oralReading, spokenNoisePermille: 0)
        for said in [text, "play some and go to sleep", "play some music music and go to sleep"] {
            #expect(try heard(said, graph) == said)
        }
    }

    @Test("gives graphs that differ in anything other digests")
    func identities() throws {
        let plain = RecognitionGraph(phrases: phrases)
        let others = [
            RecognitionGraph(phrases: phrases, speaking: .oralReading),
            RecognitionGraph(phrases: phrases, spokenNoisePermille: 600),
            RecognitionGraph(phrases: phrases, trigger: "hello"),
            RecognitionGraph(
                phrases: phrases,
                pronunciations: [WordPronunciation(word: "go", phones: ["G", "UW"])]),
        ]
        let digests = try ([plain] + others).map {
            try AcousticRecognizer(task: .graph($0)).identity.digest
        }
        #expect(Set(digests).count == digests.count)
    }
}

@Suite(
    .enabled(
        if: Corpus.isModelInstalled && canSpeak,
        "voicetest-speak or the package pocketsphinx-en-us is not there"))
struct PartialHypothesisTests {
    private let task = RecognitionTask.phrases(["go to sleep", "wake up", "play some music"])

    /// The first `milliseconds` of an utterance.
    private func beginning(_ utterance: Utterance, _ milliseconds: Int) -> Utterance {
        var beginning = utterance
        let count = min(
            utterance.sound.samples.count, utterance.sound.sampleRate * milliseconds / 1_000)
        beginning.sound.samples = Array(utterance.sound.samples.prefix(count))
        return beginning
    }

    private func texts(
        of utterance: Utterance, every step: Int, _ recognizer: AcousticRecognizer
    ) -> [Int: String] {
        let length = utterance.sound.samples.count * 1_000 / utterance.sound.sampleRate
        var texts: [Int: String] = [:]
        for end in stride(from: step, through: length, by: step) {
            texts[end] = recognizer.recognizeSoFar(beginning(utterance, end))?.text ?? ""
        }
        return texts
    }

    @Test("understands a phrase while it is spoken, word by word")
    func grows() throws {
        let recognizer = try AcousticRecognizer(task: task)
        let utterance = try spoken("play some music")
        let texts = texts(of: utterance, every: 100, recognizer).sorted { $0.key < $1.key }
        #expect(texts.first?.value == "")
        #expect(texts.last?.value == "play some music")
        #expect(texts.contains { $0.value == "play some" })
    }

    @Test("understands the same however the sound is cut, and whatever was heard before")
    func pieces() throws {
        let utterance = try spoken("go to sleep")
        let coarse = texts(of: utterance, every: 300, try AcousticRecognizer(task: task))
        let recognizer = try AcousticRecognizer(task: task)
        _ = texts(of: try spoken("wake up"), every: 100, recognizer)
        let fine = texts(of: utterance, every: 10, recognizer)
        #expect(coarse.count >= 3)
        for (end, text) in coarse { #expect(fine[end] == text) }
        _ = recognizer.recognize(utterance)
        #expect(texts(of: utterance, every: 300, recognizer) == coarse)
    }

    @Test("understands sound of another rate the same however it is cut")
    func rates() throws {
        var utterance = try spoken("play some music")
        utterance.sound = try RateConverter.convert(utterance.sound, to: 48_000)
        let coarse = texts(of: utterance, every: 300, try AcousticRecognizer(task: task))
        let fine = texts(of: utterance, every: 20, try AcousticRecognizer(task: task))
        for (end, text) in coarse { #expect(fine[end] == text) }
        #expect(coarse.values.contains("play some music"))
    }

    @Test("the last word so far ends where the final's does, and not in the silence behind it")
    func endOfLastWord() throws {
        let recognizer = try AcousticRecognizer(
            task: .graph(RecognitionGraph(phrases: ["wake up"])))
        var utterance = try spoken("wake up")
        let tone = RoomTone(seed: 1).sound(
            frames: utterance.sound.sampleRate / 2, sampleRate: utterance.sound.sampleRate)
        utterance.sound.samples += tone.samples
        let soFar = try #require(recognizer.recognizeSoFar(utterance)?.words.last)
        guard case .final(let final) = recognizer.recognize(utterance) else {
            Issue.record("nothing was heard")
            return
        }
        let end = try #require(final.words.last).range.upperBound
        let rate = Int64(utterance.sound.sampleRate)
        #expect(abs(soFar.range.upperBound - end) * 1_000 <= 60 * rate)
        #expect((utterance.extent.upperBound - soFar.range.upperBound) * 1_000 >= 400 * rate)
    }

    @Test("begins anew where the sound is another one with the same start")
    func otherSound() throws {
        let recognizer = try AcousticRecognizer(task: task)
        let first = try spoken("wake up")
        var second = try spoken("play some music")
        second.start = first.start
        _ = texts(of: first, every: 100, recognizer)
        let alone = texts(of: second, every: 100, try AcousticRecognizer(task: task))
        #expect(texts(of: second, every: 100, recognizer) == alone)
    }
    @Test("follows the general model the same however the sound is cut, whatever was heard before")
    func general() throws {
        let utterance = try spoken("please open the window and close the door")
        let coarse = texts(of: utterance, every: 300, try AcousticRecognizer(task: .general))
        let recognizer = try AcousticRecognizer(task: .general)
        _ = texts(of: try spoken("wake up"), every: 100, recognizer)
        _ = recognizer.recognize(utterance)
        let fine = texts(of: utterance, every: 30, recognizer)
        #expect(coarse.count >= 6)
        for (end, text) in coarse { #expect(fine[end] == text) }
        #expect(Set(coarse.values).count > 2)
    }

    @Test("the general model follows with the same confidences, whatever it followed before")
    func generalConfidence() throws {
        let texts = ["wake up", "what is the weather"]
        let utterances = try texts.map { try spoken($0) }
        let recognizer = try AcousticRecognizer(task: .general)
        let forward = utterances.map { recognizer.recognizeSoFar($0) }
        let backward = utterances.reversed().map { recognizer.recognizeSoFar($0) }
        #expect(forward == backward.reversed())
        for (utterance, known) in zip(utterances, forward) {
            let fresh = try AcousticRecognizer(task: .general)
            #expect(fresh.recognizeSoFar(utterance) == known)
            #expect(known != nil)
        }
    }

    @Test("words of the general model that is followed lie in the sound, with confidences")
    func generalWords() throws {
        let utterance = try spoken("please open the window and close the door")
        let recognizer = try AcousticRecognizer(task: .general)
        let heard = try #require(recognizer.recognizeSoFar(utterance))
        #expect(heard.words.count == heard.text.split(separator: " ").count)
        for word in heard.words {
            #expect(!word.range.isEmpty && utterance.extent.contains(word.range.lowerBound))
            #expect(word.range.upperBound <= utterance.extent.upperBound)
            #expect((0...1_000).contains(word.confidence))
        }
        for (word, next) in zip(heard.words, heard.words.dropFirst()) {
            #expect(word.range.upperBound <= next.range.lowerBound)
        }
        #expect(heard.words.contains { $0.confidence > 0 })
    }
}
