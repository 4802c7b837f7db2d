import Synchronization
import VoiceAudio

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

    /// Runs the whole sound through; `judged` is told in order how many hops are judged, and what
    /// it throws ends the run.
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

    /// What was read: samples of the sound, frames of the file.
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
            // Whoever waits must get its turn, also when this one fails.
            defer { turns.pass() }
            withJudge { piece.give(to: &$0) }
            try judged(piece.index * pieceHops + piece.hops)
            try Task.checkCancellation()
        }
    }
}
