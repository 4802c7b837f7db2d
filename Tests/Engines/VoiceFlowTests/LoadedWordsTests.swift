import Testing
import VoiceJSON
import VoiceRun
import VoiceSynthesis
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@MainActor
@Suite("What is loaded again")
struct LoadedWordsTests {
    private let host = SimulatedHost()
    private let app = NotingApp()

    private func runner(_ modules: [String], prompts: [String]) -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setVoiceFlowCallback(app)
        let flow = String(decoding: Files.flow(modules, from: "M"), as: UTF8.self)
        #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
        let list = String(decoding: Files.list(prompts), as: UTF8.self)
        #expect(runner.loadAudioPromptModules(jsonData: list) == .ST_SUCCESS)
        return runner
    }

    private func texts() -> [String] {
        (host.run?.events ?? []).filter { $0.kind == "segment" }
            .compactMap { $0.fields["text"]?.string }
    }

    @Test(
        "maps add up: the later entry of a file and language wins, others stay",
        .fact("voiceflow-1-20"))
    func maps() {
        let runner = runner(
            [Files.play("M", ["A", "B"])],
            prompts: [
                #"{"id": "A", "style": "single", "audioFile": "a.wav"}"#,
                #"{"id": "B", "style": "single", "audioFile": "b.wav"}"#,
            ])
        for text in [
            #"[{"audioFile": "a.wav", "textString": "a"}]"#,
            #"[{"audioFile": "b.wav", "textString": "b"}]"#,
            #"[{"audioFile": "b.wav", "textString": "c"}]"#,
            #"[{"audioFile": "b.wav", "textString": "d", "textLanguage": "de-DE"}]"#,
        ] { #expect(runner.loadAudioToTextMap(jsonData: text) == .ST_SUCCESS) }
        runner.runVoiceflow()
        host.go()
        #expect(texts() == ["a", "c"])
    }

    @Test(
        "aliases and phonemes change what is heard, not what is told; the later one wins",
        .fact("voiceflow-7-14"))
    func aliases() {
        let runner = runner([Files.play("M", ["A"])], prompts: [Files.text("A", "see Rome")])
        runner.loadSSAliases(aliasDictionary: ["Rome": "Roma"])
        runner.loadSSAliases(aliasDictionary: ["Rome": "Rom"])
        runner.loadSSPhonemes(phonemeDictionary: ["see": "siː"])
        #expect(runner.resources.aliases.forms.last?.replacement == "Rom")
        runner.runVoiceflow()
        host.go()
        #expect(texts() == ["see Rome"])
    }

    @Test(
        "words of a dictionary are taken as they are; what lacks a part is left out",
        .fact("voiceflow-7-15"))
    func dictionaries() {
        let runner = runner([Files.play("M", ["A"])], prompts: [Files.text("A")])
        let words = [
            "10:30": "half past ten", "#1": "number one", " Dr ": " doctor ", "": "x", "y": " ",
        ]
        #expect(runner.loadSSAliases(aliasDictionary: words) == .ST_SUCCESS)
        #expect(runner.loadSSPhonemes(phonemeDictionary: words) == .ST_SUCCESS)
        for forms in [runner.resources.aliases.forms, runner.resources.phonemes.forms] {
            #expect(forms.map(\.word) == ["Dr", "#1", "10:30"])
            #expect(forms.map(\.replacement) == ["doctor", "number one", "half past ten"])
        }
        let spoken = TextNormalizer.applying(runner.resources.aliases.forms, to: "10:30, #1")
        #expect(spoken == "half past ten, number one")
        #expect(Lexicon(words).diagnostics.count == 2)
    }

    @Test(
        "a serial prompt is said once by two modules of a run, and goes on in the next run",
        .fact("voiceflow-7-3"))
    func turns() {
        let runner = runner(
            [Files.play("M", ["S"], style: "single", to: "N"), Files.play("N", ["S"])],
            prompts: [
                Files.group("S", "serial", ["A", "B", "C"]), Files.text("A", "a"),
                Files.text("B", "b"), Files.text("C", "c"),
            ])
        for expected in [["a", "b"], ["c", "a"]] {
            runner.runVoiceflow()
            host.go()
            #expect(texts() == expected)
        }
    }
}
