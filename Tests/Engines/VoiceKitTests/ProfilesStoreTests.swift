import Foundation
import Testing
import VoiceKit
import VoiceTestSupport

@Suite("Voices that a user chose")
@MainActor
struct ProfilesStoreTests {
    private let folder = TemporaryFolder()
    private let voice = TTSVoiceInfo(id: "en-us", name: "English", language: "en-us")

    private var file: URL { URL(fileURLWithPath: folder.path("VoiceIO/voices.json")) }

    @Test("a store without a file has the defaults")
    func defaults() {
        let store = VoiceProfilesStore(fileURL: file)
        #expect(store.defaultVoiceID == nil && store.tuning == Tuning())
        #expect(store.profilesByID.isEmpty && store.activeVoiceIDs.isEmpty)
        #expect(store.lastError == nil)
    }

    @Test("a new profile has rate 0.55, pitch 1 and volume 0.9", .fact("voicekit-2.11-5"))
    func newProfile() {
        let store = VoiceProfilesStore(fileURL: file)
        let profile = store.profile(for: voice)
        #expect(profile == TTSVoiceProfile(id: "en-us", rate: 0.55, pitch: 1, volume: 0.9))
        #expect(store.profilesByID["en-us"] == profile)
    }

    @Test("what was saved comes back, in bytes that repeat", .fact("voicekit-2.11-4"))
    func saved() throws {
        let store = VoiceProfilesStore(fileURL: file)
        store.defaultVoiceID = "en-us"
        store.tuning = Tuning(volume: 0.5)
        _ = store.profile(for: voice)
        for id in ["c", "a", "b"] { store.toggleActive(id) }
        store.setHidden("d", true)
        let bytes = try Data(contentsOf: file)
        let again = VoiceProfilesStore(fileURL: file)
        #expect(again.defaultVoiceID == "en-us" && again.tuning.volume == 0.5)
        #expect(again.profilesByID == store.profilesByID)
        #expect(again.isActive("a") && !again.isActive("d"))
        #expect(again.isHidden("d") && !again.isHidden("a"))
        again.save()
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test("choosing and hiding save at once, setting a profile does not", .fact("voicekit-2.11-6"))
    func savesAtOnce() {
        let store = VoiceProfilesStore(fileURL: file)
        store.setProfile(TTSVoiceProfile(id: "a"))
        #expect(!FileManager.default.fileExists(atPath: file.path))
        store.toggleActive("a")
        #expect(VoiceProfilesStore(fileURL: file).isActive("a"))
        store.toggleActive("a")
        #expect(!VoiceProfilesStore(fileURL: file).isActive("a"))
        store.setHidden("a", true)
        store.setHidden("a", false)
        #expect(!VoiceProfilesStore(fileURL: file).isHidden("a"))
    }

    @Test(
        "a file that cannot be read leaves the defaults and says why", .fact("voicekit-2.11-4"),
        arguments: ["", "{", "[]", #"{"defaultVoiceID": "a"}"#, #"{"tuning": 1}"#])
    func unreadable(text: String) throws {
        try folder.write(text, to: "VoiceIO/voices.json")
        let store = VoiceProfilesStore(fileURL: file)
        #expect(store.defaultVoiceID == nil)
        #expect(store.lastError?.hasPrefix("cannot read \(file.path): ") == true)
        #expect(store.lastError?.hasSuffix(". Correct or delete the file.") == true)
    }

    @Test("a file with tuning only is enough")
    func sparse() throws {
        try folder.write(
            #"{"tuning": {"rateVariation": 0, "pitchVariation": 0, "volume": 0.25}}"#,
            to: "VoiceIO/voices.json")
        let store = VoiceProfilesStore(fileURL: file)
        #expect(store.lastError == nil && store.tuning.volume == 0.25)
    }

    @Test("a file of more than a megabyte is refused")
    func tooLarge() throws {
        try folder.write(
            String(repeating: " ", count: VoiceProfilesStore.sizeLimit + 1),
            to: "VoiceIO/voices.json")
        #expect(VoiceProfilesStore(fileURL: file).lastError?.contains("1048576 bytes") == true)
    }

    @Test("a folder that takes no file is said")
    func unwritable() throws {
        try folder.write("", to: "VoiceIO")
        let store = VoiceProfilesStore(fileURL: file)
        store.save()
        #expect(store.lastError?.hasPrefix("cannot write \(file.path): ") == true)
        #expect(store.lastError?.hasSuffix(". Make the folder writable.") == true)
    }
}

@Suite("Choosing a voice")
@MainActor
struct VoiceChooserTests {
    private let folder = TemporaryFolder()

    private func chooser(_ engine: any TTSConfigurable, language: String = "en_GB.UTF-8")
        -> VoiceChooserViewModel
    {
        let file = URL(fileURLWithPath: folder.path("voices.json"))
        return VoiceChooserViewModel(
            tts: engine, store: VoiceProfilesStore(fileURL: file), language: language)
    }

    private func voicedEngine() -> VoicedEngine {
        let engine = VoicedEngine()
        engine.voices = [
            TTSVoiceInfo(id: "a", name: "A", language: "en-US"),
            TTSVoiceInfo(id: "b", name: "B", language: "de"),
            TTSVoiceInfo(id: "c", name: "C", language: "EN"),
        ]
        return engine
    }

    @Test(
        "the engine's voices are listed, each with a profile, and the first is the default",
        .fact("voicekit-2.4-11"))
    func refresh() {
        let model = chooser(voicedEngine())
        #expect(model.voices.isEmpty)
        model.refreshAvailableVoices()
        #expect(model.voices.map(\.id) == ["a", "b", "c"])
        #expect(model.store.profilesByID.count == 3)
        #expect(model.store.defaultVoiceID == "a")
    }

    @Test("an engine that lists no voices has none unless the system's are allowed")
    func noProvider() {
        let model = chooser(MeasuringEngine { _ in 1 })
        model.refreshAvailableVoices()
        #expect(model.voices.isEmpty)
    }

    @Test(
        "voices are filtered by the user's language, another one or none, and hidden ones",
        .fact("voicekit-2.11-8"))
    func filter() {
        let model = chooser(voicedEngine())
        model.refreshAvailableVoices()
        #expect(model.filteredVoices.map(\.id) == ["a", "c"])
        model.languageFilter = .specific("de-AT")
        #expect(model.filteredVoices.map(\.id) == ["b"])
        model.languageFilter = .all
        model.store.setHidden("c", true)
        #expect(model.filteredVoices.map(\.id) == ["a", "b"])
        model.showHidden = true
        #expect(model.filteredVoices.map(\.id) == ["a", "b", "c"])
    }

    @Test("choices go to the engine: tuning, profiles, then the default", .fact("voicekit-2.11-8"))
    func apply() {
        let engine = voicedEngine()
        let model = chooser(engine)
        model.refreshAvailableVoices()
        model.setDefaultVoice(id: "b")
        model.updateTuning(Tuning(volume: 0.5))
        model.updateProfile(TTSVoiceProfile(id: "c", rate: 1))
        model.applyToTTS()
        #expect(
            engine.notes == [
                "tuning 0.5", "profile a 0.55", "profile b 0.55", "profile c 1.0", "default b",
            ])
    }

    @Test("a preview speaks, is measured, and stops with the engine", .fact("voicekit-2.11-8"))
    func preview() async {
        let io = ScriptedVoiceIO(script: [])
        let model = chooser(io)
        model.playPreview(phrase: "Hello", voiceID: "a")
        await model.waitForPreview()
        #expect(abs((model.lastPreviewSeconds ?? 0) - 0.3) < 0.000_1)
        model.playPreview(phrase: "Again", voiceID: "a")
        model.stopPreview()
        await model.waitForPreview()
        #expect(
            io.calls == [.speak(text: "Hello", voiceID: "a"), .stopAll, .stopAll])
    }
}
