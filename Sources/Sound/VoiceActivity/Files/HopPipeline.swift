import Synchronization

/// Measures a sound on several cores and decides in order.
///
/// Pieces of a sound are read one after the other, measured side by side, and judged one after
/// the other: the answer is the same whatever the number of jobs. Every job holds one piece,
/// so memory does not grow with the sound; nothing is allocated for a hop.
final class HopPipeline<Meter: HopMeter & ~Copyable, Judge: HopJudge & ~Copyable>: Sendable
where Judge.Reading == Meter.Reading {
    private let pieceHops: Int
    private let source: Mutex<HopSource<Meter>>
    private let judge: Mutex<Judge>
    private let turns = TurnQueue()

    init(
        source: consuming sending HopSource<Meter>, judge: consuming sending Judge,
        pieceHops: Int = 1_000
    ) {
        self.pieceHops = pieceHops
        self.source = Mutex(source)
        self.judge = Mutex(judge)
    }

    /// Runs the whole sound through; `judged` is told in order how many hops are judged, and its
    /// error ends the run.
    ///
    /// - Throws: every ``AudioError`` about input.
    func run(
        jobs: Int, judged: @escaping @Sendable (Int) throws -> Void = { _ in },
        meter: @escaping @Sendable () -> Meter
    ) async throws {
        guard jobs > 1 else { return try await work(with: meter(), judged) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<jobs { group.addTask { try await self.work(with: meter(), judged) } }
            try await group.waitForAll()
        }
    }

    /// Lengths of what was read: samples of the sound, frames of the file.
    var lengths: (frames: Int64, fileFrames: Int64) {
        source.withLock { ($0.frames, $0.fileFrames) }
    }

    /// Lets `body` use the judge.
    func withJudge<Result: Sendable>(_ body: (inout Judge) -> Result) -> Result {
        judge.withLock { body(&$0) }
    }

    private func work(
        with meter: consuming Meter, _ judged: @Sendable (Int) throws -> Void
    ) async throws {
        var meter = meter
        var piece = HopPiece<Meter>(hops: pieceHops)
        while try source.withLock({ try $0.fill(&piece) }) {
            piece.measure(with: &meter)
            await turns.turn(piece.index)
            // The next turn has to come, also when this one fails.
            defer { turns.pass() }
            withJudge { piece.give(to: &$0) }
            try judged(piece.index * pieceHops + piece.hops)
            try Task.checkCancellation()
        }
    }
}

/// Measures hops of sound, each for itself, so that pieces of one sound can be measured side by
/// side.
protocol HopMeter: ~Copyable, SendableMetatype {
    /// Measurement of a hop.
    associatedtype Reading: BitwiseCopyable & Sendable

    /// The samples in a hop.
    static var hopFrames: Int { get }
    /// The samples looked at before a hop.
    static var lead: Int { get }
    /// The samples looked at after a hop.
    static var lag: Int { get }

    /// Reading before the first one.
    static var nothing: Reading { get }

    /// Measures `readings.count` hops.
    ///
    /// `samples` is the lead, the hops, the lag.
    mutating func measure(
        _ samples: UnsafeBufferPointer<Int16>, into readings: UnsafeMutableBufferPointer<Reading>)
}

/// Decides from the readings of hops, given in order.
protocol HopJudge: ~Copyable, SendableMetatype {
    /// Measurement that it decides from.
    associatedtype Reading: BitwiseCopyable & Sendable

    /// Processes the readings of the next hops.
    mutating func process(_ readings: UnsafeBufferPointer<Reading>)
}

/// Stretch of a sound that one worker measures, with its readings: reused for the next.
///
/// Shape: the lead's samples, those of ``hops`` hops, the lag's; as many readings as hops.
struct HopPiece<Meter: HopMeter & ~Copyable>: ~Copyable, Sendable {
    var samples: [Int16]
    private var readings: [Meter.Reading]
    /// Number of the piece in the sound, from 0.
    var index = 0
    /// The hops it holds.
    var hops = 0

    init(hops: Int) {
        samples = Array(
            repeating: 0, count: Meter.lead + hops * Meter.hopFrames + Meter.lag)
        readings = Array(repeating: Meter.nothing, count: hops)
    }

    /// Measures every hop.
    mutating func measure(with meter: inout Meter) {
        let count = Meter.lead + hops * Meter.hopFrames + Meter.lag
        let hops = hops
        samples.withUnsafeBufferPointer { samples in
            readings.withUnsafeMutableBufferPointer { readings in
                meter.measure(
                    UnsafeBufferPointer(rebasing: samples[..<count]),
                    into: UnsafeMutableBufferPointer(rebasing: readings[..<hops]))
            }
        }
    }

    /// Gives a judge the readings.
    func give<Judge: HopJudge & ~Copyable>(
        to judge: inout Judge
    ) where Judge.Reading == Meter.Reading {
        readings.withUnsafeBufferPointer {
            judge.process(UnsafeBufferPointer(rebasing: $0[..<hops]))
        }
    }
}

/// Lets tasks that work side by side do one part of their work in order.
///
/// The holder of turn `n` calls ``pass()`` when done, which gives turn `n + 1`. Waiting suspends
/// the task; it blocks no thread.
final class TurnQueue: Sendable {
    private struct State {
        var next = 0
        // As many as there are tasks, at most.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Waits for a turn that is still to come; every turn is waited for once.
    func turn(_ number: Int) async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if state.next == number { return true }
                state.waiting[number] = continuation
                return false
            }
            if isNow { continuation.resume() }
        }
    }

    /// Gives the next turn.
    func pass() {
        let following = state.withLock { state in
            state.next += 1
            return state.waiting.removeValue(forKey: state.next)
        }
        following?.resume()
    }
}
