/// Changes of the chunks that point into the sound, or tell of sound that is cut.
///
/// Source: EBU Tech 3285 version 2 for `bext`; AES46 for `cart`; Microsoft's "New Multimedia Data
/// Types and Data Techniques" for `cue `, `smpl` and `adtl`; AIFF 1.3 for `MARK`.
extension SoundChunks {
    /// Updates every chunk to what is true after a change.
    mutating func apply(_ change: SoundChange) {
        let isQuiet = change.gainDB == 0 && !change.changesLevels
        keepsBits = isQuiet && change.rateBefore == change.rateAfter
        guard !(change.movesNothing && isQuiet) else { return }
        var kept: [Int: Int] = [:]
        if let cue = chunks.firstIndex(where: { $0.label == "cue " }) {
            kept = move(cues: cue, change)
        }
        for index in chunks.indices {
            switch chunks[index].label {
            case "bext": move(broadcast: &chunks[index].bytes, change)
            case "cart": move(cart: &chunks[index].bytes, change)
            case "smpl": move(sampler: &chunks[index].bytes, change)
            case "plst": move(playlist: &chunks[index].bytes, change, kept)
            case "MARK": move(marks: &chunks[index].bytes, change)
            case "LIST" where chunks[index].bytes.has("adtl"):
                move(labels: &chunks[index].bytes, change, kept)
            default: break
            }
        }
        chunks = chunks.filter { !isEmpty($0) }
    }

    /// Whether a list has nothing left in it.
    private func isEmpty(_ chunk: Chunk) -> Bool {
        switch chunk.label {
        case "cue ", "plst": number(chunk.bytes, 0) == 0
        case "MARK": number(chunk.bytes, 0, 2) == 0
        case "LIST": chunk.bytes.count == 4 && chunk.bytes.has("adtl")
        default: false
        }
    }

    /// Time reference and loudness.
    private func move(broadcast bytes: inout [UInt8], _ change: SoundChange) {
        if let low = number(bytes, 338), let high = number(bytes, 342), high < 1 << 30 {
            // Counted from midnight, at the file's own rate.
            let start = Int64(high << 32 | low) + max(0, change.range.lowerBound)
            let moved = max(0, change.scaled(start) - change.lead)
            put(moved & 0xFFFF_FFFF, into: &bytes, at: 338)
            put(moved >> 32, into: &bytes, at: 342)
        }
        guard let version = number(bytes, 346, 2), version >= 2, bytes.count >= 422 else { return }
        // Loudness, its range, greatest true peak, momentary and short-term loudness.
        let isCut = change.range != 0..<Int64.max
        for index in 0..<5 {
            let place = 412 + 2 * index
            let value = Int16(truncatingIfNeeded: number(bytes, place, 2) ?? 0x7FFF)
            guard value != 0x7FFF else { continue }
            let moved = index == 1 ? 0 : (change.gainDB * 100).rounded()
            let sum = Double(value) + moved
            let isKnown = !isCut && !change.changesLevels && abs(sum) <= 9_999
            // 7FFF stands for "not stated".
            let result = isKnown ? Int64(UInt16(bitPattern: Int16(sum))) : 0x7FFF
            put(result, into: &bytes, at: place, 2)
        }
    }

    /// The timers of a radio cart: eight usages with their frames.
    private func move(cart bytes: inout [UInt8], _ change: SoundChange) {
        guard bytes.count >= 748 else { return }
        for place in stride(from: 684, to: 748, by: 8) {
            guard let frame = number(bytes, place + 4), number(bytes, place) != 0 else { continue }
            let last = max(change.range.lowerBound, change.range.upperBound - 1)
            let nearest = min(max(Int64(frame), change.range.lowerBound), last)
            put(change.place(nearest), into: &bytes, at: place + 4)
        }
    }

