import VoiceTestSupport
import VoiceTime

@testable import VoiceAcoustics

/// A model of four phones in files as Sphinx writes them, small enough to be checked by hand.
///
/// Every phone, alone or between neighbours, has a sequence and three senones of its own.
struct TinyModel {
    /// A phone between neighbours that the model has seen.
    struct Triphone {
        var position: WordPosition
        var phone: Int
        var left: Int
        var right: Int
    }

    static let names = ["A", "B", "C", "SIL"]
    static let silence = 3

    /// What the model has seen.
    var triphones: [Triphone] = []
    /// Whether senone `n` has the n-th Gaussian for itself, far from all others; else means and
    /// weights are drawn by a seed.
    var isDistinct = false

    var senones: Int { 3 * (Self.names.count + triphones.count) }

    /// The model, read from files that are gone afterwards.
    func model() throws -> AcousticModel {
        let folder = TemporaryFolder()
        try write(to: folder)
        return try withExtendedLifetime(folder) { try AcousticModel(folder: folder.path) }
    }

    func write(to folder: TemporaryFolder) throws {
        try folder.write(mdef(), to: "mdef")
        try folder.write(means(), to: "means")
        try folder.write(variances(), to: "variances")
        try folder.write(transitions(), to: "transition_matrices")
        try folder.write(weights(), to: "sendump")
        try folder.write(Self.parameters, to: "feat.params")
    }

    /// What its features are, and a mean of their cepstra of 0.
    static let parameters = """
        -lowerf 130
        -upperf 6800
        -nfilt 25
        -transform dct
        -lifter 22
        -feat 1s_c_d_dd
        -svspec 0-12/13-25/26-38
        -agc none
        -cmn batch
        -varnorm no
        -model ptm
        -cmninit 0,0,0,0,0,0,0,0,0,0,0,0,0

        """

    // MARK: Files

    func mdef() -> [UInt8] {
        let names = Self.names
        let all = names.count + triphones.count
        let tree = nodes()
        var file = ModelBytes(text: "BMDF")
        file.add(words: [1, 4])
        file.add(text: "tiny")
        file.add(words: [names.count, all, 3, 3 * names.count, senones, names.count, all, 3])
        file.add(words: [tree.count, Self.silence])
        for name in names { file.add(text: name + "\0") }
        file.align()
        for node in tree {
            file.add(halves: [node.context, node.count])
            file.add(words: [node.below])
        }
        for phone in 0..<all {
            guard phone >= names.count else {
                file.add(words: [phone, phone, phone == Self.silence ? 1 : 0])
                continue
            }
            let seen = triphones[phone - names.count]
            file.add(words: [phone, seen.phone])
            file.add(bytes: [seen.position.rawValue, seen.phone, seen.left, seen.right])
        }
        file.add(words: [3 * all])
        file.add(halves: Array(0..<3 * all))
        return file.bytes
    }

    func means() -> [UInt8] {
        var chance = SeededChance(seed: 1).stream("means")
        return gaussians { phone, gaussian in
            isDistinct
                ? Self.place(of: gaussian, phone: phone) : Float(chance.below(600)) / 100 - 3
        }
    }

    /// Where all 39 numbers of a frame lie that a senone of a distinct model fits perfectly.
    static func place(of senone: Int, phone: Int) -> Float { Float(10 * senone + 3 * phone) }

    func variances() -> [UInt8] {
        var chance = SeededChance(seed: 1).stream("variances")
        return gaussians { _, _ in isDistinct ? 1 : Float(chance.below(500) + 50) / 100 }
    }

    private func gaussians(_ value: (_ phone: Int, _ gaussian: Int) -> Float) -> [UInt8] {
        var file = ModelBytes.withHeader()
        let count = Self.names.count * 3 * 128 * 13
        file.add(words: [Self.names.count, 3, 128, 13, 13, 13, count])
        file.add(floats: (0..<count).map { value($0 / (3 * 128 * 13), $0 / 13 % 128) })
        return file.bytes
    }

