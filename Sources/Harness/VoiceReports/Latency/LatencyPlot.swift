internal import VoiceDiff

/// The values of one figure as a small picture, as SVG that takes its colours from the page.
enum LatencyPlot {
    private static let width = 380
    private static let height = 62
    private static let margin = 16
    /// More values than this are drawn as every n-th of them.
    private static let dotLimit = 400

    /// Every value as a dot, hollow where it is only the least, the percentiles as lines, and the
    /// golden median as a line below, on `scale`.
    static func strip(
        _ figure: LatencyFigure, on scale: LatencyScale, golden: LatencyFigure? = nil
    ) -> String {
        guard let percentiles = figure.percentiles, !figure.values.isEmpty else { return "" }
        func place(_ microseconds: Int64) -> String {
            let width = Int64(width - 2 * margin)
            return tenths(Int64(margin) * 10 + scale.tenths(microseconds, width: width))
        }
        var shapes = [
            line(x1: "\(margin)", y1: "22", x2: "\(width - margin)", y2: "22", "muted", 1)
        ]
        for mark in scale.marks {
            let x = place(mark * 1_000)
            shapes.append(line(x1: x, y1: "18", x2: x, y2: "26", "muted", 1))
            shapes.append(
                text(LatencyScale.text(mark), x: x, y: "56", anchor: "middle", size: 11))
        }
        if let before = golden?.percentiles?.p50.microseconds {
            shapes.append(
                line(x1: place(before), y1: "28", x2: place(before), y2: "42", "golden", 4))
        }
        for (name, value) in percentiles.all.dropLast() {
            let x = place(value.microseconds)
            shapes.append(line(x1: x, y1: "6", x2: x, y2: "34", "accent", name == "p50" ? 3 : 1.5))
        }
        let step = max(1, figure.values.count / dotLimit)
        let shown = stride(from: 0, to: figure.values.count, by: step).map { figure.values[$0] }
        func dots(_ isAtLeast: Bool) -> [Markup] {
            shown.filter { $0.isAtLeast == isAtLeast }.map {
                Markup("circle", ["cx": place($0.microseconds), "cy": "22", "r": "3.5"])
            }
        }
        shapes += [
            Markup("g", ["fill": color("ink"), "fill-opacity": "0.75"], dots(false)),
            Markup(
                "g", ["fill": "none", "stroke": color("bad"), "stroke-opacity": "0.75"],
                dots(true)),
        ]
        return picture(
            width: width, height: height,
            label: "\(figure.metric.rawValue): every value and its percentiles, 0 to"
                + " \(LatencyValues.text(percentiles.max)) ms", shapes
        ).text
    }

    /// What the marks of ``strip(_:on:golden:)`` mean, as HTML.
    static func legend(hasGolden: Bool) -> String {
        func entry(_ shape: Markup, _ meaning: String) -> Markup {
            Markup(
                "li",
                [
                    Markup(
                        "svg",
                        [
                            "viewBox": "0 0 16 16", "width": "16", "height": "16",
                            "aria-hidden": "true",
                        ], [shape]), Markup(" " + meaning),
                ])
        }
        func bar(_ name: String, _ weight: Double) -> Markup {
            line(x1: "8", y1: "1", x2: "8", y2: "15", name, weight)
        }
        func dot(fill: String, stroke: String?) -> Markup {
            Markup("circle", ["cx": "8", "cy": "8", "r": "4", "fill": fill, "stroke": stroke])
        }
        var entries = [
            entry(dot(fill: color("ink"), stroke: nil), "one value"),
            entry(dot(fill: "none", stroke: color("bad")), "not over yet: at least so long"),
            entry(bar("accent", 3), "median (p50)"), entry(bar("accent", 1.5), "p90, p99"),
        ]
        if hasGolden { entries.append(entry(bar("golden", 4), "median of the golden traces")) }
        return Markup("ul", ["class": "legend", "aria-label": "Legend"], entries).text
    }

    private static let fallbacks = [
        "ink": "#1d2430", "muted": "#7a8494", "accent": "#2f6fde", "bad": "#c43d3d",
        "good": "#1f7a4d", "golden": "#8a5a00",
    ]

    static func color(_ name: String) -> String {
        "var(--\(name), \(fallbacks[name] ?? "currentColor"))"
    }

    /// A picture of `shapes`.
    static func picture(width: Int, height: Int, label: String, _ shapes: [Markup]) -> Markup {
        Markup(
            "svg",
            [
                "viewBox": "0 0 \(width) \(height)", "width": "\(width)", "height": "\(height)",
                "role": "img", "aria-label": label,
            ], shapes)
    }

    static func line(
        x1: String, y1: String, x2: String, y2: String, _ name: String, _ weight: Double,
        dashes: String? = nil
    ) -> Markup {
        Markup(
            "line",
            [
                "x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke": color(name),
                "stroke-width": "\(weight)", "stroke-dasharray": dashes,
            ])
    }

    static func text(
        _ text: String, x: String, y: String, anchor: String, _ name: String = "muted",
        size: Int = 12
    ) -> Markup {
        Markup(
            "text",
            [
                "x": x, "y": y, "text-anchor": anchor, "font-size": "\(size)",
                "fill": color(name),
            ], text: text)
    }

    static func tenths(_ value: Int64) -> String {
        "\(value < 0 ? "-" : "")\(value.magnitude / 10).\(value.magnitude % 10)"
    }
}
