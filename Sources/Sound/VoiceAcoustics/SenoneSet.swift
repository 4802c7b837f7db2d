internal import CAcousticScore

/// Senones that a search needs, with the weights of their Gaussians side by side.
package struct SenoneSet: Sendable {
    fileprivate let model: AcousticModel
    /// The senones by number, those of one phone together.
    let senones: [Int]
    /// Places of the senones of each phone that occurs.
    fileprivate let groups: [(phone: Int, places: Range<Int>)]
    /// A row of weights for each stream and senone.
    fileprivate let weights: [Float]
    /// The places of the senones whose best score a row has behind those of all; none where a row
    /// has no such score.
    fileprivate let free: [Int]

    /// The senones of `numbers`, each once. A row has the best score of `free` behind all others.
    init(_ numbers: [Int], of model: AcousticModel, free: Set<Int> = []) {
        self.model = model
        let owners = model.phones.phoneOfSenone
        let senones = numbers.sorted { (owners[$0], $0) < (owners[$1], $1) }
        var groups: [(phone: Int, places: Range<Int>)] = []
        for (place, senone) in senones.enumerated() {
            let phone = Int(owners[senone])
            if groups.last?.phone == phone {
                groups[groups.count - 1].places =
                    groups[groups.count - 1].places.lowerBound..<place + 1
            } else {
                groups.append((phone, place..<place + 1))
            }
        }
        let width = AcousticModel.gaussians
        var weights = [Float](
            repeating: 0, count: AcousticModel.streams * senones.count * width)
        weights.withUnsafeMutableBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            for stream in 0..<AcousticModel.streams {
                for (place, senone) in senones.enumerated() {
                    model.copyWeights(
                        of: senone, stream: stream,
                        to: base + (stream * senones.count + place) * width)
                }
            }
        }
        self.senones = senones
        self.free = senones.indices.filter { free.contains(senones[$0]) }
        self.groups = groups
        self.weights = weights
    }

    /// Number of senones.
    var count: Int { senones.count }

    /// Scores every senone for each frame in turn, as ``SenoneScorer`` gives them.
    ///
    /// Shape: `body` gets a row of `count` numbers for each frame.
    package func eachFrame(
        of features: CepstralFrontEnd.Features, _ body: (UnsafePointer<Int32>) -> Void
    ) {
        var scorer = SenoneScorer(self)
        features.values.withUnsafeBufferPointer { values in
            guard let first = values.baseAddress else { return }
            for frame in 0..<features.count {
                scorer.score(first + frame * CepstralFrontEnd.size, body)
            }
        }
    }

    /// The scores of all frames, a row of ``count`` for each.
    func scores(of features: CepstralFrontEnd.Features) -> [Int32] {
        var all: [Int32] = []
        all.reserveCapacity(features.count * count)
        eachFrame(of: features) { row in
            all.append(contentsOf: UnsafeBufferPointer(start: row, count: count))
        }
        return all
    }
}

/// Scores frames one after the other, without taking memory for each.
package struct SenoneScorer {
    /// A senone is no worse than this below the best of the frame, in nepers.
    private static let floor: Float = -100

    private let set: SenoneSet
    private var scores: [Int32]
    private var row: [Float]
    private var sums: [Float]
    private var values = [Float](repeating: 0, count: AcousticModel.gaussians)

    /// A scorer of the senones of `set`.
    package init(_ set: SenoneSet) {
        self.set = set
        scores = [Int32](repeating: 0, count: set.count + (set.free.isEmpty ? 0 : 1))
        row = [Float](repeating: 0, count: set.count)
        sums = [Float](repeating: 0, count: set.count)
    }

    /// Scores a frame of ``CepstralFrontEnd/size`` numbers: for each senone the logarithm of its
    /// likelihood in steps of 1/1024 neper, less the best of the frame, none below the floor.
    package mutating func score(
        _ frame: UnsafePointer<Float>, _ body: (UnsafePointer<Int32>) -> Void
    ) {
        for index in row.indices { row[index] = 0 }
        for (phone, places) in set.groups {
            for stream in 0..<AcousticModel.streams { mix(phone, stream, places, frame) }
        }
        let best = row.max() ?? 0
        for place in row.indices {
            scores[place] = Score.of(nepers: max(Self.floor, row[place] - best))
        }
        if !set.free.isEmpty { scores[set.count] = set.free.map { scores[$0] }.max() ?? 0 }
        scores.withUnsafeBufferPointer { scores in
            if let base = scores.baseAddress { body(base) }
        }
    }

    private mutating func mix(
        _ phone: Int, _ stream: Int, _ places: Range<Int>, _ frame: UnsafePointer<Float>
    ) {
        let table = (phone * AcousticModel.streams + stream) * AcousticModel.tableSize
        let x = frame + stream * AcousticModel.dimensions
        let first = (stream * set.count + places.lowerBound) * AcousticModel.gaussians
        let top = set.model.tables.withUnsafeBufferPointer { tables in
            values.withUnsafeMutableBufferPointer { values -> Float in
                guard let tables = tables.baseAddress, let values = values.baseAddress else {
                    return 0
                }
                voicetest_densities(tables + table, x, Int32(AcousticModel.dimensions), values)
                return voicetest_exponentials(values)
            }
        }
        set.weights.withUnsafeBufferPointer { weights in
            guard let base = weights.baseAddress else { return }
            voicetest_mixtures(base + first, values, Int32(places.count), &sums)
        }
        for index in 0..<places.count {
            row[places.lowerBound + index] += voicetest_logarithm(sums[index]) + top
        }
    }
}