    /// Rows of staying, going on and leaving a state out, for a phone's matrix.
    static func shares(of phone: Int) -> [[Float]] {
        let more = Float(phone) / 20
        if phone == silence { return [[0.9, 0.1, 0], [0.8, 0.2, 0], [0.7, 0.3, 0]] }
        return [[0.6 - more, 0.3 + more, 0.1], [0.5, 0.4 - more, 0.1 + more], [0.5, 0.5, 0]]
    }

    func transitions() -> [UInt8] {
        var file = ModelBytes.withHeader()
        file.add(words: [Self.names.count, 3, 4, 12 * Self.names.count])
        for phone in Self.names.indices {
            for (state, row) in Self.shares(of: phone).enumerated() {
                var columns: [Float] = [0, 0, 0, 0, 0]
                columns.replaceSubrange(state..<state + 3, with: row)
                file.add(floats: Array(columns.prefix(4)))
            }
        }
        return file.bytes
    }

    func weights() -> [UInt8] {
        var chance = SeededChance(seed: 1).stream("weights")
        var file = ModelBytes()
        for line in ["BEGIN FILE FORMAT DESCRIPTION\0", "cluster_count 0\0"] {
            file.add(words: [line.utf8.count])
            file.add(text: line)
        }
        file.add(words: [0, 128, senones])
        for place in 0..<3 * 128 * senones {
            let isOwn = place / senones % 128 == place % senones
            file.add(bytes: [isDistinct ? (isOwn ? 0 : 255) : Int(chance.below(256))])
        }
        return file.bytes
    }

    /// The tree of triphones, level by level: position, phone, left, right.
    private func nodes() -> [(context: Int, count: Int, below: Int)] {
        let paths = triphones.enumerated().map { number, seen in
            (
                path: [seen.position.rawValue, seen.phone, seen.left, seen.right],
                phone: Self.names.count + number
            )
        }
        var nodes = (0..<4).map { (context: $0, count: 0, below: -1) }
        var level = (0..<4).map { position in
            (node: position, members: paths.filter { $0.path[0] == position })
        }
        for depth in 1...3 {
            var next: [(node: Int, members: [(path: [Int], phone: Int)])] = []
            for (node, members) in level where !members.isEmpty {
                let contexts = Set(members.map { $0.path[depth] }).sorted()
                nodes[node].count = contexts.count
                nodes[node].below = nodes.count
                for context in contexts {
                    next.append((nodes.count, members.filter { $0.path[depth] == context }))
                    nodes.append((context: context, count: 0, below: -1))
                }
            }
            level = next
        }
        for (node, members) in level where !members.isEmpty { nodes[node].below = members[0].phone }
        return nodes
    }
}

/// Bytes of a model's file: numbers in the order of little-endian CPUs.
struct ModelBytes {
    private(set) var bytes: [UInt8] = []

    init(text: String = "") { bytes = Array(text.utf8) }

    /// A file of the format "s3", with its mark of the byte order.
    static func withHeader() -> ModelBytes {
        var file = ModelBytes(text: "s3\nversion 1.0\nendhdr\n")
        file.add(words: [0x1122_3344])
        return file
    }

    mutating func add(text: String) { bytes += Array(text.utf8) }

    mutating func add(bytes values: [Int]) { bytes += values.map { UInt8($0) } }

    mutating func add(halves: [Int]) { for value in halves { add(Int16(value)) } }

    mutating func add(words: [Int]) { for value in words { add(Int32(value)) } }

    mutating func add(floats: [Float]) { for value in floats { add(value.bitPattern) } }

    mutating func align() { while bytes.count % 4 != 0 { bytes.append(0) } }

    private mutating func add(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// A copy of `bytes` whose 32-bit number at `place` is another.
    static func changing(_ bytes: [UInt8], at place: Int, to value: Int) -> [UInt8] {
        var number = ModelBytes()
        number.add(words: [value])
        var copy = bytes
        copy.replaceSubrange(place..<place + 4, with: number.bytes)
        return copy
    }
}
