/// One layer of the network, and the inputs that it still needs.
struct NetworkLayer: Sendable {
    /// What a layer learnt.
    struct Weights: Sendable {
        /// Pairs between the taps.
        var step: Int
        /// For each of five taps, oldest first: a factor for every channel; then what is added.
        var taps: [ChannelLanes]
        /// What is added, then for every channel of the input: its share in every channel.
        var mix: [ChannelLanes]
    }

    private let weights: Weights
    private var ring: [ChannelLanes]
    private var slot = 0
    private var given = 0
    private var gave = 0
    private var time = 0

    init(weights: Weights) {
        self.weights = weights
        ring = [ChannelLanes](repeating: ChannelLanes(), count: 4 * weights.step + 1)
    }

    /// Takes the next input and gives the output of twice the step before, if there is one.
    mutating func give(_ state: ChannelLanes) -> ChannelLanes? {
        given += 1
        return advance(state)
    }

    /// The next output after the end: beyond it there is nothing; nil after the last.
    mutating func pad() -> ChannelLanes? {
        while gave < given {
            if let output = advance(ChannelLanes()) { return output }
        }
        return nil
    }

    @inline(__always)
    private mutating func advance(_ state: ChannelLanes) -> ChannelLanes? {
        ring[slot] = state
        time += 1
        let newest = slot
        slot = newest + 1 == ring.count ? 0 : newest + 1
        guard time > 2 * weights.step else { return nil }
        gave += 1
        return ring.withUnsafeBufferPointer { output($0, newest) }
    }

    @inline(__always)
    private func output(
        _ ring: UnsafeBufferPointer<ChannelLanes>, _ newest: Int
    ) -> ChannelLanes {
        let step = weights.step
        func place(_ back: Int) -> Int {
            let place = newest - back * step
            return place < 0 ? place + ring.count : place
        }
        let depth = weights.taps.withUnsafeBufferPointer { taps in
            var sums = taps[5]
            for tap in 0..<5 { sums.add(taps[tap], times: ring[place(4 - tap)]) }
            return sums
        }
        let mixed = weights.mix.withUnsafeBufferPointer { mix in
            var sums = mix[0]
            depth.forEachIndexed { channel, value in sums.add(mix[channel + 1], times: value) }
            return sums.positive
        }
        return ring[place(2)] + mixed
    }
}
