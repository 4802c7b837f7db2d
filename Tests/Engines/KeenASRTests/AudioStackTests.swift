import Foundation
import Testing
import VoiceAudio
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

/// Turns echo cancellation on after a response.
@MainActor
private final class EchoApp: KIOSRecognizerDelegate {
    var isTaken: Bool?

    func unwindAppAudioBeforeAudioInterrupt() {}

    func recognizerFinalResponse(_ response: KIOSResponse, for recognizer: KIOSRecognizer) {
        isTaken = recognizer.performEchoCancellation(true)
    }
}

extension RecognizerSuite {
    @MainActor
    @Suite("The audio stack of a recognizer")
    struct AudioStackTests {
        private func stack(_ world: KeenWorld) -> [String] {
            world.events.filter { $0.kind == "audioStack" }
                .compactMap { $0.fields["event"]?.string }
        }

        @Test("without a world the microphone is refused, and the log says what to set")
        func unsetWorld() async throws {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            var lines: [String] = []
            KIOSRecognizer.logHandler = { lines.append($1) }
            defer { KIOSRecognizer.logHandler = nil }
            let recognizer = try KIOSRecognizer.initialize(bundleAtPath: fixtures.bundle())
            defer { KIOSRecognizer.teardown() }
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["red"]), named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            #expect(!recognizer.startListening(nil))
            #expect(lines.contains { $0.contains("KIOSRecognizer.makeHost is not set") })
            await #expect(
                throws: KIOSRecognizerError.refused(call: "startListening", .noMicrophone)
            ) { try await recognizer.listen() }
            #expect(recognizer.recognizerState == .readyToListen)
            let silence = MonoSound(sampleRate: 16_000, samples: [])
            #expect(throws: Never.self) { try recognizer.startListening(from: .sound(silence)) }
            recognizer.stopListening()
        }

        @Test(
            "3.2 reinitAudioStack stops listening and is deactivation, then activation",
            .fact("keenasr-3.2-44"))
        func reinit() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 100)
                world.recognizer.reinitAudioStack()
                #expect(world.recognizer.recognizerState == .readyToListen)
                world.host.advance(milliseconds: 100)
                #expect(stack(world) == ["deactivated", "activated"])
                #expect(world.told == [])
                #expect(world.recognizer.startListening())
            }
        }

        private func isActive(_ world: KeenWorld) -> Bool? {
            world.host.audioSession?.isActive
        }

        @Test(
            "3.2 deactivateAudioStack lets the host's devices go, activateAudioStack takes them",
            .fact("keenasr-3.2-42", "keenasr-3.2-43"))
        func letsGo() throws {
            try withWorld { world in
                #expect(isActive(world) == true)
                world.recognizer.startListening()
                #expect(world.recognizer.deactivateAudioStack())
                #expect(isActive(world) == false)
                world.host.advance(milliseconds: 10)
                #expect(world.told == [])
                #expect(
                    throws: KIOSRecognizerError.refused(call: "startListening", .audioStackInactive)
                ) { try world.recognizer.beginListening() }
                #expect(world.recognizer.activateAudioStack())
                #expect(isActive(world) == true)
                #expect(world.recognizer.startListening())
            }
        }

        @Test(
            "3.12 the end of an interrupt leaves a stack inactive that the app has deactivated",
            .fact("keenasr-3.12-4"), arguments: [false, true])
        func staysInactive(isDuringInterrupt: Bool) throws {
            try withWorld { world in
                if !isDuringInterrupt { world.recognizer.deactivateAudioStack() }
                world.host.interrupt(true)
                world.host.advance(milliseconds: 10)
                if isDuringInterrupt { world.recognizer.deactivateAudioStack() }
                world.host.interrupt(false)
                world.host.advance(milliseconds: 10)
                #expect(world.told == ["unwind", "ready"])
                #expect(!stack(world).contains("activated"))
                #expect(!world.recognizer.startListening())
                #expect(world.recognizer.activateAudioStack())
                #expect(world.recognizer.startListening())
            }
        }

        /// A recognizer that hears what `host` is given and is prepared for the word "red".
        private func preparedRecognizer(
            in host: SoundHost, _ fixtures: KeenFixtures
        ) throws -> KIOSRecognizer {
            KIOSRecognizer.standardLocations = fixtures.locations
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(), host: host)
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["red"]), named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            return recognizer
        }

        @Test(
            "3.12 interruptions come from outside: those of a host's stream",
            .fact("keenasr-3.12-5"))
        func followsStream() async throws {
            let fixtures = try KeenFixtures()
            let host = SoundHost()
            defer { KIOSRecognizer.teardown() }
            let recognizer = try preparedRecognizer(in: host, fixtures)
            let heard = Task { try await recognizer.nextResponse() }
            recognizer.setVADParameter(.timeoutForNoSpeech, toValue: .infinity)
            recognizer.setVADParameter(.timeoutMaxDuration, toValue: .infinity)
            let silence = AsyncStream<[Int16]> { [Int16](repeating: 0, count: 1_600) }
            try recognizer.startListening(from: .stream(silence, sampleRate: 16_000))
            let calls = AsyncStream<Bool>.makeStream()
            let following = host.follow(calls.stream)
            calls.continuation.yield(true)
            await #expect(
                throws: KIOSRecognizerError.refused(call: "awaitResponse", .interrupted)
            ) { try await heard.value }
            #expect(!recognizer.startListening())
            calls.continuation.yield(false)
            calls.continuation.finish()
            await following.value
            await host.settled()
            #expect(recognizer.startListening())
            recognizer.stopListening()
        }

        @Test("a stream that brings nothing keeps no call from being taken")
        func silentStream() async throws {
            let fixtures = try KeenFixtures()
            let host = SoundHost()
            defer { KIOSRecognizer.teardown() }
            let recognizer = try preparedRecognizer(in: host, fixtures)
            let stream = AsyncStream<[Int16]>.makeStream()
            try recognizer.startListening(from: .stream(stream.stream, sampleRate: 16_000))
            let response = try await recognizer.stopListeningAndReturnFinalResponse()
            #expect(response.endRule == nil)
            // What is heard next does not wait for the stream either.
            let sound = MonoSound(sampleRate: 16_000, samples: [Int16](repeating: 0, count: 8_000))
            let heard = Task { try await recognizer.nextResponse() }
            try recognizer.startListening(from: .sound(sound))
            #expect(try await heard.value.endRule == nil)
            stream.continuation.finish()
            await host.settled()
        }

        @Test(
            "3.2 setBluetoothA2DPOutput is stored, and changes nothing else",
            .fact("keenasr-3.2-41"))
        func bluetooth() throws {
            try withWorld { world in
                world.recognizer.setBluetoothA2DPOutput(true)
                world.host.advance(milliseconds: 10)
                let stored = world.events.last { $0.kind == "parameter" }
                #expect(stored?.fields["name"]?.string == "setBluetoothA2DPOutput")
                #expect(stored?.fields["value"]?.bool == true)
                #expect(world.recognizer.recognizerState == .readyToListen)
            }
        }

        @Test(
            "3.2 echo cancellation ends with a device that does not offer it",
            .fact("keenasr-3.2-18", "keenasr-3.2-40"))
        func withdrawn() throws {
            try withWorld(with: { $0.offersEchoCancellation = true }) { world in
                #expect(world.recognizer.performEchoCancellation(true))
                world.host.advance(milliseconds: 10)
                #expect(world.host.audioSession?.echoCancellation == true)
                world.host.run?.take(
                    .audioSession(.configured(AudioSessionSetup(echoCancellation: false))))
                world.host.advance(milliseconds: 10)
                #expect(
                    stack(world) == ["echoCancellationOffered", "echoCancellationWithdrawn"])
                #expect(!KIOSRecognizer.echoCancellationAvailable())
                #expect(!world.recognizer.performEchoCancellation(true))
                world.recognizer.startListening()
                world.host.go()
                #expect(world.finals.first?.echoCancellation == false)
            }
        }

        @Test(
            "3.2 echo is not cancelled by default, also where it is offered",
            .fact("keenasr-3.2-40"))
        func offByDefault() throws {
            try withWorld(with: { $0.offersEchoCancellation = true }) { world in
                #expect(world.host.audioSession?.echoCancellation == false)
                world.recognizer.startListening()
                world.host.go()
                #expect(world.finals.first?.echoCancellation == false)
            }
        }

        @Test("an app that is replayed is offered echo cancellation as it was")
        func replaysOffer() throws {
            let folder = TemporaryFolder()
            let path = folder.path("echo.vsession")
            let world = try KeenWorld(phrases: KeenWorld.colors) {
                $0.offersEchoCancellation = true
            }
            world.acts["final"] = { #expect(world.recognizer.performEchoCancellation(true)) }
            world.recognizer.startListening()
            world.host.go()
            try #require(world.host.run?.record()).write(to: path)
            world.close()
            let host = ReplayedHost()
            KIOSRecognizer.standardLocations = world.fixtures.locations
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: world.fixtures.bundle(replacing: true), host: host)
            defer { KIOSRecognizer.teardown() }
            try recognizer.prepare(graphNamed: "graph")
            let app = EchoApp()
            recognizer.delegate = app
            var options = ReplayOptions()
            options.tap = .words
            var replayer = SessionReplayer(factories: [KeenASRFactory()])
            let result = try replayer.replay(
                SessionFolder(path: path), options: options, app: host.app)
            #expect(result.differences == [])
            #expect(app.isTaken == true)
        }
    }
}
