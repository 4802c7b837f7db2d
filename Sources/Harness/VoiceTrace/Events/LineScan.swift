internal import VoiceSystem
internal import VoiceTime

/// Positions in a trace line of the parts that its digest leaves out, found without reading JSON.
///
/// Lines that are not laid out as ``TraceText`` writes them are left to the reader of JSON.
struct LineScan {
    /// Positions of the key of the sequence number, and of the byte behind its comma.
    let sequenceKey: Int
    let afterSequence: Int
    /// Positions of the bytes behind the frame, and behind the tap.
    let afterFrame: Int
    let afterTap: Int
    /// The sequence number.
    let sequence: Int64
    /// Frame of the event, from `t` of the line.
    let frame: Frame
    /// The position of the event's tap in `Tap.allCases`.
    let tap: Int

    private static let sequencePattern = word("\"seq\":")
    private static let framePattern = word("\"t\":")
    private static let tapPattern = word(",\"tap\":\"")
    private static let taps = Tap.allCases.map { Array("\($0.rawValue)\"".utf8) }

    /// Looks at the line `start..<end` of `bytes`, its newline left out.
    init?(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) {
        guard let base = bytes.baseAddress, end - start > 40,
            let key = Self.find(Self.sequencePattern, 6, base, start + 1, end),
            let digits = Self.digits(bytes, key + 6, end), bytes[digits.end] == UInt8(ascii: ","),
            let place = Self.find(Self.framePattern, 4, base, digits.end + 1, end),
            let number = Self.digits(bytes, place + 4, end), end - number.end > 16,
            base.loadUnaligned(fromByteOffset: number.end, as: UInt64.self) == Self.tapPattern,
            number.value <= TraceText.frameLimit,
            // Deeper inside an object another key could have the same name.
            memchr(base + start + 1, Int32(UInt8(ascii: "{")), place - start - 1) == nil,
            bytes[start] == UInt8(ascii: "{"), Self.followsMember(bytes[key - 1]),
            Self.followsMember(bytes[place - 1])
        else { return nil }
        let tapStart = number.end + 8
        let tap = Self.taps.firstIndex { tap in
            tapStart + tap.count < end
                && tap.indices.allSatisfy { bytes[tapStart + $0] == tap[$0] }
        }
        guard let tap else { return nil }
        sequenceKey = key
        afterSequence = digits.end + 1
        afterFrame = number.end
        afterTap = tapStart + Self.taps[tap].count
        sequence = digits.value
        frame = number.value
        self.tap = tap
    }

    private static func followsMember(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "{")
    }

    /// Returns up to eight characters as the machine loads them.
    private static func word(_ text: String) -> UInt64 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns the first place of `pattern`, of `length` bytes, in `start..<end`.
    private static func find(
        _ pattern: UInt64, _ length: Int, _ base: UnsafeRawPointer, _ start: Int, _ end: Int
    ) -> Int? {
        let mask = length == 8 ? .max : (UInt64(1) << UInt64(8 * length)) - 1
        var place = start
        while place + 8 <= end {
            let here = UInt64(
                littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            if here & mask == pattern { return place }
            place += 1
        }
        return nil
    }

    /// A number from 0 without leading zeros, at most 18 digits, and where it ends.
    private static func digits(
        _ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int
    ) -> (value: Int64, end: Int)? {
        var value: Int64 = 0
        var place = start
        while place < end, bytes[place] >= 0x30, bytes[place] <= 0x39 {
            guard place - start < 18 else { return nil }
            value = value * 10 + Int64(bytes[place] - 0x30)
            place += 1
        }
        let hasLeadingZero = place - start > 1 && bytes[start] == 0x30
        return place > start && place < end && !hasLeadingZero ? (value, place) : nil
    }
}
