import ArgumentParser
import VoiceEngine
import VoiceKit
import VoiceMedia
import VoiceRun
import VoiceTrace

/// Runs an app of VoiceKit with overlapping calls again and again for `scripts/prove-async`.
struct VoiceAppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voice-app",
        abstract: "Runs an app of VoiceKit with overlapping calls, for scripts/prove-async.",
        discussion: "Prints every hash of a run's trace and inputs, and how many runs have it.")

    @Option(help: "Where the app's code stands: main, actor or both.")
    var on = AppCommand.Place.both

    @Option(help: "How often it is run.")
    var runs = 1

    func validate() throws {
        if !(1...1_000_000).contains(runs) { throw ValidationError("--runs takes 1 to 1000000.") }
    }

    func run() throws {
        let counts = try MainActor.assumeIsolated {
            var counts: [String: Int] = [:]
            for _ in 0..<runs { counts[try Self.hash(on: on), default: 0] += 1 }
            return counts
        }
        for (hash, count) in counts.sorted(by: { $0.key < $1.key }) { print(hash, count) }
    }

    @MainActor
    private static func hash(on place: AppCommand.Place) throws -> String {
        let host = SimulatedHost()
        host.conditions.tap = .speech
        let io = RealVoiceIO(config: VoiceIOConfig(ttsSuppressAfterFinish: 0), host: host)
        let notes = VoiceNotes()
        let caller = VoiceCaller()
        host.perform {
            switch place {
            case .main: await talk(io, notes)
            case .actor: await caller.talk(io, notes)
            case .both:
                async let beside: Void = caller.chatter(io.sibling(), notes)
                await talk(io, notes)
                await beside
            }
            io.shutDown()
        }
        for words in ["one", "two", "three"] {
            host.advance(milliseconds: 2_000)
            host.say(words)
        }
        host.go()
        if let failure = host.run?.failure { throw failure }
        guard let run = host.run, run.isOver else {
            throw ValidationError("the app did not stop its run: nothing was proved.")
        }
        var digest = Digest()
        digest.update(Array(RecordedTrace.digest(of: run.events).utf8))
        digest.update(Array(run.inputs.map { "\($0)" }.joined(separator: "\n").utf8))
        digest.update(Array(notes.lines.joined(separator: "\n").utf8))
        return digest.hex()
    }

    /// Speech beside a listen, a listen that is cancelled beside speech, a reset at the end.
    @MainActor
    private static func talk(_ io: RealVoiceIO, _ notes: VoiceNotes) async {
        for round in 1...2 {
            async let said: Void = io.speak("a long prompt that somebody will cut short")
            async let beside: Void = io.speak("\(round)")
            let words = try? await io.listen(timeout: 6, inactivity: 0.4, record: false)
            notes.add("heard \(words?.transcript ?? "nothing")")
            io.stopAll()
            _ = await (said, beside)
        }
        let listening = Task { try await io.listen(timeout: 9, inactivity: 1, record: true) }
        let pausing = Task { try await io.pause(seconds: 3) }
        await io.speak("cancelled")
        listening.cancel()
        notes.add("\(await listening.result.map(\.transcript))")
        async let last: Void = io.speak("this sentence is reset")
        try? await io.pause(seconds: 0.3)
        io.hardReset()
        await last
        notes.add("\(await pausing.result)")
    }
}

/// What an app has to say, in order.
@MainActor
private final class VoiceNotes {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
}

/// The app on an actor of its own.
private actor VoiceCaller {
    private var count = 0

    func talk(_ io: RealVoiceIO, _ notes: VoiceNotes) async {
        async let chattering: Void = chatter(io.sibling(), notes)
        for _ in 1...2 {
            async let said: Void = io.speak("a long prompt that somebody will cut short")
            let words = try? await io.listen(timeout: 6, inactivity: 0.4, record: false)
            await notes.add("heard \(words?.transcript ?? "nothing") at \(count)")
            await io.stopAll()
            await said
        }
        await chattering
    }

    func chatter(_ io: RealVoiceIO, _ notes: VoiceNotes) async {
        for word in ["a", "bee", "sea"] {
            async let first: Void = io.speak(word)
            async let second: Void = io.speak(word + word)
            _ = await (second, first)
            count += 1
            await notes.add("said \(count)")
        }
    }
}
