import ArgumentParser
import VoiceRun

/// Runs an app with overlapping calls again and again for `scripts/proofs/prove-async`.
struct AppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "Runs an app with overlapping calls many times, for scripts/proofs/prove-async.",
        discussion: "Prints every hash of a run's trace and inputs, and how many runs have it.")

    @OptionGroup var overlap: OverlapOptions

    func run() throws {
        try overlap.printHashes { place, host in
            let io = AnsweredIO(host: host)
            let caller = AnsweredCaller()
            io.start()
            switch place {
            case .main: host.perform { try await Self.talk(io) }
            case .actor: host.perform { try await caller.talk(io) }
            case .both:
                host.perform { try await caller.chatter(io) }
                host.perform { try await Self.talk(io) }
            }
            return { io.log }
        }
    }

    /// Barge-in, three times: what is said cuts what is spoken.
    @MainActor
    private static func talk(_ io: AnsweredIO) async throws {
        for round in 1...3 {
            async let said: Void = io.speak("a long prompt that the caller cuts short")
            async let beside: Void = io.speak("\(round)")
            let words = try await io.listen()
            io.record("heard \(words)")
            io.quiet()
            do {
                try await said
            } catch { io.record("\(error)") }
            try? await beside
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for text in ["one", "three", "four and more", "two"] {
                group.addTask {
                    try await io.speak(text)
                    await Task.yield()
                    await io.record("spoke \(text)")
                }
            }
            try await group.waitForAll()
        }
        io.stop()
    }
}

/// The app on an actor of its own.
private actor AnsweredCaller {
    private var count = 0

    func talk(_ io: AnsweredIO) async throws {
        async let chattering: Void = chatter(io)
        for _ in 1...3 {
            async let said: Void = io.speak("a long prompt that the caller cuts short")
            let words = try await io.listen()
            await io.record("heard \(words) at \(count)")
            await io.quiet()
            try? await said
        }
        try await chattering
        await io.stop()
    }

    func chatter(_ io: AnsweredIO) async throws {
        for word in ["a", "bee", "sea"] {
            async let first: Void = io.speak(word)
            async let second: Void = io.speak(word + word)
            try? await second
            try? await first
            count += 1
            await io.record("said \(count)")
        }
    }
}
