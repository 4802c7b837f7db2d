internal import VoiceAudio
internal import VoiceEngine
public import VoiceHypothesis
package import VoiceMedia
public import VoiceTime
public import VoiceTrace

/// One run of an engine for an app: the clock goes in, callbacks come out.
///
/// Only its host moves it, never from inside a callback.
@MainActor
public final class EngineRun {
    private enum Move {
        case feed(ArraySlice<Int16>)
        case advance(Frame)
    }

    private var loop: FrameLoop<RunBridge>
    private weak var facade: (any RunFacade)?
    /// Whether the run is on its way from one frame to another.
    package private(set) var isBusy = false
    /// Inputs that came from the app's side meanwhile.
    private var late: [SessionInput] = []
    /// Sounds that were added to the script meanwhile.
    private var lateSounds: [ScriptedSound] = []
    /// Moves that wait until the app is back.
    private var moves: [Move] = []
    private var hasMoved = false
    private var isGoingOn = false
    /// Parts that a record of this run needs beside the trace.
    let origin: RunParts
    var prompts = PromptIndex()
    var sounds: [String: MonoSound] = [:]
    private(set) var microphone: [Int16] = []

    init(
        loop: consuming FrameLoop<RunBridge>, facade: any RunFacade, origin: RunParts
    ) {
        self.loop = loop
        self.facade = facade
        self.origin = origin
    }

    /// The frame up to which everything has happened; inside a callback, the frame it came at.
    public internal(set) var now: Frame = 0

    /// Whether the engine has ended, or the run has failed.
    public private(set) var isOver = false

    /// Reason why the run has failed: its app waits for something else, or never waits, or its
    /// engine did something that none may do.
    public private(set) var failure: RunError?

    /// Whether an app on an actor of its own is being called back, and time stands still.
    package private(set) var isAwaitingApp = false

    /// The frame of the next thing that is due; nil when only the microphone or the app can bring
    /// more. Not inside a callback, like all that follows.
    package var nextFrame: Frame? {
        precondition(!isBusy, Self.isBusyMessage)
        return loop.nextFrame
    }

    /// Events so far, where the trace is kept.
    package var events: [TraceEvent] {
        precondition(!isBusy, Self.isBusyMessage)
        return loop.events
    }

    /// Inputs so far, where the trace is kept.
    public var inputs: [InputEvent] {
        precondition(!isBusy, Self.isBusyMessage)
        return loop.inputs
    }

    /// Tasks that listening jobs asked for of their own, each once.
    var tasks: [RecognitionTask] {
        precondition(!isBusy, Self.isBusyMessage)
        return loop.tasks
    }

    private static let isBusyMessage = "a run is its host's, and not to be used inside a callback"

    /// Takes microphone frames, which move the clock; they wait while the app is called back.
    package func feed(_ samples: [Int16]) {
        if origin.conditions.keepsTrace, !isOver { microphone += samples }
        moves.append(.feed(samples[...]))
        proceed()
    }

    /// Moves the clock to `frame` without a microphone, once the app is back.
    public func advance(to frame: Frame) {
        moves.append(.advance(frame))
        proceed()
    }

    /// Takes an input from outside, at the next frame.
    public func take(_ input: SessionInput) {
        precondition(!isBusy, Self.isBusyMessage)
        guard !isOver else { return }
        loop.schedule(input, at: freeFrame)
    }

    /// Brings the words of an utterance that was recognised beside the run; words that are not
    /// waited for are dropped.
    public func answer(_ outcome: RecognitionOutcome, for job: Int) {
        precondition(!isBusy, Self.isBusyMessage)
        if !isOver { loop.answer(outcome, for: job) }
    }

    /// Brings the words that were understood, beside the run, of speech under way; nil for nothing.
    public func answer(soFar hypothesis: Hypothesis?, for job: Int) {
        precondition(!isBusy, Self.isBusyMessage)
        if !isOver { loop.answer(soFar: hypothesis, for: job) }
    }

    /// Takes a gap: so many frames that the microphone lost, for which it is silent.
    package func lose(_ frames: Frame) {
        guard frames > 0 else { return }
        take(.gap(frames: frames))
        // A second at a time: a device may be away for long.
        var rest = Int(frames)
        while rest > 0, !isOver {
            let count = min(rest, origin.conditions.sampleRate.hertz)
            feed([Int16](repeating: 0, count: count))
            rest -= count
        }
    }

    /// Lets a sound of the run's script be heard; during a callback, from the callback's frame on.
    package func hear(_ sound: ScriptedSound) {
        guard !isOver else { return }
        if isBusy { lateSounds.append(sound) } else { loop.hear(sound) }
    }

