import Foundation
import Testing
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

/// Calls that overlap: speech beside a listen, stopAll during it, cancellation at each await.
enum OverlappingChat {
    @MainActor
    static func talk(_ io: RealVoiceIO, _ clip: URL, _ note: (String) -> Void) async {
        async let said: Void = io.speak("a long prompt that somebody will cut short")
        let words = try? await io.listen(timeout: 4, inactivity: 0.3, record: false)
        io.stopAll()
        await said
        note("heard \(words?.transcript ?? "nothing")")
        let listening = Task { try await io.listen(timeout: 9, inactivity: 1, record: false) }
        let playing = Task { try await io.playClip(url: clip, gainDB: 3) }
        async let short: Void = io.speak("no")
        await short
        listening.cancel()
        playing.cancel()
        note("\(await playing.result)")
        note("\(await listening.result.map(\.transcript))")
    }

    @MainActor
    static func run(on place: Place, _ world: KitWorld, _ clip: URL) {
        let caller = Caller()
        let io = world.io
        world.host.perform {
            if place == .actor {
                await caller.talk(io, clip) { world.told.append($0) }
            } else {
                await talk(io, clip) { world.told.append($0) }
            }
            io.shutDown()
        }
        world.host.advance(milliseconds: 600)
        world.host.say("stop", inMilliseconds: 100)
        world.host.go()
    }

    enum Place: CaseIterable { case main, actor }

    actor Caller {
        func talk(
            _ io: RealVoiceIO, _ clip: URL, _ note: @escaping @MainActor @Sendable (String) -> Void
        ) async {
            async let said: Void = io.speak("a long prompt that somebody will cut short")
            async let beside: Void = io.sibling().speak("beside it")
            let words = try? await io.listen(timeout: 4, inactivity: 0.3, record: false)
            await io.stopAll()
            _ = await (said, beside)
            await note("heard \(words?.transcript ?? "nothing")")
            let playing = Task { try await io.playClip(url: clip, gainDB: 3) }
            await io.speak("no")
            playing.cancel()
            await note("\(await playing.result)")
        }
    }
}

@MainActor
@Suite("Calls that overlap")
struct OverlapTests {
    @Test("run alike every time", arguments: OverlappingChat.Place.allCases)
    func runAlike(place: OverlappingChat.Place) throws {
        let files = KitWorld()
        let clip = try files.clip(milliseconds: 2_000)
        var runs: Set<String> = []
        for _ in 0..<20 {
            let world = KitWorld()
            OverlappingChat.run(on: place, world, clip)
            let run = try #require(world.host.run)
            #expect(run.isOver && run.failure == nil)
            #expect(world.told.contains("heard stop"))
            runs.insert(
                RecordedTrace.digest(of: run.events) + world.told.joined(separator: "\n")
                    + run.inputs.map { "\($0)" }.joined(separator: "\n"))
        }
        #expect(runs.count == 1)
    }
}
