internal import Dispatch
internal import Synchronization
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime

/// One program that several callers call at once, each from a thread of its own.
///
/// A turn waits until every caller that is still there asks for one; then the earliest comes, of
/// two at one frame that of the lower number. So the order of the threads makes no difference.
/// Source of the method: conservative simulation (Chandy and Misra, 1979).
final class SharedProgram: Sendable {
    /// A caller's end of the program, which its session takes for the whole program.
    final class Seat: ProgramLink {
        private let shared: SharedProgram
        private let caller: Int

        init(_ shared: SharedProgram, _ caller: Int) {
            self.shared = shared
            self.caller = caller
        }

        var networkFailures: Int { shared.state.withLock { $0.child?.networkFailures ?? 0 } }

        func greet(_ hello: ProgramHello) throws(ProgramFault) -> (
            ready: JSONObject, asides: [ProgramAct]
        ) {
            shared.state.withLock { $0.hellos[caller] = hello }
            shared.wait(caller, at: -1)
            return try shared.state.withLock { (state) throws(ProgramFault) in try state.greet() }
        }

        func turn(_ turn: ProgramTurn) throws(ProgramFault) -> ProgramReply {
            shared.wait(caller, at: turn.until)
            return try shared.state.withLock { (state) throws(ProgramFault) in
                try state.turn(turn, of: caller)
            }
        }
    }

    private struct State {
        var child: ProgramChild?
        var turns: SharedTurns
        var hellos: [Int: ProgramHello] = [:]
        /// Callers that wait, with the frame of their turn.
        var waiting: [Int: (frame: Frame, gate: DispatchSemaphore)] = [:]
        private var greeting: (ready: JSONObject, asides: [ProgramAct])?
        private var fault: ProgramFault?

        private let count: Int

        init(count: Int) {
            self.count = count
            turns = SharedTurns(count: count)
        }

        /// Takes away the caller whose turn it is, where all wait.
        mutating func next() -> DispatchSemaphore? {
            guard waiting.count == turns.callers.count else { return nil }
            let first = waiting.min { ($0.value.frame, $0.key) < ($1.value.frame, $1.key) }
            return first.flatMap { waiting.removeValue(forKey: $0.key)?.gate }
        }

        mutating func greet() throws(ProgramFault) -> (ready: JSONObject, asides: [ProgramAct]) {
            if let greeting { return greeting }
            return try noting { (state) throws(ProgramFault) in
                guard let first = state.turns.callers.min(), var hello = state.hellos[first],
                    let child = state.child
                else { throw ProgramFault("has no caller") }
                hello.world?.caller = nil
                hello.callers = (1...state.count).map { state.hellos[$0]?.fields ?? [:] }
                var (ready, asides) = try child.greet(hello)
                try state.turns.begin(&ready, asked: hello)
                state.greeting = (ready, asides)
                return (ready, asides)
            }
        }

        mutating func turn(
            _ turn: ProgramTurn, of caller: Int
        ) throws(ProgramFault) -> ProgramReply {
            try noting { (state) throws(ProgramFault) in
                guard let child = state.child else { throw ProgramFault("has no caller") }
                return try state.turns.play(turn, of: caller) {
                    (own) throws(ProgramFault) in try child.turn(own)
                }
            }
        }

        /// Notes a fault of the program: it is that of every caller from then on.
        private mutating func noting<Value>(
            _ work: (inout State) throws(ProgramFault) -> Value
        ) throws(ProgramFault) -> Value {
            if let fault { throw fault }
            do throws(ProgramFault) { return try work(&self) } catch {
                fault = error
                throw error
            }
        }
    }

    private let state: Mutex<State>

    /// A program for `count` callers, which is not started yet.
    init(count: Int) { state = Mutex(State(count: count)) }

    /// Returns the end of `caller`; the first one that asks has `command` started.
    ///
    /// - Throws: `ProgramCommandError`.
    func seat(
        of caller: Int, _ command: ProgramCommand, hasWorld: Bool
    ) throws(ProgramCommandError) -> Seat {
        try state.withLock { (state) throws(ProgramCommandError) in
            guard state.child == nil else { return }
            let child = try ProgramChild(command, hasWorld: hasWorld)
            child.tellRefusal(to: command.note)
            state.child = child
        }
        return Seat(self, caller)
    }

    /// Removes a caller whose session is over; the program ends with the last one.
    func leave(_ caller: Int) {
        let next = state.withLock { state in
            state.turns.leave(caller)
            state.waiting[caller] = nil
            if state.turns.callers.isEmpty { state.child = nil }
            return state.next()
        }
        next?.signal()
    }

    /// Waits until it is the turn of `caller`.
    private func wait(_ caller: Int, at frame: Frame) {
        let gate = DispatchSemaphore(value: 0)
        let next = state.withLock { state in
            state.waiting[caller] = (frame, gate)
            return state.next()
        }
        next?.signal()
        gate.wait()
    }
}
