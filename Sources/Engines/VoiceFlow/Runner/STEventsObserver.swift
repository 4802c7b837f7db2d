// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// The names are those of the document that apps are written against.

/// Receives every media event of every runner, before the app's callback about it: those that apps
/// are called back about, the beginning and the end of speech, what the recognizer says
/// (`textString`; none where it is not sure), a timeout before speech, and answers to requests
/// for permissions.
@MainActor
public protocol STEventsObserverDelegate: AnyObject {
    /// Receives a media event; `mediaJobID` is the same for all events of one module's execution,
    /// another one for every other execution of any runner, and empty outside of a run.
    ///
    /// Runners are counted as an observer hears of them, so the ids of an app that is replayed with
    /// a new observer are those that it got when it was recorded.
    ///
    /// What is called here outside of a callback counts at the run's next frame.
    func STMedia_EventNotification(
        _ mediaJobID: String!, mediaItemID: String!, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]!)
}

/// Brings media events to its delegate for as long as it lives.
@MainActor
public final class STEventsObserver {
    /// Delegate that is told; not kept alive.
    public weak var delegate: (any STEventsObserverDelegate)?

    private struct Entry {
        weak var observer: STEventsObserver?
    }

    private static var entries: [Entry] = []

    /// A runner that an observer has heard.
    private struct Heard {
        weak var runner: STVoiceFlowRunner?
        let number: Int
    }

    private var heard: [Heard] = []
    private var runnerCount = 0

    /// Registers a new observer.
    public init() {
        Self.entries.removeAll { $0.observer == nil }
        Self.entries.append(Entry(observer: self))
    }

    /// Tells every delegate of an event of `runner`; `body` gets the runner's number among those
    /// that the observer has heard.
    static func notify(
        of runner: STVoiceFlowRunner, _ body: (any STEventsObserverDelegate, Int) -> Void
    ) {
        for observer in entries.compactMap(\.observer) {
            guard let delegate = observer.delegate else { continue }
            body(delegate, observer.number(of: runner))
        }
    }

    /// The number of `runner`, from 1; a number is given once.
    private func number(of runner: STVoiceFlowRunner) -> Int {
        if let known = heard.first(where: { $0.runner === runner }) { return known.number }
        heard.removeAll { $0.runner == nil }
        runnerCount += 1
        heard.append(Heard(runner: runner, number: runnerCount))
        return runnerCount
    }
}
