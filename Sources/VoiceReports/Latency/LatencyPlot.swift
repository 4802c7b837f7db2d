internal import VoiceDiff

/// The values of one figure as a small picture, as SVG that takes its colours from the page.
enum LatencyPlot {
    private static let width = 360
    private static let height = 58
    private static let margin = 8
    /// More values than this are drawn as every n-th of them.
    private static let dotLimit = 400

    /// Every value as a dot, hollow where it is only the least, and the percentiles as lines, from
    /// nothing to the largest value.
    static func strip(_ figure: LatencyFigure) -> String {
        guard let percentiles = figure.percentiles, !figure.values.isEmpty else { return "" }
        let most = max(1, percentiles.max.microseconds)
        func place(_ microseconds: Int64) -> String {
            let span = Int64(width - 2 * margin)
            return tenths(Int64(margin) * 10 + microseconds * span * 10 / most)
        }
        var svg = open(
            width: width, height: height,
            label: "\(figure.metric.rawValue): every value and its percentiles, 0 to"
                + " \(LatencyValues.text(percentiles.max)) ms")
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
        svg += text("0", x: "\(margin)", y: "52", anchor: "start")
        svg += text(
            "\(LatencyValues.text(percentiles.max)) ms", x: "\(width - margin)", y: "52",
            anchor: "end")
        return svg + "</svg>"
    }

    private static let fallbacks = [
        "ink": "#1d2430", "muted": "#7a8494", "accent": "#2f6fde", "bad": "#c43d3d",
        "good": "#1f7a4d",
    ]

    static func color(_ name: String) -> String {
        "var(--\(name), \(fallbacks[name] ?? "currentColor"))"
    }

    static func open(width: Int, height: Int, label: String) -> String {
        "<svg viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\""
            + " role=\"img\" aria-label=\"\(escaped(label))\">"
    }

    static func line(
        x1: String, y1: String, x2: String, y2: String, _ name: String, _ weight: Double,
        dashes: String? = nil
    ) -> String {
        let dashes = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
        return "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\""
            + " stroke=\"\(color(name))\" stroke-width=\"\(weight)\"\(dashes)/>"
    }

    static func text(
        _ text: String, x: String, y: String, anchor: String, _ name: String = "muted"
    ) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" font-size=\"12\""
            + " fill=\"\(color(name))\">\(escaped(text))</text>"
    }

    /// `text` as characters of SVG; labels of runs are anybody's.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in TerminalReport.printable(text).unicodeScalars {
            switch scalar {
            case "&", "<", ">", "\"", "'": escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    static func tenths(_ value: Int64) -> String {
        "\(value < 0 ? "-" : "")\(value.magnitude / 10).\(value.magnitude % 10)"
    }
}
