internal import VoiceDiff
internal import VoiceTime

/// One figure over many runs as a picture: the median and the 90th percentile on a scale of their
/// own, dates, the runs that stepped away from those before, and where the sessions changed.
struct TrendPlot {
    private static let width = 560
    private static let height = 200
    private static let left = 62
    private static let right = 12
    private static let top = 22
    private static let bottom = 44
    /// Runs that have a tooltip each; of more, several share one.
    private static let columnLimit = 400
    /// A run is compared with so many before it and so many from it on.
    private static let stepRuns = 5

    /// Where percentiles left what they were before.
    struct Step: Equatable {
        /// The first run of the new level.
        let run: Int
        /// Which percentiles moved by the same.
        var percentiles: [LatencyPercentile]
        /// By how much, in microseconds.
        let change: Int64
    }

    private let runs: [LatencyRun]
    private let metric: LatencyMetric
    private let points: [Percentiles?]
    private let least: Int64
    private let most: Int64

    /// The plot of `metric`; nil where no run measured anything of it.
    init?(_ runs: [LatencyRun], _ metric: LatencyMetric) {
        self.runs = runs
        self.metric = metric
        points = runs.map { $0.figures[metric]?.percentiles }
        let values = points.compactMap { $0 }.flatMap {
            [$0.p50.microseconds, $0.p90.microseconds]
        }
        guard let low = values.min(), let high = values.max(), high > 0 else { return nil }
        // From nothing only where the values come near it.
        let pad = max(500, (high - low) / 8)
        least = low < high / 2 ? 0 : max(0, low - pad)
        most = high + pad
    }

    /// Every run with a percentile that, with those after it, lies beyond all of those before it.
    var steps: [Step] {
        var steps: [Step] = []
        for percentile in LatencyPercentile.allCases {
            for step in self.steps(of: percentile) {
                if let place = steps.firstIndex(where: {
                    $0.run == step.run && $0.change == step.change
                }) {
                    steps[place].percentiles.append(percentile)
                } else {
                    steps.append(step)
                }
            }
        }
        return steps.sorted { $0.run < $1.run }
    }

    private func steps(of percentile: LatencyPercentile) -> [Step] {
        let found = points.enumerated().compactMap { place, point in
            point.map { (place, $0[percentile].microseconds) }
        }
        var steps: [Step] = []
        for index in found.indices.dropFirst() {
            let before = found[max(0, index - Self.stepRuns)..<index].map(\.1)
            let after = found[index..<min(found.count, index + Self.stepRuns)].map(\.1)
            guard let low = before.min(), let high = before.max(), let first = after.min(),
                let last = after.max(), first > high || last < low
            else { continue }
            let change = Self.middle(after) - Self.middle(before)
            guard change.magnitude >= max(1_000, low.magnitude / 50) else { continue }
            steps.append(
                Step(run: found[index].0, percentiles: [percentile], change: change))
        }
        return steps
    }

    private static func middle(_ values: [Int64]) -> Int64 { values.sorted()[values.count / 2] }

    /// The picture.
    var svg: String {
        LatencyPlot.picture(
            width: Self.width, height: Self.height,
            label: "\(metric.rawValue) over \(runs.count) runs, in milliseconds",
            scale + dates + changes + [curve(\.p90, "muted", 1.2), curve(\.p50, "accent", 2.2)]
                + marks + tooltips
        ).text
    }

    private func x(_ run: Int) -> Int64 {
        let span = Int64(Self.width - Self.left - Self.right) * 10
        return Int64(Self.left) * 10
            + (runs.count == 1
                ? span / 2
                : span * Int64(run)
                    / Int64(runs.count - 1))
    }

    private func y(_ microseconds: Int64) -> Int64 {
        let span = Int64(Self.height - Self.top - Self.bottom) * 10
        return Int64(Self.height - Self.bottom) * 10 - span * (microseconds - least)
            / max(1, most - least)
    }

    private var scale: [Markup] {
        let steps: [Int64] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
        let step = (steps.first { (most - least) / ($0 * 1_000) <= 5 } ?? 60_000) * 1_000
        var shapes: [Markup] = []
        var value = (least + step - 1) / step * step
        while value <= most {
            let y = LatencyPlot.tenths(y(value))
            shapes.append(
                LatencyPlot.line(
                    x1: "\(Self.left)", y1: y, x2: "\(Self.width - Self.right)", y2: y, "line", 1))
            shapes.append(
                LatencyPlot.text(
                    "\(value / 1_000) ms", x: "\(Self.left - 6)",
                    y: LatencyPlot.tenths(self.y(value) + 40), anchor: "end"))
            value += step
        }
        return shapes
    }

