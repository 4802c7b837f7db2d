import Foundation
import Testing
import VoiceAudio
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceKit

/// An engine in a test's hands, with callbacks that note what they are told.
@MainActor
final class KitWorld {
    let folder = TemporaryFolder()
    let host = SimulatedHost()
    let io: RealVoiceIO
    /// What callbacks told, in order.
    var told: [String] = []

    init(
        config: VoiceIOConfig = VoiceIOConfig(ttsSuppressAfterFinish: 0),
        environment: [String: String] = [:], _ prepare: (SimulatedHost) -> Void = { _ in }
    ) {
        prepare(host)
        io = RealVoiceIO(config: config, host: host, environment: environment)
        io.shared.recordingFolder = URL(fileURLWithPath: folder.path)
        listen(to: io, "")
    }

    /// Notes what an engine's callbacks tell.
    func listen(to io: RealVoiceIO, _ name: String) {
        io.onListeningChanged = { [weak self] in self?.told.append("\(name)listening \($0)") }
        io.onTranscriptChanged = { [weak self] in self?.told.append("\(name)words \($0)") }
        io.onTTSSpeakingChanged = { [weak self] in self?.told.append("\(name)speaking \($0)") }
        io.onStatusMessageChanged = { [weak self] in
            self?.told.append("\(name)status \($0 ?? "idle")")
        }
    }

    /// What callbacks told that begins with one of these words.
    func told(_ words: String...) -> [String] {
        told.filter { line in words.contains { line.hasPrefix($0) } }
    }

    var now: Int64 { (host.run?.now ?? 0) / 16 }

    var events: [TraceEvent] { host.run?.events ?? [] }

    /// The frames of the events of a kind, in milliseconds.
    func times(_ kind: String) -> [Int64] {
        events.filter { $0.kind == kind }.map { $0.frame / 16 }
    }

    /// A sound file of so many milliseconds.
    func clip(_ name: String = "ding.wav", milliseconds: Int = 500) throws -> URL {
        let sound = MonoSound(
            sampleRate: 16_000, samples: [Int16](repeating: 1_000, count: milliseconds * 16))
        try SoundFile.writeMono(sound, path: folder.path(name), overwrite: true)
        return URL(fileURLWithPath: folder.path(name))
    }

    /// Names of recordings that stand on disk.
    var recordings: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasPrefix("vk-listen-") }.sorted()
    }
}
