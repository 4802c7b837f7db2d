internal import Foundation
internal import VoiceAudio
internal import VoiceJSON
public import VoiceRun

/// The built-in languages that a conversation can be held in.
public enum SAYConversationLanguage: String, Sendable, CaseIterable {
    /// English, as spoken in the United States.
    case english = "en-US"
    /// German, `de-DE`.
    case german = "de-DE"

    /// Language that answers are interpreted with.
    public var spoken: SpokenLanguage {
        switch self {
        case .english: .english
        case .german: .german
        }
    }
}

/// A conversation with a user: requests and tracks of sounds, in one run of the engine.
///
///     SAYConversationManager.makeHost = { DeviceHost(task: .general) }   // once, at the start
///     let request = SAYConfirmationRequest(promptText: "Are you sure?") { result in … }
///     SAYVoiceRequestPresenter.defaultPresenter.presentRequest(request)
///
/// It lives in the world that ``makeHost`` makes: a sound card, a test's hands, a recorded session.
/// The first request or sound begins a run; after ``shutDown()`` the next one begins another.
@MainActor
public final class SAYConversationManager {
    /// Makes the world of every manager that is not given one. The default has no devices: requests
    /// fail with ``SAYVoiceRequestError/Code/runOver``, whose message says why.
    public static var makeHost: @MainActor () -> any RunHost = {
        AbsentHost(unset: "SAYConversationManager.makeHost", before: "the first request")
    }

    /// Takes why a conversation cannot speak or cannot begin; nil writes it to standard error, each
    /// line once.
    public static var logHandler: (@MainActor (String) -> Void)?

    static func tell(_ why: String) {
        guard let logHandler else { return StandardErrorNotice.tell("SayKit: \(why)") }
        logHandler(why)
    }

    private static var shared: SAYConversationManager?

    /// The manager of the app; made when it is first asked for. Set it to have another one.
    public static var systemManager: SAYConversationManager {
        get {
            if let shared { return shared }
            let made = SAYConversationManager()
            shared = made
            return made
        }
        set { shared = newValue }
    }

    /// The world that the conversation lives in.
    public let host: any RunHost
    /// The language that is spoken and understood.
    public let language: SAYConversationLanguage
    /// Registry of the commands that the user may say; nil for none.
    public var commandRegistry: (any SAYVerbalCommandRegistry)?
    /// Voice settings where an utterance does not give its own.
    public var voiceSettings = SAYVoiceSettings()
    /// Asks requests.
    public private(set) lazy var presenter = SAYVoiceRequestPresenter(self)
    /// The tracks of sounds.
    public private(set) lazy var trackCoordinator = SAYAudioTrackCoordinator(self)
    private(set) var facade: SayFacade?
    /// Runs that were shut down and have not ended.
    private var ending: [SayFacade] = []
    /// Settings by the names of the call `configure`.
    private var settings: JSONObject = [:]
    private var sources: [any SAYAudioEventSource] = []

    /// Creates a conversation in the world of `host`, or else that of ``makeHost``.
    public init(host: (any RunHost)? = nil, language: SAYConversationLanguage = .english) {
        self.host = host ?? Self.makeHost()
        self.language = language
    }

    // The device would stay open for an app that is gone.
    isolated deinit { facade?.send("shutDown") }

    /// The run that takes calls; nil before it began and after its end. Its `record()` is a
    /// session.
    public var run: EngineRun? { facade?.run }

    /// Asks `request`; false where another one is presented, which `request` is told as
    /// ``SAYVoiceRequestError/Code/busy``.
    @discardableResult
    public func presentVoiceRequest(_ request: SAYVoiceRequest) -> Bool {
        presenter.presentRequest(request)
    }

    /// Runs `dialogue`, and waits for its end; as ``SAYVoiceRequestPresenter/run(_:progress:)``.
    @discardableResult
    public func runDialogue(
        _ dialogue: Dialogue, progress: (@MainActor (Dialogue.Progress) -> Void)? = nil
    ) async throws(DialogueError) -> Dialogue.Answers {
        try await presenter.run(dialogue, progress: progress)
    }

