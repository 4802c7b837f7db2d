import Foundation
import Testing
import VoiceAudio
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

/// Samples of the VoiceIO Programmer's Guide as they stand there, but for what
/// `Tests/voicekit-guide.md` lists.
@MainActor
@Suite("Samples of the guide", .serialized)
struct GuideSamples {
    /// The quick start.
    @MainActor
    final class DemoVM {
        let voice = RealVoiceIO()
        var heard: String?
        var played: URL?

        func run() async throws {
            try await voice.ensurePermissions()
            try await voice.configureSessionIfNeeded()

            await voice.speak("Please say your name after the beep.")
            let result = try? await voice.listen(
                timeout: 12,
                inactivity: 2.0,
                record: true
            )
            heard = result?.transcript ?? "(none)"

            if let url = result?.recordingURL {
                try? await voice.prepareClip(url: url, gainDB: 12)
                await voice.speak("Thank you,")
                try? await voice.startPreparedClip()
                played = url
            }
        }
    }

    /// Does `body` while new engines live in a simulated world.
    private func simulated(_ body: @MainActor (SimulatedHost) async throws -> Void) async rethrows {
        let host = SimulatedHost()
        let usual = RealVoiceIO.makeHost
        RealVoiceIO.makeHost = { host }
        defer { RealVoiceIO.makeHost = usual }
        try await body(host)
    }

    @Test("quick start: asks for a name and plays it back behind its thanks")
    func quickStart() async throws {
        try await simulated { host in
            let demo = DemoVM()
            let run = host.perform { try await demo.run() }
            host.advance(milliseconds: 3_000)
            host.say("anna", inMilliseconds: 500)
            host.go()
            try await run.value
            #expect(demo.heard == "anna")
            let url = try #require(demo.played)
            #expect(url.lastPathComponent.hasSuffix(".trim.wav"))
            try FileManager.default.removeItem(at: url)
            let kinds = (host.run?.events ?? []).map(\.kind).filter {
                ["spoken", "listened", "clip", "clipEnded"].contains($0)
            }
            #expect(kinds == ["spoken", "listened", "spoken", "clip", "clipEnded"])
            #expect(demo.voice.lastClipGap == 0)
        }
    }

