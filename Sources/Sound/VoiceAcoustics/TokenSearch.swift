/// Finds the best paths of a network through scores of states, frame by frame.
///
/// Exact where the network is small; in large ones paths far below the best are dropped.
/// Source: token passing (Young, Russell and Thornton 1989).
package struct TokenSearch: ~Copyable {
    /// Amount of its way that a path remembers.
    package enum Memory: Sendable {
        /// Frames at which its words began.
        case words
        /// Frames at which its states began.
        case states
    }

    /// A place on a path.
    struct Step {
        /// A state's number: three times its node's, and which of the three.
        var state: Int32
        var frame: Int32
        /// The step before; -1 for none.
        var previous: Int32
        /// The low bits of the path's score before the frame.
        var score: Int32
    }

    /// Start of a word of a path.
    package struct WordStart: Sendable {
        /// The number of the way of saying it.
        package let word: Int
        /// The frame at which it begins.
        package let frame: Int
        /// The score of the path from there to its end, in steps of 1/1024 neper.
        package let rest: Int64
    }

    /// The best way to one end of the graph.
    package struct Path: Sendable {
        /// The state of the graph at which it ends.
        package let state: Int
        /// Score of the path in steps of 1/1024 neper.
        package let score: Int64
        let step: Int32
    }

    private let network: SearchNetwork
    private let memory: Memory
    /// Distance below the best at which a path is dropped.
    private let beam: Int32
    private var front: TokenFront
    /// Score that was subtracted from the scores so far.
    private var raised: Int64 = 0
    /// The best score of the last frame.
    private var best: Int32 = 0
    private var trace: [Step] = []
    /// Number of kept steps from which on those are dropped that no path needs.
    var leastTraceRoom = 1 << 18
    /// Number of nodes of a network with jumps from which paths go on, a frame.
    var mostNodes = 10_000
    /// Number of nodes from which paths go on.
    var reachedNodes: Int { front.nodes.count }
    /// Number of steps that were kept when steps were dropped last.
    private var neededSteps = 0
    /// Number of frames that were searched.
    package private(set) var frames = 0

    /// Networks of more nodes than this are searched with a beam, unless a caller says otherwise.
    package static let exactNodes = 20_000
    /// Distance below the best at which a path is dropped in large networks, in nepers.
    package static let beamNepers: Float = 120

    /// A search that has seen nothing yet. A network of more than `exactNodes` nodes is searched
    /// with a beam: a path that is more than `nepers` below the best is dropped.
    package init(
        _ network: SearchNetwork, remembering memory: Memory = .words,
        exactNodes: Int = Self.exactNodes, beam nepers: Float = Self.beamNepers
    ) {
        self.network = network
        self.memory = memory
        let isExact = network.nodes.count <= exactNodes
        beam = isExact ? -Score.none / 2 : Score.of(nepers: nepers)
        front = TokenFront(network)
    }

    /// Takes one frame: a score for each senone of the network's set.
    package mutating func step(_ row: UnsafePointer<Int32>) {
        let moment = TokenFront.Moment(
            row: row, frame: Int32(frames), raised: Int32(truncatingIfNeeded: raised),
            memory: memory)
        let network = network
        network.withView { tables in
            if frames == 0 {
                front.begin(tables)
            } else {
                front.leave(tables)
            }
            best = front.advance(tables, at: moment, &trace)
        }
        front.prune(
            below: best > Score.none + beam ? best - beam : Score.none + 1,
            keeping: network.hasJumps ? mostNodes : nil)
        lower()
        frames += 1
        if trace.count > max(leastTraceRoom, 2 * neededSteps) { dropSteps() }
    }

    /// Keeps scores near 0, so that no utterance is too long for them.
    private mutating func lower() {
        guard best < -(1 << 24), best > Score.none / 2 else { return }
        front.lower(by: best)
        raised += Int64(best)
        best = 0
    }

    /// Steps that are kept.
    var stepCount: Int { trace.count }

    /// Drops the steps that no path needs any more, so that a long sound takes no more memory than
    /// its paths.
    private mutating func dropSteps() {
        var isNeeded = [Bool](repeating: false, count: trace.count)
        front.mark(in: &isNeeded)
        // Each step is behind the one before it.
        for place in trace.indices.reversed() where isNeeded[place] && trace[place].previous >= 0 {
            isNeeded[Int(trace[place].previous)] = true
        }
        var numbers = [Int32](repeating: -1, count: trace.count)
        var kept = 0
        for place in trace.indices where isNeeded[place] {
            var step = trace[place]
            if step.previous >= 0 { step.previous = numbers[Int(step.previous)] }
            trace[kept] = step
            numbers[place] = Int32(kept)
            kept += 1
        }
        trace.removeLast(trace.count - kept)
        front.renumber(numbers)
        neededSteps = kept
    }

    /// Returns the best score with which a node is left after the last frame, and its step; nil
    /// where no path leaves it.
    private func exit(of node: Int32) -> (score: Int32, step: Int32)? {
        guard front.reaches(Int(node)) else { return nil }
        let exit = network.withView { tables in
            let shape = tables.nodes[Int(node)]
            return front.cell(Int(node)).exit(tables.transitions + Int(shape.matrix))
        }
        return exit.score > Score.none / 2 ? exit : nil
    }

    // MARK: Answers

    /// A score or a difference of scores in nepers.
    package static func nepers(_ score: Int64) -> Float { Float(score) / Score.unit }

    /// The best way to each end that was reached, best first, equal ones by their states.
    package func ends() -> [Path] {
        var best: [Int32: Path] = [:]
        for final in network.finals {
            guard let (score, step) = exit(of: final.node) else { continue }
            let total = Int64(score &+ final.cost) + raised
            if let known = best[final.state], known.score >= total { continue }
            best[final.state] = Path(state: Int(final.state), score: total, step: step)
        }
        return best.values.sorted { ($1.score, $0.state) < ($0.score, $1.state) }
    }

    /// The best way to each of the network's finals that was reached, best first, equal ones by
    /// their places. Ways that end with different words have different finals, even where these
    /// lead to one end of the graph.
    package func paths() -> [Path] {
        let reached = network.finals.indices.compactMap { place in
            best(among: [place]).map { (place: place, path: $0) }
        }
        return reached.sorted { ($1.path.score, $0.place) < ($0.path.score, $1.place) }
            .map(\.path)
    }

    /// The best way to one of the network's finals, by their places; nil where none was reached.
    package func best(among finals: [Int]) -> Path? {
        var best: Path?
        for place in finals {
            let final = network.finals[place]
            guard let (score, step) = exit(of: final.node) else { continue }
            let total = Int64(score &+ final.cost) + raised
            if let best, best.score >= total { continue }
            best = Path(state: Int(final.state), score: total, step: step)
        }
        return best
    }

    /// The last words of a path, `count` or fewer.
    package func starts(of path: Path, last count: Int) -> [WordStart] {
        steps(upTo: path.step, limit: count).map { word, step in
            let rest = Int32(truncatingIfNeeded: path.score) &- step.score
            return WordStart(word: word, frame: Int(step.frame), rest: Int64(rest))
        }
    }

    /// Returns the words of a path, and the frame at which each began.
    package func words(of path: Path) -> [(word: Int, frame: Int)] { words(upTo: path.step) }

    private func words(upTo step: Int32) -> [(word: Int, frame: Int)] {
        steps(upTo: step, limit: .max).map { ($0.word, Int($0.step.frame)) }
    }

    private func steps(upTo last: Int32, limit: Int) -> [(word: Int, step: Step)] {
        var found: [(word: Int, step: Step)] = []
        var place = last
        while place >= 0, found.count < limit {
            let step = trace[Int(place)]
            let word = network.nodes[Int(step.state / 3)].word
            if word >= 0, step.state % 3 == 0 { found.append((Int(word), step)) }
            place = step.previous
        }
        return found.reversed()
    }

    /// Returns the states of a path that remembers them, and the frame at which each began.
    func states(of path: Path) -> [Step] {
        var found: [Step] = []
        var place = path.step
        while place >= 0 {
            found.append(trace[Int(place)])
            place = trace[Int(place)].previous
        }
        return found.reversed()
    }

    /// The words of the best path so far, wherever it is, the frames of each, and its score; nil
    /// before the first frame.
    ///
    /// A word ends where the next begins or silence does, but for the two frames of its decay.
    package func bestSoFar() -> (words: [(word: Int, frames: Range<Int>)], score: Int64)? {
        var best = Score.none
        var step: Int32 = -1
        for node in front.nodes.sorted() {
            let cell = front.cell(Int(node))
            if cell.scores.0 > best { (best, step) = (cell.scores.0, cell.steps.0) }
            if cell.scores.1 > best { (best, step) = (cell.scores.1, cell.steps.1) }
            if cell.scores.2 > best { (best, step) = (cell.scores.2, cell.steps.2) }
        }
        guard best > Score.none else { return nil }
        return (spans(upTo: step), Int64(best) + raised)
    }

    private func spans(upTo last: Int32) -> [(word: Int, frames: Range<Int>)] {
        var found: [(word: Int, frames: Range<Int>)] = []
        var end = frames
        var silence: Int?
        var place = last
        while place >= 0 {
            let step = trace[Int(place)]
            let word = network.nodes[Int(step.state / 3)].word
            let frame = Int(step.frame)
            place = step.previous
            guard step.state % 3 == 0 else { continue }
            if word == SearchNetwork.Node.silent { silence = frame }
            guard word >= 0 else { continue }
            let spoken = silence.map { min(end, $0 + ForcedAlignment.decay) } ?? end
            found.append((Int(word), frame..<max(frame, spoken)))
            (end, silence) = (frame, nil)
        }
        return found.reversed()
    }
}
