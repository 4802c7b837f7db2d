internal import VoiceMedia
public import VoiceTime
public import VoiceTrace

/// One run of a flow: the clock goes in, callbacks come out.
///
/// Only its host moves it, never from inside a callback.
@MainActor
public final class VoiceflowRun {
    private var loop: FrameLoop<RunnerBridge>
    private weak var runner: STVoiceFlowRunner?
    private var isBusy = false

    init(loop: consuming FrameLoop<RunnerBridge>, runner: STVoiceFlowRunner) {
        self.loop = loop
        self.runner = runner
    }

    /// The frame up to which everything has happened; inside a callback, the frame it came at.
    public internal(set) var now: Frame = 0

    /// Whether the flow has ended.
    public private(set) var isOver = false

    /// The frame of the next thing that is due; nil when only the microphone or the app can bring
    /// more. Not inside a callback, like all that follows.
    public var nextFrame: Frame? {
        precondition(!isBusy, Self.isBusyMessage)
        return loop.nextFrame
    }

    /// What happened so far, where the trace is kept.
    public var events: [TraceEvent] {
        precondition(!isBusy, Self.isBusyMessage)
        return loop.events
    }

    /// What came in so far, where the trace is kept.
    public var inputs: [InputEvent] {
        precondition(!isBusy, Self.isBusyMessage)
        return loop.inputs
    }

    private static let isBusyMessage = "a run is its host's, and not to be used inside a callback"

    /// Takes microphone frames, which move the clock.
    public func feed(_ samples: [Int16]) {
        move { loop in samples.withUnsafeBufferPointer { loop.feed($0) } }
    }

    /// Moves the clock to `frame` without a microphone.
    public func advance(to frame: Frame) { move { $0.advance(to: frame) } }

    /// Feeds a crossing of the speech or words tap, at its frame or now if that is past.
    public func inject(_ event: TraceEvent) {
        var event = event
        event.frame = max(event.frame, now)
        move { $0.inject(event) }
    }

    /// Takes what came from outside at the current frame.
    public func take(_ input: SessionInput) {
        let frame = now
        move { $0.schedule(input, at: frame) }
    }

    private func move(_ body: (inout FrameLoop<RunnerBridge>) -> Void) {
        precondition(!isBusy, Self.isBusyMessage)
        guard !isOver else { return }
        isBusy = true
        body(&loop)
        isBusy = false
        now = loop.now
        guard let reason = loop.endReason else { return }
        isOver = true
        runner?.ended(self, reason: reason)
    }
}
