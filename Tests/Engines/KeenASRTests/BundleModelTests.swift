import Foundation
import KeenASR
import Testing
import VoiceAudio
import VoiceFiles
import VoiceMedia
import VoiceRecognition
import VoiceRun
import VoiceTestSupport

private let corpus = ProcessInfo.processInfo.environment["VOICETEST_SPEECH_CORPUS"]

extension RecognizerSuite {
    /// What a bundle holds is what its recognizer hears with.
    @MainActor
    @Suite("A recognizer and the model of its bundle")
    struct BundleModelTests {
        private let fixtures: KeenFixtures

        init() throws {
            fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
        }

        /// A bundle with a line more in its lexicon.
        private func bundle(
            _ name: String, of model: String, adding line: String
        ) throws -> KIOSASRBundle {
            let path = fixtures.folder.path(name)
            _ = try KIOSASRBundle.make(at: path, model: model, copiesModel: true)
            let lexicon = "lang/lexicon.txt"
            let old = try DiskFile.read("\(path)/\(lexicon)", limit: 1 << 24)
            let bytes = old + Array("\(line)\n".utf8)
            try DiskFile.write(bytes, to: "\(path)/\(lexicon)")
            let manifest = try DiskFile.read("\(path)/MANIFEST.txt", limit: 1 << 20)
            let lines =
                String(decoding: manifest, as: UTF8.self).split(separator: "\n")
                .filter { !$0.hasPrefix("\(lexicon) ") }
                + ["\(lexicon) \(bytes.count) \(Digest.hex(of: bytes))"]
            let table = lines.joined(separator: "\n") + "\n"
            try DiskFile.write(Array(table.utf8), to: "\(path)/MANIFEST.txt")
            return try KIOSASRBundle(path: path)
        }

        @Test("a record names the model of the bundle, and another for another lexicon")
        func identity() async throws {
            var digests: Set<String> = []
            for line in ["ZORB G OW", "ZORB T UW"] {
                let bundle = try bundle(line, of: fixtures.model, adding: line)
                let host = SoundHost()
                host.conditions.keepsTrace = true
                let recognizer = try KIOSRecognizer.initialize(
                    bundleAtPath: bundle.path, host: host)
                defer { KIOSRecognizer.teardown() }
                await host.settled()
                let record = try #require(recognizer.run?.record())
                #expect(record.recognizer == (try bundle.model.identity()))
                #expect(record.model == bundle.model)
                digests.insert(record.recognizer.digest)
            }
            #expect(digests.count == 2)
        }

        private func heard(_ bundle: KIOSASRBundle, _ sound: MonoSound) async throws -> String {
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: bundle.path, host: SoundHost())
            defer { KIOSRecognizer.teardown() }
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["zorb", "yes"]), named: "words", for: recognizer)
            try recognizer.prepare(graphNamed: "words")
            let response = Task { try await recognizer.nextResponse() }
            try recognizer.startListening(from: .sound(sound))
            return try await response.value.result?.text ?? ""
        }

        @Test(
            "two bundles with copied models hear one sound as their lexicons say",
            .enabled(
                if: SpeechModel().isInstalled && corpus != nil,
                "no VOICETEST_SPEECH_CORPUS, or no package pocketsphinx-en-us"))
        func hearsDifferently() async throws {
            let folder = "\(corpus ?? "")/digits/sc09"
            let name = try #require(
                DiskFile.names(in: folder).sorted().first { $0.hasPrefix("seven_3") })
            var sound = try SoundFile.readMono(path: "\(folder)/\(name)", sampleRate: 16_000)
            let room = RoomTone(seed: 1).sound(frames: 48_000, sampleRate: 16_000).samples
            sound.samples = room.prefix(16_000) + sound.samples + room
            let model = try fixtures.installedModel(saying: ["yes", "seven", "stop"])
            let seven = try bundle("seven", of: model, adding: "ZORB S EH V AH N")
            #expect(try await heard(seven, sound) == "ZORB")
            let stop = try bundle("stop", of: model, adding: "ZORB S T AA P")
            #expect(try await heard(stop, sound) != "ZORB")
        }
    }
}
