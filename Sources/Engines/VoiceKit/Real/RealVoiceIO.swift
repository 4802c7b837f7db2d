public import Foundation
public import VoiceRun

/// Speaks, listens and plays clips: with a sound card, in the hands of a test, or replayed.
///
///     RealVoiceIO.makeHost = { DeviceHost(task: .general) }     // once, where the app starts
///     let voice = RealVoiceIO()
///     await voice.speak("Your name, please.")
///     let name = try await voice.listen(timeout: 12, inactivity: 2, record: true)
///
/// An engine lives in the world that ``makeHost`` makes. No device is opened before the first call
/// that needs one, which throws without one. Engines made by ``makeSibling()``, and further engines
/// of one host, share the run, settings, voices and microphone; they speak and play at the same
/// time.
@MainActor
public final class RealVoiceIO: VoiceIO, TTSConfigurable {
    /// Makes the world of every engine that is not given one. The default has no devices: calls
    /// throw ``VoiceIOError/micUnavailable`` and the log says why.
    ///
    /// Set it before the first engine is made: `{ DeviceHost(task: .general) }` of `VoiceLive` uses
    /// the sound card.
    public static var makeHost: @MainActor () -> any RunHost = {
        AbsentHost(unset: "RealVoiceIO.makeHost", before: "the first RealVoiceIO")
    }

    /// Told when listening begins and ends.
    public var onListeningChanged: ((Bool) -> Void)?
    /// Told the words so far; empty when a listen begins.
    public var onTranscriptChanged: ((String) -> Void)?
    /// Told the microphone's level of each 1,024 frames while listening: 0 for -60 dBFS or less, 1
    /// for full scale, linear in decibels between.
    public var onLevelChanged: ((CGFloat) -> Void)?
    /// Told when speech of this engine begins and ends.
    public var onTTSSpeakingChanged: ((Bool) -> Void)?
    /// Told a value from 0 to 1 for each word that this engine speaks.
    public var onTTSPulse: ((CGFloat) -> Void)?
    /// Told a short line about what happens; nil when idle.
    public var onStatusMessageChanged: ((String?) -> Void)?
    /// Takes the lines of the log. Nil, and nothing is logged, unless `VOICEKIT_LOG` is `1`, `true`
    /// or `yes`: then lines go to standard output.
    public var logger: ((LogLevel, String) -> Void)?

    let shared: VoiceShared
    /// The number of the engine among its siblings; 0 for the one that the app made.
    private(set) var channel = 0
    /// Whether `VOICEKIT_FORCE_CI` asks for answers without an engine.
    let isCI: Bool
    /// Context of listens, until another one is set.
    var context = RecognitionContext()

    /// An engine with default settings, in the world that ``makeHost`` makes.
    public convenience init() { self.init(config: VoiceIOConfig()) }

    /// Creates an engine with these settings, in the world of `host` or else that of ``makeHost``.
    public convenience init(config: VoiceIOConfig, host: (any RunHost)? = nil) {
        self.init(
            config: config, host: host ?? Self.makeHost(),
            environment: ProcessInfo.processInfo.environment)
    }

    /// An engine in the world of `host`, with default settings.
    public convenience init(host: any RunHost) { self.init(config: VoiceIOConfig(), host: host) }

    init(config: VoiceIOConfig, host: any RunHost, environment: [String: String]) {
        isCI = IsCI.running(in: environment)
        shared = VoiceShared.of(host, config: config)
        if VoiceKitLog.isWanted(in: environment) {
            logger = { print(VoiceKitLog.line($0, $1)) }
        }
        channel = shared.add(self)
        if shared.config != config {
            log(.warn, "engines of one host have the settings of the first: config is ignored")
        }
    }

    private init(siblingOf other: RealVoiceIO) {
        isCI = other.isCI
        shared = other.shared
        logger = other.logger
        channel = shared.add(self)
    }

    /// Another name of `init(config:)`.
    public static func makeLive(config: VoiceIOConfig = VoiceIOConfig()) -> RealVoiceIO {
        RealVoiceIO(config: config)
    }

    /// The settings, which stay for the life of the engine.
    public var config: VoiceIOConfig { shared.config }

    /// The world that the engine lives in.
    public var host: any RunHost { shared.host }

    /// The run that takes calls; nil before it began and after its end. Its `record()` is a
    /// session.
    public var run: EngineRun? { shared.facade?.run }

    /// The last words that were heard, or were set. `hardReset` and each listen empty it.
    public var latestTranscript: String {
        get { shared.transcript }
        set { shared.transcript = newValue }
    }

    /// Logs a line; the text is not made where nothing takes it.
    public func log(_ level: LogLevel = .info, _ message: @autoclosure () -> String) {
        logger?(level, message())
    }
}

extension RealVoiceIO: VoiceSiblingMaking {
    /// Creates an engine with a channel of its own in the same run: it speaks and plays clips while
    /// this one does. Settings, voices and microphone are the same.
    public func makeSibling() -> VoiceEngine { sibling() }

    /// Does the same as ``makeSibling()``.
    public func sibling() -> RealVoiceIO { RealVoiceIO(siblingOf: self) }
}

/// The events of callbacks as streams. They end with the run.
extension RealVoiceIO {
    /// The words so far of every listen from now on; empty when a listen begins. A reader that is
    /// 1,024 elements behind loses the oldest ones.
    public var partialTranscripts: AsyncStream<String> { shared.partials.stream() }

    /// The microphone's levels while listening, 0 to 1, as ``onLevelChanged`` is told.
    public var levels: AsyncStream<CGFloat> { shared.levels.stream() }

    /// Short lines about what happens, nil when idle, as ``onStatusMessageChanged`` is told.
    public var statusMessages: AsyncStream<String?> { shared.statuses.stream() }
}
