/// A line of `/proc/pid/stat`: the times of a process, or of a thread.
struct ProcessLine: Equatable {
    /// Whether it runs or is ready to run.
    let isActive: Bool
    let parent: Int32
    /// Processor time of all its threads, in clock ticks of the system.
    let ticks: Int64
    /// Processor time of its ended children that it waited for, with that of theirs.
    let endedTicks: Int64

    /// Reads the line; nil where it is malformed.
    init?(_ bytes: [UInt8]) {
        // Behind the name, which may hold any byte: ") S 123".
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 15)
        guard fields.count > 14, let state = fields[0].first else { return nil }
        isActive = state == UInt8(ascii: "R")
        parent = Int32(clamping: Self.number(fields[1]))
        ticks = Self.number(fields[11]) + Self.number(fields[12])
        endedTicks = Self.number(fields[13]) + Self.number(fields[14])
    }

    /// Reads the number that these digits begin with, of 18 digits at most; 0 where there are none.
    static func number(_ digits: ArraySlice<UInt8>) -> Int64 {
        let limit: Int64 = 100_000_000_000_000_000
        var number: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit), number < limit else {
                break
            }
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