    @Test("custom logger: takes the lines of the log", .fact("voicekit-2.5.1-1"))
    func customLogger() async throws {
        try await simulated { host in
            var lines: [String] = []
            let io = RealVoiceIO()
            io.logger = { level, msg in
                lines.append("[VoiceKit][\(level)] \(msg)")
            }
            let spoken = host.perform {
                await io.speak("hello")
                _ = try await io.listen(timeout: 1, inactivity: 0.5, record: false)
            }
            host.go()
            try await spoken.value
            #expect(lines.first == "[VoiceKit][info] speak(text: hello, voiceID: default)")
            #expect(
                lines.contains {
                    $0.hasPrefix("[VoiceKit][info] listen(start) timeout=1.0 inactivity=0.5")
                })
        }
    }

    @Test(
        "VoiceIOConfig: the values of the sample are taken as they are",
        .fact("voicekit-2.4.1-2", "voicekit-2.5-3"))
    func config() {
        let cfg = VoiceIOConfig(
            trimPrePad: 0.10,
            trimPostPad: 0.30,
            clipWaitTimeoutSeconds: 1.5,
            ttsSuppressAfterFinish: 0.25
        )

        let io = RealVoiceIO(config: cfg)
        #expect(io.config == cfg)
        #expect(RealVoiceIO.makeLive(config: cfg).config == cfg)
    }

    @Test("name playback flow: throws nothing where a name was recorded")
    func namePlayback() async throws {
        try await simulated { host in
            let voice = RealVoiceIO()
            let flow = host.perform {
                let result = try await voice.listen(timeout: 5, inactivity: 1, record: true)
                if let url = result.recordingURL {
                    try await voice.prepareClip(url: url, gainDB: 12)
                    await voice.speak("Thank you,")
                    try await voice.startPreparedClip()
                }
                return result.recordingURL
            }
            host.advance(milliseconds: 10)
            host.say("anna", inMilliseconds: 200)
            host.go()
            let url = try #require(try await flow.value)
            try FileManager.default.removeItem(at: url)
        }
    }

    @Test("number context: \"forty two point five\" is \"42.5\"", .fact("voicekit-2.5.3-18"))
    func numberContext() {
        #expect(RecognitionContext().expectation == .freeform)
        #expect(RealVoiceIO.normalizeNumeric(from: "forty two point five") == "42.5")
    }

    /// Events of these kinds, each with its name and its begin in milliseconds.
    private func timeline(_ host: SimulatedHost) -> [String] {
        (host.run?.events ?? []).compactMap { event in
            let name = event.fields["speech"]?.string ?? event.fields["file"]?.string
            guard ["speaking", "clip", "pause"].contains(event.kind) else { return nil }
            let isSpeech = event.kind == "speaking"
            return "\(event.frame / 16) \(isSpeech ? "speech" : name ?? event.kind)"
        }
    }

    @Test("VoiceQueue: speech, a clip without a gap, a pause, speech; then a sound inside a text")
    func queue() async throws {
        try await simulated { host in
            let files = KitWorld()
            let url = try files.clip(milliseconds: 300)
            let io = RealVoiceIO()
            let q = VoiceQueue(primary: io)
            let ding = url

            q.enqueueSpeak("A", voiceID: nil)
            q.enqueueSFX(ding, gainDB: 3)
            q.enqueuePause(0.2)
            q.enqueueSpeak("B", voiceID: nil)
            let played = host.perform { await q.play() }
            host.go()
            try await played.value
            // 60 ms a letter.
            #expect(
                timeline(host) == ["0 speech", "60 ding.wav", "360 pause", "560 speech"])
            #expect(io.lastClipGap == 0)

            let text = "Hello [sfx:ding] world."
            q.enqueueParsingSFX(
                text: text,
                resolver: { name in
                    name == "ding" ? url : nil
                },
                defaultVoiceID: nil,
                on: 0
            )
            let parsed = host.perform {
                await q.play()
                return io.lastClipGap
            }
            host.go()
            #expect(try await parsed.value == 0)
            #expect(
                timeline(host).suffix(3).map { $0.split(separator: " ")[1] } == [
                    "speech", "ding.wav", "speech",
                ])
        }
    }

    @Test(
        "VoiceChorus: several voices speak one text at once, in one run", .fact("voicekit-2.2-10"))
    func chorus() async throws {
        try await simulated { host in
            for chorus in [VoiceChorus(engine: RealVoiceIO()), VoiceChorus()] {
                let spoken = host.perform {
                    await chorus.speak(
                        "Hello from a small chorus of voices.",
                        withVoiceProfiles: [
                            .init(id: "v1"),
                            .init(id: "v2"),
                        ]
                    )
                }
                host.go()
                try await spoken.value
                #expect(timeline(host).count == 2)
                #expect(Set(timeline(host)).count == 1)
                chorus.stop()
                host.run?.stop()
                host.go()
            }
        }
    }

    @Test("ScriptedVoiceIO: gives its lines, listen by listen")
    func scripted() async throws {
        let data = try JSONSerialization.data(withJSONObject: ["hello", "world"])
        let b64 = data.base64EncodedString()
        let io = ScriptedVoiceIO(fromBase64: b64)!

        let r1 = try await io.listen(timeout: 1.0, inactivity: 0.3, record: false)
        let r2 = try await io.listen(timeout: 1.0, inactivity: 0.3, record: false)

        #expect(r1.transcript == "hello")
        #expect(r2.transcript == "world")
    }

    @Test("VoiceKitInfo: version and build time")
    func info() {
        let line = "VoiceKit \(VoiceKitInfo.version) @ \(VoiceKitInfo.buildTimestampISO8601)"
        #expect(line.hasPrefix("VoiceKit 0.1.3 @ 20"))
    }

    @Test("live smoke test: without a device it fails with a VoiceIOError and does not crash")
    func smoke() async {
        let io = RealVoiceIO()
        await #expect(throws: VoiceIOError.micUnavailable) {
            try await io.ensurePermissions()
            try await io.configureSessionIfNeeded()
        }
        _ = try? await io.listen(timeout: 3, inactivity: 1.0, record: false)
    }
}
