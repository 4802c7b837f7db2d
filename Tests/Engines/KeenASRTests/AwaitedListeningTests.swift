import Testing
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("Listening that a task waits for")
    struct AwaitedListeningTests {
        /// Listens, does something, and says a word later: why `listen` and `nextResponse` end.
        private func ends(
            by end: (KeenWorld) -> Void
        ) async throws -> [KIOSRecognizerError?] {
            let world = try KeenWorld(phrases: KeenWorld.colors)
            defer { world.close() }
            let heard = world.host.perform { try await world.recognizer.listen() }
            let next = world.host.perform { try await world.recognizer.nextResponse() }
            world.host.advance(milliseconds: 100)
            end(world)
            world.host.advance(milliseconds: 100)
            world.recognizer.startListening()
            world.host.say("blue", inMilliseconds: 300)
            world.host.go()
            var errors: [KIOSRecognizerError?] = []
            for task in [heard, next] {
                do {
                    _ = try await task.value
                    errors.append(nil)
                } catch { errors.append(error as? KIOSRecognizerError) }
            }
            #expect(world.told.last == "final")
            return errors
        }

        @Test(
            "3.15 listen and nextResponse end with the listening that gives no response",
            .fact("keenasr-3.15-2"), arguments: ["stop", "deactivate", "reinit", "interrupt"])
        func endsWithoutResponse(way: String) async throws {
            let errors = try await ends { world in
                switch way {
                case "stop": world.recognizer.stopListening()
                case "deactivate":
                    world.recognizer.deactivateAudioStack()
                    world.recognizer.activateAudioStack()
                case "reinit": world.recognizer.reinitAudioStack()
                default:
                    world.host.interrupt(true)
                    world.host.advance(milliseconds: 10)
                    world.host.interrupt(false)
                }
            }
            let refusal = way == "interrupt" ? KIOSRefusal.interrupted : .stopped
            #expect(
                errors == [
                    .refused(call: "listen", refusal), .refused(call: "awaitResponse", refusal),
                ])
        }

        @Test(
            "3.15 a stop during final processing ends the call that waits for the response",
            .fact("keenasr-3.15-2"))
        func stopsFinalProcessing() async throws {
            let world = try KeenWorld(phrases: KeenWorld.colors) {
                $0.recognizerMilliseconds = 200
            }
            defer { world.close() }
            world.recognizer.startListening()
            world.host.say("blue", inMilliseconds: 100, lasting: 400)
            world.host.advance(milliseconds: 700)
            let stopped = world.host.perform {
                try await world.recognizer.stopListeningAndReturnFinalResponse()
            }
            world.host.advance(milliseconds: 50)
            world.recognizer.stopListening()
            world.host.go()
            await #expect(
                throws: KIOSRecognizerError.refused(
                    call: "stopListeningAndReturnFinalResponse", .stopped)
            ) { try await stopped.value }
        }

        @Test("3.15 cancelling the task of listen stops listening", .fact("keenasr-3.15-2"))
        func cancels() async throws {
            let world = try KeenWorld(phrases: KeenWorld.colors)
            defer { world.close() }
            let heard = world.host.perform { try await world.recognizer.listen() }
            world.host.advance(milliseconds: 100)
            #expect(world.recognizer.recognizerState == .listening)
            heard.cancel()
            world.host.advance(milliseconds: 100)
            #expect(world.recognizer.recognizerState == .readyToListen)
            #expect(world.events.last { $0.kind == "listened" }?.fields["by"] == "stopListening")
            await #expect(throws: KIOSRecognizerError.cancelled(call: "listen")) {
                try await heard.value
            }
        }

        @Test(
            "3.15 a cancelled task begins nothing, and later listening is not stopped with it",
            .fact("keenasr-3.15-2"))
        func beginsNothing() async throws {
            let world = try KeenWorld(phrases: KeenWorld.colors)
            defer { world.close() }
            let late = world.host.perform {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await world.recognizer.listen()
            }
            world.host.advance(milliseconds: 10)
            await #expect(throws: KIOSRecognizerError.cancelled(call: "listen")) {
                try await late.value
            }
            #expect(world.recognizer.recognizerState == .readyToListen)
            let heard = world.host.perform { try await world.recognizer.listen() }
            world.host.advance(milliseconds: 100)
            world.recognizer.stopListening()
            world.recognizer.startListening()
            heard.cancel()
            world.host.advance(milliseconds: 100)
            #expect(world.recognizer.recognizerState == .listening)
        }

        @Test("3.15 a listening that does not begin is refused at once", .fact("keenasr-3.15-2"))
        func refusesListening() async throws {
            let world = try KeenWorld()
            defer { world.close() }
            let heard = world.host.perform { try await world.recognizer.listen() }
            world.host.advance(milliseconds: 10)
            await #expect(
                throws: KIOSRecognizerError.refused(call: "startListening", .needsDecodingGraph)
            ) { try await heard.value }
        }

        @Test(
            "3.15 streams keep what comes between two waits, and a partial names its response",
            .fact("keenasr-3.15-3"))
        func keepsAll() async throws {
            let world = try KeenWorld(phrases: KeenWorld.colors)
            let partials = world.recognizer.partialResults
            let finals = world.recognizer.finalResponses
            for _ in 0..<6 {
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("red car", inMilliseconds: 300, lasting: 800)
                world.host.go()
            }
            world.close()
            world.host.advance(milliseconds: 10)
            var ids: [String] = []
            for await response in finals { ids.append(response.responseId) }
            #expect(ids == world.finals.map(\.responseId))
            #expect(ids.count == 6)
            var texts: [String: [String]] = [:]
            for await result in partials {
                texts[result.responseId ?? "", default: []].append(result.text)
            }
            #expect(
                texts == Dictionary(uniqueKeysWithValues: ids.map { ($0, ["RED", "RED CAR"]) }))
            #expect(world.finals.map(\.result?.responseId) == ids.map { $0 })
        }
    }
}
