public import Foundation

/// One thing that is done for an audio event, from its beginning to its end.
public enum SAYAudioOperation: Sendable, Hashable {
    /// A text is spoken.
    case speak(SAYSpeechUtterance)
    /// A sound file is played.
    case playTone(URL)
    /// Silence of so many seconds.
    case wait(TimeInterval)
}

/// Something audible with a beginning and an end.
///
/// Apps may have events of their own: an event is the operations that it supplies.
public protocol SAYAudioEvent: Sendable {
    /// Operations of the event, in order; none where there is nothing to hear.
    var operations: [SAYAudioOperation] { get }
}

/// A text that is spoken.
public struct SAYSpeechEvent: SAYAudioEvent, Hashable {
    /// Utterance that is spoken, with its manner.
    public var utterance: SAYSpeechUtterance

    /// Speaks `utterance`.
    public init(utterance: SAYSpeechUtterance) { self.utterance = utterance }

    /// Speaks `text` as the settings say.
    public init(utteranceString text: String) { utterance = SAYSpeechUtterance(text) }

    /// Speaks the utterance.
    public var operations: [SAYAudioOperation] { [.speak(utterance)] }
}

/// A sound file that is played.
public struct SAYToneEvent: SAYAudioEvent, Hashable {
    /// The file: WAV, FLAC, OGG, AIFF or CAF.
    public var toneURL: URL

    /// Plays the file at `toneURL`.
    public init(toneURL: URL) { self.toneURL = toneURL }

    /// One operation; none for a URL that is not a file's.
    public var operations: [SAYAudioOperation] { toneURL.isFileURL ? [.playTone(toneURL)] : [] }
}

/// Silence between other sounds, in seconds.
public struct SAYSilenceEvent: SAYAudioEvent, Hashable {
    /// Length of the silence in seconds, an hour at most.
    public var interval: TimeInterval

    /// Silence of `interval` seconds.
    public init(interval: TimeInterval) { self.interval = interval }

    /// One operation; none for a length that is not above 0.
    public var operations: [SAYAudioOperation] { interval > 0 ? [.wait(interval)] : [] }
}

/// Several events that count as one.
public struct SAYCompositeEvent: SAYAudioEvent {
    /// The events in order.
    public var events: [any SAYAudioEvent]

    /// One event of `events`.
    public init(events: [any SAYAudioEvent]) { self.events = events }

    /// The operations of all events.
    public var operations: [SAYAudioOperation] { events.flatMap(\.operations) }
}

/// Outcome of an event.
public enum SAYAudioOutcome: Sendable, Hashable {
    /// The event was heard to its end.
    case finished
    /// A part of the event could not be played and was skipped; the track went on.
    case skipped(reason: String)
    /// The event was cancelled, before or while it was heard, or its run ended.
    case cancelled
    /// The track could not take it.
    case refused(reason: String)

    /// The word for it in events of the trace and in answers of the engine.
    var name: String {
        switch self {
        case .finished: "finished"
        case .skipped: "skipped"
        case .cancelled: "cancelled"
        case .refused: "refused"
        }
    }

    /// Reason why not all of it was heard; nil where it was, and where it was cancelled.
    var reason: String? {
        switch self {
        case .skipped(let reason), .refused(let reason): reason
        case .finished, .cancelled: nil
        }
    }
}

/// Events in their order, each with an action for its end.
public struct SAYAudioEventSequence {
    /// Event with the action for its end.
    public struct Item {
        /// Event that is heard.
        public var event: any SAYAudioEvent
        /// Called when the event was played to its end; not when it was cancelled.
        public var completion: (@MainActor () -> Void)?
        /// Called once with what became of the event.
        public var outcome: (@MainActor (SAYAudioOutcome) -> Void)?

        /// An event of a sequence.
        public init(
            _ event: any SAYAudioEvent, completion: (@MainActor () -> Void)? = nil,
            outcome: (@MainActor (SAYAudioOutcome) -> Void)? = nil
        ) {
            self.event = event
            self.completion = completion
            self.outcome = outcome
        }
    }

    /// The events in order.
    public private(set) var items: [Item] = []

    /// A sequence of `events`.
    public init(events: [any SAYAudioEvent] = []) { addEvents(events) }

    /// A sequence of `items`.
    public init(items: [Item]) { self.items = items }

    /// Adds an event; `completion` is called when it was played to its end.
    public mutating func addEvent(
        _ event: any SAYAudioEvent, completion: (@MainActor () -> Void)? = nil
    ) { items.append(Item(event, completion: completion)) }

    /// Adds events in order.
    public mutating func addEvents(_ events: [any SAYAudioEvent]) {
        items += events.map { Item($0) }
    }

    /// Adds the events of `sequence`.
    public mutating func appendSequence(_ sequence: SAYAudioEventSequence) {
        items += sequence.items
    }
}

/// Posts sounds for a track.
public protocol SAYAudioEventSource: AnyObject {
    /// Listener for the sounds that the source posts; a conversation manager sets it.
    var audioListener: ((SAYAudioEventSequence) -> Void)? { get set }
}
