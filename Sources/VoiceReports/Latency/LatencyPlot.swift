internal import VoiceDiff

/// Small pictures of latencies, as SVG that takes its colours from the page.
enum LatencyPlot {
    private static let width = 360
    private static let height = 44
    private static let margin = 8
    /// More values than this are drawn as every n-th of them.
    private static let dotLimit = 400

    /// Every value as a dot, hollow where it is only the least, and the percentiles as lines.
    static func strip(_ figure: LatencyFigure) -> String {
        guard let percentiles = figure.percentiles, !figure.values.isEmpty else { return "" }
        let most = max(1, percentiles.max.microseconds)
        func place(_ microseconds: Int64) -> String {
            let span = Int64(width - 2 * margin)
            return tenths(Int64(margin) * 10 + microseconds * span * 10 / most)
        }
        var svg = open(label: "\(figure.metric.rawValue): every value and its percentiles")
        svg += line(x1: "\(margin)", y1: "22", x2: "\(width - margin)", y2: "22", "muted", 1)
        for (name, value) in percentiles.all.dropLast() {
            let x = place(value.microseconds)
            svg += line(x1: x, y1: "8", x2: x, y2: "36", "accent", name == "p50" ? 3 : 1.5)
        }
        let step = max(1, figure.values.count / dotLimit)
        for index in stride(from: 0, to: figure.values.count, by: step) {
            let value = figure.values[index]
            let paint =
                value.isAtLeast
                ? "fill=\"none\" stroke=\"\(color("bad"))\"" : "fill=\"\(color("ink"))\""
            svg +=
                "<circle cx=\"\(place(value.microseconds))\" cy=\"22\" r=\"3.5\" \(paint)"
                + " opacity=\"0.75\"/>"
        }
        return svg + "</svg>"
    }

    /// One value a run, oldest first: the median as a line, the 90th percentile as a thin one.
    static func trend(_ runs: [LatencyRun], _ metric: LatencyMetric) -> String {
        let points = runs.map { $0.figures[metric]?.percentiles }
        let most = points.compactMap { $0?.p90.microseconds }.max() ?? 0
        guard most > 0 else { return "" }
        var svg = open(label: "\(metric.rawValue) over \(runs.count) runs")
        svg += line(
            x1: "\(margin)", y1: "\(height - 6)", x2: "\(width - margin)", y2: "\(height - 6)",
            "muted", 1)
        for (path, weight) in [(\Percentiles.p90, 1.0), (\Percentiles.p50, 2.0)] {
            let steps = points.enumerated().compactMap { index, found -> String? in
                guard let found else { return nil }
                let span = Int64(width - 2 * margin) * 10
                let x = Int64(margin) * 10 + span * Int64(index) / Int64(max(1, runs.count - 1))
                let rise = Int64(height - 12) * 10 * found[keyPath: path].microseconds / most
                return "\(tenths(x)),\(tenths(Int64(height - 6) * 10 - rise))"
            }
            svg +=
                "<polyline fill=\"none\" stroke=\"\(color(weight > 1 ? "accent" : "muted"))\""
                + " stroke-width=\"\(weight)\" points=\"\(steps.joined(separator: " "))\"/>"
        }
        return svg + "</svg>"
    }

    private static let fallbacks = [
        "ink": "#1d2430", "muted": "#7a8494", "accent": "#2f6fde", "bad": "#c43d3d",
    ]

    private static func color(_ name: String) -> String {
        "var(--\(name), \(fallbacks[name] ?? "currentColor"))"
    }

    private static func open(label: String) -> String {
        "<svg viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\""
            + " role=\"img\" aria-label=\"\(label)\">"
    }

    private static func line(
        x1: String, y1: String, x2: String, y2: String, _ name: String, _ weight: Double
    ) -> String {
        "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\""
            + " stroke=\"\(color(name))\" stroke-width=\"\(weight)\"/>"
    }

    private static func tenths(_ value: Int64) -> String { "\(value / 10).\(value % 10)" }
}
