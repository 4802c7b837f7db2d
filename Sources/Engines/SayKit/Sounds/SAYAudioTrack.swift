internal import VoiceJSON
internal import VoiceRun

/// The track of an app's own sounds; priority 10.
public let SAYAudioTrackMainIdentifier = "main"
/// The track of voice requests; priority 999. It belongs to requests.
public let SAYAudioTrackVoiceRequestIdentifier = "voiceRequest"

/// A queue of sounds, which are heard one after the other.
@MainActor
public final class SAYAudioTrack {
    /// Its name.
    public let identifier: String
    /// The higher one is heard.
    public let priority: Int
    /// Whether it is the track that is heard.
    public internal(set) var hasFocus = false
    /// The gain, over 0 through 1, by which the track is heard while a track of higher priority has
    /// focus; nil suspends it meanwhile. Others are moved into that range.
    ///
    /// A request has focus from its presentation to its end: while it listens, its microphone hears
    /// what is ducked. The track of requests cannot be ducked.
    public var duckingGain: Double? {
        didSet { if duckPermille != Self.permille(oldValue) { tellDucking() } }
    }
    private var openCount = 0
    private weak var conversation: SAYConversationManager?

    init(identifier: String, priority: Int, conversation: SAYConversationManager) {
        self.identifier = identifier
        self.priority = priority
        self.conversation = conversation
    }

    /// Whether it has sounds that are not over; it may be suspended meanwhile.
    public var isLive: Bool { openCount > 0 }

    /// Adds an event; `completion` is called when it was played to its end.
    public func addEvent(
        _ event: any SAYAudioEvent, completion: (@MainActor () -> Void)? = nil
    ) { add(SAYAudioEventSequence.Item(event, completion: completion)) }

    /// Adds events; `completion` is called when the last of them was played to its end.
    public func addEvents(
        _ events: [any SAYAudioEvent], completion: (@MainActor () -> Void)? = nil
    ) {
        for (index, event) in events.enumerated() {
            addEvent(event, completion: index == events.count - 1 ? completion : nil)
        }
    }

    /// Adds the events of a sequence.
    public func addSequence(_ sequence: SAYAudioEventSequence) {
        for item in sequence.items { add(item) }
    }

    /// Plays an event, and waits until it is over.
    public func play(_ event: any SAYAudioEvent) async -> SAYAudioOutcome {
        guard let conversation else { return .cancelled }
        openCount += 1
        defer { openCount -= 1 }
        do {
            let answer = try await conversation.current().ask(
                "addEvents", arguments(of: event, conversation))
            return Self.outcome(of: answer)
        } catch {
            return Self.outcome(of: error)
        }
    }

    private static func permille(_ gain: Double?) -> Int64? {
        guard let gain, !gain.isNaN else { return nil }
        let unity = Double(AudioTrack.unity)
        return Int64((min(max(gain, 1 / unity), 1) * unity).rounded())
    }

    private var duckPermille: Int64? { Self.permille(duckingGain) }

    private func tellDucking() {
        // A run that begins later is told at its beginning.
        conversation?.facade?.send("duckTrack", duckingArguments)
    }

    /// The arguments of `duckTrack`.
    var duckingArguments: JSONObject {
        [
            "track": .string(identifier),
            "gain": duckPermille.map { .integer($0) } ?? .null,
        ]
    }

    /// Cancels the sounds that are not over; their completions are not called.
    public func cancelAll() {
        conversation?.facade?.send("cancelTrack", ["track": .string(identifier)])
    }

    private func add(_ item: SAYAudioEventSequence.Item) {
        guard let conversation else {
            item.outcome?(.cancelled)
            return
        }
        openCount += 1
        conversation.current().ask("addEvents", arguments(of: item.event, conversation)) {
            result in
            self.openCount -= 1
            let outcome =
                switch result {
                case .success(let answer): Self.outcome(of: answer)
                case .failure(let error): Self.outcome(of: error)
                }
            switch outcome {
            case .finished, .skipped: item.completion?()
            case .cancelled, .refused: break
            }
            item.outcome?(outcome)
        }
    }

