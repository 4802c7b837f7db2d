/// Place of a phone in a word.
package enum WordPosition: Int, Sendable, CaseIterable {
    /// Neither the first nor the last phone of the word.
    case inside
    /// The first phone of a word with several.
    case begin
    /// The last phone of a word with several.
    case end
    /// The word's only phone.
    case single
}

/// The phones of a model, and which states a phone has between which neighbours.
///
/// Source: `mdef` in the binary form of sphinxbase (`bin_mdef.h`): a tree of four levels, position,
/// phone, left and right neighbour.
package struct PhoneTable: Sendable {
    /// Phones of their own, neighbours apart.
    package let names: [String]
    /// The number of silence.
    package let silence: Int
    /// Sequences of senones, three a sequence.
    let sequences: [UInt16]
    /// Number of senones.
    let senoneCount: Int
    /// Number of transition matrices that its phones go by.
    let matrixCount: Int
    /// The phone that each senone belongs to.
    let phoneOfSenone: [UInt8]
    private let isFiller: [Bool]
    private let tree: [Node]
    /// Sequence of each phone with or without neighbours, and its phone.
    private let sequenceOf: [Int32]
    private let matrixOf: [UInt8]

    private struct Node {
        let context: Int16
        /// Number of nodes below; 0 in a leaf.
        let count: Int16
        /// The first node below, or the phone of a leaf.
        let below: Int32
    }

    /// States of a phone.
    static let states = 3

    init(path: String) throws(AcousticModelError) {
        var reader = try ModelReader(path: path)
        guard try reader.read(4).elementsEqual("BMDF".utf8) else {
            throw reader.damaged("it is not a binary model definition")
        }
        guard try reader.int32() == 1 else { throw reader.damaged("its version is not 1") }
        try reader.skip(try reader.count(0...65_536, of: "bytes of description"))
        let phones = try reader.count(1...255, of: "phones")
        let all = try reader.count(phones...2_000_000, of: "phones with neighbours")
        guard try reader.int32() == Self.states else {
            throw reader.damaged("its phones do not have three states")
        }
        let ownSenones = try reader.count(1...65_535, of: "senones of phones alone")
        senoneCount = try reader.count(ownSenones...65_535, of: "senones")
        matrixCount = try reader.count(1...255, of: "transition matrices")
        let sequenceCount = try reader.count(1...1_000_000, of: "sequences of senones")
        guard try reader.int32() == 3 else { throw reader.damaged("it has no triphones") }
        let nodes = try reader.count(4...4_000_000, of: "nodes")
        silence = try reader.count(0...phones - 1, of: "as the silence")
        names = try Self.names(&reader, phones, silence)
        tree = try Self.tree(&reader, nodes, all)
        let records = try reader.words32(3 * all)
        let total = try reader.count(
            sequenceCount * Self.states...sequenceCount * Self.states, of: "senones in sequences")
        sequences = try reader.words16(total)
        try reader.finish(summing: nil)
        sequenceOf = (0..<all).map { records[3 * $0] }
        matrixOf = (0..<all).map { UInt8(truncatingIfNeeded: records[3 * $0 + 1]) }
        isFiller = (0..<phones).map { records[3 * $0 + 2] & 0xFF != 0 }
        var owners = [UInt8](repeating: 0, count: senoneCount)
        for phone in 0..<all {
            let owner =
                phone < phones ? phone : Int(records[3 * phone + 2] >> 8 & 0xFF)
            guard (0..<sequenceCount).contains(Int(sequenceOf[phone])), owner < phones,
                (0..<matrixCount).contains(Int(records[3 * phone + 1]))
            else { throw reader.damaged("phone \(phone) points outside it") }
            for state in 0..<Self.states {
                let senone = Int(sequences[Self.states * Int(sequenceOf[phone]) + state])
                guard senone < senoneCount else {
                    throw reader.damaged("a sequence names senone \(senone)")
                }
                owners[senone] = UInt8(owner)
            }
        }
        phoneOfSenone = owners
    }

    private static func names(
        _ reader: inout ModelReader, _ count: Int, _ silence: Int
    ) throws(AcousticModelError) -> [String] {
        let start = reader.place
        var names: [String] = []
        for _ in 0..<count { names.append(try reader.text()) }
        guard Set(names).count == count, !names.contains(""), names[silence] == "SIL" else {
            throw reader.damaged("its phones do not have a name each, SIL for the silence")
        }
        try reader.align(to: 4, from: start)
        return names
    }

    private static func tree(
        _ reader: inout ModelReader, _ count: Int, _ phones: Int
    ) throws(AcousticModelError) -> [Node] {
        let raw = try reader.words32(2 * count)
        for index in 0..<count {
            let below = Int(raw[2 * index + 1])
            let number = Int(Int16(truncatingIfNeeded: raw[2 * index] >> 16))
            let isLeaf = number == 0
            guard number >= 0, isLeaf ? below < phones : below > index && below + number <= count
            else { throw reader.damaged("node \(index) of its tree points outside it") }
        }
        return (0..<count).map { index in
            Node(
                context: Int16(truncatingIfNeeded: raw[2 * index]),
                count: Int16(truncatingIfNeeded: raw[2 * index] >> 16), below: raw[2 * index + 1])
        }
    }

    /// The number of a phone by its name; nil where the model does not have it.
    package func number(of name: some StringProtocol) -> Int? {
        names.firstIndex { $0 == name }
    }

    /// Whether a phone is silence or noise.
    package func isFiller(_ phone: Int) -> Bool { isFiller[phone] }

    /// The first of the three senones of a phone between two others, in ``sequences``, and its
    /// transition matrix.
    ///
    /// Where the model has not seen the three together: another position, then silence for a
    /// neighbour, then the phone alone, as sphinxbase looks for it.
    func states(
        of phone: Int, left: Int, right: Int, at position: WordPosition
    ) -> (sequence: Int, matrix: Int) {
        let found = triphone(phone, left, right, position) ?? phone
        return (Self.states * Int(sequenceOf[found]), Int(matrixOf[found]))
    }

    /// Returns the states and the matrix of a phone without neighbours.
    func states(of phone: Int) -> (sequence: Int, matrix: Int) {
        (Self.states * Int(sequenceOf[phone]), Int(matrixOf[phone]))
    }

    private func triphone(
        _ phone: Int, _ left: Int, _ right: Int, _ position: WordPosition
    ) -> Int? {
        let left = isFiller[left] ? silence : left
        let right = isFiller[right] ? silence : right
        for pair in [(left, right), (silence, right), (left, silence), (silence, silence)] {
            if let exact = leaf(position, phone, pair.0, pair.1) { return exact }
            for other in WordPosition.allCases where other != position {
                if let near = leaf(other, phone, pair.0, pair.1) { return near }
            }
        }
        return nil
    }

    private func leaf(_ position: WordPosition, _ phone: Int, _ left: Int, _ right: Int) -> Int? {
        var range = 0..<4
        for context in [position.rawValue, phone, left, right] {
            guard let node = range.lazy.map({ tree[$0] }).first(where: { $0.context == context })
            else { return nil }
            if node.count == 0 { return node.below < 0 ? nil : Int(node.below) }
            range = Int(node.below)..<Int(node.below) + Int(node.count)
        }
        return nil
    }
}
