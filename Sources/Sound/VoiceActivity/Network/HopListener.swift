/// Takes the hops of a sound, in order, and returns the trunk's state of every pair of them.
struct HopListener: Sendable {
    private var memory: BlockMemory
    private var trunk = SpeechTrunk()
    /// The inputs of the pairs that are heard at once, and their states.
    private var rows: [Float]
    private(set) var states: [ChannelLanes]
    /// Hops in ``rows``.
    private var waiting = 0
    private var lastLag: Int16 = 0
    private var hops = 0
    private let firstPlace: Int
    /// The level of the last hop, in hundredths of a decibel.
    private(set) var energy: Float = 0
    /// The level of the noise under it, likewise.
    private(set) var floor: Float = 0

    /// A listener at the beginning of a sound.
    ///
    /// `firstPlace` is the place of the first hop in its block: an even number. Two `pairs` at once
    /// take less time, but give their states together.
    init(firstPlace: Int = 0, reach: BlockMemory.Reach = BlockMemory.Reach(), pairs: Int = 1) {
        self.firstPlace = firstPlace
        rows = [Float](repeating: 0, count: pairs * SpeechTrunk.inputs)
        states = [ChannelLanes](repeating: ChannelLanes(), count: pairs)
        memory = BlockMemory(reach: reach)
    }

    /// Takes the hops of a quiet room, an even number, before the first hop of the sound; `told`
    /// gets the states of all pairs of them.
    mutating func enter(_ room: [HopFeatures], told: ([ChannelLanes]) -> Void = { _ in }) {
        precondition(
            hops == 0 && room.count % (2 * states.count) == 0,
            "a room comes first, in pairs of hops")
        for hop in room {
            if hops % HopGrid.blockHops == 0 { memory.closeBlock() }
            if hear(hop) { told(states) }
        }
        memory.endRoom()
        hops = 0
    }

    /// Takes the next hop; returns whether ``states`` are now those of the last pairs.
    @inline(__always)
    mutating func process(_ hop: HopFeatures) -> Bool {
        if (hops + firstPlace) % HopGrid.blockHops == 0 {
            // A first block of fewer hops says less of the noise: where a sound begins in it must
            // not matter.
            if hops < HopGrid.blockHops { memory.dropBlock() } else { memory.closeBlock() }
        }
        return hear(hop)
    }

    @inline(__always)
    private mutating func hear(_ hop: HopFeatures) -> Bool {
        let levels = BandLevels(hop)
        let lag = hop.rest[HopFeatures.Place.lag]
        let around = memory.closed > 0 ? memory.known : SoundBefore(only: levels)
        let place = waiting * SpeechInputs.count
        let last = hops > 0 ? lastLag : lag
        rows.withUnsafeMutableBufferPointer { rows in
            SpeechInputs.fill(
                rows.baseAddress.unsafelyUnwrapped + place, hop, levels, lastLag: last, around)
        }
        (energy, floor) = (levels.mean, around.floors.mean)
        memory.add(levels)
        lastLag = lag
        hops += 1
        waiting += 1
        guard waiting == 2 * states.count else { return false }
        waiting = 0
        trunk.step(rows, into: &states)
        return true
    }

    /// Ends the sound: a last hop without another stands for both. Returns the states of the last
    /// pairs.
    mutating func finish() -> [ChannelLanes] {
        guard waiting > 0 else { return [] }
        if waiting % 2 == 1 {
            let last = (waiting - 1) * SpeechInputs.count
            for place in last..<last + SpeechInputs.count {
                rows[place + SpeechInputs.count] = rows[place]
            }
        }
        var last = [ChannelLanes](repeating: ChannelLanes(), count: (waiting + 1) / 2)
        trunk.step(Array(rows.prefix(last.count * SpeechTrunk.inputs)), into: &last)
        waiting = 0
        return last
    }

    /// The inputs of the last pairs.
    var inputs: [Float] { rows }

    /// The live log-odds of speech in the pair before that which gave `state`.
    func odds(_ state: ChannelLanes) -> Float { trunk.odds(state) }
}
