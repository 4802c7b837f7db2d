/// Loop of any phones in any order: tells how well a sound can be explained at all.
///
/// What a graph's best path lacks to this says how little its words fit. Source of the method: the
/// ratio of likelihoods to a free phone loop (Young 1994).
package struct PhoneLoop {
    private let transitions: [Int32]
    /// For each phone its three states' places in a frame's scores.
    private let places: [Int]
    private let matrices: [Int]
    private var scores: [Int32]
    private var raised: Int64 = 0
    private var frames = 0
    /// For each frame the best score of a state without neighbours.
    package private(set) var bestStates: [Int32] = []

    /// A loop over the phones of `network`'s model, noises apart.
    package init(_ network: SearchNetwork) {
        let model = network.model
        let phones = model.phones.names.indices.filter {
            !model.phones.isFiller($0) || $0 == model.phones.silence
        }
        transitions = model.transitions
        places = phones.flatMap { network.places(ofPhone: $0) }
        matrices = phones.map { 9 * model.phones.states(of: $0).matrix }
        scores = [Int32](repeating: Score.none, count: places.count)
    }

    /// Takes one frame: a score for each senone of the network's set.
    package mutating func step(_ row: UnsafePointer<Int32>) {
        var entry: Int32 = 0
        if frames > 0 {
            entry = Score.none
            for phone in matrices.indices { entry = max(entry, exit(of: phone)) }
        }
        var best = Score.none
        var bestState = Score.none
        for (phone, costs) in matrices.enumerated() {
            let first = 3 * phone
            let old = (scores[first], scores[first + 1], scores[first + 2])
            let isFirst = frames == 0
            scores[first] =
                isFirst ? 0 : max(old.0 &+ transitions[costs], entry)
            scores[first + 1] = max(
                old.1 &+ transitions[costs + 3], old.0 &+ transitions[costs + 1])
            scores[first + 2] = max(
                max(old.2 &+ transitions[costs + 6], old.1 &+ transitions[costs + 4]),
                old.0 &+ transitions[costs + 2])
            for state in first..<first + 3 {
                let acoustic = row[places[state]]
                bestState = max(bestState, acoustic)
                scores[state] = max(Score.none, scores[state] &+ acoustic)
                best = max(best, scores[state])
            }
        }
        bestStates.append(bestState)
        if best < -(1 << 24) {
            for state in scores.indices where scores[state] > Score.none / 2 {
                scores[state] &-= best
            }
            raised += Int64(best)
        }
        frames += 1
    }

    /// The best score of the sound so far, in steps of 1/1024 neper.
    package var score: Int64 {
        Int64(matrices.indices.map { exit(of: $0) }.max() ?? 0) + raised
    }

    /// Best score of the sound so far where no phone has to be over.
    package var scoreSoFar: Int64 { Int64(scores.max() ?? 0) + raised }

    private func exit(of phone: Int) -> Int32 {
        let costs = matrices[phone]
        return max(
            scores[3 * phone + 2] &+ transitions[costs + 7],
            scores[3 * phone + 1] &+ transitions[costs + 5])
    }
}
