/// Divides speech at its pauses into pieces, none of which overlaps another.
///
/// Units: seconds. All speech is in a piece. A pause is divided between the pieces at its sides
/// where it is shorter than both pads.
package struct SpeechSplitter: Sendable, Equatable {
    /// The shortest pause that divides.
    package var pause = 0.5
    /// Silence that a piece keeps before its speech and behind it.
    package var prePad = 0.05
    /// Silence that a piece keeps behind its speech.
    package var postPad = 0.2
    /// Least duration of a piece: shorter speech goes with its nearer neighbour; 0 lets every piece
    /// stand.
    package var least = 0.0
    /// Largest duration of a piece: a longer one is divided once more, at its longest pause, or
    /// where it is quietest; nil leaves it.
    package var longest: Double?

    /// The usual pauses.
    package init() {}

    /// The pieces of a file, in frames and in order; `quietest` finds the quietest frame of a
    /// stretch that has no pause.
    ///
    /// - Throws: what `quietest` throws.
    package func pieces<Failure: Error>(
        of activity: FileActivity,
        quietest: (Range<Int64>) throws(Failure) -> Int64
    ) throws(Failure) -> [Range<Int64>] {
        var groups: [[Range<Int64>]] = []
        for segment in activity.segments {
            if let last = groups.last?.last,
                segment.lowerBound - last.upperBound < frames(pause, activity)
            {
                groups[groups.count - 1].append(segment)
            } else {
                groups.append([segment])
            }
        }
        joinShort(&groups, activity)
        groups = try divideLong(groups, activity, quietest)
        return padded(groups.map { $0[0].lowerBound..<$0[$0.count - 1].upperBound }, activity)
    }

    private func frames(_ seconds: Double, _ activity: FileActivity) -> Int64 {
        Int64((seconds * Double(activity.sampleRate)).rounded())
    }

    private func length(_ group: [Range<Int64>]) -> Int64 {
        group[group.count - 1].upperBound - group[0].lowerBound
    }

    private func joinShort(_ groups: inout [[Range<Int64>]], _ activity: FileActivity) {
        let least = frames(least, activity)
        var place = 0
        while place < groups.count, groups.count > 1 {
            guard length(groups[place]) < least else {
                place += 1
                continue
            }
            func gap(_ left: Int) -> Int64 {
                guard left >= 0, left + 1 < groups.count else { return .max }
                return groups[left + 1][0].lowerBound
                    - groups[left][groups[left].count - 1].upperBound
            }
            let left = gap(place - 1) <= gap(place) ? place - 1 : place
            groups[left] += groups[left + 1]
            groups.remove(at: left + 1)
            place = left
        }
    }

    private func divideLong<Failure: Error>(
        _ groups: [[Range<Int64>]], _ activity: FileActivity,
        _ quietest: (Range<Int64>) throws(Failure) -> Int64
    ) throws(Failure) -> [[Range<Int64>]] {
        guard let longest else { return groups }
        let most = max(2, frames(longest - prePad - postPad, activity))
        var (waiting, done) = (Array(groups.reversed()), [[Range<Int64>]]())
        while let group = waiting.popLast() {
            guard length(group) > most else {
                done.append(group)
                continue
            }
            guard group.count > 1 else {
                let start = group[0].lowerBound
                let found = try quietest(start + most / 2..<start + most)
                let middle = min(max(found, start + 1), start + most)
                waiting.append([middle..<group[0].upperBound])
                waiting.append([start..<middle])
                continue
            }
            let gaps = zip(group, group.dropFirst()).map { $1.lowerBound - $0.upperBound }
            let widest = gaps.indices.max { gaps[$0] < gaps[$1] } ?? 0
            waiting.append(Array(group[(widest + 1)...]))
            waiting.append(Array(group[...widest]))
        }
        return done
    }

    /// Returns the pieces with their pads, as far as there is room for them.
    private func padded(_ pieces: [Range<Int64>], _ activity: FileActivity) -> [Range<Int64>] {
        let (before, after) = (frames(prePad, activity), frames(postPad, activity))
        /// Returns the place where the room between two pieces is divided.
        func share(_ gap: Int64) -> Int64 {
            let both = before + after
            return both <= gap || both == 0 ? after : gap * after / both
        }
        return pieces.indices.map { index in
            let piece = pieces[index]
            var (start, end) = (max(0, piece.lowerBound - before), activity.frames)
            if index > 0 {
                let gap = piece.lowerBound - pieces[index - 1].upperBound
                start = max(start, pieces[index - 1].upperBound + min(gap, share(gap)))
            }
            if index + 1 < pieces.count {
                let gap = pieces[index + 1].lowerBound - piece.upperBound
                end = piece.upperBound + min(gap, share(gap))
            }
            return start..<min(end, piece.upperBound + after, activity.frames)
        }
    }
}