    /// Moves cue points and returns the remaining ones, with their places before. A region that
    /// reaches into the kept sound begins there.
    private mutating func move(cues index: Int, _ change: SoundChange) -> [Int: Int] {
        let old = chunks[index].bytes
        let lengths = regionLengths
        var (points, kept) = ([UInt8](), [Int: Int]())
        let count = min(number(old, 0) ?? 0, (old.count - 4) / 24)
        for point in 0..<max(0, count) {
            let place = 4 + 24 * point
            var bytes = Array(old[place..<place + 24])
            guard let identifier = number(bytes, 0), let position = number(bytes, 4),
                let offset = number(bytes, 20)
            else { continue }
            let end = Int64(offset + (lengths[identifier] ?? 0))
            let start = change.range.lowerBound
            let isOpen = Int64(offset) < start && end > start
            guard let frame = change.frame(isOpen ? start : Int64(offset)) else { continue }
            put(frame, into: &bytes, at: 20)
            if position == offset { put(frame, into: &bytes, at: 4) }
            points += bytes
            kept[identifier] = offset
        }
        var head: [UInt8] = [0, 0, 0, 0]
        put(Int64(points.count / 24), into: &head, at: 0)
        chunks[index].bytes = head + points
        return kept
    }

    /// The frames that each region takes, by its cue point.
    private var regionLengths: [Int: Int] {
        var lengths: [Int: Int] = [:]
        for list in chunks where list.label == "LIST" && list.bytes.has("adtl") {
            for part in parts(of: list.bytes) where part.label == "ltxt" {
                if let identifier = number(part.bytes, 0), let length = number(part.bytes, 4) {
                    lengths[identifier] = length
                }
            }
        }
        return lengths
    }

    /// Labels, notes and regions of the cue points that are left.
    private func move(labels bytes: inout [UInt8], _ change: SoundChange, _ kept: [Int: Int]) {
        let parts = parts(of: bytes).compactMap { part -> Chunk? in
            guard let identifier = number(part.bytes, 0), let start = kept[identifier] else {
                return nil
            }
            guard part.label == "ltxt", let length = number(part.bytes, 4) else { return part }
            var part = part
            let region = (Int64(start)..<Int64(start + length)).clamped(to: change.range)
            put(change.scaled(Int64(region.count)), into: &part.bytes, at: 4)
            return part
        }
        bytes = Array(bytes[..<4]) + self.bytes(of: parts)
    }

    /// A sampler's loops; those that are not kept whole go.
    private func move(sampler bytes: inout [UInt8], _ change: SoundChange) {
        guard bytes.count >= 36, let count = number(bytes, 28) else { return }
        if change.rateAfter > 0, change.rateBefore != change.rateAfter {
            put(Int64(1_000_000_000 / change.rateAfter), into: &bytes, at: 8)
        }
        var loops: [UInt8] = []
        let known = min(count, (bytes.count - 36) / 24)
        for loop in 0..<max(0, known) {
            let place = 36 + 24 * loop
            var part = Array(bytes[place..<place + 24])
            guard let first = number(part, 8), let last = number(part, 12),
                let start = change.frame(Int64(first)), let end = change.frame(Int64(last))
            else { continue }
            put(start, into: &part, at: 8)
            put(end, into: &part, at: 12)
            loops += part
        }
        bytes = Array(bytes[..<36]) + loops + bytes[(36 + 24 * known)...]
        put(Int64(loops.count / 24), into: &bytes, at: 28)
    }

    /// Moves the order in which cue points are played, with their durations.
    private func move(playlist bytes: inout [UInt8], _ change: SoundChange, _ kept: [Int: Int]) {
        var parts: [UInt8] = []
        let count = min(number(bytes, 0) ?? 0, (bytes.count - 4) / 12)
        for index in 0..<max(0, count) {
            var part = Array(bytes[(4 + 12 * index)..<(16 + 12 * index)])
            guard let identifier = number(part, 0), kept[identifier] != nil,
                let length = number(part, 4)
            else { continue }
            put(change.scaled(Int64(length)), into: &part, at: 4)
            parts += part
        }
        bytes = [0, 0, 0, 0] + parts
        put(Int64(parts.count / 12), into: &bytes, at: 0)
    }

    /// AIFF's markers: a number, a frame, and a name of an even length with its own count.
    private func move(marks bytes: inout [UInt8], _ change: SoundChange) {
        var (place, count, marks) = (2, 0, [UInt8]())
        while let frame = bytes.big(place + 2, 4), let length = bytes.big(place + 6, 1) {
            let end = place + 6 + (length + 2) / 2 * 2
            guard end <= bytes.count else { break }
            if let moved = change.frame(Int64(frame)) {
                var mark = Array(bytes[place..<end])
                put(moved, into: &mark, at: 2)
                marks += mark
                count += 1
            }
            place = end
        }
        bytes = [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)] + marks
    }
}
