import ArgumentParser
import Foundation
import VoiceAudio
import VoiceEngine
import VoiceKit
import VoiceRun

/// Runs an app of VoiceKit with overlapping calls again and again for `scripts/proofs/prove-async`.
struct VoiceAppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voice-app",
        abstract: "Runs an app of VoiceKit with overlapping calls, for scripts/proofs/prove-async.",
        discussion: "Prints every hash of a run's trace and inputs, and how many runs have it.")

    @OptionGroup var overlap: OverlapOptions

    func run() throws {
        let clip = try CancelledCalls.clip()
        defer { try? FileManager.default.removeItem(at: clip.deletingLastPathComponent()) }
        try overlap.printHashes { place, host in
            let io = RealVoiceIO(config: VoiceIOConfig(ttsSuppressAfterFinish: 0), host: host)
            let notes = VoiceNotes()
            let caller = VoiceCaller()
            host.perform {
                switch place {
                case .main:
                    await Self.talk(io, notes)
                    await CancelledCalls(io: io, clip: clip).run(notes)
                case .actor: await caller.talk(io, notes)
                case .both:
                    async let beside: Void = caller.chatter(io.sibling(), notes)
                    await Self.talk(io, notes)
                    await beside
                    await CancelledCalls(io: io, clip: clip).run(notes)
                }
                io.shutDown()
            }
            return { notes.lines }
        }
    }

    /// Speech beside a listen, a listen that is cancelled beside speech, a reset at the end.
    @MainActor
    private static func talk(_ io: RealVoiceIO, _ notes: VoiceNotes) async {
        for round in 1...2 {
            async let said: Void = io.speak("a long prompt that the caller cuts short")
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

/// Every call that is awaited, each cancelled at once, soon, and late.
@MainActor
private struct CancelledCalls {
    private typealias Call = @MainActor @Sendable () async throws -> Void

    let io: RealVoiceIO
    let clip: URL

    /// A clip of a second in a folder of its own.
    nonisolated static func clip() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "voice-app-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent("ding.wav")
        let sound = MonoSound(
            sampleRate: 16_000, samples: [Int16](repeating: 1_000, count: 16_000))
        try SoundFile.writeMono(sound, path: url.path, overwrite: true)
        return url
    }

    private var calls: [(name: String, call: Call)] {
        let (io, clip) = (io, clip)
        return [
            ("speak", { await io.speak("this is cut short") }),
            ("speakAndMeasure", { _ = await io.speakAndMeasure("this is too", using: nil) }),
            ("prepareClip", { try await io.prepareClip(url: clip, gainDB: 3) }),
            ("startPreparedClip", { try await io.startPreparedClip() }),
            ("playClip", { try await io.playClip(url: clip, gainDB: 0) }),
            ("pause", { try await io.pause(seconds: 1) }),
            ("ensurePermissions", { try await io.ensurePermissions() }),
            ("configureSession", { try await io.configureSessionIfNeeded() }),
            ("listen", { _ = try await io.listen(timeout: 1, inactivity: 0.2, record: true) }),
            (
                "queue",
                {
                    let queue = VoiceQueue(primary: io)
                    queue.enqueueSpeak("one").enqueueSFX(clip, gainDB: 0).enqueuePause(1)
                    await queue.play()
                }
            ),
            (
                "chorus",
                {
                    let voices = ["en-us", "en-gb"].map { TTSVoiceProfile(id: $0) }
                    await VoiceChorus(engine: io).speak("all of us", withVoiceProfiles: voices)
                }
            ),
        ]
    }

    func run(_ notes: VoiceNotes) async {
        for (name, call) in calls {
            for delay in [0, 0.05, 0.5] {
                let task = Task { try await call() }
                if delay > 0 { try? await io.pause(seconds: delay) }
                task.cancel()
                notes.add("\(name) after \(delay): \(await task.result)")
            }
        }
    }
}

/// Lines of an app, in order.
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
            async let said: Void = io.speak("a long prompt that the caller cuts short")
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
