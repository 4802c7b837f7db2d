import Testing
import VoiceAudio
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime

@testable import VoiceAcoustics

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

/// Forced alignment of synthesised speech, whose engine tells where its words begin.
@Suite(
    .enabled(
        if: DebianModel.isInstalled && canSpeak,
        "voicetest-speak or the package pocketsphinx-en-us is not there"))
struct SpokenAlignmentTests {
    private static let sentence = [
        ("the", "DH AH"), ("child", "CH AY L D"), ("almost", "AO L M OW S T"),
        ("hurt", "HH ER T"), ("the", "DH AH"), ("small", "S M AO L"), ("dog", "D AO G"),
    ]
    private static let text = sentence.map(\.0).joined(separator: " ")

    private static func words(_ sentence: [(String, String)]) -> [WordGraph.Word] {
        sentence.map { WordGraph.Word(text: $0.0, phones: DebianModel.phones($0.1)) }
    }

    private static func features(of text: String) throws -> CepstralFrontEnd.Features {
        let sound = try SpeechSynthesizer(cacheFolder: nil)
            .render(SpeechRequest(text: text), at: 16_000)
        // The engine's silence is exactly 0, of which the model knows nothing.
        var chance = SeededChance(seed: 1).stream("room")
        let samples = sound.samples.map { $0 / 2 + Int16(chance.below(33) - 16) }
        let model = try DebianModel.loaded()
        return CepstralFrontEnd(model: model, warpsPermille: [1_000]).features(of: samples)[0]
    }

    @Test("words begin where the engine says them, most within 60 ms")
    func wordStarts() throws {
        let marks = try SpeechSynthesizer(cacheFolder: nil).marks(
            of: SpeechRequest(text: Self.text))
        let alignment = try #require(
            ForcedAlignment(
                Self.words(Self.sentence), to: try Self.features(of: Self.text),
                model: try DebianModel.loaded()))
        #expect(marks.count == 7)
        let apart = zip(alignment.words, marks).map { word, mark in
            abs(10 * word.frames.lowerBound - Int(mark.milliseconds))
        }
        #expect(apart.filter { $0 <= 60 }.count >= 6)
        #expect(apart.allSatisfy { $0 <= 150 })
    }

    @Test("phones are in their order, without gaps in a word, inside the sound")
    func order() throws {
        let features = try Self.features(of: Self.text)
        let alignment = try #require(
            ForcedAlignment(
                Self.words(Self.sentence), to: features, model: try DebianModel.loaded()))
        #expect(alignment.words.map(\.number) == Array(0..<7))
        #expect(
            alignment.words.map { $0.phones.map(\.name).joined(separator: " ") }
                == Self.sentence.map(\.1))
        var place = 0
        for word in alignment.words {
            #expect(word.frames.lowerBound >= place)
            var phonePlace = word.frames.lowerBound
            for phone in word.phones {
                #expect(phone.frames.lowerBound == phonePlace)
                #expect(phone.frames.count >= 2)
                phonePlace = phone.frames.upperBound
            }
            #expect(phonePlace == word.frames.upperBound)
            place = word.frames.upperBound
        }
        #expect(place <= features.count)
    }

    @Test("a word that was not said fits worse than the one that was")
    func wrongWord() throws {
        let features = try Self.features(of: Self.text)
        let model = try DebianModel.loaded()
        var wrong = Self.sentence
        wrong[2] = ("figures", "F IH G Y ER Z")
        let right = try #require(
            ForcedAlignment(Self.words(Self.sentence), to: features, model: model))
        let other = try #require(ForcedAlignment(Self.words(wrong), to: features, model: model))
        #expect(other.words[2].fit < right.words[2].fit - 2)
        #expect(other.words[2].fit < -3)
    }

    @Test("the same bits whatever was aligned before")
    func repeats() throws {
        let features = try Self.features(of: Self.text)
        let model = try DebianModel.loaded()
        let words = Self.words(Self.sentence)
        let first = ForcedAlignment(words, to: features, model: model)
        _ = ForcedAlignment(
            Self.words([Self.sentence[5]]), to: try Self.features(of: "small"), model: model)
        #expect(ForcedAlignment(words, to: features, model: model) == first)
        #expect(first != nil)
    }

    @Test("right words fit about as well as free phones, and wrong ones far worse")
    func phoneLoop() throws {
        let features = try Self.features(of: Self.text)
        let model = try DebianModel.loaded()
        func fit(_ sentence: [(String, String)]) throws -> Float {
            let network = SearchNetwork(.sequence(Self.words(sentence)), model: model)
            var search = TokenSearch(network)
            var loop = PhoneLoop(network)
            network.senones.eachFrame(of: features) { row in
                search.step(row)
                loop.step(row)
            }
            let end = try #require(search.ends().first)
            return TokenSearch.nepers(end.score - loop.score) / Float(features.count)
        }
        let right = try fit(Self.sentence)
        let wrong = try fit([("sunday", "S AH N D EY"), ("figures", "F IH G Y ER Z")])
        #expect(right > -2 && right < 1)
        #expect(wrong < right - 3)
    }
}
