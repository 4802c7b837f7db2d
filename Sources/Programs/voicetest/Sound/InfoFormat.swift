import ArgumentParser
import VoiceAudio
import VoiceJSON
import VoiceReports

/// Forms in which the facts about sound files are written down.
enum InfoFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, table, csv

    /// Text before the first file; nil for nothing.
    var head: String? {
        switch self {
        case .text, .json: nil
        case .table: Self.row(Self.columns.map(\.title)) + "file\n"
        case .csv: "file,channel," + Self.fields.joined(separator: ",") + "\r\n"
        }
    }

    /// Whether people read it, and long lines go on below.
    var isForPeople: Bool { self == .text || self == .table }

    /// The text for one file, or for one channel of it.
    func text(_ facts: SoundFacts, _ path: String, channel: PickedChannel?) -> String {
        let title = channel?.title(of: path) ?? path
        switch self {
        case .text: return FactsText.text(facts, title)
        case .json:
            return PrintableText.jsonLine(FactsText.value(facts, path, channel: channel))
        case .table: return Self.row(Self.cells(facts)) + "\(PrintableText.line(title))\n"
        case .csv: return Self.record(facts, path, channel: channel)
        }
    }

    /// A column of the table: numbers stand on the right. The file comes last, whose width is not
    /// known before all files were measured.
    private struct Column {
        let title: String
        let width: Int
        var isText = false
    }

    private static let columns = [
        Column(title: "seconds", width: 10), Column(title: "rate", width: 6),
        Column(title: "ch", width: 2), Column(title: "encoding", width: 12, isText: true),
        Column(title: "peak", width: 7), Column(title: "true peak", width: 9),
        Column(title: "LUFS", width: 7), Column(title: "floor", width: 7),
        Column(title: "clipped", width: 7), Column(title: "cut", width: 3, isText: true),
    ]

    private static func cells(_ facts: SoundFacts) -> [String] {
        func level(_ value: Double?) -> String {
            value.map { Decimal.text($0, digits: 2) } ?? "-"
        }
        let format = facts.format
        let seconds = Double(format.frames) / Double(format.sampleRate)
        return [
            Decimal.text(seconds, digits: 3), "\(format.sampleRate)", "\(format.channels)",
            facts.coding?.encoding.rawValue ?? "-", level(facts.peak), level(facts.truePeak),
            level(facts.integrated), level(facts.noiseFloor), "\(facts.clippedSamples)",
            facts.shortfall != nil ? "yes" : "-",
        ]
    }

    /// The cells side by side, with a gap after each.
    private static func row(_ cells: [String]) -> String {
        zip(columns, cells).reduce(into: "") { line, entry in
            let (column, cell) = entry
            let fill = String(repeating: " ", count: max(0, column.width - cell.count))
            line += (column.isText ? cell + fill : fill + cell) + "  "
        }
    }

    /// The columns of CSV after the file and its channel: the keys of JSON.
    private static let fields = [
        "seconds", "sampleRate", "channels", "frames", "container", "encoding", "peakDBFS",
        "truePeakDBTP", "rmsDBFS", "noiseFloorDBFS", "integratedLUFS", "rangeLU", "clippedSamples",
        "isCutShort",
    ]

    /// A record of CSV. Source: RFC 4180.
    private static func record(
        _ facts: SoundFacts, _ path: String, channel: PickedChannel?
    ) -> String {
        let format = facts.format
        let object = FactsText.value(facts, path, channel: channel).object ?? [:]
        let seconds = Double(format.frames) / Double(format.sampleRate)
        let values: [String] = fields.map { field in
            field == "seconds" ? Decimal.text(seconds, digits: 3) : plain(object[field])
        }
        return ([quoted(name(path)), plain(channel?.value)] + values).joined(separator: ",")
            + "\r\n"
    }

    /// A value of JSON as it stands in CSV: nothing for null.
    private static func plain(_ value: JSONValue?) -> String {
        guard let value, value != .null else { return "" }
        return value.string ?? JSONWriter.text(value)
    }

    /// A path that no spreadsheet takes for a formula: `./` before it leaves it the same file.
    private static func name(_ path: String) -> String {
        guard path != StandardStreams.sign, let first = path.first, "=+-@".contains(first) else {
            return PrintableText.part(path)
        }
        return "./" + PrintableText.part(path)
    }

    /// A field in quotes where a comma or a quote would end it.
    private static func quoted(_ text: String) -> String {
        guard text.contains(where: { ",\"".contains($0) || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
