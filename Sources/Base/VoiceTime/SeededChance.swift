/// Chance that repeats: one seed, and a stream of its own for every consumer.
///
/// A stream is found by its name, so that a new consumer shifts no other consumer's draws.
/// The algorithm is pinned by known-answer tests; the standard library's may change.
/// Source: SplitMix64 (Steele, Lea, Flood 2014); FNV-1a for names; bounded draw by rejection.
package struct SeededChance: Sendable, Equatable {
    /// Seed that every stream derives from.
    package let seed: UInt64

    /// Chance from `seed`.
    package init(seed: UInt64) { self.seed = seed }

    /// The stream of the consumer called `name`, from its beginning.
    package func stream(_ name: String) -> ChanceStream {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        var mixer = ChanceStream(state: seed ^ hash)
        return ChanceStream(state: mixer.next())
    }
}

/// One consumer's draws.
package struct ChanceStream: Sendable, Equatable {
    /// State of the stream: a stream that is made of it goes on from there.
    package private(set) var state: UInt64

    /// The stream that stands at `state`.
    package init(state: UInt64) { self.state = state }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but not including `bound`, every one equally likely.
    package mutating func below(_ bound: Int) -> Int {
        precondition(bound > 0, "a draw needs at least one outcome")
        let size = UInt64(bound)
        let limit = UInt64.max - UInt64.max % size
        while true {
            let draw = next()
            if draw < limit { return Int(draw % size) }
        }
    }
}
