internal import Foundation
internal import VoiceJSON
internal import VoiceRun
internal import VoiceTrace

/// State that all engines of one session share: the host, the run, voices, recordings.
@MainActor
final class VoiceShared {
    private struct Member {
        weak var engine: RealVoiceIO?
    }

    let host: any RunHost
    let config: VoiceIOConfig
    /// The run that takes calls; nil before the first call, and after the end of a run.
    private(set) var facade: VoiceFacade?
    /// Runs that were shut down and have not ended.
    private var ending: [VoiceFacade] = []
    /// Engines by channel.
    private var members: [Member] = []
    /// Profiles in the order in which their ids were first set.
    private var profiles: [TTSVoiceProfile] = []
    private(set) var defaultProfileID: String?
    private(set) var tuning = Tuning()
    private var isTuned = false
    /// The engine whose listen is under way, or was last.
    weak var listener: RealVoiceIO?
    /// Folder that recordings are written to.
    var recordingFolder = FileManager.default.temporaryDirectory
    /// The last words that were heard.
    var transcript = ""
    /// Names of recordings in a session, by the paths of their files.
    private(set) var recordingNames: [String: String] = [:]
    /// Whether interruptions of the audio session stop everything.
    var stopsAtInterruptions = false
    /// Seconds from the end of speech to the clip that started last; nil before any.
    var lastClipGap: TimeInterval?
    let partials: AppNews<String>
    let levels: AppNews<CGFloat>
    let statuses: AppNews<String?>

    private struct Known {
        weak var shared: VoiceShared?
    }

    /// Shared states of engines, by the host.
    private static var known: [ObjectIdentifier: Known] = [:]

    /// Returns the state that engines of `host` share: of those that live, else a new one. A host
    /// has one run at a time, so that its engines are siblings.
    static func of(_ host: any RunHost, config: VoiceIOConfig) -> VoiceShared {
        known = known.filter { $0.value.shared != nil }
        if let shared = known[ObjectIdentifier(host)]?.shared { return shared }
        let shared = VoiceShared(host: host, config: config)
        known[ObjectIdentifier(host)] = Known(shared: shared)
        return shared
    }

    private init(host: any RunHost, config: VoiceIOConfig) {
        self.host = host
        self.config = config
        partials = AppNews(tasks: host.appTasks)
        levels = AppNews(tasks: host.appTasks)
        statuses = AppNews(tasks: host.appTasks)
    }

    // The device would stay open for an app that is gone.
    isolated deinit { facade?.send("shutDown") }

    /// Adds an engine and returns its channel. When all channels are taken, the engine gets the
    /// channel of an engine that no longer exists.
    func add(_ engine: RealVoiceIO) -> Int {
        let isFull = members.count >= VoiceKitConstants.channelLimit
        if isFull, let free = members.firstIndex(where: { $0.engine == nil }) {
            members[free].engine = engine
            return free
        }
        members.append(Member(engine: engine))
        return members.count - 1
    }

    /// The engine that callbacks of the whole run are for: the oldest that lives.
    private var root: RealVoiceIO? { members.lazy.compactMap(\.engine).first }

    // MARK: The run

    /// The run that takes calls; the first call begins it.
    func current() -> VoiceFacade {
        if let facade { return facade }
        let made = VoiceFacade(host: host, shared: self)
        facade = made
        made.begin(with: firstCalls)
        return made
    }

    private var firstCalls: [(name: String, arguments: JSONObject)] {
        var calls: [(String, JSONObject)] = [("configure", ["config": .object(config.object)])]
        calls += profiles.map { profile in
            let name = profile.id == defaultProfileID ? "setDefaultVoiceProfile" : "setVoiceProfile"
            return (name, ["profile": .object(profile.object)])
        }
        if isTuned { calls.append(("setTuning", ["tuning": .object(tuning.object)])) }
        return calls
    }

    /// Ends the run: everything that is under way is stopped. The next call begins another run.
    func shutDown() {
        guard let facade else { return }
        facade.send("shutDown")
        ending.append(facade)
        self.facade = nil
    }

    /// Tells every engine why no run began, or why it failed.
    func wasRefused(_ facade: VoiceFacade, _ why: String) {
        if facade.run == nil { ended(facade) }
        for engine in members.compactMap(\.engine) { engine.tell(why) }
        statuses.notify(why)
    }

    /// Called when the run is over, for any reason.
    func ended(_ facade: VoiceFacade) {
        ending.removeAll { $0 === facade }
        if self.facade === facade { self.facade = nil }
        partials.end()
        levels.end()
        statuses.end()
    }

