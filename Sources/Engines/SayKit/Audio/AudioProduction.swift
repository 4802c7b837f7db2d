internal import VoiceEngine
internal import VoiceTime

/// Tracks and their coordinator: of all tracks with something to play, the one of highest priority
/// sounds; the others are held at the frame and continue later where they were, or, where they are
/// set so, sound on by a lower gain. A pure machine.
///
/// A track is never held for another of the same priority; where two wait, the one that was
/// registered first has focus first. An operation that cannot be played is skipped, and its event
/// continues. Every method appends to ``changes``, in the order in which it happens.
struct AudioProduction: Sendable {
    /// The track of the app's own sounds.
    static let mainTrack = "main"
    /// The track of voice requests.
    static let requestTrack = "voiceRequest"
    static let mainPriority = 10
    static let requestPriority = 999
    /// Tracks at most.
    static let trackLimit = 64
    /// Timers of silences have the numbers of jobs, from here on.
    static let firstTimer = 1_000

    let rate: SampleRate
    let language: String
    /// Speaking rate of utterances without one of their own, in words a minute.
    var wordsPerMinute: Int
    var tracks: [AudioTrack] = []
    /// The track that has focus, by its place in ``tracks``.
    var focus: Int?
    /// Changes that were not taken yet, oldest first.
    var changes: [AudioChange] = []
    private(set) var isSuspended = false
    private var jobCount = 0
    private var itemCount = 0

    /// A production with the main track and the track of voice requests.
    init(rate: SampleRate, language: String, wordsPerMinute: Int) {
        self.rate = rate
        self.language = language
        self.wordsPerMinute = wordsPerMinute
        tracks = [
            AudioTrack(identifier: Self.mainTrack, priority: Self.mainPriority),
            AudioTrack(identifier: Self.requestTrack, priority: Self.requestPriority),
        ]
    }

    /// The oldest change that was not taken yet; nil if none is left.
    mutating func takeChange() -> AudioChange? {
        changes.isEmpty ? nil : changes.removeFirst()
    }

    /// A number that no playing job, no silence and no listening job has.
    mutating func takeJob() -> Int {
        jobCount += 1
        return jobCount
    }

    // MARK: Tracks

    /// The track of this name; nil if there is none.
    func track(_ identifier: String) -> AudioTrack? { tracks.first { $0.identifier == identifier } }

    private func place(of identifier: String) -> Int? {
        tracks.firstIndex { $0.identifier == identifier }
    }

    /// Adds a track; an existing one stays as it is. False where there are too many.
    mutating func register(_ identifier: String, priority: Int) -> Bool {
        guard place(of: identifier) == nil else { return true }
        guard tracks.count < Self.trackLimit else { return false }
        tracks.append(AudioTrack(identifier: identifier, priority: priority))
        return true
    }

    /// Cancels the events of a track and removes it. False for an unknown track.
    mutating func unregister(_ identifier: String, at now: Frame) -> Bool {
        guard let index = place(of: identifier) else { return false }
        cancelItems(at: index)
        let focused = focus
        tracks.remove(at: index)
        if focused == index {
            focus = nil
            changes.append(.focus(track: nil))
        } else if let focused, focused > index {
            focus = focused - 1
        }
        settle(at: now)
        return true
    }

    /// Holds every track until ``resumeTracks(at:)``.
    mutating func suspendTracks(at now: Frame) {
        isSuspended = true
        settle(at: now)
    }

    /// Continues the track that the rule chooses.
    mutating func resumeTracks(at now: Frame) {
        isSuspended = false
        settle(at: now)
    }

    /// Gives a track focus before all tracks below, also while it has nothing to play, or takes
    /// that away.
    mutating func reserve(_ identifier: String, _ isReserved: Bool, at now: Frame) {
        guard let index = place(of: identifier) else { return }
        tracks[index].isReserved = isReserved
        settle(at: now)
    }

