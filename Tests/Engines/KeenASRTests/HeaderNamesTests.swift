import Foundation
import KeenASR
import Testing
import VoiceAudio
import VoiceRecognition
import VoiceRun
import VoiceTestSupport
import VoiceTime

extension RecognizerSuite {
    /// Names and types of the headers of 2.1 as Swift imports them; the sources in `HeaderForms`
    /// compile with nothing else than the product.
    @MainActor
    @Suite("The header's calls")
    struct HeaderNamesTests {
        @Test(
            "3.1 an app in the form of the original's compiles, listens and prints what it hears",
            .fact("keenasr-3.1-3"))
        func listens() throws {
            let world = try KeenWorld()
            defer { world.close() }
            let app = HeaderApp()
            #expect(app.listen() == nil)
            #expect(app.prepare())
            world.host.advance(milliseconds: 10)
            let id = try #require(app.listen())
            world.host.advance(milliseconds: 10)
            world.host.say("go up", inMilliseconds: 300, lasting: 600)
            world.host.go()
            // Two words of two phones with a score each.
            try #require(app.lines.count == 11)
            #expect(app.lines.prefix(3) == ["so far: GO", "so far: GO UP", "\(id): GO UP"])
            #expect(app.lines[3].hasPrefix("GO from 0.3"))
            #expect(app.lines[3].hasSuffix(" s until 0.6"))
            #expect(app.lines[6].hasPrefix("UP from 0.6"))
            #expect(app.lines.suffix(2) == ["0 of \(app.frameCount)", "[]"])
            #expect(!app.isUncertain)
            #expect(app.levels.count == 2)
        }

        @Test(
            "3.1 every name of the headers is there, in its type", .fact("keenasr-3.1-3"))
        func names() throws {
            try withWorld { world in
                #expect(HeaderNames.recognizer(world.recognizer).count == 7)
                #expect(HeaderNames.classes().count == 4)
                #expect(HeaderNames.graphs(world.recognizer).count == 3)
                world.recognizer.startListening()
                world.host.go()
                let response = try #require(world.finals.first)
                #expect(HeaderNames.response(response).count == 7)
            }
        }

        @Test(
            "3.1 names that 2.1 deprecates do what the new ones do", .fact("keenasr-3.1-2"))
        func deprecated() async throws {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            let host = SoundHost()
            host.listener = { _, _ in .rejected(nil) }
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(), host: host)
            defer { KIOSRecognizer.teardown() }
            let calls: any DeprecatedNames = DeprecatedCalls()
            #expect(
                calls.prepare(
                    recognizer, name: "plain", path: fixtures.graphFolder("trigger"))
                    == [true, true, true, true, true])
            #expect(recognizer.currentDecodingGraphName == "trigger")
            #expect(
                recognizer.prepareForListeningWithDecodingGraph(
                    withName: "plain", withGoPComputation: false))
            #expect(calls.files(recognizer) == [nil, nil])
            #expect(!calls.listen(recognizer, to: fixtures.folder.path("none.wav")))
            let path = fixtures.folder.path("said.wav")
            try SoundFile.writeMono(
                MonoSound(sampleRate: 16_000, samples: [Int16](repeating: 1, count: 16_000)),
                path: path, overwrite: true)
            let heard = Task { try await recognizer.nextResponse() }
            #expect(calls.listen(recognizer, to: path))
            let response = try await heard.value
            let folder = try #require(recognizer.recordingsDir)
            #expect(response.saveAudioFile(URL(fileURLWithPath: folder)))
            #expect(response.saveJsonFile(URL(fileURLWithPath: folder)))
            #expect(
                calls.files(recognizer) == [response.audioFilename, response.jsonFilename])
        }
    }
}
