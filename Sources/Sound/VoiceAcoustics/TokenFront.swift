/// Paths of a search at one frame: for each node the best way to each of its states.
///
/// Only nodes that a path has reached take time, and more memory than a number.
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
        /// Whether it was reached and is not left.
        var isWaiting = false
    }

    /// Facts that are the same for all nodes of a frame.
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
    /// Place of each node among those that were reached; -1 where none has reached it.
    private let places: UnsafeMutablePointer<Int32>
    /// The nodes that were reached, their numbers, and the best score of each.
    private var cells: UnsafeMutablePointer<Cell>
    private var reached: UnsafeMutablePointer<Int32>
    private var tops: UnsafeMutablePointer<Int32>
    private var reachedCount = 0
    /// Nodes for which there is room.
    private var room = 256
    /// Least score that enters a node or hub.
    private var floor = Score.none
    private let hubs: UnsafeMutablePointer<Hub>
    private let reachedHubs: UnsafeMutablePointer<Int32>
    private var reachedHubCount = 0
    /// The hubs that were reached and not left, in a ring.
    private let waitingHubs: UnsafeMutablePointer<Int32>
    private var firstWaitingHub = 0
    private var waitingHubCount = 0

    /// A front that no path has reached.
    init(_ network: SearchNetwork) {
        nodeCount = network.nodes.count
        hubCount = network.hubs.count
        places = .allocate(capacity: nodeCount)
        places.initialize(repeating: -1, count: nodeCount)
        cells = .allocate(capacity: room)
        reached = .allocate(capacity: room)
        tops = .allocate(capacity: room)
        hubs = .allocate(capacity: hubCount)
        hubs.initialize(repeating: Hub(), count: hubCount)
        reachedHubs = .allocate(capacity: hubCount)
        reachedHubs.initialize(repeating: 0, count: hubCount)
        waitingHubs = .allocate(capacity: hubCount)
        waitingHubs.initialize(repeating: 0, count: hubCount)
    }

    deinit {
        places.deallocate()
        cells.deallocate()
        reached.deallocate()
        tops.deallocate()
        hubs.deallocate()
        reachedHubs.deallocate()
        waitingHubs.deallocate()
    }

    /// The nodes that were reached, in no order.
    var nodes: UnsafeBufferPointer<Int32> {
        UnsafeBufferPointer(start: reached, count: reachedCount)
    }

    /// A node by its number.
    func cell(_ node: Int) -> Cell {
        precondition(node < nodeCount, "a node of the network")
        return places[node] < 0 ? Cell() : cells[Int(places[node])]
    }

    /// Whether a path has reached a node.
    func reaches(_ node: Int) -> Bool {
        precondition(node < nodeCount, "a node of the network")
        return places[node] >= 0
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
            let shape = network.nodes[Int(reached[place])]
            let (score, step) = cells[place].exit(network.transitions + Int(shape.matrix))
            guard score > Score.none / 2 else { continue }
            for link in shape.links { go(network.links[Int(link)], score, step) }
        }
        leaveHubs(network)
    }

    private mutating func enter(_ node: Int32, _ score: Int32, _ step: Int32) {
        guard score > floor else { return }
        var place = Int(places[Int(node)])
        if place < 0 {
            if reachedCount == room { grow() }
            place = reachedCount
            cells[place] = Cell()
            reached[place] = node
            tops[place] = Score.none
            places[Int(node)] = Int32(place)
            reachedCount += 1
        }
        guard score > cells[place].entering else { return }
        cells[place].entering = score
        cells[place].enteringStep = step
    }

    /// Makes room for twice as many nodes.
    private mutating func grow() {
        func grown<Value>(_ old: UnsafeMutablePointer<Value>) -> UnsafeMutablePointer<Value> {
            let new = UnsafeMutablePointer<Value>.allocate(capacity: 2 * room)
            new.moveInitialize(from: old, count: reachedCount)
            old.deallocate()
            return new
        }
        cells = grown(cells)
        reached = grown(reached)
        tops = grown(tops)
        room *= 2
    }

    private mutating func go(_ link: SearchNetwork.Link, _ score: Int32, _ step: Int32) {
        let total = score &+ link.cost
        guard link.node < 0 else { return enter(link.node, total, step) }
        let hub = Int(-1 - link.node)
        guard total > max(floor, hubs[hub].score) else { return }
        if hubs[hub].score == Score.none {
            reachedHubs[reachedHubCount] = Int32(hub)
            reachedHubCount += 1
        }
        if !hubs[hub].isWaiting {
            waitingHubs[(firstWaitingHub + waitingHubCount) % hubCount] = Int32(hub)
            waitingHubCount += 1
        }
        hubs[hub] = Hub(score: total, step: step, isWaiting: true)
    }

    /// Leaves hubs in the order in which they were reached; one that a better way reaches later is
    /// left again.
    private mutating func leaveHubs(_ network: SearchNetwork.View) {
        while waitingHubCount > 0 {
            let number = Int(waitingHubs[firstWaitingHub])
            firstWaitingHub = (firstWaitingHub + 1) % hubCount
            waitingHubCount -= 1
            hubs[number].isWaiting = false
            let hub = hubs[number]
            for link in network.hubs[number] { go(network.links[Int(link)], hub.score, hub.step) }
        }
        for place in 0..<reachedHubCount { hubs[Int(reachedHubs[place])].score = Score.none }
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
            var cell = cells[place]
            cell.advance(
                shape, Int32(3 * node), network.transitions + Int(shape.matrix), moment, &trace)
            cells[place] = cell
            let top = cell.top
            tops[place] = top
            best = max(best, top)
        }
        return best
    }

    /// Drops the nodes that score less than `limit`, and more where more than `most` are left. With
    /// such a number, nothing that scores less is entered in the next frame.
    mutating func prune(below limit: Int32, keeping most: Int?) {
        var limit = limit
        if let most {
            if reachedCount > most { limit = raised(limit, keeping: most) }
            floor = limit
        }
        var kept = 0
        for place in 0..<reachedCount {
            let node = reached[place]
            guard tops[place] >= limit else {
                places[Int(node)] = -1
                continue
            }
            if kept < place {
                cells[kept] = cells[place]
                reached[kept] = node
                places[Int(node)] = Int32(kept)
            }
            kept += 1
        }
        reachedCount = kept
    }

    /// Steps of a score that are told apart where nodes are counted by it: a quarter neper.
    private static let scoreStep: Int32 = 256

    /// The least score that leaves `most` nodes or fewer, as far as scores are told apart.
    private func raised(_ limit: Int32, keeping most: Int) -> Int32 {
        var best = limit
        for place in 0..<reachedCount { best = max(best, tops[place]) }
        var counts = [Int](repeating: 0, count: Int((best &- limit) / Self.scoreStep) + 1)
        for place in 0..<reachedCount where tops[place] >= limit {
            counts[Int((best &- tops[place]) / Self.scoreStep)] += 1
        }
        var kept = 0
        for (step, count) in counts.enumerated() {
            kept += count
            if kept > most { return best &- Int32(max(1, step)) &* Self.scoreStep &+ 1 }
        }
        return limit
    }

    // MARK: Steps

    /// Marks the steps at which the paths are.
    func mark(in isNeeded: inout [Bool]) {
        for place in 0..<reachedCount {
            let cell = cells[place]
            if cell.scores.0 > Score.none { isNeeded.mark(cell.steps.0) }
            if cell.scores.1 > Score.none { isNeeded.mark(cell.steps.1) }
            if cell.scores.2 > Score.none { isNeeded.mark(cell.steps.2) }
        }
    }

    /// Replaces the numbers of the steps at which the paths are, by their old ones.
    mutating func renumber(_ numbers: [Int32]) {
        for place in 0..<reachedCount {
            let cell = cells[place]
            cells[place].steps = (
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
            let old = cells[place].scores
            cells[place].scores = (lowered(old.0), lowered(old.1), lowered(old.2))
        }
        floor = lowered(floor)
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
