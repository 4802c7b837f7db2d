/// The paths of a search at one frame: for each node the best way to each of its states.
///
/// Only nodes that a path has reached take time.
struct TokenFront: ~Copyable {
    /// A node between two frames; a state that no path has reached scores ``Score/none``.
    struct Cell {
        var scores = (Score.none, Score.none, Score.none)
        /// The last step of the path to each state.
        var steps: (Int32, Int32, Int32) = (-1, -1, -1)
        /// The best way into the node, for the next frame.
        var entering = Score.none
        var enteringStep: Int32 = -1

        var top: Int32 { max(scores.0, max(scores.1, scores.2)) }
    }

    /// The best way in this frame to a place that takes no time.
    private struct Hub {
        var score = Score.none
        var step: Int32 = -1
    }

    /// What is the same for all nodes of a frame.
    struct Moment {
        /// A score for each senone of the network's set.
        let row: UnsafePointer<Int32>
        let frame: Int32
        /// The low bits of what was subtracted from the scores so far.
        let raised: Int32
        let memory: TokenSearch.Memory
    }

    private let nodeCount: Int
    private let hubCount: Int
    private let cells: UnsafeMutablePointer<Cell>
    private let isReached: UnsafeMutablePointer<Bool>
    /// The numbers of the nodes that were reached, and the best score of each.
    private let reached: UnsafeMutablePointer<Int32>
    private let tops: UnsafeMutablePointer<Int32>
    private var reachedCount = 0
    private let hubs: UnsafeMutablePointer<Hub>
    private let reachedHubs: UnsafeMutablePointer<Int32>
    private var reachedHubCount = 0

    /// A front that no path has reached.
    init(_ network: SearchNetwork) {
        nodeCount = network.nodes.count
        hubCount = network.hubs.count
        cells = .allocate(capacity: nodeCount)
        cells.initialize(repeating: Cell(), count: nodeCount)
        isReached = .allocate(capacity: nodeCount)
        isReached.initialize(repeating: false, count: nodeCount)
        reached = .allocate(capacity: nodeCount)
        reached.initialize(repeating: 0, count: nodeCount)
        tops = .allocate(capacity: nodeCount)
        tops.initialize(repeating: 0, count: nodeCount)
        hubs = .allocate(capacity: hubCount)
        hubs.initialize(repeating: Hub(), count: hubCount)
        reachedHubs = .allocate(capacity: hubCount)
        reachedHubs.initialize(repeating: 0, count: hubCount)
    }

    deinit {
        cells.deallocate()
        isReached.deallocate()
        reached.deallocate()
        tops.deallocate()
        hubs.deallocate()
        reachedHubs.deallocate()
    }

    /// The nodes that were reached, in no order.
    var nodes: UnsafeBufferPointer<Int32> {
        UnsafeBufferPointer(start: reached, count: reachedCount)
    }

    /// A node by its number.
    func cell(_ node: Int) -> Cell {
        precondition(node < nodeCount, "a node of the network")
        return cells[node]
    }

    /// Whether a path has reached a node.
    func reaches(_ node: Int) -> Bool {
        precondition(node < nodeCount, "a node of the network")
        return isReached[node]
    }

    // MARK: Into nodes

    /// Enters the network.
    mutating func begin(_ network: SearchNetwork.View) {
        for entry in network.entries { go(entry, 0, -1) }
        leaveHubs(network)
    }

    /// Leaves the nodes whose ends were reached.
    mutating func leave(_ network: SearchNetwork.View) {
        // Nodes that are entered now are appended behind these.
        for place in 0..<reachedCount {
            let node = Int(reached[place])
            let shape = network.nodes[node]
            let (score, step) = cells[node].exit(network.transitions + Int(shape.matrix))
            guard score > Score.none / 2 else { continue }
            for link in shape.links { go(network.links[Int(link)], score, step) }
        }
        leaveHubs(network)
    }

    private mutating func enter(_ node: Int32, _ score: Int32, _ step: Int32) {
        let node = Int(node)
        guard score > cells[node].entering else { return }
        cells[node].entering = score
        cells[node].enteringStep = step
        guard !isReached[node] else { return }
        isReached[node] = true
        reached[reachedCount] = Int32(node)
        reachedCount += 1
    }

    private mutating func go(_ link: SearchNetwork.Link, _ score: Int32, _ step: Int32) {
        let total = score &+ link.cost
        guard link.node < 0 else { return enter(link.node, total, step) }
        let hub = Int(-1 - link.node)
        if hubs[hub].score == Score.none {
            reachedHubs[reachedHubCount] = Int32(hub)
            reachedHubCount += 1
        }
        guard total > hubs[hub].score else { return }
        hubs[hub] = Hub(score: total, step: step)
    }

    private mutating func leaveHubs(_ network: SearchNetwork.View) {
        for place in 0..<reachedHubCount {
            let number = Int(reachedHubs[place])
            let hub = hubs[number]
            for link in network.hubs[number] {
                let target = network.links[Int(link)]
                enter(target.node, hub.score &+ target.cost, hub.step)
            }
            hubs[number].score = Score.none
        }
        reachedHubCount = 0
    }

    // MARK: Through nodes