    /// Sets the gain of a track while a track of higher priority has focus, in thousandths; nil
    /// holds it meanwhile. False for an unknown track.
    mutating func duck(_ identifier: String, permille: Int?, at now: Frame) -> Bool {
        guard let index = place(of: identifier) else { return false }
        tracks[index].duckPermille = permille
        settle(at: now)
        return true
    }

    // MARK: Events

    /// Queues `event`, and returns its number; nil for an unknown track, or a full one.
    mutating func add(_ event: AudioEvent, to identifier: String, at now: Frame) -> Int? {
        guard let index = place(of: identifier),
            tracks[index].items.count < AudioTrack.itemLimit
        else { return nil }
        itemCount += 1
        tracks[index].items.append(.init(number: itemCount, operations: event.operations))
        dropFinished(at: index)
        settle(at: now)
        return itemCount
    }

    /// Cancels the events of a track, in their order. False for an unknown track.
    mutating func cancelAll(_ identifier: String, at now: Frame) -> Bool {
        guard let index = place(of: identifier) else { return false }
        cancelItems(at: index)
        settle(at: now)
        return true
    }

    private mutating func cancelItems(at index: Int) {
        if let sounding = tracks[index].sounding {
            if let job = sounding.job { changes.append(.action(.stopPlaying(job: job))) }
            if case .silent(let timer, _) = sounding {
                changes.append(.action(.cancelTimer(id: timer)))
            }
            if let part = part(at: index) { changes.append(.stopped(part)) }
        }
        let track = tracks[index]
        tracks[index].items = []
        tracks[index].step = 0
        tracks[index].sounding = nil
        for item in track.items {
            changes.append(.over(item: item.number, track: track.identifier, .cancelled))
        }
    }

    // MARK: News

    /// Handles news of a job; false for a job of no track.
    mutating func handle(_ signal: MediaSignal, at now: Frame) -> Bool {
        guard let index = tracks.firstIndex(where: { $0.sounding?.job == signal.job }) else {
            return false
        }
        switch signal {
        case .playStarted(let job, let prompt): begin(job, prompt, at: index)
        case .playEnded: end(at: index, fault: nil, now)
        case .playFailed(_, let reason): end(at: index, fault: reason, now)
        default: break
        }
        return true
    }

    /// Takes a timer; false for a timer of no silence.
    mutating func timerRanOut(_ id: Int, at now: Frame) -> Bool {
        let index = tracks.firstIndex { track in
            if case .silent(id, _)? = track.sounding { true } else { false }
        }
        guard let index else { return false }
        end(at: index, fault: nil, now)
        return true
    }

    private mutating func begin(_ job: Int, _ prompt: RealizedPrompt, at index: Int) {
        guard let part = part(at: index) else { return }
        switch tracks[index].sounding {
        case .playing(_, false):
            tracks[index].sounding = .playing(job: job, hasBegun: true)
            changes.append(.began(part, digest: prompt.digest))
            tellGain(of: part, at: index)
        case .held(_, false):
            tracks[index].sounding = .held(job: job, hasBegun: true)
            changes += [.began(part, digest: prompt.digest), .held(part)]
        default: break
        }
    }

    private mutating func end(at index: Int, fault: String?, _ now: Frame) {
        if let part = part(at: index) {
            changes.append(fault.map { AudioChange.failed(part, reason: $0) } ?? .ended(part))
        }
        if let fault, tracks[index].items.first?.fault == nil {
            tracks[index].items[0].fault = fault
        }
        tracks[index].sounding = nil
        tracks[index].step += 1
        dropFinished(at: index)
        settle(at: now)
    }

    /// Removes finished events from the head of a track.
    private mutating func dropFinished(at index: Int) {
        while let item = tracks[index].items.first, tracks[index].step >= item.operations.count {
            tracks[index].items.removeFirst()
            tracks[index].step = 0
            let outcome = item.fault.map { SAYAudioOutcome.skipped(reason: $0) } ?? .finished
            changes.append(
                .over(item: item.number, track: tracks[index].identifier, outcome))
        }
    }
}
