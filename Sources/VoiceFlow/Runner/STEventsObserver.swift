// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// The names are those of the document that apps are written against.

/// Receives every media event of every runner, before the app's callback about it: those that apps
/// are called back about, the beginning and the end of speech, what the recognizer says
/// (`textString`; none where it is not sure), a timeout before speech, and answers to requests
/// for permissions.
@MainActor
public protocol STEventsObserverDelegate: AnyObject {
    /// A media event; `mediaJobID` is the same for all events of one module's execution, and empty
    /// outside of a run.
    ///
    /// What is called here outside of a callback counts at the run's next frame.
    func STMedia_EventNotification(
        _ mediaJobID: String!, mediaItemID: String!, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]!)
}

/// Brings media events to its delegate for as long as it lives.
@MainActor
public final class STEventsObserver {
    /// Who is told; not kept alive.
    public weak var delegate: (any STEventsObserverDelegate)?

    private struct Entry {
        weak var observer: STEventsObserver?
    }

    private static var entries: [Entry] = []

    /// Registers a new observer.
    public init() {
        Self.entries.removeAll { $0.observer == nil }
        Self.entries.append(Entry(observer: self))
    }

    static func notify(_ body: (any STEventsObserverDelegate) -> Void) {
        for delegate in entries.compactMap({ $0.observer?.delegate }) { body(delegate) }
    }
}