    /// Moves all nodes on by one frame; gives the best score. New steps are appended to `trace`.
    mutating func advance(
        _ network: SearchNetwork.View, at moment: Moment,
        _ trace: inout [TokenSearch.Step]
    ) -> Int32 {
        var best = Score.none
        for place in 0..<reachedCount {
            let node = Int(reached[place])
            let shape = network.nodes[node]
            var cell = cells[node]
            cell.advance(
                shape, Int32(3 * node), network.transitions + Int(shape.matrix), moment, &trace)
            cells[node] = cell
            let top = cell.top
            tops[place] = top
            best = max(best, top)
        }
        return best
    }

    /// Drops the nodes that score less than `limit`.
    mutating func prune(below limit: Int32) {
        var kept = 0
        for place in 0..<reachedCount {
            let node = reached[place]
            if tops[place] >= limit {
                reached[kept] = node
                kept += 1
            } else {
                isReached[Int(node)] = false
                cells[Int(node)].scores = (Score.none, Score.none, Score.none)
            }
        }
        reachedCount = kept
    }

    // MARK: Steps

    /// Marks the steps that the paths stand at.
    func mark(in isNeeded: inout [Bool]) {
        for place in 0..<reachedCount {
            let cell = cells[Int(reached[place])]
            if cell.scores.0 > Score.none { isNeeded.mark(cell.steps.0) }
            if cell.scores.1 > Score.none { isNeeded.mark(cell.steps.1) }
            if cell.scores.2 > Score.none { isNeeded.mark(cell.steps.2) }
        }
    }

    /// Lets the paths stand at steps that have other numbers now, by their old ones.
    mutating func renumber(_ numbers: [Int32]) {
        for place in 0..<reachedCount {
            let node = Int(reached[place])
            let cell = cells[node]
            cells[node].steps = (
                numbers.number(of: cell.steps.0, at: cell.scores.0),
                numbers.number(of: cell.steps.1, at: cell.scores.1),
                numbers.number(of: cell.steps.2, at: cell.scores.2)
            )
        }
    }

    /// Subtracts `score` from the scores of all states that were reached.
    mutating func lower(by score: Int32) {
        func lowered(_ value: Int32) -> Int32 { value > Score.none / 2 ? value &- score : value }
        for place in 0..<reachedCount {
            let node = Int(reached[place])
            let old = cells[node].scores
            cells[node].scores = (lowered(old.0), lowered(old.1), lowered(old.2))
        }
    }
}

extension [Bool] {
    fileprivate mutating func mark(_ step: Int32) {
        if step >= 0 { self[Int(step)] = true }
    }
}

extension [Int32] {
    /// The new number of a step; -1 for none, which a state has that no path has reached.
    fileprivate func number(of step: Int32, at score: Int32) -> Int32 {
        step >= 0 && score > Score.none ? self[Int(step)] : -1
    }
}

extension TokenFront.Cell {
    /// The best score with which the node is left after the last frame, and its step. `costs` is
    /// the node's matrix of transitions.
    func exit(_ costs: UnsafePointer<Int32>) -> (score: Int32, step: Int32) {
        let last = scores.2 &+ costs[7]
        let early = scores.1 &+ costs[5]
        return early > last ? (early, steps.1) : (last, steps.2)
    }

    /// Moves the node on by one frame. The last state comes first: each takes what the one before
    /// it had.
    @inline(__always)
    fileprivate mutating func advance(
        _ shape: SearchNetwork.Node, _ state: Int32, _ costs: UnsafePointer<Int32>,
        _ moment: TokenFront.Moment, _ trace: inout [TokenSearch.Step]
    ) {
        let (old, from) = (scores, steps)
        func remember(_ place: Int32, _ score: Int32, _ previous: Int32) -> Int32 {
            trace.append(
                TokenSearch.Step(
                    state: state + place, frame: moment.frame, previous: previous,
                    score: score &+ moment.raised))
            return Int32(trace.count - 1)
        }
        let remembersStates = moment.memory == .states

        var score = old.2 &+ costs[6]
        var step = from.2
        var isNew = false
        if old.1 &+ costs[4] > score { (score, step, isNew) = (old.1 &+ costs[4], from.1, true) }
        if old.0 &+ costs[2] > score { (score, step, isNew) = (old.0 &+ costs[2], from.0, true) }
        scores.2 = Score.none
        if score > Score.none / 2 {
            scores.2 = score &+ moment.row[Int(shape.places.2)]
            steps.2 = isNew && remembersStates ? remember(2, score, step) : step
        }

        (score, step, isNew) = (old.1 &+ costs[3], from.1, false)
        if old.0 &+ costs[1] > score { (score, step, isNew) = (old.0 &+ costs[1], from.0, true) }
        scores.1 = Score.none
        if score > Score.none / 2 {
            scores.1 = score &+ moment.row[Int(shape.places.1)]
            steps.1 = isNew && remembersStates ? remember(1, score, step) : step
        }

        (score, step, isNew) = (old.0 &+ costs[0], from.0, false)
        if entering > score { (score, step, isNew) = (entering, enteringStep, true) }
        scores.0 = Score.none
        if score > Score.none / 2 {
            scores.0 = score &+ moment.row[Int(shape.places.0)]
            let isKept = isNew && (remembersStates || shape.word != -1)
            steps.0 = isKept ? remember(0, score, step) : step
        }
        entering = Score.none
    }
}
