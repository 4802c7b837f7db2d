/// Finds the best paths of a network through scores of states, frame by frame.
///
/// Exact where the network is small; in large ones paths far below the best are dropped.
/// Source: token passing (Young, Russell and Thornton 1989).
public struct TokenSearch {
    /// How much of its way a path remembers.
    public enum Memory: Sendable {
        /// Where its words began.
        case words
        /// Where its states began.
        case states
    }

    /// A place on a path.
    struct Step {
        /// A state's number: three times its node's, and which of the three.
        var state: Int32
        var frame: Int32
        /// The step before; -1 for none.
        var previous: Int32
    }

    /// The best way to one end of the graph.
    public struct Path: Sendable {
        /// The state of the graph at which it ends.
        public let state: Int
        /// Its score in steps of 1/1024 neper.
        public let score: Int64
        let step: Int32
    }

    private let network: SearchNetwork
    private let memory: Memory
    private let beam: Int32
    /// Three states a node; what no path has reached is ``Score/none``.
    private var scores: [Int32]
    private var steps: [Int32]
    private var entering: [Int32]
    private var enteringSteps: [Int32]
    /// The best way to each hub in this frame, and the hubs that were reached.
    private var hubScores: [Int32]
    private var hubSteps: [Int32]
    private var reachedHubs: [Int32] = []
    private var active: [Int32] = []
    private var isActive: [Bool]
    /// What was subtracted from the scores so far.
    private var raised: Int64 = 0
    private(set) var trace: [Step] = []
    /// How many frames were searched.
    public private(set) var frames = 0

    /// Networks of more nodes than this are searched with a beam.
    static let exactNodes = 20_000
    /// How far below the best a path is dropped in large networks, in nepers.
    private static let beamNepers: Float = 120

    /// A search that has seen nothing yet.
    public init(_ network: SearchNetwork, remembering memory: Memory = .words) {
        self.network = network
        self.memory = memory
        let isExact = network.nodes.count <= Self.exactNodes
        beam = isExact ? -Score.none / 2 : Score.of(nepers: Self.beamNepers)
        let count = network.nodes.count
        scores = [Int32](repeating: Score.none, count: 3 * count)
        steps = [Int32](repeating: -1, count: 3 * count)
        entering = [Int32](repeating: Score.none, count: count)
        enteringSteps = [Int32](repeating: -1, count: count)
        isActive = [Bool](repeating: false, count: count)
        hubScores = [Int32](repeating: Score.none, count: network.hubs.count)
        hubSteps = [Int32](repeating: -1, count: network.hubs.count)
    }

    /// Takes one frame: a score for each senone of the network's set.
    public mutating func step(_ row: UnsafePointer<Int32>) {
        if frames == 0 {
            for entry in network.entries { go(entry, 0, -1) }
            leaveHubs()
        } else {
            leave()
        }
        var best = Score.none
        var place = 0
        while place < active.count {
            let node = Int(active[place])
            let top = advance(node, row)
            best = max(best, top)
            place += 1
        }
        prune(below: best > Score.none + beam ? best - beam : Score.none + 1)
        lower(by: best)
        frames += 1
    }

    private mutating func enter(_ node: Int32, _ score: Int32, _ step: Int32) {
        guard score > entering[Int(node)] else { return }
        entering[Int(node)] = score
        enteringSteps[Int(node)] = step
        if !isActive[Int(node)] {
            isActive[Int(node)] = true
            active.append(node)
        }
    }

    /// The best score with which a node is left after the last frame, and its step.
    private func exit(of node: Int) -> (score: Int32, step: Int32) {
        let costs = Int(network.nodes[node].matrix)
        let transitions = network.transitions
        let last = scores[3 * node + 2] &+ transitions[costs + 7]
        let early = scores[3 * node + 1] &+ transitions[costs + 5]
        return early > last ? (early, steps[3 * node + 1]) : (last, steps[3 * node + 2])
    }

    private mutating func leave() {
        // Nodes that are entered now are appended behind these.
        for place in active.indices {
            let node = Int(active[place])
            let (score, step) = exit(of: node)
            guard score > Score.none / 2 else { continue }
            for link in network.nodes[node].links { go(network.links[Int(link)], score, step) }
        }
        leaveHubs()
    }

    private mutating func go(_ link: SearchNetwork.Link, _ score: Int32, _ step: Int32) {
        guard link.node < 0 else { return enter(link.node, score &+ link.cost, step) }
        let hub = Int(-1 - link.node)
        if hubScores[hub] == Score.none { reachedHubs.append(Int32(hub)) }
        guard score &+ link.cost > hubScores[hub] else { return }
        hubScores[hub] = score &+ link.cost
        hubSteps[hub] = step
    }

    private mutating func leaveHubs() {
        for hub in reachedHubs {
            let (score, step) = (hubScores[Int(hub)], hubSteps[Int(hub)])
            for link in network.hubs[Int(hub)] {
                let target = network.links[Int(link)]
                enter(target.node, score &+ target.cost, step)
            }
            hubScores[Int(hub)] = Score.none
        }
        reachedHubs.removeAll(keepingCapacity: true)
    }

