/// Draws a flow's graph as SVG: every module a box that lists its ways out, an arrow from each.
///
/// Rows of the graph become columns. Ways forward go straight over; ways back run in lanes of
/// their own below everything, so that no label and no box is crossed by one.
struct FlowDrawing {
    private static let columnGap = 90
    private static let boxGap = 28
    private static let margin = 24
    private static let laneGap = 10
    /// The width of a character at most, in hundredths: the picture names no font it could measure.
    static let characterWidth = 760

    private let boxes: [FlowBox]
    private let boxPlaces: [String: Int]
    private var lanes = 0
    private let bottom: Int
    private let title: String

    init(_ chart: FlowChart, title: String) {
        self.title = title
        let drawn = chart.nodes
        let ways = Dictionary(grouping: chart.ways, by: \.from)
        var boxes: [FlowBox] = []
        var x = Self.margin
        for (column, row) in chart.rows().enumerated() {
            let widths = row.map { Self.width(of: drawn[$0], ways[drawn[$0].id] ?? []) }
            let width = widths.max() ?? 0
            var y = Self.margin
            for index in row {
                let box = FlowBox(
                    node: drawn[index], ways: ways[drawn[index].id] ?? [],
                    says: FlowBox.lines(drawn[index].says), row: column, x: x, y: y, width: width,
                    isNarrow: false)
                boxes.append(box)
                y += box.height + Self.boxGap
            }
            x += width + Self.columnGap
        }
        self.boxes = boxes
        boxPlaces = Dictionary(boxes.enumerated().map { ($1.node.id, $0) }) { first, _ in first }
        bottom = boxes.map { $0.y + $0.height }.max() ?? 0
    }

    private static func width(of node: FlowChart.Node, _ ways: [FlowChart.Way]) -> Int {
        let texts =
            [node.id + FlowBox.counted(node.count)] + FlowBox.lines(node.says)
            + ways.map { $0.label + FlowBox.counted($0.count) }
        let longest = texts.map(\.unicodeScalars.count).max() ?? 0
        return max(110, longest * characterWidth / 100 + 24)
    }

    /// The whole picture.
    mutating func svg() -> String {
        let shapes = boxes.map(\.shape)
        let arrows = boxes.flatMap { box in
            box.ways.enumerated().compactMap { number, way in arrow(of: way, number, from: box) }
        }
        let width = (boxes.map { $0.x + $0.width }.max() ?? 0) + Self.columnGap / 2 + Self.margin
        let height = bottom + Self.boxGap + lanes * Self.laneGap + Self.margin
        return Self.document(
            title: title, width: width, height: height, shapes: arrows.flatMap { $0 } + shapes)
    }

    /// A picture of `shapes`, light and dark.
    static func document(title: String, width: Int, height: Int, shapes: [Markup]) -> String {
        let size = (width: "\(width)", height: "\(height)")
        let paper = Markup("rect", ["class": "paper", "width": size.width, "height": size.height])
        return Markup(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": size.width, "height": size.height,
                "viewBox": "0 0 \(width) \(height)", "role": "img",
            ], [Markup("title", text: title), style, paper] + shapes
        ).text
    }

    private static let style = Markup.own(
        """
        <style>
        svg { --ink: #1d2430; --paper: #ffffff; --box: #f3f5f9; --line: #5b6b85; --missed: #c22f3d;
              --head: #dde5f2; color: var(--ink); font: 12px ui-sans-serif, system-ui, sans-serif; }
        @media (prefers-color-scheme: dark) {
          svg { --ink: #e6eaf2; --paper: #14181f; --box: #1e2430; --line: #8fa1bf;
                --missed: #ff7a85; --head: #2b3547; } }
        .paper { fill: var(--paper); }
        .box { fill: var(--box); stroke: var(--line); }
        .head { fill: var(--head); }
        text { fill: var(--ink); }
        .id { font-weight: 600; }
        .kind { font-size: 10px; opacity: .75; }
        .says { font-size: 11px; font-style: italic; }
        .way { fill: none; stroke: var(--line); stroke-width: 1.4; }
        .tip { fill: var(--line); }
        .missed .box, .way.missed { stroke: var(--missed); stroke-dasharray: 5 3; }
        .missed text, text.missed { fill: var(--missed); }
        .tip.missed { fill: var(--missed); }
        </style>
        """)

    private mutating func arrow(
        of way: FlowChart.Way, _ number: Int, from box: FlowBox
    ) -> [Markup]? {
        guard let place = boxPlaces[way.target] else { return nil }
        let target = boxes[place]
        let (x1, y1) = (box.x + box.width, box.exit(number))
        let (x2, y2) = (target.x - 6, target.y + 18)
        let path: String
        if target.row > box.row {
            let reach = Self.columnGap * 3 / 4
            path = "M\(x1) \(y1) C\(x1 + reach) \(y1) \(x2 - reach) \(y2) \(x2) \(y2)"
        } else {
            lanes += 1
            let lane = bottom + Self.boxGap / 2 + lanes * Self.laneGap
            let (out, back) = (x1 + 10 + lanes % 5 * 6, x2 - 8 - lanes % 5 * 6)
            path =
                "M\(x1) \(y1) L\(out - 6) \(y1) Q\(out) \(y1) \(out) \(y1 + 6) L\(out) \(lane - 6)"
                + " Q\(out) \(lane) \(out - 6) \(lane) L\(back + 6) \(lane)"
                + " Q\(back) \(lane) \(back) \(lane - 6) L\(back) \(y2 + 6)"
                + " Q\(back) \(y2) \(back + 6) \(y2) L\(x2) \(y2)"
        }
        return Self.way(way, path: path, tip: "M\(x2 + 6) \(y2) l-8 -4 v8 z")
    }

    /// The line of a way and its tip.
    static func way(_ way: FlowChart.Way, path: String, tip: String) -> [Markup] {
        let missed = FlowBox.missed(way.count)
        return [
            Markup(
                "path", ["class": "way\(missed)", "d": path],
                [Markup("title", text: "\(way.from): \(way.label) → \(way.target)")]),
            Markup("path", ["class": "tip\(missed)", "d": tip]),
        ]
    }
}
