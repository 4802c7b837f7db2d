/// The least of the last values, in constant time for each.
///
/// Source: Lemire, "Streaming maximum-minimum filter", 2006.
struct SlidingMinimum {
    private let width: Int
    private var values: [Float]
    private var places: [Int64]
    private var first = 0
    private var count = 0
    private var place: Int64 = 0

    /// A minimum over the last `width` values; those before the first are 1.
    init(width: Int) {
        self.width = width
        values = [Float](repeating: 1, count: width + 1)
        places = [Int64](repeating: 0, count: width + 1)
    }

    /// Takes a value and gives the least of the last `width`.
    mutating func next(_ value: Float) -> Float {
        while count > 0, values[(first + count - 1) % values.count] >= value { count -= 1 }
        let end = (first + count) % values.count
        values[end] = value
        places[end] = place
        count += 1
        if places[first] <= place - Int64(width) {
            first = (first + 1) % values.count
            count -= 1
        }
        place += 1
        return values[first]
    }
}