    /// Returns the meaning of an event, whatever name its engine gives it.
    public func role(of event: TraceEvent) -> EventRole {
        origin.declaration.vocabulary.role(of: event)
    }

    /// Stops the engine, as its app could.
    public func stop() { facade?.stop() }

    /// Takes what an observer called, or what a callback changed beside its calls: at the next
    /// frame, once that of now is done.
    package func takeFromApp(_ input: SessionInput) {
        if isBusy { late.append(input) } else { take(input) }
    }

    /// The first frame at which nothing has happened yet: a replay puts inputs first.
    private var freeFrame: Frame { hasMoved ? now + 1 : now }

    /// Waits until the app has come back from every callback; at once where it is on the main
    /// actor. Fails the run where the app takes longer than its host allows.
    package func appReturned() async {
        guard let tasks = facade?.host.appTasks else {
            await facade?.drain()
            return
        }
        tasks.drain()
        if let post = tasks.openPost { await tasks.waited(for: post) { tasks.openPost == nil } }
        settleApp()
    }

    /// Waits for an app that waits for something else than calls of this run, which has nothing
    /// left to do or is to go no further; false where there is no such app.
    func waitForApp() async -> Bool {
        guard let tasks = stuckTasks else { return false }
        await tasks.waited(for: Self.stuck) { !tasks.isStuck }
        settleApp()
        return !isOver
    }

    /// As ``waitForApp()``, on this thread.
    func holdForApp() -> Bool {
        guard let tasks = stuckTasks else { return false }
        tasks.wait(for: Self.stuck) { !tasks.isStuck }
        settleApp()
        return !isOver
    }

    private static let stuck = "a task of the app that waits for no call"

    private var stuckTasks: AppTasks? {
        guard let tasks = facade?.host.appTasks, !isOver, tasks.isStuck else { return nil }
        return tasks
    }

    /// Runs the app until it has nothing left to do; fails the run where that never is.
    func settleApp() {
        guard let tasks = facade?.host.appTasks else { return }
        tasks.settle(hasMoved: hasMoved)
        if let failure = tasks.failure { fail(failure) }
    }

    private func fail(_ failure: RunError) {
        guard !isOver else { return }
        self.failure = failure
        isOver = true
        moves = []
        facade?.refused(.app, "\(failure)")
        facade?.ended(self, nil, reason: "failure")
    }

    /// Ends the callback that was posted to the app, which came back from it.
    public func callbackReturned(calls: [EngineCall]) {
        move { $0.callbackReturned(calls: calls) }
        AppTasks.whenAtRest { [weak self] in self?.proceed() }
    }

    func sound(of prompt: RealizedPrompt) -> MonoSound? {
        facade?.host.sound(ofPrompt: prompt.digest)
    }

    private func proceed() {
        precondition(!isBusy, Self.isBusyMessage)
        // The app comes back while this goes on below.
        guard !isGoingOn else { return }
        isGoingOn = true
        defer { isGoingOn = false }
        while true {
            settleApp()
            guard !isOver, !isAwaitingApp, !moves.isEmpty else { return }
            switch moves.removeFirst() {
            case .advance(let frame):
                move { $0.advance(to: frame) }
                if isAwaitingApp, !isOver { moves.insert(.advance(frame), at: 0) }
            case .feed(let samples):
                var taken = 0
                move { loop in taken = samples.withUnsafeBufferPointer { loop.consume($0) } }
                // An empty rest still has a hop to finish.
                if isAwaitingApp, !isOver { moves.insert(.feed(samples.dropFirst(taken)), at: 0) }
            }
        }
    }

    private func move(_ body: (inout FrameLoop<RunBridge>) -> Void) {
        precondition(!isBusy, Self.isBusyMessage)
        guard !isOver else { return }
        hasMoved = true
        isBusy = true
        body(&loop)
        isBusy = false
        now = loop.now
        isAwaitingApp = loop.waitsForCallbacks && loop.openCallback != nil
        guard let reason = loop.endReason else {
            for input in late { take(input) }
            for sound in lateSounds { loop.hear(sound) }
            late = []
            lateSounds = []
            return
        }
        isOver = true
        if let fault = loop.engineFaults.first {
            failure = .engine(fault: fault)
            facade?.refused(.engine, fault)
        }
        facade?.ended(self, loop.engineUnderTest, reason: reason)
    }
}

/// Parts that a run was made from.
struct RunParts: Sendable {
    let declaration: EngineDeclaration
    let setup: EngineSetup
    let conditions: RunConditions
}
