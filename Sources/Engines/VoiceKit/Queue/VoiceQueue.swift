public import Foundation

/// Says, plays and waits in order, on one channel or several at once.
///
///     let queue = VoiceQueue(primary: io)
///     queue.enqueueSpeak("Ready?").enqueueSFX(ding).enqueuePause(0.2).enqueueSpeak("Go!")
///     await queue.play()
///
/// A clip after speech is prepared before the speech, so that it follows without a gap.
@MainActor
public final class VoiceQueue {
    /// The number of a channel; 0 is that of the first engine.
    public typealias ChannelID = Int
    /// The file of a sound's name; nil for an unknown name.
    public typealias SFXResolver = (_ name: String) -> URL?

    /// Most items of a channel that wait; more are left out and reported.
    public static let itemLimit = 10_000

    private struct Channel {
        let io: any VoiceIO
        var items: [Item] = []
        var task: Task<Void, Never>?
    }

    /// Whether ``play()`` is under way.
    public private(set) var isRunning = false
    /// Called with each error; the queue continues.
    public var onProblem: ((Problem) -> Void)?

    private let primary: any VoiceIO
    private let makeChannel: (() -> any VoiceIO)?
    private var channels: [ChannelID: Channel] = [:]
    private var isCancelled = false

    /// A queue over an engine.
    ///
    /// `makeChannel` makes the engine of another channel, once for each. Without it another channel
    /// is a sibling of `primary` where it makes siblings, else `primary` itself.
    public init(primary: any VoiceIO, makeChannel: (() -> any VoiceIO)? = nil) {
        self.primary = primary
        self.makeChannel = makeChannel
        channels[0] = Channel(io: primary)
    }

    /// Adds an item at the end of a channel. While the queue plays, it is played as well.
    public func enqueue(_ item: Item, on channel: ChannelID = 0) {
        if channels[channel] == nil { channels[channel] = Channel(io: engine()) }
        guard (channels[channel]?.items.count ?? 0) < Self.itemLimit else {
            onProblem?(.channelFull(channel: channel))
            return
        }
        channels[channel]?.items.append(item)
        if isRunning, !isCancelled, channels[channel]?.task == nil { start(channel) }
    }

    private func engine() -> any VoiceIO {
        makeChannel?() ?? (primary as? any VoiceSiblingMaking)?.makeSibling() ?? primary
    }

    /// Plays all channels at once and returns when all are done or cancelled; returns at once
    /// while another call plays. Cancelling the task is ``cancelAll()``.
    public func play() async {
        guard !isRunning else { return }
        isRunning = true
        isCancelled = Task.isCancelled
        defer { isRunning = false }
        guard !isCancelled else { return clear() }
        for id in channels.keys.sorted() { start(id) }
        await withTaskCancellationHandler {
            while let id = channels.keys.sorted().first(where: { channels[$0]?.task != nil }) {
                await channels[id]?.task?.value
                channels[id]?.task = nil
                if !isCancelled, channels[id]?.items.isEmpty == false { start(id) }
            }
        } onCancel: {
            Task { @MainActor in self.cancelAll() }
        }
    }

    /// Stops every engine and drops the items that wait.
    public func cancelAll() {
        isCancelled = true
        clear()
        for id in channels.keys.sorted() {
            channels[id]?.task?.cancel()
            channels[id]?.io.stopAll()
        }
    }

    private func clear() {
        for id in channels.keys { channels[id]?.items = [] }
    }

    private func start(_ id: ChannelID) {
        channels[id]?.task = Task { await run(id) }
    }

    private func remove(_ id: ChannelID) -> Item? {
        guard !isCancelled, channels[id]?.items.isEmpty == false else { return nil }
        return channels[id]?.items.removeFirst()
    }

    private func run(_ id: ChannelID) async {
        guard let io = channels[id]?.io else { return }
        while let item = remove(id) {
            switch item {
            case .speak(let text, let voiceID): await speak(text, voiceID, io, id)
            case .sfx(let url, let gain):
                await attempt(url) { try await io.playClip(url: url, gainDB: gain) }
            case .pause(let seconds): try? await io.pause(seconds: max(0, seconds))
            }
        }
    }

    /// Speaks, and plays the clip that follows without a gap.
    private func speak(
        _ text: String, _ voiceID: String?, _ io: any VoiceIO, _ id: ChannelID
    ) async {
        var clip: URL?
        if case .sfx(let url, let gain)? = channels[id]?.items.first {
            _ = remove(id)
            let isReady = await attempt(url) { try await io.prepareClip(url: url, gainDB: gain) }
            if isReady { clip = url }
        }
        guard !isCancelled else { return }
        if let configurable = io as? any TTSConfigurable {
            await configurable.speak(text, using: voiceID)
        } else {
            await io.speak(text)
        }
        guard let clip, !isCancelled else { return }
        await attempt(clip) { try await io.startPreparedClip() }
    }

    /// Whether the clip played; what stopped it is reported unless the queue was cancelled.
    @discardableResult
    private func attempt(
        _ url: URL, _ work: @MainActor () async throws -> Void
    ) async -> Bool {
        do {
            try await work()
            return true
        } catch {
            if !isCancelled { onProblem?(.clipFailed(url: url, reason: "\(error)")) }
            return false
        }
    }
}
