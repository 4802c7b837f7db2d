/// Draws a flow's graph as SVG for a narrow screen: the modules one below the other.
///
/// Ways forward run down in lanes right of the boxes, ways back run up in lanes left of them; a
/// way's text names where it leads.
struct FlowColumn {
    /// The picture's width in pixels: that of a phone, less the page around it.
    static let width = 332
    private static let gutter = 34
    private static let boxGap = 22
    private static let margin = 12
    private static let laneGap = 6
    /// Lanes at one side; further ways share the last.
    private static let laneLimit = 5
    private static let lineLength = 34

    private let boxes: [FlowBox]
    private let places: [String: Int]
    private let title: String

    init(_ chart: FlowChart, title: String) {
        self.title = title
        let ways = Dictionary(grouping: chart.ways, by: \.from)
        var boxes: [FlowBox] = []
        var y = Self.margin
        for index in chart.rows().flatMap({ $0 }) {
            let node = chart.nodes[index]
            let box = FlowBox(
                node: node, ways: ways[node.id] ?? [],
                says: FlowBox.lines(node.says, length: Self.lineLength), row: boxes.count,
                x: Self.gutter, y: y, width: Self.width - 2 * Self.gutter, isNarrow: true)
            boxes.append(box)
            y += box.height + Self.boxGap
        }
        self.boxes = boxes
        places = Dictionary(boxes.enumerated().map { ($1.node.id, $0) }) { first, _ in first }
    }

    /// The whole picture.
    func svg() -> String {
        var lanes: [Bool: [[Range<Int>]]] = [:]
        var arrows: [Markup] = []
        for box in boxes {
            for (number, way) in box.ways.enumerated() {
                guard let place = places[way.target] else { continue }
                let target = boxes[place]
                let isForward = target.row > box.row
                let (from, to) = (box.exit(number), target.y + 18)
                let lane = Self.lane(for: min(from, to)..<max(from, to) + 1, &lanes[isForward])
                arrows += Self.arrow(way, from, to, lane: lane, isForward: isForward)
            }
        }
        let height = (boxes.last.map { $0.y + $0.height } ?? 0) + Self.margin
        return FlowDrawing.document(
            title: title, width: Self.width, height: height,
            shapes: arrows + boxes.map(\.shape))
    }

    /// The first lane in which nothing overlaps `range`.
    private static func lane(for range: Range<Int>, _ lanes: inout [[Range<Int>]]?) -> Int {
        var taken = lanes ?? []
        let free = taken.firstIndex { lane in !lane.contains { $0.overlaps(range) } }
        let lane = free ?? min(taken.count, laneLimit - 1)
        if lane == taken.count { taken.append([]) }
        taken[lane].append(range)
        lanes = taken
        return lane
    }

    private static func arrow(
        _ way: FlowChart.Way, _ from: Int, _ to: Int, lane: Int, isForward: Bool
    ) -> [Markup] {
        let side = isForward ? 1 : -1
        let edge = isForward ? width - gutter : gutter
        let x = edge + side * (8 + lane * laneGap)
        let (tip, bend) = (edge + side * 6, to > from ? 5 : -5)
        let path =
            "M\(edge) \(from) L\(x - side * 5) \(from) Q\(x) \(from) \(x) \(from + bend)"
            + " L\(x) \(to - bend) Q\(x) \(to) \(x - side * 5) \(to) L\(tip) \(to)"
        return FlowDrawing.way(
            way, path: path, tip: "M\(edge) \(to) l\(side * 8) -4 v8 z")
    }
}
