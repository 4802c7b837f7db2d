extension TokenFront.Cell {
    /// Returns the best score with which the node is left after the last frame, and its step.
    /// `costs` is the node's matrix of transitions.
    func exit(_ costs: UnsafePointer<Int32>) -> (score: Int32, step: Int32) {
        let last = scores.2 &+ costs[7]
        let early = scores.1 &+ costs[5]
        return early > last ? (early, steps.1) : (last, steps.2)
    }

    /// Moves the node on by one frame. The last state comes first: each takes the path of the one
    /// before it.
    @inline(__always)
    mutating func advance(
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
