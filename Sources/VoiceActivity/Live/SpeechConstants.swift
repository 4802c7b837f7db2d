/// What the live detector goes by besides its settings: chosen once, the same for every session.
///
/// They stand here, by name, so that a session's trace can say which of them it was made with.
/// Units: the last word of a name says blocks of ten hops, a tenth of a second.
package struct SpeechConstants: Sendable, Equatable {
    /// How far back floors, the top and the usual level are looked for.
    package var floorBlocks = 30
    /// How far back the lowest level near by is looked for.
    package var nearBlocks = 8
    /// How far back the top and the floor of a longer time are looked for.
    package var longBlocks = 100

    /// The detector's own.
    package init() {}

    var reach: BlockMemory.Reach {
        BlockMemory.Reach(floor: floorBlocks, near: nearBlocks, long: longBlocks)
    }

    /// Every constant that is one number by name, in order, with the way to it.
    package static var scalars: [(name: String, path: WritableKeyPath<Self, Int>)] {
        [
            ("floorBlocks", \.floorBlocks), ("nearBlocks", \.nearBlocks),
            ("longBlocks", \.longBlocks),
        ].map { ("detector.\($0.0)", $0.1) }
    }

    /// What the detector is built of and nothing can change while it runs, by name: the network's
    /// weights, told by a number made of them all.
    package static var fixed: [(name: String, value: Int)] {
        [("detector.weightsDigest", SpeechNetworkTable.shared.digest)]
    }
}
