/// One module in a picture of a flow: a box with its name, what it says and its ways out.
struct FlowBox {
    let node: FlowChart.Node
    let ways: [FlowChart.Way]
    /// Texts that the module says, in lines that fit.
    let says: [String]
    /// The row of the graph.
    let row: Int
    let x: Int
    let y: Int
    let width: Int
    /// Whether the width is given: then texts are cut to it, and a line below each way names where
    /// it leads.
    let isNarrow: Bool

    static let lineHeight = 15
    private static let wayHeight = 20
    /// Lines of text of one module at most, and characters of a line.
    static let lineLimit = 3
    static let lineLength = 36

    /// Height of the part above the ways.
    var headHeight: Int { 40 + Self.lineHeight * says.count }
    /// The height of one way out.
    var wayHeight: Int { Self.wayHeight + (isNarrow ? 14 : 0) }
    var height: Int { headHeight + wayHeight * ways.count }

    /// Returns the vertical position at which the way out of that number begins.
    func exit(_ number: Int) -> Int { y + headHeight + wayHeight * number + 9 }

    /// Says how often something was exercised, to stand after its name.
    static func counted(_ count: Int?) -> String {
        count.map { $0 == 0 ? "  never" : "  \($0)×" } ?? ""
    }

    static func missed(_ count: Int?) -> String { count == 0 ? " missed" : "" }

    /// `text`, cut to so many characters.
    static func cut(_ text: String, _ length: Int) -> String {
        text.count <= length ? text : text.prefix(length - 1) + "…"
    }

    /// `texts` in quotation marks, in lines of so many characters.
    static func lines(_ texts: [String], length: Int = lineLength) -> [String] {
        var lines: [String] = []
        for text in texts {
            let words = "“\(PrintableText.part(text))”".split(separator: " ")
            var line = ""
            for word in words {
                if line.count + word.count >= length, !line.isEmpty {
                    lines.append(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
                // Text that does not fit is not looked at.
                if lines.count > lineLimit { break }
            }
            lines.append(line)
        }
        let shown = lines.prefix(lineLimit).map { cut($0, length) }
        guard lines.count > lineLimit, let last = shown.last else { return shown }
        let kept = last.prefix(length - 2)
        return shown.dropLast() + [kept + (kept.last == " " ? "…" : " …")]
    }

    /// The box and its texts.
    var shape: Markup {
        let inside = (width - 20) * 100 / FlowDrawing.characterWidth
        func cut(_ text: String, _ end: String = "") -> String {
            isNarrow ? Self.cut(text, max(4, inside - end.count)) + end : text + end
        }
        let title = cut(node.id, Self.counted(node.count))
        var shapes = [
            Markup(
                "rect",
                [
                    "class": "box", "x": "\(x)", "y": "\(y)", "width": "\(width)",
                    "height": "\(height)", "rx": "7",
                ]),
            Markup(
                "rect",
                [
                    "class": "head", "x": "\(x + 1)", "y": "\(y + 1)", "width": "\(width - 2)",
                    "height": "\(headHeight - 4)", "rx": "6",
                ]),
            text(title, x: x + 10, y: y + 16, "id"),
            text(node.kind, x: x + 10, y: y + 30, "kind"),
        ]
        for (number, line) in says.enumerated() {
            shapes.append(text(line, x: x + 10, y: y + 46 + Self.lineHeight * number, "says"))
        }
        for (number, way) in ways.enumerated() {
            let baseline = exit(number) + 4
            let label = cut(way.label, Self.counted(way.count))
            let style = String(Self.missed(way.count).dropFirst())
            shapes.append(text(label, x: x + width - 10, y: baseline, style, isEnd: true))
            guard isNarrow else { continue }
            let target = cut("→ " + way.target)
            shapes.append(
                text(target, x: x + width - 10, y: baseline + 13, "kind \(style)", isEnd: true))
        }
        return Markup("g", ["class": "module\(Self.missed(node.count))"], shapes)
    }

    private func text(
        _ text: String, x: Int, y: Int, _ style: String, isEnd: Bool = false
    ) -> Markup {
        Markup(
            "text",
            [
                "class": style, "text-anchor": isEnd ? "end" : nil, "x": "\(x)", "y": "\(y)",
            ], text: text)
    }
}