    private func arguments(
        of event: any SAYAudioEvent, _ conversation: SAYConversationManager
    ) -> JSONObject {
        let parts = event.operations.map { conversation.value(of: $0) }
        let value: JSONValue =
            parts.count == 1 ? parts[0] : .object(["composite": .array(parts)])
        return ["track": .string(identifier), "events": .array([value])]
    }

    private static func outcome(of answer: JSONValue) -> SAYAudioOutcome {
        let object = answer.array?.first?.object
        switch object?["outcome"]?.string {
        case "skipped": return .skipped(reason: object?["reason"]?.string ?? "")
        case "cancelled": return .cancelled
        default: return .finished
        }
    }

    private static func outcome(of error: any Error) -> SAYAudioOutcome {
        guard case .callFailed(_, let reason)? = error as? RunError else { return .cancelled }
        return .refused(reason: reason)
    }
}

/// The tracks of a conversation: of those with sounds, the one of highest priority is heard.
///
/// The others are suspended at the frame and go on later where they were, but for tracks with a
/// ``SAYAudioTrack/duckingGain``, which are made quieter. Of equal priorities the one that has
/// focus keeps it.
@MainActor
public final class SAYAudioTrackCoordinator {
    private weak var conversation: SAYConversationManager?
    /// The tracks in the order of their registration.
    public private(set) var tracks: [SAYAudioTrack] = []

    init(_ conversation: SAYConversationManager) {
        self.conversation = conversation
        for (name, priority) in [
            (AudioProduction.mainTrack, AudioProduction.mainPriority),
            (AudioProduction.requestTrack, AudioProduction.requestPriority),
        ] {
            tracks.append(
                SAYAudioTrack(identifier: name, priority: priority, conversation: conversation))
        }
    }

    /// The track of this name; nil if there is none.
    public func track(withIdentifier identifier: String) -> SAYAudioTrack? {
        tracks.first { $0.identifier == identifier }
    }

    /// Makes a track; one of this name that exists stays as it is.
    ///
    /// `priority` is -1,000,000 through 1,000,000; others are moved into that range.
    ///
    /// - Returns: the track; nil for an empty name, and where there are 64 tracks.
    @discardableResult
    public func registerTrack(
        withIdentifier identifier: String, priority: Int
    ) -> SAYAudioTrack? {
        if let known = track(withIdentifier: identifier) { return known }
        guard let conversation, !identifier.isEmpty, tracks.count < AudioProduction.trackLimit
        else { return nil }
        let track = SAYAudioTrack(
            identifier: identifier, priority: min(max(priority, -1_000_000), 1_000_000),
            conversation: conversation)
        tracks.append(track)
        conversation.current().send("registerTrack", Self.arguments(of: track))
        return track
    }

    /// Cancels a track's sounds and removes it; the main track and that of requests stay.
    public func unregisterTrack(withIdentifier identifier: String) {
        let isOwn = [AudioProduction.mainTrack, AudioProduction.requestTrack].contains(identifier)
        guard !isOwn, track(withIdentifier: identifier) != nil else { return }
        tracks.removeAll { $0.identifier == identifier }
        conversation?.facade?.send("unregisterTrack", ["track": .string(identifier)])
    }

    /// Suspends all tracks until ``resumeTracks()``.
    public func suspendTracks() { conversation?.current().send("suspendTracks") }

    /// Continues the track that the rule chooses.
    public func resumeTracks() { conversation?.current().send("resumeTracks") }

    static func arguments(of track: SAYAudioTrack) -> JSONObject {
        ["track": .string(track.identifier), "priority": .integer(Int64(track.priority))]
    }

    func focusChanged(to identifier: String?) {
        for track in tracks { track.hasFocus = track.identifier == identifier }
    }
}
