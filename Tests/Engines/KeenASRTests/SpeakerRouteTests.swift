import Testing
import VoiceFiles
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("Whose profile it is, and from which device")
    struct SpeakerRouteTests {
        @Test(
            "3.10 what was learnt of one speaker is not saved under the name of the next",
            .fact("keenasr-3.10-5"))
        func savesUnderOwnName() throws {
            try withWorld { world in
                let recognizer = world.recognizer
                recognizer.adaptToSpeaker(withName: "ann")
                recognizer.startListening()
                world.host.go()
                recognizer.speaker.profile = KIOSSpeakerProfile(frames: 300, mean: [1])
                recognizer.adaptToSpeaker(withName: "ben")
                try recognizer.saveProfile()
                let profiles = KIOSSpeakerProfiles(folder: world.fixtures.locations.speakerProfiles)
                func load(_ speaker: String) throws -> KIOSSpeakerProfile? {
                    try profiles.load(speaker: speaker, bundle: "english", route: .builtin)
                }
                #expect(try load("ann")?.frames == 300)
                #expect(try load("ben") == nil)
                recognizer.startListening()
                #expect(recognizer.speaker.profile == nil)
            }
        }

        @Test(
            "3.10 the route is that of the open device, by its name", .fact("keenasr-3.10-2"),
            arguments: [
                ("USB Headset Mono", KIOSAudioRoute.headset), ("bluez_input.00_11", .bluetooth),
                ("WH-1000 Bluetooth", .bluetooth), ("pulse", .builtin), ("", .builtin),
            ])
        func followsDevice(name: String, route: KIOSAudioRoute) throws {
            #expect(KIOSAudioRoute(deviceName: name) == route)
            try withWorld { world in
                world.host.run?.take(
                    .device(.opened(name: name, rate: 16_000, latency: nil)))
                world.host.advance(milliseconds: 10)
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                let used = world.events.last { $0.fields["by"]?.string == "useSpeakerProfile" }
                #expect(used?.fields["route"]?.string == route.rawValue)
                world.recognizer.stopListening()
                world.recognizer.resetSpeakerAdaptation()
                #expect(world.recognizer.speaker.route == route)
            }
        }

        @Test("3.10 a source that cannot begin leaves the route as it was", .fact("keenasr-3.10-2"))
        func leavesRoute() throws {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(), host: SoundHost())
            defer { KIOSRecognizer.teardown() }
            #expect(
                throws: KIOSRecognizerError.refused(call: "startListening", .needsDecodingGraph)
            ) { try recognizer.startListening(from: .sound(ResponseSoundTests.sound)) }
            #expect(recognizer.speaker.route == .builtin)
        }

        @Test(
            "3.2 the data folders are the app's own, and exist when the app asks for them",
            .fact("keenasr-3.2-6", "keenasr-3.2-48"))
        func folders() throws {
            try withWorld { world in
                let locations = world.fixtures.locations
                #expect(!DiskFile.isFolder(locations.caches + "/keenasr-data"))
                let data = try #require(world.recognizer.dataDirectory)
                let other = try #require(world.recognizer.miscDataDirectory)
                #expect(data == "\(locations.caches)/keenasr-data/\(locations.app)")
                #expect(other == "\(locations.caches)/keenasr-misc/\(locations.app)")
                #expect(DiskFile.isFolder(data) && DiskFile.isFolder(other))
                #expect(world.recognizer.recordingsDir == data)
                world.recognizer.startListening()
                world.host.go()
                let response = try #require(world.finals.first)
                #expect(try response.writeJSON(into: data).hasPrefix(data))
            }
        }

        @Test(
            "3.2 an app's folder is one name below that of all apps", .fact("keenasr-3.2-48"),
            arguments: ["", ".", "..", "a/b", "tutor"])
        func appFolder(app: String) {
            let locations = KIOSLocations(applicationSupport: "/s", caches: "/c", app: app)
            #expect(locations.app == (app == "tutor" ? "tutor" : "app"))
        }

        @Test(
            "a graph that is refused says why in the log, as other calls do",
            .fact("keenasr-3.8-1"))
        func logsReason() async throws {
            let world = try KeenWorld()
            defer { world.close() }
            var lines: [String] = []
            KIOSRecognizer.logHandler = { lines.append("\($0): \($1)") }
            defer { KIOSRecognizer.logHandler = nil }
            #expect(
                !KIOSDecodingGraph.createDecodingGraph(
                    fromPhrases: [], for: world.recognizer, using: nil, andTask: .default,
                    andSaveWithName: "empty"))
            for _ in 0..<1_000 where lines.isEmpty { await Task.yield() }
            #expect(lines == ["warning: \(KIOSGraphError.noPhrases(context: nil))"])
        }
    }
}
