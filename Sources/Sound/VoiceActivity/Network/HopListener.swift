/// Takes the hops of a sound, in order, and gives the trunk's state of every pair of them.
struct HopListener: Sendable {
    private var memory: BlockMemory
    private var trunk = SpeechTrunk()
    private var row = [Float](repeating: 0, count: SpeechTrunk.inputs)
    private var lastLag: Int16 = 0
    private var hops = 0
    private let firstPlace: Int
    /// The level of the last hop, in hundredths of a decibel.
    private(set) var energy: Float = 0
    /// The level of the noise under it, likewise.
    private(set) var floor: Float = 0

    /// A listener at the beginning of a sound.
    ///
    /// `firstPlace` is the place of the first hop in its block: an even number.
    init(firstPlace: Int = 0, reach: BlockMemory.Reach = BlockMemory.Reach()) {
        self.firstPlace = firstPlace
        memory = BlockMemory(reach: reach)
    }

    /// Takes the hops of a quiet room, an even number, before the first hop of the sound; tells
    /// the state of every pair of them.
    mutating func enter(_ room: [HopFeatures], told: (ChannelLanes) -> Void = { _ in }) {
        precondition(hops == 0 && room.count % 2 == 0, "a room comes first, in pairs of hops")
        for hop in room {
            if hops % HopGrid.blockHops == 0 { memory.closeBlock() }
            if let state = hear(hop) { told(state) }
        }
        memory.endRoom()
        hops = 0
    }

    /// Takes the next hop; gives the state of the pair that it completes.
    @inline(__always)
    mutating func process(_ hop: HopFeatures) -> ChannelLanes? {
        if (hops + firstPlace) % HopGrid.blockHops == 0 {
            // A first block of fewer hops says less of the noise: where a sound begins in it must
            // not matter.
            if hops < HopGrid.blockHops { memory.dropBlock() } else { memory.closeBlock() }
        }
        return hear(hop)
    }

    @inline(__always)
    private mutating func hear(_ hop: HopFeatures) -> ChannelLanes? {
        let levels = BandLevels(hop)
        let lag = hop.rest[HopFeatures.Place.lag]
        let around = memory.closed > 0 ? memory.known : SoundBefore(only: levels)
        let place = hops % 2 * SpeechInputs.count
        let last = hops > 0 ? lastLag : lag
        row.withUnsafeMutableBufferPointer { row in
            SpeechInputs.fill(
                row.baseAddress.unsafelyUnwrapped + place, hop, levels, lastLag: last, around)
        }
        (energy, floor) = (levels.mean, around.floors.mean)
        memory.add(levels)
        lastLag = lag
        hops += 1
        return hops % 2 == 0 ? state() : nil
    }

    /// Ends the sound: a last hop without another stands for both.
    mutating func finish() -> ChannelLanes? {
        guard hops % 2 == 1 else { return nil }
        for place in 0..<SpeechInputs.count { row[SpeechInputs.count + place] = row[place] }
        return state()
    }

    /// The inputs of the last pair.
    var inputs: [Float] { row }

    /// The live log-odds of speech in the pair before that which gave `state`.
    func odds(_ state: ChannelLanes) -> Float { trunk.odds(state) }

    private mutating func state() -> ChannelLanes {
        row.withUnsafeBufferPointer { trunk.step($0.baseAddress.unsafelyUnwrapped) }
    }
}
