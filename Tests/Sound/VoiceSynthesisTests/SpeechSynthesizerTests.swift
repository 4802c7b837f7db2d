import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceSynthesis

/// Whether a `voicetest-speak` is there to be run.
let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

@Suite(.enabled(if: canSpeak, "voicetest-speak is not built, or espeak-ng has no data"))
struct SpeechSynthesizerTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path("deep") }
    private let request = SpeechRequest(text: "Go to sleep, please.")

    @Test("gives the same samples in every fresh process")
    func givesSameSamplesInFreshProcess() throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: nil)
        let sounds = try (0..<5).map { _ in try synthesizer.render(request) }
        #expect(sounds.allSatisfy { $0 == sounds[0] })
        #expect(sounds[0].sampleRate == 22_050)
        #expect(sounds[0].samples.contains { abs(Int($0)) > 1_000 })
    }

    @Test("speaks higher at another pitch, under a digest of its own")
    func pitch() throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: nil)
        var high = request
        high.pitch = 90
        #expect(high.digest(engineVersion: "1") != request.digest(engineVersion: "1"))
        func crossings(_ request: SpeechRequest) throws -> Int {
            let samples = try synthesizer.render(request).samples
            return zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        }
        #expect(try crossings(high) > crossings(request))
    }

    @Test("tells where each written word is spoken, aliases, numbers and tags or not")
    func marks() throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: nil)
        func words(_ request: SpeechRequest) throws -> [String] {
            let letters = Array(request.text)
            let marks = try synthesizer.marks(of: request)
            #expect(marks.map(\.milliseconds) == marks.map(\.milliseconds).sorted())
            return marks.map { String(letters[$0.characters]) }
        }
        #expect(try words(request) == ["Go", "to", "sleep", "please"])
        let aliased = SpeechRequest(
            text: "Ask Dr Noë 42 times", lexicon: [SpokenForm(word: "Dr", replacement: "a doctor")])
        #expect(try words(aliased).prefix(3) == ["Ask", "Dr", "Noë"])
        #expect(try words(aliased).last == "times")
        let tagged = SpeechRequest(text: "<speak>Hi <b>there</b> you</speak>", isSSML: true)
        #expect(try words(tagged) == ["Hi", "there", "you"])
    }

    @Test("takes a text longer than any pipe holds")
    func long() throws {
        let text =
            "<speak>" + String(repeating: "<!-- nothing is said here -->", count: 9_000)
            + "yes</speak>"
        let sound = try SpeechSynthesizer(cacheFolder: nil)
            .render(SpeechRequest(text: text, isSSML: true))
        #expect(sound.samples.count > 4_000)
    }

    @Test("speaks SSML as its marks say", .fact("voiceflow-7-10"))
    func markup() throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: nil)
        func frames(_ text: String, isSSML: Bool) throws -> Int {
            try synthesizer.render(SpeechRequest(text: text, isSSML: isSSML)).samples.count
        }
        let plain = try frames("one two", isSSML: false)
        let marked = "<speak>one <break time=\"2s\"/> two</speak>"
        let pause = try frames(marked, isSSML: true) - plain
        #expect((1.7 * 22_050..<2.6 * 22_050).contains(Double(pause)))
        let slow = "<speak><prosody rate=\"50%\">one two</prosody></speak>"
        #expect(try frames(slow, isSSML: true) > plain * 3 / 2)
    }

    @Test("applies aliases before it speaks")
    func aliases() throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: nil)
        let alias = SpokenForm(word: "qx", replacement: "seven")
        let aliased = try synthesizer.render(SpeechRequest(text: "qx", lexicon: [alias]))
        #expect(try aliased == synthesizer.render(SpeechRequest(text: "seven")))
    }

    @Test("keeps what it rendered, and renders again what is damaged")
    func cache() throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: folder)
        let sound = try synthesizer.render(request)
        let path = try "\(folder)/\(synthesizer.digest(of: request))"
        let entry = try Data(contentsOf: URL(fileURLWithPath: path))
        var changed = entry
        changed[entry.count / 2] ^= 1
        for damaged in [changed, entry.dropLast(2), entry + [0, 0], entry.prefix(5), Data()] {
            try damaged.write(to: URL(fileURLWithPath: path))
            #expect(try synthesizer.render(request) == sound)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == entry)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        #expect(try synthesizer.render(request) == sound)
    }

    @Test("converts an utterance once for a rate, and again when what was kept is damaged")
    func keepsConverted() throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: folder)
        let sound = try synthesizer.render(request, at: 16_000)
        #expect(try sound == RateConverter.convert(synthesizer.render(request), to: 16_000))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let name = try #require(names.first { $0.contains("-16000-") })
        // Without the rendered sound only what was converted can be given.
        try FileManager.default.removeItem(atPath: "\(folder)/\(name.prefix(64))")
        #expect(try SpeechSynthesizer(cacheFolder: folder).render(request, at: 16_000) == sound)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        #expect(try SpeechSynthesizer(cacheFolder: folder).render(request, at: 16_000) == sound)
    }

    @Test("speaks although the cache cannot be written")
    func noCache() throws {
        let sound = try SpeechSynthesizer(cacheFolder: "/proc/nowhere").render(request)
        #expect(!sound.samples.isEmpty)
    }

    @Test("passes on why the program refused")
    func refused() {
        let error = #expect(throws: SynthesisError.self) {
            var unknown = request
            unknown.voice = "xx-nobody"
            _ = try SpeechSynthesizer(cacheFolder: nil).render(unknown)
        }
        #expect(error?.description.contains("List voices with `voicetest speak --voices`.") == true)
        #expect(error?.description.contains("Unknown voice 'xx-nobody'.") == true)
    }

    @Test("lists the engine's voices")
    func voices() throws {
        let voices = try SpeechSynthesizer(cacheFolder: nil).voices()
        #expect(voices.contains { $0.language == "en-us" && $0.gender == "male" })
    }
}

struct SpeechProgramTests {
    private let request = SpeechRequest(text: "yes")

    @Test("refuses text without a word", arguments: ["", " \n\t"])
    func empty(text: String) {
        #expect(throws: SynthesisError.emptyText) {
            _ = try SpeechSynthesizer(cacheFolder: nil).render(SpeechRequest(text: text))
        }
    }

    @Test("refuses more text than an utterance may hold")
    func long() {
        let text = String(repeating: "a", count: (1 << 20) + 1)
        #expect(throws: SynthesisError.textTooLong(limit: 1 << 20)) {
            _ = try SpeechSynthesizer(cacheFolder: nil).render(SpeechRequest(text: text))
        }
    }

    @Test("says where it looked for a program that is missing")
    func missing() {
        #expect(throws: SynthesisError.programMissing(tried: ["/nowhere/speak"])) {
            _ = try SpeechSynthesizer(program: "/nowhere/speak", cacheFolder: nil).voices()
        }
    }

    @Test("does not take another program's answer for speech")
    func refusesAnotherProgramsAnswer() {
        #expect(throws: SynthesisError.outputUnreadable(program: "/bin/echo")) {
            _ = try SpeechSynthesizer(program: "/bin/echo", cacheFolder: nil).render(request)
        }
    }

    @Test("names the exit code of a program that fails and reads nothing")
    func fails() {
        #expect(
            throws: SynthesisError.programFailed(
                program: "/bin/false", exitCode: 1, message: "")
        ) {
            _ = try SpeechSynthesizer(program: "/bin/false", cacheFolder: nil).voices()
        }
    }
}