    // MARK: Voices

    func profile(_ id: String) -> TTSVoiceProfile? { profiles.first { $0.id == id } }

    /// Keeps a profile, and makes it the default one.
    func set(_ profile: TTSVoiceProfile, isDefault: Bool = false) {
        keep(profile)
        if isDefault { defaultProfileID = profile.id }
        facade?.send(
            isDefault ? "setDefaultVoiceProfile" : "setVoiceProfile",
            ["profile": .object(profile.object)])
    }

    private func keep(_ profile: TTSVoiceProfile) {
        if let index = profiles.firstIndex(where: { $0.id == profile.id }) {
            profiles[index] = profile
        } else {
            profiles.append(profile)
        }
    }

    func set(_ tuning: Tuning) {
        self.tuning = tuning
        isTuned = true
        facade?.send("setTuning", ["tuning": .object(tuning.object)])
    }

    // MARK: Recordings

    /// Registers the sessions' name of the recording at `url`; nil where nothing was written.
    func register(recording url: URL?, named name: String) -> URL? {
        if let url { recordingNames[url.standardizedFileURL.path] = name }
        return url
    }

    // MARK: Callbacks

    /// Tells the engine that a callback is for.
    func notify(_ name: String, _ fields: JSONObject) {
        switch name {
        case "listeningChanged":
            (listener ?? root)?.onListeningChanged?(fields["listening"]?.bool ?? false)
        case "transcriptChanged":
            transcript = fields["transcript"]?.string ?? ""
            (listener ?? root)?.onTranscriptChanged?(transcript)
            partials.notify(transcript)
        case "levelChanged":
            let level = Self.share(fields["levelPermille"])
            (listener ?? root)?.onLevelChanged?(level)
            levels.notify(level)
        case "ttsSpeakingChanged":
            member(fields)?.onTTSSpeakingChanged?(fields["speaking"]?.bool ?? false)
        case "ttsPulse": member(fields)?.onTTSPulse?(Self.share(fields["pulsePermille"]))
        case "statusMessageChanged":
            let message = fields["message"]?.string
            for engine in members.compactMap(\.engine) {
                engine.onStatusMessageChanged?(message)
            }
            statuses.notify(message)
        default: break
        }
    }

    /// Tells every engine why a text is not spoken.
    func tellMute(because reason: String) {
        for engine in members.compactMap(\.engine) { engine.tell("cannot speak: \(reason)") }
        statuses.notify(reason)
    }

    /// Logs what the user denied, as the original says it.
    func logDenial(_ event: TraceEvent) {
        let text: String
        switch (event.fields["what"]?.string, event.fields["answer"]?.string) {
        case (_, "granted"): return
        case ("microphone", _): text = "Microphone permission denied."
        case (_, "unavailable"): text = "Speech recognizer unavailable."
        default: text = "Speech permission denied."
        }
        (listener ?? root)?.log(.error, text)
    }

    /// Logs which names the recognizer does not listen for.
    func logUntoldNames(_ event: TraceEvent) {
        let count = event.fields["count"]?.integer ?? 0
        let names = event.fields["names"]?.string ?? ""
        (listener ?? root)?.log(
            .warn,
            "listen: \(count) names are ignored: \(names). Give at most "
                + "\(VoiceKitConstants.nameLimit) names, and write each in letters of the English "
                + "alphabet.")
    }

    private func member(_ fields: JSONObject) -> RealVoiceIO? {
        let channel = fields["channel"]?.integer ?? 0
        guard let index = Int(exactly: channel), members.indices.contains(index) else {
            return nil
        }
        return members[index].engine
    }

    private static func share(_ value: JSONValue?) -> CGFloat {
        CGFloat(value?.integer ?? 0) / 1_000
    }

    /// Takes the profile or the tuning that a replayed session set in the app's place.
    func follow(_ event: TraceEvent) {
        let fields = event.fields
        func value(_ key: String) -> Double { Double(fields[key]?.integer ?? 0) / 1_000 }
        if event.kind == "profile" {
            let told = TTSVoiceProfile(
                id: fields["voice"]?.string ?? "", rate: value("rate"),
                pitch: Float(value("pitch")), volume: Float(value("volume")))
            if profile(told.id)?.object != told.object { keep(told) }
            if fields["default"]?.bool == true { defaultProfileID = told.id }
        } else if event.kind == "tuning" {
            let told = Tuning(
                rateVariation: Float(value("rateVariation")),
                pitchVariation: Float(value("pitchVariation")), volume: Float(value("volume")))
            if tuning.object != told.object { tuning = told }
        }
    }
}
