import Foundation
import Testing
import VoiceSynthesis
import VoiceTestSupport

@testable import VoiceRecognition

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

/// espeak-ng's sounds as phones of the dictionary.
struct EnglishPhonesTests {
    private static func best(_ ipa: String) -> String {
        EnglishPhones.pronunciations(ipa: ipa).first?.joined(separator: " ") ?? ""
    }

    @Test(
        "sounds become phones, the longest first, without their stress",
        arguments: [
            ("kˈoʊld", "K OW L D"), ("tʃˈɜːtʃ", "CH ER CH"), ("dʒˈʌdʒ", "JH AH JH"),
            ("hjˈuːdʒ", "HH Y UW JH"), ("flˈoːɹɪŋ", "F L AO R IH NG"), ("ˈaɪɚn", "AY ER N"),
            ("bˈɔɪ", "B OY"), ("ðɪs", "DH IH S"), ("vˈɪʒən", "V IH ZH AH N"),
            ("bˈʌɾɚ", "B AH T ER"), ("θˈɪŋk", "TH IH NG K"), ("bˈʌʔn̩", "B AH T AH N"),
            ("stˈiːpəlz", "S T IY P AH L Z"), ("mˈɑːɹkəs", "M AA R K AH S"),
        ])
    func sounds(ipa: String, phones: String) { #expect(Self.best(ipa) == phones) }

    @Test(
        "neighbours change a sound as the dictionary writes it",
        arguments: [
            ("ɹˈeɪdɪˌoʊ", "R EY D IY OW"), ("tˈɔnti", "T AA N T IY"), ("kˈæɹi", "K EH R IY"),
            ("kjˈʊɹ", "K Y ER"), ("ɹˈeɪhl", "R EY L"), ("ɡˈɑːɹɹoʊz", "G AA R OW Z"),
            ("bˈɑːbbi", "B AA B IY"), ("bᵻhˈeɪvjɚ", "B IH HH EY V Y ER"),
            ("kˈænsᵻs", "K AE N S AH S"), ("ɹˈoʊzᵻz", "R OW Z IH Z"),
        ])
    func neighbours(ipa: String, phones: String) { #expect(Self.best(ipa) == phones) }

    @Test("reduced vowels and the other open vowel are further ways, each once")
    func furtherWays() {
        func ways(_ ipa: String) -> [String] {
            EnglishPhones.pronunciations(ipa: ipa).map { $0.joined(separator: " ") }
        }
        #expect(ways("dˈeɪmɪkˌoʊ") == ["D EY M IH K OW", "D EY M AH K OW"])
        #expect(ways("tˈɔːk") == ["T AO K", "T AA K"])
        #expect(ways("mˈɑːlᵻs") == ["M AA L AH S", "M AO L AH S"])
        #expect(ways("sˈɪt") == ["S IH T"])
    }

    @Test("notes of the engine, and what is no sound of English, are left out")
    func leftOut() {
        #expect(Self.best("(fr)ʁˈynɔ(en-us)") == "R UW N AO")
        #expect(Self.best("ˈa\u{1F600}b") == "AE B")
        #expect(EnglishPhones.pronunciations(ipa: "").isEmpty)
        #expect(EnglishPhones.pronunciations(ipa: "ˈˌː () 12").isEmpty)
    }
}

@Suite(.enabled(if: canSpeak, "voicetest-speak is not there"))
struct WordGuessTests {
    @Test("guesses each word as if it were alone, again and in any company")
    func company() throws {
        let guess = WordGuess()
        let words: Set = ["blorple", "zwoelf", "kubernetes", "o'grady", "vis-à-vis", "bbc"]
        let together = try guess.pronunciations(of: words)
        #expect(Set(together.keys) == words)
        for word in words {
            #expect(try guess.pronunciations(of: [word]) == together.filter { $0.key == word })
        }
        #expect(together["blorple"]?.first == ["B", "L", "AO", "R", "P", "AH", "L"])
        #expect(together["bbc"]?.first == ["B", "IY", "B", "IY", "S", "IY"])
    }

    @Test("guesses nothing for no word")
    func noWord() throws {
        let nowhere = SpeechSynthesizer(program: "/nowhere/speak", cacheFolder: nil)
        #expect(try WordGuess(synthesizer: nowhere).pronunciations(of: []) == [:])
    }

    @Test("says which words it cannot guess, and why")
    func refuses() {
        func reason(_ words: Set<String>, program: String? = nil) -> ([String], String)? {
            let guess = WordGuess(
                synthesizer: SpeechSynthesizer(program: program, cacheFolder: nil))
            do throws(RecognitionError) {
                _ = try guess.pronunciations(of: words)
            } catch {
                if case .wordsNotGuessed(let words, let reason) = error { return (words, reason) }
            }
            return nil
        }
        let unreadable = reason(["a b", "x1", "", "..", String(repeating: "a", count: 65), "ok"])
        #expect(unreadable?.0.count == 5)
        #expect(unreadable?.1.contains("64 bytes") == true)
        let many = reason(Set((0...10_000).map { "w\($0)" }))
        #expect(many?.1.contains("more than 10000") == true)
    }

    @Test("says which words wait for espeak-ng where it cannot be run")
    func unavailable() {
        let guess = WordGuess(
            synthesizer: SpeechSynthesizer(program: "/nowhere/speak", cacheFolder: nil))
        let error = #expect(throws: RecognitionError.self) {
            _ = try guess.pronunciations(of: ["zwoelf", "blorple"])
        }
        guard case .guessingUnavailable(let words, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words == ["blorple", "zwoelf"])
        #expect(reason.contains("/nowhere/speak"))
    }

    /// Insertions, deletions and substitutions between two lists.
    private static func distance(_ one: [String], _ other: [String]) -> Int {
        var row = Array(0...other.count)
        for (index, phone) in one.enumerated() {
            var next = [index + 1]
            for (place, wanted) in other.enumerated() {
                next.append(
                    min(row[place + 1] + 1, next[place] + 1, row[place] + (phone == wanted ? 0 : 1))
                )
            }
            row = next
        }
        return row[other.count]
    }

    /// Every so-manieth word of letters of the dictionary, and how it is said.
    private static func dictionary(count: Int) throws -> [String: [[String]]] {
        let path = "\(SpeechModel.usualFolder)/cmudict-en-us.dict"
        var ways: [String: [[String]]] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: " ").map(String.init)
            let word = String(fields[0].prefix { $0 != "(" })
            guard word.count > 1, word.allSatisfy(\.isLetter) else { continue }
            ways[word, default: []].append(Array(fields.dropFirst()))
        }
        let words = ways.keys.sorted()
        let chosen = Set((0..<count).map { words[$0 * words.count / count] })
        return ways.filter { chosen.contains($0.key) }
    }

    @Test(
        "gets nine phones of ten right on 2,000 words of the dictionary",
        .enabled(if: Corpus.isModelInstalled, "the package pocketsphinx-en-us is not installed"))
    func accuracy() throws {
        let words = try Self.dictionary(count: 2_000)
        #expect(words.count == 2_000)
        let guesses = try WordGuess().pronunciations(of: Set(words.keys))
        var phones = 0
        var errors = 0
        var anyErrors = 0
        for (word, ways) in words {
            let guess = try #require(guesses[word])
            func nearest(_ phones: [String]) -> (errors: Int, count: Int) {
                ways.map { (Self.distance(phones, $0), $0.count) }
                    .min { $0 < $1 } ?? (phones.count, 0)
            }
            let first = nearest(guess[0])
            phones += first.count
            errors += first.errors
            anyErrors += guess.map { nearest($0).errors }.min() ?? 0
        }
        let share = Double(errors) * 100 / Double(phones)
        let any = Double(anyErrors) * 100 / Double(phones)
        print("guessed pronunciations: \(share) % of phones wrong, \(any) % in the best of three")
        #expect(share < 10.5)
        #expect(any < 9.7)
    }

    @Test(
        "a graph gets pronunciations for the words that nobody else has, and for no others",
        .fact("keenasr-3.8-9"),
        .enabled(if: Corpus.isModelInstalled, "the package pocketsphinx-en-us is not installed"))
    func graph() throws {
        let own = WordPronunciation(word: "zwoelf", phones: ["T", "S", "V"])
        let tagged = WordPronunciation(word: "frabjous", phones: ["F", "R"], tag: "x")
        let graph = RecognitionGraph(
            phrases: ["go blorple", "zwoelf frabjous day"], pronunciations: [own, tagged],
            trigger: "hey grumlich")
        let (completed, guessed) = try graph.guessingUnknownWords()
        #expect(guessed == ["blorple", "frabjous", "grumlich"])
        #expect(Array(completed.pronunciations.prefix(2)) == [own, tagged])
        let added = completed.pronunciations.dropFirst(2)
        #expect(Set(added.map(\.word)) == Set(guessed))
        #expect(added.allSatisfy { $0.tag == nil && !$0.phones.isEmpty })
        #expect(completed.phrases == graph.phrases)
        let (same, none) = try completed.guessingUnknownWords()
        #expect(same == completed && none.isEmpty)
    }

    @Test(
        "a recognizer guesses by itself, and is another one with another guess",
        .enabled(if: Corpus.isModelInstalled, "the package pocketsphinx-en-us is not installed"))
    func recognizer() throws {
        let graph = RecognitionGraph(phrases: ["go blorple"])
        let guessing = try AcousticRecognizer(task: .graph(graph))
        #expect(guessing.guessed.words == ["blorple"])
        var completed = try graph.guessingUnknownWords().graph
        let complete = try AcousticRecognizer(task: .graph(completed))
        #expect(complete.identity == guessing.identity)
        #expect(complete.guessed.isEmpty)
        completed.pronunciations[0].phones.append("Z")
        let other = try AcousticRecognizer(task: .graph(completed))
        #expect(other.identity != guessing.identity)
    }

    @Test(
        "phrases take words that were guessed before, without the engine",
        .enabled(if: Corpus.isModelInstalled, "the package pocketsphinx-en-us is not installed"))
    func phrases() throws {
        let task = RecognitionTask.phrases(["stop", "Go blorple."])
        let guessing = try AcousticRecognizer(task: task)
        #expect(guessing.guessed.words == ["blorple"])
        let nowhere = WordGuess(
            synthesizer: SpeechSynthesizer(program: "/nowhere/speak", cacheFolder: nil))
        let unused = WordPronunciation(word: "zwoelf", phones: ["T"])
        let told = try AcousticRecognizer(
            task: task, saying: guessing.guessed + [unused], guess: nowhere)
        #expect(told.identity == guessing.identity)
        #expect(told.guessed == guessing.guessed)
        let all = try RecognitionTask.guesses(
            for: [task, .phrases(["zwoelf"])], known: guessing.guessed)
        #expect(all.words == ["blorple", "zwoelf"])
        #expect(Array(all.prefix(guessing.guessed.count)) == guessing.guessed)
    }
}

extension RecognitionGraph {
    /// Returns the graph with guessed pronunciations for words that have none, and these words.
    fileprivate func guessingUnknownWords() throws -> (graph: RecognitionGraph, guessed: [String]) {
        let guesses = try RecognitionTask.guesses(for: [.graph(self)])
        var graph = self
        graph.pronunciations += guesses
        return (graph, guesses.words)
    }
}