    /// Asks for a command of ``commandRegistry``; false without one, or while a request is
    /// presented.
    @discardableResult
    public func presentCommandRequest(promptText: String? = nil) -> Bool {
        guard let commandRegistry else { return false }
        return presentVoiceRequest(
            SAYVerbalCommandRequest(commandRegistry: commandRegistry, promptText: promptText))
    }

    /// Cancels everything, ends the run and releases the device.
    public func shutDown() {
        guard let facade else { return }
        ending.append(facade)
        self.facade = nil
        facade.send("shutDown")
    }

    // MARK: Sources of sounds

    /// Plays what `source` posts on the track of this name; an unknown track is silent.
    public func addAudioSource(_ source: any SAYAudioEventSource, forTrack identifier: String) {
        if !sources.contains(where: { $0 === source }) { sources.append(source) }
        source.audioListener = { [weak self] sequence in
            self?.trackCoordinator.track(withIdentifier: identifier)?.addSequence(sequence)
        }
    }

    /// Stops hearing what `source` posts.
    public func removeAudioSource(_ source: any SAYAudioEventSource) {
        sources.removeAll { $0 === source }
        source.audioListener = nil
    }

    // MARK: The run

    /// The run that takes calls; the first call begins it.
    func current() -> SayFacade {
        if let facade { return facade }
        let made = SayFacade(host: host, conversation: self)
        facade = made
        var calls: [(name: String, arguments: JSONObject)] = []
        if !settings.isEmpty { calls.append(("configure", ["settings": .object(settings)])) }
        for track in trackCoordinator.tracks.dropFirst(2) {
            calls.append(("registerTrack", SAYAudioTrackCoordinator.arguments(of: track)))
        }
        for track in trackCoordinator.tracks where track.duckingGain != nil {
            calls.append(("duckTrack", track.duckingArguments))
        }
        made.begin(with: calls)
        return made
    }

    /// Changes a setting of the engine; one that is not changed is not told.
    func configure(_ name: String, _ value: JSONValue) {
        guard settings[name] != value else { return }
        settings[name] = value
        facade?.send("configure", ["settings": .object([name: value])])
    }

    func configure(_ name: String, seconds: Double, _ range: ClosedRange<Double>) {
        guard !seconds.isNaN else { return }
        let bounded = min(max(seconds, range.lowerBound), range.upperBound)
        configure(name, .integer(Int64((bounded * 1_000).rounded())))
    }

    /// Sets the tones of the engine to those of a sound board.
    func configureTones(of board: SAYVoiceRequestSoundBoard) {
        func name(_ tone: SAYTone, _ standard: RequestLifecycle.Tone) -> JSONValue {
            switch tone {
            case .standard: .string(ToneFiles().file(of: standard))
            case .silent: .null
            case .file(let url):
                .string(url.isFileURL ? current().toneName(of: url.standardizedFileURL.path) : "")
            }
        }
        configure(
            "tones",
            .object([
                "microphoneStart": name(board.microphoneStartTone, .microphoneStart),
                "microphoneStop": name(board.microphoneStopTone, .microphoneStop),
                "unrecognizedCommand": name(
                    board.unrecognizedCommandTone, .unrecognizedCommand),
            ]))
    }

    /// An operation of an event as calls of the engine take it.
    func value(of operation: SAYAudioOperation) -> JSONValue {
        switch operation {
        case .speak(let utterance):
            .object(["speech": .object(voiceSettings.applied(to: utterance).object)])
        case .playTone(let url):
            .object(["tone": .string(current().toneName(of: url.standardizedFileURL.path))])
        case .wait(let seconds):
            .object(["silence": .integer(Int64((min(max(seconds, 0), 3_600) * 1_000).rounded()))])
        }
    }

    /// Called when the run is over, for any reason.
    func ended(_ facade: SayFacade) {
        ending.removeAll { $0 === facade }
        if self.facade === facade { self.facade = nil }
        if self.facade == nil { trackCoordinator.focusChanged(to: nil) }
    }
}
