/// Nodes at which words begin, by place: a table from keys to links.
///
/// Source: open addressing with linear probing (Knuth, The Art of Computer Programming, 6.4).
struct WordStartTable {
    /// Links to the nodes that begin at each place, in the order in which they came.
    private(set) var begins: [[SearchNetwork.Link]] = []
    /// Number of the hub that has these links, for each place; nil while there is none.
    var hubs: [Int?] = []
    private var keys: [Int] = []
    /// Places by their keys' hashes, -1 where none is; at most half of them are taken.
    private var slots = [Int32](repeating: -1, count: 256)

    /// The place of `key`; nil where nothing begins there.
    func place(of key: Int) -> Int? {
        let place = slots[slot(of: key)]
        return place < 0 ? nil : Int(place)
    }

    /// Adds a link at `key`.
    mutating func add(_ link: SearchNetwork.Link, at key: Int) {
        let slot = slot(of: key)
        if slots[slot] >= 0 { return begins[Int(slots[slot])].append(link) }
        slots[slot] = Int32(keys.count)
        keys.append(key)
        begins.append([link])
        hubs.append(nil)
        if 2 * keys.count > slots.count { grow() }
    }

    /// The slot that `key` has, or would take.
    private func slot(of key: Int) -> Int {
        // Fibonacci hashing: the upper bits of a product with the golden ratio of the word.
        let hash = UInt(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        var slot = Int(hash >> 32) & (slots.count - 1)
        while slots[slot] >= 0, keys[Int(slots[slot])] != key {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: 2 * slots.count)
        for (place, key) in keys.enumerated() { slots[slot(of: key)] = Int32(place) }
    }
}
