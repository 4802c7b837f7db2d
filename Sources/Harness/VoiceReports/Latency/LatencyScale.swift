internal import VoiceDiff

/// The one scale of all figures of a page: times in steps of 1, 2 and 5, evenly apart.
///
/// Short times stay apart where some are long: between two marks the scale is linear.
struct LatencyScale {
    /// The marks in milliseconds, ascending, the first 0.
    let marks: [Int64]

    private static let all: [Int64] = {
        var marks: [Int64] = [0, 100]
        while let last = marks.last, last < 200_000_000 {
            // 1, 2, 5 and 10 times a power of ten.
            marks.append(String(last).hasPrefix("2") ? last / 2 * 5 : last * 2)
        }
        return marks
    }()

    /// The scale that holds every value of `figures`.
    init(_ figures: [LatencyFigure]) {
        let most = figures.compactMap { $0.values.last?.microseconds }.max() ?? 0
        let needed = Self.all.firstIndex { $0 * 1_000 >= most } ?? Self.all.count - 1
        marks = Array(Self.all.prefix(max(2, needed + 1)))
    }

    /// Where a time stands, in tenths of a pixel from the beginning of `width` pixels.
    func tenths(_ microseconds: Int64, width: Int64) -> Int64 {
        let steps = Int64(marks.count - 1)
        guard let next = marks.firstIndex(where: { $0 * 1_000 > microseconds }), next > 0 else {
            return microseconds <= 0 ? 0 : width * 10
        }
        let (from, to) = (marks[next - 1] * 1_000, marks[next] * 1_000)
        let part = (microseconds - from) * width * 10 / (to - from)
        return (Int64(next - 1) * width * 10 + part) / steps
    }

    /// A mark as a reader takes it in: `0`, `0.5 s`, `2 s`.
    static func text(_ milliseconds: Int64) -> String {
        if milliseconds == 0 { return "0" }
        return milliseconds < 1_000 ? "0.\(milliseconds / 100) s" : "\(milliseconds / 1_000) s"
    }
}
