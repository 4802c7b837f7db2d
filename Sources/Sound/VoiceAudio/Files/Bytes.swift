extension [UInt8] {
    /// The number of `count` bytes at a place, the least first; nil beyond the end.
    func little(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= self.count - count else { return nil }
        return (0..<count).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
    }

    /// The number of `count` bytes at a place, the greatest first; nil beyond the end.
    func big(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= self.count - count else { return nil }
        return (0..<count).reduce(0) { $0 << 8 | Int(self[place + $1]) }
    }

    /// Whether an ASCII text stands at a place.
    func has(_ text: StaticString, at place: Int = 0) -> Bool {
        guard place >= 0, place <= count - text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(self[place..<place + $0.count]) }
    }
}