    private var dates: [Markup] {
        var places = [0]
        if runs.count > 2 { places.append((runs.count - 1) / 2) }
        if runs.count > 1 { places.append(runs.count - 1) }
        return places.flatMap { place in
            let anchor =
                runs.count == 1
                ? "middle" : place == 0 ? "start" : place == runs.count - 1 ? "end" : "middle"
            let x = LatencyPlot.tenths(x(place))
            return [
                LatencyPlot.text(
                    Self.short(runs[place].label), x: x, y: "\(Self.height - 24)", anchor: anchor,
                    "ink"),
                LatencyPlot.text(
                    Self.date(runs[place].time), x: x, y: "\(Self.height - 8)", anchor: anchor),
            ]
        }
    }

    /// Where the set of sessions is another than in the run before.
    private var changes: [Markup] {
        runs.indices.dropFirst().filter { runs[$0].scope != runs[$0 - 1].scope }.map { run in
            let x = LatencyPlot.tenths(x(run))
            return Markup(
                "g",
                [
                    Markup(
                        "title",
                        text: "the sessions changed here: \(runs[run - 1].sessions), then"
                            + " \(runs[run].sessions)"),
                    LatencyPlot.line(
                        x1: x, y1: "\(Self.top)", x2: x, y2: "\(Self.height - Self.bottom)", "ink",
                        1.5, dashes: "3 4"),
                ])
        }
    }

    private var marks: [Markup] {
        var taken: [Int: Int64] = [:]
        return steps.flatMap { step in
            // Several marks of one run stand below each other.
            let down = taken[step.run, default: 0]
            taken[step.run] = down + 1
            let name = step.change > 0 ? "bad" : "good"
            let x = x(step.run)
            let names =
                step.percentiles.count == LatencyPercentile.allCases.count
                ? "" : step.percentiles.map(\.rawValue).joined(separator: " ") + " "
            let text =
                names + (step.change > 0 ? "+" : "") + LatencyValues.text(microseconds: step.change)
                + " ms"
            let anchor = x > Int64(Self.width - 150) * 10 ? "end" : "start"
            return [
                LatencyPlot.line(
                    x1: LatencyPlot.tenths(x), y1: "\(Self.top - 6)", x2: LatencyPlot.tenths(x),
                    y2: "\(Self.height - Self.bottom)", name, 1.5),
                LatencyPlot.text(
                    text, x: LatencyPlot.tenths(x + (anchor == "end" ? -40 : 40)),
                    y: "\(Int64(Self.top - 8) + 14 * down)", anchor: anchor, name),
            ]
        }
    }

    private func curve(
        _ path: KeyPath<Percentiles, Percentiles.Value>, _ name: String, _ weight: Double
    ) -> Markup {
        let found = points.enumerated().compactMap { place, point -> String? in
            guard let point else { return nil }
            let y = y(point[keyPath: path].microseconds)
            return "\(LatencyPlot.tenths(x(place))),\(LatencyPlot.tenths(y))"
        }
        let (stroke, width) = (LatencyPlot.color(name), "\(weight)")
        guard found.count > 1 else {
            let place = found.first?.split(separator: ",").map(String.init) ?? ["0", "0"]
            return Markup(
                "circle",
                [
                    "cx": place[0], "cy": place[1], "r": "3", "fill": "none", "stroke": stroke,
                    "stroke-width": width,
                ])
        }
        return Markup(
            "polyline",
            [
                "fill": "none", "stroke": stroke, "stroke-width": width,
                "points": found.joined(separator: " "),
            ])
    }

    private var tooltips: [Markup] {
        let columns = min(Self.columnLimit, runs.count)
        let span = Int64(Self.width - Self.left - Self.right) * 10
        return (0..<columns).map { column in
            let first = column * runs.count / columns
            let last = (column + 1) * runs.count / columns - 1
            let run = runs[last]
            var name = "\(run.label), \(Self.date(run.time)), \(run.sessions) sessions"
            if last > first { name += " (the last of \(last - first + 1) runs)" }
            let figures =
                points[last].map { point in
                    "p50 \(LatencyValues.text(point.p50)) ms,"
                        + " p90 \(LatencyValues.text(point.p90)) ms"
                } ?? "not measured"
            let from = Int64(Self.left) * 10 + span * Int64(column) / Int64(columns)
            return Markup(
                "rect",
                [
                    "x": LatencyPlot.tenths(from), "y": "\(Self.top)",
                    "width": LatencyPlot.tenths(span / Int64(columns)),
                    "height": "\(Self.height - Self.top - Self.bottom)", "fill": "transparent",
                ], [Markup("title", text: "\(PrintableText.part(name))\n\(figures)")])
        }
    }

    private static func short(_ label: String) -> String {
        label.count <= 16 ? label : label.prefix(15) + "…"
    }

    /// The day of a time in seconds since 1970 UTC, as in `2026-03-09`; empty outside of the years
    /// 1970 to 9999.
    static func date(_ time: Int64) -> String {
        guard (0...CalendarTime.range.upperBound).contains(time) else { return "" }
        return String(CalendarTime.text(time).prefix { $0 != "T" })
    }
}
