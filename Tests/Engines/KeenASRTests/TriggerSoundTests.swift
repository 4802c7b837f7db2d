import Foundation
import KeenASR
import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

/// A trigger phrase that is spoken, and heard by the recognizer itself.
@Suite(
    .enabled(
        if: SpeechModel().isInstalled && canSpeak,
        "voicetest-speak or the package pocketsphinx-en-us is not there"))
struct TriggerSoundTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Corpora/keenasr").standardizedFileURL

    /// The session of the corpus' scenario of a trigger, with the real recognizer: the trigger is
    /// `trigger`, and what is said for it is `said`.
    private func events(trigger: String, said: String) throws -> [TraceEvent] {
        let factory = KeenASRFactory()
        let settings = SessionSettings(engine: factory.declaration)
        func file(_ name: String, _ phrase: String) throws -> String {
            try String(contentsOf: Self.corpus.appending(path: name), encoding: .utf8)
                .replacingOccurrences(of: "hello computer", with: phrase, options: .caseInsensitive)
        }
        let graphs = try file("graphs.json", trigger)
        let setup = EngineSetup(
            files: [KeenASRFactory.graphFile: Array(graphs.utf8)], settings: settings.engine,
            language: "en-US", seed: 1, sampleRate: .standard)
        let folder = TemporaryFolder()
        var folders = try MediaFolders(language: "en-US")
        folders.setAll(to: folder.path)
        var plan = RecordingPlan(
            name: "trigger", setup: setup, settings: settings, folders: folders,
            recognizer: RecognizerSetup(kind: .pocketsphinx), createdBy: "a test")
        // The command comes later than in the corpus, where the phrase may be found in the pause.
        let scenario = try file("trigger.scenario.json", said)
            .replacingOccurrences(of: "7000", with: "8500")
        plan.scenario = try ScenarioReader(
            bytes: Array(scenario.utf8), file: "scenario.json", engine: factory.declaration
        ).scenario
        var recorder = SessionRecorder(
            factory: factory, synthesizer: SpeechSynthesizer(cacheFolder: nil))
        let session = try recorder.record(plan)
        #expect(session.engineFaults.isEmpty)
        return session.events
    }

    private func texts(_ events: [TraceEvent]) -> [String?] {
        events.filter { $0.kind == "response" }.map { $0.fields["text"]?.string }
    }

    @Test("nothing counts before the trigger phrase was said; what is said after it does")
    func triggers() throws {
        let events = try events(trigger: "smart mirror", said: "smart mirror")
        let triggers = events.filter { $0.kind == "trigger" }
        #expect(triggers.map { $0.fields["phrase"]?.string } == ["smart mirror"])
        // It is said from 5 s on, and found before the next phrase begins.
        #expect(triggers.allSatisfy { (80_000..<136_000).contains($0.frame) })
        #expect(texts(events) == ["lights off"])
    }

    @Test("a phrase that begins like the trigger phrase is not taken for it")
    func beginnings() throws {
        for other in ["smart middle school", "start the machine"] {
            let events = try events(trigger: "smart mirror", said: other)
            #expect(!events.contains { $0.kind == "trigger" }, "\(other)")
            #expect(texts(events).isEmpty)
        }
    }
}