    /// Moves a node on by one frame; gives its best score.
    private mutating func advance(_ node: Int, _ row: UnsafePointer<Int32>) -> Int32 {
        let shape = network.nodes[node]
        let costs = Int(shape.matrix)
        let first = 3 * node
        let old = (scores[first], scores[first + 1], scores[first + 2])
        var top = Score.none
        network.transitions.withUnsafeBufferPointer { transitions in
            // The last state first: each takes what the one before it had.
            var (score, from) = Self.better(
                old.2 &+ transitions[costs + 6], 2, old.1 &+ transitions[costs + 4], 1)
            (score, from) = Self.better(score, from, old.0 &+ transitions[costs + 2], 0)
            set(first + 2, score, from == 2 ? nil : steps[first + from], row[Int(shape.places.2)])
            (score, from) = Self.better(
                old.1 &+ transitions[costs + 3], 1, old.0 &+ transitions[costs + 1], 0)
            set(first + 1, score, from == 1 ? nil : steps[first + from], row[Int(shape.places.1)])
            (score, from) = Self.better(old.0 &+ transitions[costs], 0, entering[node], -1)
            set(
                first, score, from < 0 ? enteringSteps[node] : nil, row[Int(shape.places.0)],
                word: shape.word)
        }
        entering[node] = Score.none
        top = max(scores[first], max(scores[first + 1], scores[first + 2]))
        return top
    }

    private static func better(
        _ first: Int32, _ a: Int, _ second: Int32, _ b: Int
    ) -> (Int32, Int) {
        second > first ? (second, b) : (first, a)
    }

    /// Gives a state its score; `step` is where the path came from, nil where it stayed.
    private mutating func set(
        _ state: Int, _ score: Int32, _ step: Int32?, _ acoustic: Int32, word: Int32 = -1
    ) {
        guard score > Score.none / 2 else {
            scores[state] = Score.none
            return
        }
        scores[state] = score &+ acoustic
        guard let step else { return }
        guard memory == .states || word >= 0 else {
            steps[state] = step
            return
        }
        trace.append(Step(state: Int32(state), frame: Int32(frames), previous: step))
        steps[state] = Int32(trace.count - 1)
    }

    private mutating func prune(below limit: Int32) {
        var kept = 0
        for place in active.indices {
            let node = Int(active[place])
            let first = 3 * node
            if max(scores[first], max(scores[first + 1], scores[first + 2])) >= limit {
                active[kept] = active[place]
                kept += 1
            } else {
                isActive[node] = false
                for state in first..<first + 3 { scores[state] = Score.none }
            }
        }
        active.removeLast(active.count - kept)
    }

    /// Keeps scores near 0, so that no utterance is too long for them.
    private mutating func lower(by best: Int32) {
        guard best < -(1 << 24), best > Score.none / 2 else { return }
        for node in active {
            for state in 3 * Int(node)..<3 * Int(node) + 3 where scores[state] > Score.none / 2 {
                scores[state] &-= best
            }
        }
        raised += Int64(best)
    }

    // MARK: Answers

    /// A score or a difference of scores in nepers.
    public static func nepers(_ score: Int64) -> Float { Float(score) / Score.unit }

    /// The best way to each end that was reached, best first, equal ones by their states.
    public func ends() -> [Path] {
        var best: [Int32: Path] = [:]
        for final in network.finals where isActive[Int(final.node)] {
            let (score, step) = exit(of: Int(final.node))
            guard score > Score.none / 2 else { continue }
            let total = Int64(score &+ final.cost) + raised
            if let known = best[final.state], known.score >= total { continue }
            best[final.state] = Path(state: Int(final.state), score: total, step: step)
        }
        return best.values.sorted { ($1.score, $0.state) < ($0.score, $1.state) }
    }

    /// The best way to one of the network's finals, by their places; nil where none was reached.
    public func best(among finals: [Int]) -> Path? {
        var best: Path?
        for place in finals {
            let final = network.finals[place]
            guard isActive[Int(final.node)] else { continue }
            let (score, step) = exit(of: Int(final.node))
            guard score > Score.none / 2 else { continue }
            let total = Int64(score &+ final.cost) + raised
            if let best, best.score >= total { continue }
            best = Path(state: Int(final.state), score: total, step: step)
        }
        return best
    }

    /// The last words of a path, `count` or fewer, and the frame at which each began.
    public func words(of path: Path, last count: Int) -> [(word: Int, frame: Int)] {
        words(upTo: path.step, limit: count)
    }

    /// The words of a path, and the frame at which each began.
    public func words(of path: Path) -> [(word: Int, frame: Int)] { words(upTo: path.step) }

    private func words(upTo step: Int32, limit: Int = .max) -> [(word: Int, frame: Int)] {
        var found: [(word: Int, frame: Int)] = []
        var place = step
        while place >= 0, found.count < limit {
            let step = trace[Int(place)]
            let word = network.nodes[Int(step.state / 3)].word
            if word >= 0, step.state % 3 == 0 { found.append((Int(word), Int(step.frame))) }
            place = step.previous
        }
        return found.reversed()
    }

    /// The states of a path that remembers them, and the frame at which each began.
    func states(of path: Path) -> [Step] {
        var found: [Step] = []
        var place = path.step
        while place >= 0 {
            found.append(trace[Int(place)])
            place = trace[Int(place)].previous
        }
        return found.reversed()
    }

    /// The words of the best path so far, wherever it is, the frame at which each began, and its
    /// score; nil before the first frame.
    public func bestSoFar() -> (words: [(word: Int, frame: Int)], score: Int64)? {
        var best = Score.none
        var step: Int32 = -1
        for node in active.sorted() {
            for state in 3 * Int(node)..<3 * Int(node) + 3 where scores[state] > best {
                best = scores[state]
                step = steps[state]
            }
        }
        guard best > Score.none else { return nil }
        return (words(upTo: step), Int64(best) + raised)
    }
}
