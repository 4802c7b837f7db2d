/// The parts of an expression.
indirect enum PatternNode {
    case empty
    case one(PatternClass)
    case anchor(PatternAnchor)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repeated(PatternNode, least: Int, most: Int?, isLazy: Bool)
    case look(PatternNode, isNegative: Bool)
}

/// Writes an expression as steps, repetitions written out.
struct PatternCompiler {
    private let limit: Int
    private var steps: [PatternStep] = []
    /// Parts that were written, those without a step too.
    private var parts = 0

    init(limit: Int) { self.limit = limit }

    mutating func program(of node: PatternNode) throws(TextPatternError) -> [PatternStep] {
        try write(node)
        try append(.done)
        return steps
    }

    private mutating func append(_ step: PatternStep) throws(TextPatternError) {
        steps.append(step)
        try count()
    }

    private mutating func count() throws(TextPatternError) {
        parts += 1
        guard steps.count <= limit, parts <= 4 * limit else {
            throw TextPatternError(
                "its repetitions written out it has more than \(limit) steps. Repeat less")
        }
    }

    private mutating func write(_ node: PatternNode) throws(TextPatternError) {
        try count()
        switch node {
        case .empty: break
        case .one(let kind): try append(.take(kind))
        case .anchor(let anchor): try append(.check(anchor))
        case .sequence(let nodes): for node in nodes { try write(node) }
        case .choice(let nodes): try write(choice: nodes[...])
        case .repeated(let node, let least, let most, let isLazy):
            for _ in 0..<least { try write(node) }
            guard let most else { return try write(loop: node, isLazy: isLazy) }
            var exits: [Int] = []
            for _ in least..<most {
                exits.append(steps.count)
                try append(.done)
                try write(node)
            }
            for exit in exits { steps[exit] = fork(exit + 1, steps.count, isLazy) }
        case .look(let node, let isNegative):
            let place = steps.count
            try append(.done)
            try write(node)
            try append(.done)
            steps[place] = .look(isNegative: isNegative, next: steps.count)
        }
    }

    private mutating func write(choice nodes: ArraySlice<PatternNode>) throws(TextPatternError) {
        var ends: [Int] = []
        for node in nodes.dropLast() {
            let fork = steps.count
            try append(.done)
            try write(node)
            ends.append(steps.count)
            try append(.done)
            steps[fork] = .either(fork + 1, steps.count)
        }
        if let last = nodes.last { try write(last) }
        for end in ends { steps[end] = .jump(steps.count) }
    }

    private mutating func write(
        loop node: PatternNode, isLazy: Bool
    ) throws(TextPatternError) {
        let start = steps.count
        try append(.done)
        try write(node)
        try append(.jump(start))
        steps[start] = fork(start + 1, steps.count, isLazy)
    }

    private func fork(_ inside: Int, _ behind: Int, _ isLazy: Bool) -> PatternStep {
        isLazy ? .either(behind, inside) : .either(inside, behind)
    }
}
